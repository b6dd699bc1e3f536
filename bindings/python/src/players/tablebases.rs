//! Tablebases: which there are, building and probing them.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyFileNotFoundError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use spielwerk_games::Wdl;
use spielwerk_search::StopFlag;
use spielwerk_tablebases::registry::{self, Tablebase as AnyTablebase};
use spielwerk_tablebases::{BuildMonitor, ProbeResult, Progress, TablebaseDir, TablebaseError};

use super::interruptible::interruptible;
use crate::errors::{runtime_error, value_error};
use crate::position::Position;

/// A tablebase in a directory: exact values of endgames or races.
#[pyclass(frozen, module = "spielwerk.players")]
pub(crate) struct Tablebase {
    table: Box<dyn AnyTablebase>,
    dir: TablebaseDir,
}

#[pymethods]
impl Tablebase {
    /// Its name.
    #[getter]
    fn name(&self) -> String {
        self.table.name()
    }

    /// What its values are.
    #[getter]
    fn description(&self) -> String {
        self.table.description()
    }

    /// The names of the games that use it.
    #[getter]
    fn games(&self) -> Vec<&'static str> {
        self.table.games()
    }

    /// Whether it has been built.
    #[getter]
    fn exists(&self) -> bool {
        self.table.open(&self.dir).is_ok()
    }

    /// The estimated seconds and bytes of building it, with what it depends on.
    #[getter]
    fn estimate(&self) -> (f64, u64) {
        let estimate = self.table.estimate(&self.dir);
        (estimate.time.as_secs_f64(), estimate.bytes)
    }

    /// Builds it and what it depends on, as far as that is missing. Ctrl-C stops; the next build
    /// goes on from there.
    fn build(&self, py: Python<'_>) -> PyResult<()> {
        let (stop, flag) = (StopFlag::default(), AtomicBool::new(false));
        let report = |_: Progress<'_>| {
            if stop.is_stopped() {
                flag.store(true, Relaxed);
            }
        };
        let monitor = BuildMonitor::new(&flag, &report);
        interruptible(py, &stop, || self.table.build(&self.dir, &monitor))?.map_err(runtime_error)
    }

    /// What it knows about a position: a dict with `text`, and with `wdl` (`win`, `draw`, `loss`)
    /// and `plies`, or `difference` in beans, or `moves_home` by seats. None if the position is not
    /// in it.
    fn probe<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let game = position.known.any.name();
        if !self.table.games().contains(&game) {
            let games = self.table.games().join(", ");
            return Err(value_error(format!("{} is for {games}, not for {game}", self.name())));
        }
        let found = self.table.probe(&self.dir, &position.position);
        found.map_err(|error| self.error(error))?.map(|found| to_dict(py, &found)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("tablebase({:?})", self.name())
    }
}

impl Tablebase {
    fn error(&self, error: TablebaseError) -> PyErr {
        if error.is_missing() {
            let name = self.name();
            let why = format!("{name} has not been built; tablebase({name:?}).build() builds it");
            return PyFileNotFoundError::new_err(why);
        }
        runtime_error(error)
    }
}

fn to_dict<'py>(py: Python<'py>, found: &ProbeResult) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("text", found.to_string())?;
    match found {
        ProbeResult::Wdl(wdl) => {
            let (name, plies) = match *wdl {
                Wdl::Win(plies) => ("win", plies),
                Wdl::Draw => ("draw", None),
                Wdl::Loss(plies) => ("loss", plies),
            };
            dict.set_item("wdl", name)?;
            dict.set_item("plies", plies)?;
        }
        ProbeResult::BeanDifference(difference) => dict.set_item("difference", difference)?,
        ProbeResult::MovesHome(seats) => {
            let moves = PyDict::new(py);
            for (seat, _, count) in seats {
                moves.set_item(seat, count)?;
            }
            dict.set_item("moves_home", moves)?;
        }
    }
    Ok(dict)
}

/// The tablebase with this name, in a directory or in the usual one.
#[pyfunction]
#[pyo3(signature = (name, directory = None))]
pub(crate) fn tablebase(name: &str, directory: Option<PathBuf>) -> PyResult<Tablebase> {
    let table = registry::tablebase(name).map_err(value_error)?;
    Ok(Tablebase { table, dir: TablebaseDir::find(directory).map_err(value_error)? })
}

/// The names of all tablebases, grouped by game, small ones first.
#[pyfunction]
pub(crate) fn tablebases() -> Vec<String> {
    registry::tablebases().iter().map(|table| table.name()).collect()
}
