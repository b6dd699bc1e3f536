//! Random games to their end, with the cheap checks at every ply and all properties now and then.

use std::collections::HashMap;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::{Case, properties};

/// In so many games every position is compared with those before that have the same key.
const COMPARED_GAMES: u64 = 200;

/// Plays this many games of at most this many plies.
pub(crate) fn games<G: Case>(games: u64, plies: u32) {
    let mut finished = 0;
    let mut seen: HashMap<u64, G> = HashMap::new();
    for seed in 0..games {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut position = G::start();
        for _ in 0..plies {
            if position.outcome().is_some() {
                finished += 1;
                properties::check(&position);
                break;
            }
            position = random_move(&position, &mut random);
            if seed < COMPARED_GAMES
                && let Some(before) = seen.insert(position.key(), position)
            {
                properties::one_key_is_one_game(&before, &position);
            }
            if random.random_range(0..10 * u64::from(plies)) == 0 {
                properties::check(&position);
            }
        }
        seen.insert(position.key(), position);
    }
    assert!(seen.len() > 50, "{games} games end in {} positions", seen.len());
    assert!(!G::ALWAYS_ENDS || finished == games, "{finished} of {games} games came to an end");
}

fn random_move<G: Case>(position: &G, random: &mut SmallRng) -> G {
    let moves = position.legal_moves();
    assert_eq!(position.count_moves(), moves.len() as u64, "in {position:?}");
    assert!(!moves.is_empty(), "neither over nor a move: {position:?}");
    let m = moves[random.random_range(0..moves.len())];
    let after = position.play(m);
    G::check_move(position, m, &after);
    after
}
