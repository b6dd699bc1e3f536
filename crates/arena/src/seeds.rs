//! Random seeds derived from their purpose alone: not from the order of games, nor from how many are
//! played at a time.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Derives the seed of one purpose from the main seed.
pub fn seed_for(seed: u64, purpose: [u64; 2]) -> u64 {
    purpose
        .iter()
        .fold(splitmix64(seed), |state, &word| splitmix64(state.rotate_left(1) ^ splitmix64(word)))
}

/// A random number generator for one purpose.
pub(crate) fn random_for(seed: u64, purpose: [u64; 2]) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed_for(seed, purpose))
}

/// The SplitMix64 mixing function: a bijection that spreads every bit over all bits.
const fn splitmix64(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_purpose_has_a_seed_of_its_own() {
        let mut seen = HashSet::new();
        for seed in 0..10 {
            for game in 0..100 {
                for player in 0..3 {
                    assert!(seen.insert(seed_for(seed, [game, player])));
                }
            }
        }
    }
}
