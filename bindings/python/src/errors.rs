//! Errors as Python exceptions: one line that says what is wrong.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

/// Bad input.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(one_line(&error.to_string()))
}

/// Something outside failed: a server, a file, a thread.
#[cfg_attr(not(feature = "players"), expect(dead_code, reason = "only players go outside"))]
pub(crate) fn runtime_error(error: impl Display) -> PyErr {
    PyRuntimeError::new_err(one_line(&error.to_string()))
}

/// The text without line breaks.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
