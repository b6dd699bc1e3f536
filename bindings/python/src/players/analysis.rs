//! What a search reports, once for every depth.

use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};

use pyo3::prelude::*;
use spielwerk_games::AnyPosition;
use spielwerk_players::PlayerError;
use spielwerk_search::{Score, StopFlag};
use spielwerk_session as session;

use super::interruptible::SIGNAL_INTERVAL;
use crate::errors::{runtime_error, value_error};
use crate::moves::write_move;

/// What a search found out about a position.
#[pyclass(frozen, get_all, module = "spielwerk.players")]
pub(crate) struct Analysis {
    /// The best move.
    r#move: Py<PyAny>,
    /// Its score for the side to move, in beans, steps or stones; infinite for a proven win or
    /// loss, None from a player that gives none.
    score: Option<f64>,
    /// The score for people: `+1.25`, `win in 7`.
    score_text: Option<String>,
    /// The depth in plies.
    depth: u32,
    /// The number of positions searched.
    nodes: u64,
    /// The time in seconds.
    time: f64,
    /// The principal variation, in the game's notation.
    variation: Vec<String>,
    /// All variations that were asked for, best first, each with its score.
    variations: Vec<(Option<f64>, Vec<String>)>,
    /// Whether the score is proven.
    proven: bool,
    /// The number of successful tablebase probes.
    tablebase_hits: u64,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self, py: Python<'_>) -> String {
        let score = self.score_text.as_deref().unwrap_or("no score");
        let best = self.r#move.bind(py).str().map(|text| text.to_string()).unwrap_or_default();
        format!("<depth {}: {best}, {score}, {} nodes>", self.depth, self.nodes)
    }
}

impl Analysis {
    pub(super) fn new(
        py: Python<'_>,
        position: &AnyPosition,
        analysis: &session::Analysis,
    ) -> PyResult<Analysis> {
        let variations: Vec<(Option<f64>, Vec<String>)> = analysis
            .variations
            .iter()
            .map(|line| (line.score.map(score_value), position.write_line(&line.moves)))
            .collect();
        Ok(Analysis {
            r#move: write_move(py, position, analysis.best_move)?.unbind(),
            score: analysis.score.map(score_value),
            score_text: analysis.score.map(|score| score.to_string()),
            depth: analysis.depth,
            nodes: analysis.nodes,
            time: analysis.time.as_secs_f64(),
            variation: variations.first().map(|(_, line)| line.clone()).unwrap_or_default(),
            variations,
            proven: analysis.proven,
            tablebase_hits: analysis.tablebase_hits,
        })
    }

    pub(super) fn best_move(&self, py: Python<'_>) -> Py<PyAny> {
        self.r#move.clone_ref(py)
    }
}

/// A score as a number: infinite for a proven win or loss.
pub(super) fn score_value(score: Score) -> f64 {
    match score.hundredths() {
        Some(hundredths) => f64::from(hundredths) / 100.0,
        None if score.is_win() => f64::INFINITY,
        None if score.is_loss() => f64::NEG_INFINITY,
        None => 0.0,
    }
}

/// What the searching thread sends.
pub(super) enum SearchEvent {
    Progress(session::Analysis),
    Finished(Result<session::Analysis, PlayerError>),
}

/// A search under way: yields an analysis for every depth, and the final one. It ends when it is no
/// longer used.
#[pyclass(module = "spielwerk.players")]
pub(crate) struct AnalysisIterator {
    position: AnyPosition,
    stop: StopFlag,
    events: Mutex<Receiver<SearchEvent>>,
    is_over: bool,
}

#[pymethods]
impl AnalysisIterator {
    fn __iter__(this: Py<AnalysisIterator>) -> Py<AnalysisIterator> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        self.next(py)
    }

    /// Ends the search. What it has found so far is still yielded.
    fn stop(&self) {
        self.stop.stop();
    }
}

impl AnalysisIterator {
    pub(super) fn new(
        position: AnyPosition,
        stop: StopFlag,
        events: Receiver<SearchEvent>,
    ) -> AnalysisIterator {
        AnalysisIterator { position, stop, events: Mutex::new(events), is_over: false }
    }

    /// The next analysis, if there is one.
    pub(super) fn next(&mut self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        if self.is_over {
            return Ok(None);
        }
        loop {
            let events = &self.events;
            let event = py.detach(|| match events.lock() {
                Ok(events) => events.recv_timeout(SIGNAL_INTERVAL),
                Err(_) => Err(RecvTimeoutError::Disconnected),
            });
            let analysis = match event {
                Ok(SearchEvent::Progress(analysis)) => analysis,
                Ok(SearchEvent::Finished(result)) => {
                    self.is_over = true;
                    result.map_err(player_error)?
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.stop.stop();
                        return Err(signal);
                    }
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => {
                    self.is_over = true;
                    return Err(runtime_error("the search broke down; please report this"));
                }
            };
            return Analysis::new(py, &self.position, &analysis).map(Some);
        }
    }
}

impl Drop for AnalysisIterator {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The error of a player: of its input, or of its program.
pub(super) fn player_error(error: PlayerError) -> PyErr {
    match error {
        PlayerError::WrongGame { .. } | PlayerError::GameOver => value_error(error),
        _ => runtime_error(error),
    }
}
