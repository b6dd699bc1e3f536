//! Leaves a second for every game, by the clock: `cargo bench -p spielwerk-games --bench perft`.

#![allow(missing_docs, reason = "the macros write items that nobody reads")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use spielwerk_games::perft::PerftMode;

/// Deep enough for about a hundred thousand leaves or more, shallow enough to repeat.
const DEPTHS: [(&str, u32); 6] = [
    ("fauhalma", 5),
    ("fauhalma-ws25", 5),
    ("halma", 4),
    ("halma-strict", 4),
    ("fanorona", 5),
    ("bohnenspiel", 8),
];

fn leaves(name: &str, depth: u32) -> u64 {
    let start = spielwerk_games::game(name).expect("a known game").start();
    start.divide(depth, PerftMode::Moves, 1, &|_, _| {}).iter().map(|(_, leaves)| leaves).sum()
}

fn perft(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for (name, depth) in DEPTHS {
        group.throughput(Throughput::Elements(leaves(name, depth)));
        group.bench_function(BenchmarkId::new(name, depth), |b| b.iter(|| leaves(name, depth)));
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
