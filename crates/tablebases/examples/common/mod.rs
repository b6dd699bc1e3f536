//! Positions to probe, and how long it takes.

use std::hint::black_box;
use std::time::Instant;

use spielwerk_games::Position;

/// Positions that are `known`, as random games come to them.
pub(crate) fn in_random_games<P: Position>(known: impl Fn(&P) -> bool) -> Vec<P> {
    let (mut found, mut random) = (Vec::new(), 1_u64);
    for _ in 0..20_000 {
        let mut position = P::start();
        while position.outcome().is_none() {
            if known(&position) {
                found.push(position);
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let moves = position.legal_moves();
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
    }
    found
}

/// Prints how long something takes for a position.
pub(crate) fn measure<P, T>(what: &str, positions: &[P], each: impl Fn(&P) -> T) {
    let begin = Instant::now();
    for position in positions {
        black_box(each(position));
    }
    let each = begin.elapsed().as_nanos() / positions.len().max(1) as u128;
    println!("{what}: {each} ns each");
}
