//! Instructions that perft needs for every game, counted by valgrind: the same on every run,
//! however busy the machine. `cargo bench -p spielwerk-games --bench instructions` needs
//! valgrind and `cargo install gungraun-runner` of the same version as the `gungraun` crate.

#![allow(missing_docs, reason = "the macros write items that nobody reads")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use spielwerk_games::perft::PerftMode;

#[library_benchmark]
#[bench::fauhalma("fauhalma", 4)]
#[bench::fauhalma_ws25("fauhalma-ws25", 4)]
#[bench::halma("halma", 3)]
#[bench::halma_strict("halma-strict", 3)]
#[bench::fanorona("fanorona", 4)]
#[bench::bohnenspiel("bohnenspiel", 6)]
fn perft(name: &str, depth: u32) -> usize {
    let start = spielwerk_games::game(name).expect("a known game").start();
    black_box(start.divide(depth, PerftMode::Moves, 1, &|_, _| {}).len())
}

library_benchmark_group!(name = rules; benchmarks = perft);
main!(library_benchmark_groups = rules);
