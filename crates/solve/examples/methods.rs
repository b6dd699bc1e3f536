//! Which method solves Das Bohnenspiel faster: positions from random games, each asked by both.
//!
//! `methods FOLDER BEANS COUNT SECONDS [METHOD]`: COUNT positions with BEANS beans in the houses,
//! with the tables that are in FOLDER, no longer than SECONDS for each.

use std::env;
use std::time::{Duration, Instant};

use games::bohnenspiel::Bohnenspiel;
use games::{Game, Position, Seat};
use rand::prelude::*;
use solve::{Method, Options, SolveError, Subject, solve};
use tables::{Place, Watch};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, beans, count, seconds, rest @ ..] = &arguments[..] else {
        return Err("methods FOLDER BEANS COUNT SECONDS [alphabeta|proof-numbers]".into());
    };
    let (beans, count): (u8, usize) = (beans.parse()?, count.parse()?);
    let patience = Duration::from_secs(seconds.parse()?);
    let methods = [("alphabeta", Method::AlphaBeta), ("proof-numbers", Method::ProofNumbers)];
    let wanted = |name: &str| rest.first().is_none_or(|only| only == name);
    let mut random = StdRng::seed_from_u64(1);
    let mut sums = [(0.0, 0, 0); 2];
    for nth in 0..count {
        let position = somewhere(beans, &mut random);
        let text = position.setup().to_string();
        let subject = Subject::new(games::game("bohnenspiel")?, None, Some(&text))?;
        print!("{nth:3}  {text}");
        let mut verdicts = Vec::new();
        for (sum, (name, method)) in sums.iter_mut().zip(methods) {
            if !wanted(name) {
                continue;
            }
            let mut options = Options::new(Place::from(folder.as_str()));
            options.method = Some(method);
            options.memory = 128;
            let begun = Instant::now();
            let answer =
                solve(&subject, &options, &Watch::nobody(), &|_| begun.elapsed() < patience);
            let took = begun.elapsed().as_secs_f64();
            sum.0 += took;
            match answer {
                Ok(answer) => {
                    sum.1 += 1;
                    sum.2 += answer.nodes;
                    verdicts.push(answer.verdict);
                    let verdict = answer.verdict.name();
                    print!(
                        "  {name} {verdict} {} nodes, {} in the proof, {took:.2} s",
                        answer.nodes, answer.proof
                    );
                }
                Err(SolveError::Stopped) => print!("  {name} -"),
                Err(other) => print!("  {name} {other}"),
            }
        }
        println!();
        assert!(verdicts.windows(2).all(|two| two[0] == two[1]), "the methods do not agree");
    }
    for ((seconds, solved, nodes), (name, _)) in sums.into_iter().zip(methods) {
        println!("{name}: {solved} of {count} solved in {seconds:.1} s, {nodes} nodes");
    }
    Ok(())
}

/// A position of a random game, the first with so few beans in the houses that is not decided.
fn somewhere(beans: u8, random: &mut StdRng) -> Bohnenspiel {
    loop {
        let mut position = Bohnenspiel::start();
        while position.outcome().is_none() {
            let stored: u8 = Seat::all(2).map(|seat| position.store(seat)).sum();
            if Bohnenspiel::<6>::TOTAL - stored == beans {
                return position;
            }
            let moves = position.list();
            position = position.play(moves[random.random_range(0..moves.len())]);
        }
    }
}
