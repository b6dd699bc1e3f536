//! Benchmark of both methods for Das Bohnenspiel on positions from random games.
//!
//! `methods FOLDER BEANS COUNT SECONDS [METHOD]`: COUNT positions with BEANS beans in the houses,
//! with the tablebases in FOLDER, no longer than SECONDS for each.

use std::env;
use std::time::{Duration, Instant};

use rand::prelude::*;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_solver::{Method, Problem, SolveError, SolveOptions, solve};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, beans, count, seconds, rest @ ..] = &arguments[..] else {
        return Err("methods FOLDER BEANS COUNT SECONDS [alphabeta|proof-numbers]".into());
    };
    let (beans, count): (u8, usize) = (beans.parse()?, count.parse()?);
    let time_limit = Duration::from_secs(seconds.parse()?);
    let methods = [("alphabeta", Method::AlphaBeta), ("proof-numbers", Method::ProofNumbers)];
    let wanted = |name: &str| rest.first().is_none_or(|only| only == name);
    let mut random = StdRng::seed_from_u64(1);
    let mut sums = [(0.0, 0, 0); 2];
    for nth in 0..count {
        let position = random_position(beans, &mut random);
        let text = position.setup().to_string();
        let problem = Problem::new(spielwerk_games::game("bohnenspiel")?, None, Some(&text))?;
        print!("{nth:3}  {text}");
        let mut values = Vec::new();
        for (sum, (name, method)) in sums.iter_mut().zip(methods) {
            if !wanted(name) {
                continue;
            }
            let mut options = SolveOptions::new(TablebaseDir::from(folder.as_str()));
            options.method = Some(method);
            options.memory = 128;
            let started = Instant::now();
            let solution = solve(&problem, &options, &BuildMonitor::silent(), &|_| {
                started.elapsed() < time_limit
            });
            let took = started.elapsed().as_secs_f64();
            sum.0 += took;
            match solution {
                Ok(solution) => {
                    sum.1 += 1;
                    sum.2 += solution.nodes;
                    values.push(solution.value);
                    let value = solution.value.name();
                    print!(
                        "  {name} {value} {} nodes, {} in the proof, {took:.2} s",
                        solution.nodes, solution.proof_size
                    );
                }
                Err(SolveError::Stopped) => print!("  {name} -"),
                Err(other) => print!("  {name} {other}"),
            }
        }
        println!();
        assert!(values.windows(2).all(|two| two[0] == two[1]), "the methods do not agree");
    }
    for ((seconds, solved, nodes), (name, _)) in sums.into_iter().zip(methods) {
        println!("{name}: {solved} of {count} solved in {seconds:.1} s, {nodes} nodes");
    }
    Ok(())
}

/// A position of a random game, the first with so few beans in the houses that is not decided.
fn random_position(beans: u8, random: &mut StdRng) -> Bohnenspiel {
    loop {
        let mut position = Bohnenspiel::start();
        while position.outcome().is_none() {
            let stored: u8 = Seat::all(2).map(|seat| position.store(seat)).sum();
            if Bohnenspiel::<6>::TOTAL - stored == beans {
                return position;
            }
            let moves = position.legal_moves();
            position = position.play(moves[random.random_range(0..moves.len())]);
        }
    }
}
