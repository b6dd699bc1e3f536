//! Thinks about the start of Das Bohnenspiel: how deep, how fast.
//!
//! `cargo run --release -p spielwerk-search --example bohnenspiel -- [seconds] [threads]`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Duration;

use games::bohnenspiel::Bohnenspiel;
use games::{Game, Position};
use search::{AlphaBeta, Limits, Report, Task, Thinker, Tuning};

type P = Bohnenspiel;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: f64| {
        let given = arguments.next();
        given.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, threads) = (number(1.0), number(1.0) as usize);
    let task =
        Task { threads, ..Task::new(P::start(), Limits::cpu(Duration::from_secs_f64(seconds))) };
    for (name, tuning) in [("plain", Tuning::plain()), ("default", Tuning::default())] {
        println!("{name}");
        // Moves and judgements are cheap here.
        let tuning = Tuning { table_from: 3, ..tuning };
        let mut search = AlphaBeta::new(common::Stores, tuning, 64);
        if let Some(report) = search.think(&task, &mut print) {
            print(&report);
        }
    }
}

fn print(report: &Report<<P as Position>::Move>) {
    let mut p = P::start();
    let mut line = Vec::new();
    for &m in &report.line {
        line.push(p.write_move(m));
        p = p.play(m);
    }
    println!(
        "depth {:2}  {:>8}  {:10} nodes  {:6.3} s  {:5.2} M/s  {}",
        report.depth,
        report.score.to_string(),
        report.nodes,
        report.time.as_secs_f64(),
        report.speed() / 1e6,
        line.join(" ")
    );
}
