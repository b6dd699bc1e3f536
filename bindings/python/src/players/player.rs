//! A named player: asked for the best move, or for an analysis.

use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

use pyo3::prelude::*;
use spielwerk_engines::Entrant;
use spielwerk_players::{GameState, PlayerSpec, SearchParams};
use spielwerk_search::{Limits, StopFlag};
use spielwerk_session as session;

use super::analysis::{Analysis, AnalysisIterator, SearchEvent, player_error};
use super::specs::{LimitArguments, or_default_time, read_spec, read_threads};
use crate::errors::{runtime_error, value_error};
use crate::games::{Game, KnownGame};
use crate::position::Position;

/// A player of one game, with its search limits.
#[pyclass(frozen, module = "spielwerk.players")]
pub(crate) struct Player {
    known: &'static KnownGame,
    spec: PlayerSpec,
    limits: Limits,
    threads: usize,
    searcher: Arc<Mutex<Box<dyn session::Player>>>,
    /// Stops the search under way: a player searches one position at a time.
    running: Mutex<StopFlag>,
}

#[pymethods]
impl Player {
    /// Its name with its options.
    #[getter]
    fn name(&self) -> String {
        self.spec.to_string()
    }

    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        Game { known: self.known }
    }

    /// The best move of a position, an integer that knows its text. Limits hold in place of the
    /// player's own; `history` is earlier positions, oldest first, for repetitions.
    #[pyo3(signature = (position, *, time = None, nodes = None, depth = None, history = Vec::new()))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's lists become vectors")]
    fn best(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        history: Vec<PyRef<'_, Position>>,
    ) -> PyResult<Py<PyAny>> {
        let limits = LimitArguments { time, nodes, depth };
        let mut search = self.search(position, limits, &history, 1)?;
        let mut last: Option<Analysis> = None;
        while let Some(analysis) = search.next(py)? {
            last = Some(analysis);
        }
        last.map(|analysis| analysis.best_move(py)).ok_or_else(|| runtime_error("no move"))
    }

    /// Searches a position and yields an analysis for every depth, then the final one.
    #[pyo3(signature = (
        position, *, time = None, nodes = None, depth = None, history = Vec::new(), multi_pv = 1
    ))]
    #[expect(clippy::needless_pass_by_value, reason = "Python's lists become vectors")]
    fn analyse(
        &self,
        position: &Position,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        history: Vec<PyRef<'_, Position>>,
        multi_pv: usize,
    ) -> PyResult<AnalysisIterator> {
        self.search(position, LimitArguments { time, nodes, depth }, &history, multi_pv)
    }

    /// Clears what it has learned, such as the transposition table.
    fn new_game(&self, py: Python<'_>) {
        lock(&self.running).stop();
        py.detach(|| lock(&self.searcher).new_game());
    }

    fn __call__(&self, py: Python<'_>, position: &Position) -> PyResult<Py<PyAny>> {
        self.best(py, position, None, None, None, Vec::new())
    }

    fn __repr__(&self) -> String {
        format!("player({:?}, {:?})", self.name(), self.known.any.name())
    }
}

impl Player {
    /// Its spec with its limits, from which others like it are built.
    pub(super) fn limited_spec(&self, known: &KnownGame) -> PyResult<PlayerSpec> {
        if known.any != self.known.any {
            let (own, other) = (self.known.any.name(), known.any.name());
            return Err(value_error(format!("this player plays {own}, not {other}")));
        }
        let limits = self.spec.limits.tightest(self.limits);
        Ok(PlayerSpec { limits, ..self.spec.clone() })
    }

    /// Starts a search on a thread of its own.
    fn search(
        &self,
        position: &Position,
        limits: LimitArguments,
        history: &[PyRef<'_, Position>],
        multi_pv: usize,
    ) -> PyResult<AnalysisIterator> {
        let own = position.known.any;
        if own != self.known.any || history.iter().any(|earlier| earlier.known.any != own) {
            let game = self.known.any.name();
            return Err(value_error(format!("this player plays {game}, not {}", own.name())));
        }
        if position.position.outcome().is_some() {
            return Err(value_error("the game is over, there is no move"));
        }
        let asked = limits.limits()?;
        let limits = if asked.is_infinite() { self.limits } else { asked };
        let earlier = history.iter().map(|earlier| &earlier.position);
        let state = GameState::with_history(earlier, own, position.position.clone());
        let stop = StopFlag::default();
        // The search before ends, so that this one need not wait for it.
        std::mem::replace(&mut *lock(&self.running), stop.clone()).stop();
        let params = SearchParams {
            stop: stop.clone(),
            multi_pv: multi_pv.max(1),
            threads: self.threads,
            ..SearchParams::new(or_default_time(limits, own, &self.spec))
        };
        let (sender, events) = mpsc::channel();
        let searcher = self.searcher.clone();
        let work = move || {
            let mut searcher = lock(&searcher);
            // An iterator that is gone has raised the stop flag, so nobody misses these.
            let mut report = |analysis: &session::Analysis| {
                let _ = sender.send(SearchEvent::Progress(analysis.clone()));
            };
            let result = searcher.choose(&state, &params, &mut report);
            let _ = sender.send(SearchEvent::Finished(result));
        };
        thread::Builder::new().name("search".into()).spawn(work).map_err(runtime_error)?;
        Ok(AnalysisIterator::new(position.position.clone(), stop, events))
    }
}

/// A player of a game by name: `strong`, `level:3`, `mcts:nodes=20000`. Limits of a search are its
/// time in seconds, nodes and depth; without any, a search takes a tenth of a second.
#[pyfunction]
#[pyo3(signature = (name, game, *, time = None, nodes = None, depth = None, seed = None, threads = 1))]
pub(crate) fn player(
    name: &str,
    game: &Bound<'_, PyAny>,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    seed: Option<u64>,
    threads: usize,
) -> PyResult<Player> {
    let known = KnownGame::from_argument(game)?;
    let mut spec = read_spec(name)?;
    spec.seed = seed.unwrap_or(spec.seed);
    let limits = LimitArguments { time, nodes, depth }.limits()?;
    let entrant = Entrant::new(known.any, &spec).map_err(value_error)?;
    let searcher = entrant.player(0).map_err(player_error)?;
    Ok(Player {
        known,
        spec,
        limits,
        threads: read_threads(threads)?,
        searcher: Arc::new(Mutex::new(searcher)),
        running: Mutex::default(),
    })
}

/// The names of all players of a game, the strongest first, then the levels.
#[pyfunction]
pub(crate) fn player_names(game: &Bound<'_, PyAny>) -> PyResult<Vec<&'static str>> {
    Ok(spielwerk_players::names(KnownGame::from_argument(game)?.any))
}

/// Locks; a search that broke down leaves nothing behind that the next one could not use.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
