//! How many boards of Das Bohnenspiel a second the solver searches, and how many it needs.
//!
//! `boards_a_second TABLES MIB THREADS SECONDS POSITION...`: with the tablebases in TABLES, no longer
//! than SECONDS for each position.

use std::env;
use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use spielwerk_solver::{Problem, SolveOptions, SolveProgress, solve};
use spielwerk_tablebases::{BuildMonitor, TablebaseDir};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [tables, memory, threads, seconds, positions @ ..] = &arguments[..] else {
        return Err("boards_a_second TABLES MIB THREADS SECONDS POSITION...".into());
    };
    let limit = Duration::from_secs(seconds.parse()?);
    let (memory, threads) = (memory.parse()?, threads.parse()?);
    let tablebases = SolveOptions::new(TablebaseDir::from(tables));
    let options = SolveOptions { memory, threads, ..tablebases };
    for position in positions {
        let problem = Problem::new(spielwerk_games::game("bohnenspiel")?, None, Some(position))?;
        let (begin, nodes) = (Instant::now(), AtomicU64::new(0));
        let go_on = |made: SolveProgress| {
            nodes.store(made.nodes, Relaxed);
            begin.elapsed() < limit
        };
        let found = solve(&problem, &options, &BuildMonitor::silent(), &go_on);
        let (nodes, seconds) = (nodes.into_inner(), begin.elapsed().as_secs_f64());
        let value = found.map_or("open", |solution| solution.value.name());
        println!("{position}: {value}, {nodes} boards, {:.0} a second", nodes as f64 / seconds);
    }
    Ok(())
}
