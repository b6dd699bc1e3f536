//! Random playouts with the concrete types and with the type-erased ones, in one run: what it
//! costs not to know the game. `cargo bench -p spielwerk-games --bench erased`.

#![allow(missing_docs, reason = "the macros write items that nobody reads")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::fauhalma::FauHalma;
use spielwerk_games::halma::Halma;
use spielwerk_games::{AnyGame, Game};

/// No playout is longer: pegs and pieces may wander for ever.
const MAX_PLIES: u64 = 300;

/// A linear congruential generator: the same numbers for both, at no cost to speak of.
struct Lcg(u64);

impl Lcg {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((u128::from(self.0) * count as u128) >> 64) as usize
    }
}

/// Plays one random game; the number of plies.
fn concrete<G: Game>(random: &mut Lcg, moves: &mut Vec<G::Move>) -> u64 {
    let mut position = G::start();
    for ply in 0..MAX_PLIES {
        moves.clear();
        let _ = position.generate_moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        if moves.is_empty() {
            return ply;
        }
        position = position.play(moves[random.below(moves.len())]);
    }
    MAX_PLIES
}

/// The same without the type.
fn erased(game: AnyGame, random: &mut Lcg, moves: &mut Vec<spielwerk_games::AnyMove>) -> u64 {
    let mut position = game.start();
    for ply in 0..MAX_PLIES {
        position.list_moves(moves);
        if moves.is_empty() {
            return ply;
        }
        position.advance(moves[random.below(moves.len())]);
    }
    MAX_PLIES
}

/// The plies a second of playouts, for about half a second.
fn speed(mut playout: impl FnMut(&mut Lcg) -> u64) -> f64 {
    let (mut random, mut plies, begun) = (Lcg(1), 0, Instant::now());
    while begun.elapsed() < Duration::from_millis(500) {
        plies += playout(&mut random);
    }
    plies as f64 / begun.elapsed().as_secs_f64()
}

fn compare<G: Game>(criterion: &mut Criterion) {
    let game = spielwerk_games::game(G::INFO.name).expect("a known game");
    let (mut typed_moves, mut any_moves) = (Vec::new(), Vec::new());
    let typed = speed(|random| concrete::<G>(random, &mut typed_moves));
    let any = speed(|random| erased(game, random, &mut any_moves));
    println!(
        "{:<12} {:>6.2} M plies/s concrete, {:>6.2} M erased: {:.2} of the speed",
        game.name(),
        typed / 1e6,
        any / 1e6,
        any / typed
    );
    let mut group = criterion.benchmark_group("playout");
    group.sample_size(20).measurement_time(Duration::from_secs(1));
    group.throughput(Throughput::Elements(1));
    group.bench_function(BenchmarkId::new("concrete", game.name()), |b| {
        let mut random = Lcg(1);
        b.iter(|| concrete::<G>(&mut random, &mut typed_moves));
    });
    group.bench_function(BenchmarkId::new("erased", game.name()), |b| {
        let mut random = Lcg(1);
        b.iter(|| erased(game, &mut random, &mut any_moves));
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    compare::<FauHalma>(criterion);
    compare::<Halma>(criterion);
    compare::<Fanorona>(criterion);
    compare::<Bohnenspiel>(criterion);
}

criterion_group!(benches, all);
criterion_main!(benches);
