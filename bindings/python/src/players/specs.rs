//! Names, limits and options of players, from Python.

use std::time::Duration;

use pyo3::prelude::*;
use spielwerk_arena::MatchConditions;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;
use spielwerk_search::Limits;

use crate::errors::value_error;

/// The largest transposition table, in MiB: what cannot be allocated would end the process.
const MAX_HASH: usize = 8192;
/// More threads than this are a mistake.
pub(super) const MAX_THREADS: usize = 256;

/// Reads a player spec.
pub(super) fn read_spec(text: &str) -> PyResult<PlayerSpec> {
    let spec: PlayerSpec = text.parse().map_err(value_error)?;
    if spec.hash > MAX_HASH {
        let hash = spec.hash;
        return Err(value_error(format!("hash={hash} is too large: at most {MAX_HASH} MiB")));
    }
    Ok(spec)
}

/// Limits of a search, as Python gives them: seconds, nodes, plies.
#[derive(Copy, Clone, Default)]
pub(super) struct LimitArguments {
    pub(super) time: Option<f64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
}

impl LimitArguments {
    /// The limits, if they make sense.
    pub(super) fn limits(self) -> PyResult<Limits> {
        /// Longer than anybody waits.
        const MAX_SECONDS: f64 = 1e9;
        let time = match self.time {
            None => None,
            Some(seconds) if (0.0..=MAX_SECONDS).contains(&seconds) => {
                Some(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                return Err(value_error(format!("time={seconds} is no number of seconds")));
            }
        };
        if self.depth.is_some_and(|depth| !(1..=200).contains(&depth)) {
            return Err(value_error("depth is a number of plies from 1 to 200"));
        }
        if self.nodes == Some(0) {
            return Err(value_error("nodes is a number of positions, at least 1"));
        }
        Ok(Limits { time, nodes: self.nodes, depth: self.depth, ..Limits::default() })
    }
}

/// These limits, or the default time for a player that has none of its own.
pub(super) fn or_default_time(limits: Limits, game: AnyGame, spec: &PlayerSpec) -> Limits {
    if limits.is_infinite() && !spielwerk_players::is_limited(game, spec) {
        return Limits::time(MatchConditions::DEFAULT_TIME);
    }
    limits
}

/// A number of threads or games at a time. Zero means all processors.
pub(super) fn read_threads(threads: usize) -> PyResult<usize> {
    match threads {
        0 => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        1..=MAX_THREADS => Ok(threads),
        _ => Err(value_error(format!("{threads} threads are too many: at most {MAX_THREADS}"))),
    }
}
