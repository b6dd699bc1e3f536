//! Random games to their end, with the cheap laws at every ply and all of them now and then.

use std::collections::HashSet;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::{Case, laws};

/// Plays so many games, each at most so many plies long.
pub(crate) fn games<G: Case>(games: u64, plies: u32) {
    let mut finished = 0;
    let mut seen: HashSet<u64> = HashSet::new();
    for seed in 0..games {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut position = G::start();
        for _ in 0..plies {
            if position.outcome().is_some() {
                finished += 1;
                laws::check(&position);
                break;
            }
            position = random_move(&position, &mut random);
            if random.random_range(0..10 * u64::from(plies)) == 0 {
                laws::check(&position);
            }
        }
        seen.insert(position.key());
    }
    assert!(seen.len() as u64 > games / 10, "{games} games end in {} positions", seen.len());
    println!("{}: {finished} of {games} games came to an end", G::INFO.name);
}

fn random_move<G: Case>(position: &G, random: &mut SmallRng) -> G {
    let moves = position.list();
    assert_eq!(position.count(), moves.len() as u64, "in {position:?}");
    assert!(!moves.is_empty(), "neither over nor a move: {position:?}");
    let m = moves[random.random_range(0..moves.len())];
    let after = position.play(m);
    G::check_move(position, m, &after);
    after
}
