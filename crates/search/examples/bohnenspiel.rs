//! Searches the start of Das Bohnenspiel: depth and speed.
//!
//! `cargo run --release -p spielwerk-search --example bohnenspiel -- [seconds] [threads]`

#[path = "../tests/search/common/mod.rs"]
mod common;

use std::time::Duration;

use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::{Game, Position};
use spielwerk_search::{AlphaBeta, AlphaBetaConfig, Limits, SearchRequest, SearchResult, Searcher};

type P = Bohnenspiel;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: f64| {
        let given = arguments.next();
        given.and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (seconds, threads) = (number(1.0), number(1.0) as usize);
    let request = SearchRequest {
        threads,
        ..SearchRequest::new(P::start(), Limits::cpu(Duration::from_secs_f64(seconds)))
    };
    for (name, config) in
        [("plain", AlphaBetaConfig::plain()), ("default", AlphaBetaConfig::default())]
    {
        println!("{name}");
        // Move generation and evaluation are cheap here.
        let config = AlphaBetaConfig { tt_min_depth: 3, ..config };
        let mut search = AlphaBeta::new(common::Stores, config, 64);
        if let Some(result) = search.search(&request, &mut print) {
            print(&result);
        }
    }
}

fn print(result: &SearchResult<<P as Position>::Move>) {
    let mut p = P::start();
    let mut line = Vec::new();
    for &m in &result.pv {
        line.push(p.write_move(m));
        p = p.play(m);
    }
    println!(
        "depth {:2}  {:>8}  {:10} nodes  {:6.3} s  {:5.2} M/s  {}",
        result.depth,
        result.score.to_string(),
        result.nodes,
        result.time.as_secs_f64(),
        result.nodes_per_second() / 1e6,
        line.join(" ")
    );
}
