//! Games: names, the board as data, the starting position, reading positions.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyTuple};
use serde_json::json;
use spielwerk_games::AnyGame;

use crate::errors::value_error;
use crate::position::Position;
use crate::values::{text_or_json, to_python};

/// A game of the registry, with Python's integers for its actions.
pub(crate) struct KnownGame {
    pub(crate) any: AnyGame,
    /// Made once: most of what listing moves would cost is making integers.
    integers: PyOnceLock<Vec<Py<PyInt>>>,
}

/// More integers than this are made anew each time.
const MAX_INTEGERS: usize = 100_000;

static KNOWN: LazyLock<Vec<KnownGame>> = LazyLock::new(|| {
    let games = spielwerk_games::games().into_iter();
    games.map(|any| KnownGame { any, integers: PyOnceLock::new() }).collect()
});

impl KnownGame {
    /// The game with this name.
    pub(crate) fn named(name: &str) -> PyResult<&'static KnownGame> {
        let game = spielwerk_games::game(name).map_err(value_error)?;
        KnownGame::of(game)
    }

    /// The entry of a game.
    pub(crate) fn of(game: AnyGame) -> PyResult<&'static KnownGame> {
        let found = KNOWN.iter().find(|known| known.any == game);
        found.ok_or_else(|| value_error(format!("{} is not known here", game.name())))
    }

    /// A game, or the name of one.
    pub(crate) fn from_argument(game: &Bound<'_, PyAny>) -> PyResult<&'static KnownGame> {
        if let Ok(game) = game.cast::<Game>() {
            return Ok(game.get().known);
        }
        match game.extract::<String>() {
            Ok(name) => KnownGame::named(&name),
            Err(_) => Err(value_error("a game is a name like 'fanorona', or a Game")),
        }
    }

    /// Actions as Python integers.
    pub(crate) fn action_list<'py>(
        &self,
        py: Python<'py>,
        actions: impl ExactSizeIterator<Item = u32>,
    ) -> PyResult<Bound<'py, PyList>> {
        let count = self.any.actions();
        if count > MAX_INTEGERS {
            return PyList::new(py, actions);
        }
        let integers = self.integers.get_or_init(py, || {
            let all = 0..count;
            all.map(|action| PyInt::new(py, action).unbind()).collect()
        });
        PyList::new(py, actions.map(|action| integers[action as usize].bind(py)))
    }

    /// The largest number of moves of a game.
    pub(crate) fn max_plies(&self) -> usize {
        /// Fanorona is drawn after 100 plies without a capture, and there are 44 stones; games of
        /// Das Bohnenspiel are far shorter.
        const MAX_PLIES: usize = 5000;
        self.any.info().turn_limit.map_or(MAX_PLIES, |turns| turns * self.any.seats())
    }
}

/// One of the games: its names, its board and its starting position.
#[pyclass(frozen, module = "spielwerk.games")]
pub(crate) struct Game {
    pub(crate) known: &'static KnownGame,
}

#[pymethods]
impl Game {
    /// The name, as in `game("fanorona")`.
    #[getter]
    fn name(&self) -> &'static str {
        self.known.any.name()
    }

    /// The name for people.
    #[getter]
    fn title(&self) -> &'static str {
        self.known.any.info().title
    }

    /// The rules in a few words.
    #[getter]
    fn rules(&self) -> &'static str {
        self.known.any.info().rules
    }

    /// What the players are called, in the order of their first turns.
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.known.any.info().seats)
    }

    /// The number of actions: every legal move has a different number below it.
    #[getter]
    fn num_actions(&self) -> usize {
        self.known.any.actions()
    }

    /// The largest number of plies of a game, by its limits and rules.
    #[getter]
    fn max_plies(&self) -> usize {
        self.known.max_plies()
    }

    /// Planes and sites of an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize) {
        let shape = self.known.any.observation_shape();
        (shape.planes, shape.sites)
    }

    /// The board as data: sites with names and coordinates, lines, zones, labels.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let board = self.known.any.board();
        let zones = board.zones.iter();
        let zones =
            zones.map(|zone| json!({"kind": zone.kind, "seat": zone.seat, "sites": zone.sites}));
        let board = json!({
            "sites": board.sites,
            "lines": board.lines,
            "zones": zones.collect::<Vec<_>>(),
            "labels": board.labels,
        });
        to_python(py, &board)
    }

    /// The starting position.
    fn start(&self) -> Position {
        Position { known: self.known, position: self.known.any.start() }
    }

    /// Reads a position: one line of text, or JSON as a text or a dict.
    fn position(&self, text: &Bound<'_, PyAny>) -> PyResult<Position> {
        let text = text_or_json(text)?;
        let position = self.known.any.read_position(&text).map_err(value_error)?;
        Ok(Position { known: self.known, position })
    }

    fn __repr__(&self) -> String {
        format!("game({:?})", self.name())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.known.any == other.known.any
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.name().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("spielwerk.games")?.getattr("game")?, (self.name(),)))
    }
}

/// The game with this name: `fauhalma`, `halma`, `fanorona`, `bohnenspiel` or one of their variants.
#[pyfunction]
pub(crate) fn game(name: &str) -> PyResult<Game> {
    KnownGame::named(name).map(|known| Game { known })
}

/// All games and variants.
#[pyfunction]
pub(crate) fn games() -> Vec<Game> {
    KNOWN.iter().map(|known| Game { known }).collect()
}
