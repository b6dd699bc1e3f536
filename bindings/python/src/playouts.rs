//! Random playouts, many at a time, without Python in between.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use spielwerk_games::{AnyPosition, Seat};

use crate::errors::value_error;
use crate::games::KnownGame;
use crate::position::{Position, utility};

/// More games at once than this are a mistake.
pub(crate) const MAX_GAMES: usize = 10_000_000;

/// Plays random games to their ends.
///
/// Returns two arrays: the returns of every game and seat, from -1 to 1, and the number of plies of
/// every game. A game that is not over after `max_plies` is shared. The same seed gives the same
/// games on any number of threads.
#[pyfunction]
#[pyo3(signature = (game, games = 1, *, seed = 0, threads = 1, max_plies = None, position = None))]
#[expect(clippy::type_complexity, reason = "two arrays")]
pub(crate) fn random_playouts<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
    games: usize,
    seed: u64,
    threads: usize,
    max_plies: Option<usize>,
    position: Option<&Position>,
) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<i64>>)> {
    let known = KnownGame::from_argument(game)?;
    if games > MAX_GAMES {
        return Err(value_error(format!("{games} games are too many: at most {MAX_GAMES}")));
    }
    if position.is_some_and(|position| position.known.any != known.any) {
        return Err(value_error(format!("this is no position of {}", known.any.name())));
    }
    let start = position.map_or_else(|| known.any.start(), |position| position.position.clone());
    let max_plies = max_plies.unwrap_or_else(|| known.max_plies());
    let pool = thread_pool(threads)?;
    let seats = known.any.seats();
    let returns = PyArray2::zeros(py, [games, seats], false);
    let plies = PyArray1::zeros(py, [games], false);
    let (mut returns_guard, mut plies_guard) = (returns.readwrite(), plies.readwrite());
    let (all_returns, all_plies) = (returns_guard.as_slice_mut()?, plies_guard.as_slice_mut()?);
    py.detach(|| {
        let play = |number: usize, returns: &mut [f32], plies: &mut i64| {
            let mut random = generator(seed, number);
            let mut position = start.clone();
            *plies = position.play_out(max_plies, &mut |count| below(&mut random, count)) as i64;
            write_returns(&position, returns);
        };
        match &pool {
            None => {
                let each = all_returns.chunks_exact_mut(seats).zip(all_plies).enumerate();
                each.for_each(|(number, (returns, plies))| play(number, returns, plies));
            }
            Some(pool) => pool.install(|| {
                let each = all_returns.par_chunks_exact_mut(seats).zip(all_plies).enumerate();
                each.for_each(|(number, (returns, plies))| play(number, returns, plies));
            }),
        }
    });
    drop((returns_guard, plies_guard));
    Ok((returns, plies))
}

/// The random numbers of a game, by its number.
pub(crate) fn generator(seed: u64, number: usize) -> Xoshiro256PlusPlus {
    /// An odd number whose multiples are far apart: 2⁶⁴ divided by the golden ratio.
    const STRIDE: u64 = 0x9e37_79b9_7f4a_7c15;
    let own = (number as u64).wrapping_add(1).wrapping_mul(STRIDE);
    Xoshiro256PlusPlus::seed_from_u64(seed ^ own)
}

/// A random number below a count. It is biased by less than one in a hundred million, for so few
/// legal moves, and takes one multiplication.
pub(crate) fn below(random: &mut Xoshiro256PlusPlus, count: usize) -> usize {
    ((u64::from(random.next_u32()) * count as u64) >> 32) as usize
}

/// The threads to work with; none for one thread, which is the caller's. Zero means all processors.
pub(crate) fn thread_pool(threads: usize) -> PyResult<Option<ThreadPool>> {
    /// More threads than this are a mistake.
    const MAX_THREADS: usize = 1024;
    if threads > MAX_THREADS {
        return Err(value_error(format!("{threads} threads are too many: at most {MAX_THREADS}")));
    }
    if threads == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map(Some).map_err(|error| value_error(format!("cannot start {threads} threads: {error}")))
}

/// Writes what every seat has won; an unfinished game is shared.
fn write_returns(position: &AnyPosition, returns: &mut [f32]) {
    let outcome = position.outcome().unwrap_or_else(|| position.outcome_if_abandoned(None));
    for (seat, value) in Seat::all(returns.len()).zip(returns) {
        *value = utility(&outcome, seat) as f32;
    }
}
