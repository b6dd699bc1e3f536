//! A policy that plays random legal moves: the quickest way to step through a game from Python.

use pyo3::prelude::*;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::state::State;

/// Plays random legal actions, each with the same probability. The same seed gives the same games.
#[pyclass(module = "spielwerk.learning")]
pub(crate) struct RandomPolicy {
    random: Xoshiro256PlusPlus,
}

#[pymethods]
impl RandomPolicy {
    #[new]
    #[pyo3(signature = (seed = 0))]
    fn new(seed: u64) -> RandomPolicy {
        RandomPolicy { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A random legal action of a state; None when the game is over.
    fn sample(&mut self, state: &mut State) -> Option<u32> {
        state.sample(&mut self.random)
    }

    /// Plays a random legal action in a state, and returns it; None when the game is over.
    fn step(&mut self, state: &mut State) -> Option<u32> {
        state.play_random(&mut self.random)
    }
}
