//! Positions as values: playing a move gives a new one.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use spielwerk_drawing::{Scene, TerminalStyle, Theme};
use spielwerk_games::{AnyPosition, Content, Outcome, Seat, Site};

use crate::errors::value_error;
use crate::games::{Game, KnownGame};
use crate::moves::{read_move, write_move};
use crate::values::to_python;

/// A position of a game. It never changes: `play` returns another one, so the old one is the undo.
#[pyclass(frozen, module = "spielwerk.games")]
pub(crate) struct Position {
    pub(crate) known: &'static KnownGame,
    pub(crate) position: AnyPosition,
}

#[pymethods]
impl Position {
    /// Its game.
    #[getter]
    fn game(&self) -> Game {
        Game { known: self.known }
    }

    /// The number of the seat to move, from 0; None when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.position.turn().map(Seat::index)
    }

    /// Whether the game is over by its rules.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// The points of every seat once the game is over: 1, ½ or 0 for two, 2, 1 and 0 for three.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.position.outcome().map(|outcome| points(py, &outcome)).transpose()
    }

    /// All legal moves, as integers.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut actions = Vec::with_capacity(64);
        self.position.list_actions(&mut actions);
        self.known.action_list(py, actions.iter().map(|&(action, _)| action))
    }

    /// All legal moves by their texts, sorted by them.
    #[getter]
    fn legal_texts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let texts = PyDict::new(py);
        for (text, m) in self.position.written_moves() {
            texts.set_item(text, self.position.action_of_move(m))?;
        }
        Ok(texts)
    }

    /// Whether an integer or a text is a legal move.
    fn is_legal(&self, r#move: &Bound<'_, PyAny>) -> bool {
        read_move(&self.position, r#move).is_ok()
    }

    /// A legal move, given as an integer or a text, as a Move: an integer that knows its text.
    fn r#move<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let m = read_move(&self.position, r#move)?;
        write_move(r#move.py(), &self.position, m)
    }

    /// A legal move in the game's notation.
    fn move_text(&self, r#move: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.position.write_move(read_move(&self.position, r#move)?))
    }

    /// The path of a legal move, as the game's own protocol writes it.
    fn path<'py>(&self, r#move: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let m = read_move(&self.position, r#move)?;
        to_python(r#move.py(), &self.known.any.path_json(&self.position.path(m)))
    }

    /// The position after a legal move, given as an integer or a text.
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Position> {
        let m = read_move(&self.position, r#move)?;
        let mut next = self.position.clone();
        next.advance(m);
        Ok(Position { known: self.known, position: next })
    }

    /// The position as one line of text.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The position as a dict, ready for JSON.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.position.json())
    }

    /// What stands on each site of the board: a seat's number or a number of beans, None where it
    /// is empty, -1 where nothing can ever stand.
    #[getter]
    fn board(&self) -> Vec<Option<i64>> {
        let content = |content| match content {
            Content::Empty => None,
            Content::Blocked => Some(-1),
            Content::Piece(seat) => Some(seat as i64),
            Content::Beans(beans) => Some(i64::from(beans)),
        };
        self.position.contents().into_iter().map(content).collect()
    }

    /// The hash key of all that decides how the game goes on, 64 bits.
    #[getter]
    fn hash(&self) -> u64 {
        self.position.key()
    }

    /// The observation as an array of planes and sites.
    fn observation<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let shape = self.known.any.observation_shape();
        let array = PyArray2::zeros(py, [shape.planes, shape.sites], false);
        self.position.observe(self.known.any.board(), array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The legal moves as an array of booleans, one for each action.
    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let array = PyArray1::zeros(py, [self.known.any.actions()], false);
        self.position.write_action_mask(array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The board as a picture.
    #[pyo3(signature = (theme = "light", last_move = None, before = None))]
    fn svg(
        &self,
        theme: &str,
        last_move: Option<&Bound<'_, PyAny>>,
        before: Option<&Position>,
    ) -> PyResult<String> {
        let theme = match theme {
            "light" => Theme::Light,
            "dark" => Theme::Dark,
            _ => return Err(value_error("a theme is 'light' or 'dark'")),
        };
        let path = match (last_move, before) {
            (Some(last), Some(before)) => before.position.path(read_move(&before.position, last)?),
            (None, None) => Vec::new(),
            _ => {
                return Err(value_error("last_move needs `before`, the position it was played in"));
            }
        };
        Ok(self.draw(&path, |scene| spielwerk_drawing::svg(scene, &theme)))
    }

    fn _repr_svg_(&self) -> String {
        self.draw(&[], |scene| spielwerk_drawing::svg(scene, &Theme::Light))
    }

    fn __str__(&self) -> String {
        self.draw(&[], |scene| spielwerk_drawing::terminal(scene, &TerminalStyle::PLAIN))
    }

    fn __repr__(&self) -> String {
        format!("game({:?}).position({:?})", self.known.any.name(), self.text())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.position == other.position
    }

    fn __hash__(&self) -> u64 {
        self.position.key()
    }

    fn __copy__(this: Py<Position>) -> Py<Position> {
        this
    }

    fn __deepcopy__(this: Py<Position>, _memo: &Bound<'_, PyAny>) -> Py<Position> {
        this
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let read = py.import("spielwerk._native")?.getattr("read_position")?;
        Ok((read, (self.known.any.name(), self.text())))
    }
}

impl Position {
    /// Draws the board with the path of the last move.
    fn draw(&self, last_move: &[Site], draw: impl FnOnce(&Scene) -> String) -> String {
        let info = self.known.any.info();
        draw(&Scene {
            title: info.title,
            board: self.known.any.board(),
            contents: &self.position.contents(),
            seats: info.seats,
            last_move,
        })
    }
}

/// The position of a game with this text, for unpickling.
#[pyfunction]
pub(crate) fn read_position(game: &str, text: &str) -> PyResult<Position> {
    let known = KnownGame::named(game)?;
    let position = known.any.read_position(text).map_err(value_error)?;
    Ok(Position { known, position })
}

/// The points of every seat.
pub(crate) fn points<'py>(py: Python<'py>, outcome: &Outcome) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(
        py,
        Seat::all(outcome.seats()).map(|seat| outcome.points(seat)).collect::<Vec<_>>(),
    )
}

/// The points of a seat on the scale of learning programs, where all seats together have zero: from
/// -1 for the last place to 1 for the first.
pub(crate) fn utility(outcome: &Outcome, seat: Seat) -> f64 {
    2.0 * outcome.points(seat) / (outcome.seats() - 1) as f64 - 1.0
}
