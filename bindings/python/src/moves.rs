//! Moves from Python: an integer is an action, a text is in the game's notation.

use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};
use spielwerk_games::{AnyMove, AnyPosition};

use crate::errors::value_error;

/// The legal move that an integer or a text means.
pub(crate) fn read_move(position: &AnyPosition, given: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
    if let Ok(text) = given.cast::<PyString>() {
        return position.read_move(&text.to_cow()?).map_err(value_error);
    }
    let action = read_action(given)?;
    position.move_of_action(action).ok_or_else(|| not_legal(i64::from(action)))
}

/// An action from an integer of Python or numpy.
pub(crate) fn read_action(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    match given.extract::<i64>() {
        Ok(action) => u32::try_from(action).map_err(|_| not_legal(action)),
        Err(_) if given.is_instance_of::<PyInt>() => {
            Err(value_error("this move is not legal here: no game has so large an action"))
        }
        Err(_) => {
            let kind = given.get_type().name()?;
            Err(value_error(format!("a move is an integer or a text, not {kind}")))
        }
    }
}

/// The error of an action that is no legal move.
pub(crate) fn not_legal(action: i64) -> PyErr {
    value_error(format!("action {action} is not legal here; legal_moves lists those that are"))
}

/// A move for Python: an integer that knows its text.
pub(crate) fn write_move<'py>(
    py: Python<'py>,
    position: &AnyPosition,
    m: AnyMove,
) -> PyResult<Bound<'py, PyAny>> {
    let action = position.action_of_move(m).ok_or_else(|| value_error("this move is not legal"))?;
    let class = py.import("spielwerk.games")?.getattr("Move")?;
    class.call1((action, position.write_move(m)))
}
