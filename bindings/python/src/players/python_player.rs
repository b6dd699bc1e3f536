//! A Python function as a player: it is given a position and returns a move.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use spielwerk_games::AnyMove;
use spielwerk_players::{GameState, PlayerError, SearchParams, Variation};
use spielwerk_search::StopFlag;
use spielwerk_session as session;

use crate::errors::one_line;
use crate::games::KnownGame;
use crate::moves::read_move;
use crate::position::Position;

/// The first exception that Python code raised while Rust code ran around it.
#[derive(Clone, Default)]
pub(super) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    /// Keeps an exception, unless there is an earlier one.
    pub(super) fn keep(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    /// Raises the exception, if there is one.
    pub(super) fn raise(&self) -> PyResult<()> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// What happens when a function raises an exception or returns no legal move.
#[derive(Clone)]
pub(super) enum OnError {
    /// The match ends, and the exception is raised.
    Raise(Failure, StopFlag),
    /// The function forfeits its game.
    Forfeit,
}

/// A Python function that chooses moves.
pub(super) struct PythonPlayer {
    pub(super) known: &'static KnownGame,
    pub(super) function: Arc<Py<PyAny>>,
    pub(super) on_error: OnError,
}

impl session::Player for PythonPlayer {
    fn choose(
        &mut self,
        state: &GameState,
        _params: &SearchParams,
        _each: &mut dyn FnMut(&session::Analysis),
    ) -> Result<session::Analysis, PlayerError> {
        let position = state.position().clone();
        Python::attach(|py| {
            let argument = Position { known: self.known, position };
            let answer = match self.function.call1(py, (argument,)) {
                Ok(answer) => answer,
                Err(error) => {
                    let why = one_line(&error.to_string());
                    return Err(self.failed(error, PlayerError::Crashed(why)));
                }
            };
            match read_move(state.position(), answer.bind(py)) {
                Ok(m) => Ok(unsearched(m)),
                Err(error) => {
                    let why = one_line(&error.value(py).to_string());
                    Err(self.failed(error, PlayerError::IllegalMove(why)))
                }
            }
        })
    }
}

impl PythonPlayer {
    /// Keeps the exception and ends the match, if that is what was asked for.
    fn failed(&self, error: PyErr, forfeit: PlayerError) -> PlayerError {
        if let OnError::Raise(failure, stop) = &self.on_error {
            failure.keep(error);
            stop.stop();
        }
        forfeit
    }
}

/// A move without a search.
fn unsearched(m: AnyMove) -> session::Analysis {
    session::Analysis {
        best_move: m,
        score: None,
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        variations: vec![Variation { score: None, moves: vec![m] }],
        proven: false,
        tablebase_hits: 0,
    }
}
