//! Benchmark of the solver for Das Bohnenspiel on positions from random games.
//!
//! `random_positions FOLDER BEANS COUNT SECONDS`: COUNT positions with BEANS beans in the houses,
//! with the tablebases in FOLDER, no longer than SECONDS for each.

use std::env;
use std::time::{Duration, Instant};

use rand::prelude::*;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position, Seat};
use spielwerk_solver::{Problem, SolveError, SolveOptions, solve};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, beans, count, seconds] = &arguments[..] else {
        return Err("random_positions FOLDER BEANS COUNT SECONDS".into());
    };
    let (beans, count): (u8, usize) = (beans.parse()?, count.parse()?);
    let time_limit = Duration::from_secs(seconds.parse()?);
    let options =
        SolveOptions { memory: 128, ..SolveOptions::new(TablebaseDir::from(folder.as_str())) };
    let mut random = StdRng::seed_from_u64(1);
    let (mut seconds, mut solved, mut nodes) = (0.0, 0, 0);
    for nth in 0..count {
        let text = random_position(beans, &mut random).setup().to_string();
        let problem = Problem::new(spielwerk_games::game("bohnenspiel")?, None, Some(&text))?;
        let started = Instant::now();
        let solution =
            solve(&problem, &options, &BuildMonitor::silent(), &|_| started.elapsed() < time_limit);
        let took = started.elapsed().as_secs_f64();
        seconds += took;
        match solution {
            Ok(solution) => {
                (solved, nodes) = (solved + 1, nodes + solution.nodes);
                println!(
                    "{nth:3}  {text}  {} {} nodes, {} in the proof, {took:.2} s",
                    solution.value.name(),
                    solution.nodes,
                    solution.proof_size
                );
            }
            Err(SolveError::Stopped) => println!("{nth:3}  {text}  -"),
            Err(other) => return Err(other.into()),
        }
    }
    println!("{solved} of {count} solved in {seconds:.1} s, {nodes} nodes");
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
