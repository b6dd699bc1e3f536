//! A game under way, with the methods of an OpenSpiel state.
//!
//! Unlike a position, a state changes: `apply_action` plays in place. It knows its history, so it
//! ends also by the limits of the game: repetitions and turns. The list of legal moves is kept until
//! the next move, because whoever lists them plays one of them.

use std::sync::Arc;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use rand::rngs::Xoshiro256PlusPlus;
use spielwerk_games::{AnyMove, AnyPosition, Seat};
use spielwerk_session::Episode;

use crate::errors::value_error;
use crate::games::KnownGame;
use crate::moves::{not_legal, read_action};
use crate::playouts::below;
use crate::position::{Position, utility};

/// What OpenSpiel calls the player when the game is over.
const TERMINAL_PLAYER: i64 = -4;

/// A game under way, with the methods of an OpenSpiel state.
#[pyclass(module = "spielwerk.openspiel")]
#[derive(Clone)]
pub(crate) struct State {
    known: &'static KnownGame,
    start: Arc<AnyPosition>,
    episode: Episode,
    history: Vec<(usize, u32)>,
    /// The legal moves, if they are listed, in the order of generation.
    legal: Vec<(u32, AnyMove)>,
    is_listed: bool,
    /// Their actions, ascending.
    sorted: Vec<u32>,
}

#[pymethods]
impl State {
    /// A game at its start, or at a position.
    #[new]
    #[pyo3(signature = (game, position = None))]
    fn new(game: &Bound<'_, PyAny>, position: Option<&Position>) -> PyResult<State> {
        let known = KnownGame::from_argument(game)?;
        if position.is_some_and(|position| position.known.any != known.any) {
            return Err(value_error(format!("this is no position of {}", known.any.name())));
        }
        let start =
            position.map_or_else(|| known.any.start(), |position| position.position.clone());
        Ok(State {
            known,
            start: Arc::new(start.clone()),
            episode: Episode::new(known.any, start),
            history: Vec::with_capacity(64),
            legal: Vec::with_capacity(64),
            is_listed: false,
            sorted: Vec::with_capacity(64),
        })
    }

    /// The number of the player to move; -4 when the game is over.
    fn current_player(&self) -> i64 {
        self.episode.turn().map_or(TERMINAL_PLAYER, |seat| seat.index() as i64)
    }

    /// Whether the game is over.
    fn is_terminal(&self) -> bool {
        self.episode.outcome().is_some()
    }

    /// The legal actions, ascending; none for a player who is not to move.
    #[pyo3(signature = (player = None))]
    fn legal_actions<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<i64>,
    ) -> PyResult<Bound<'py, PyList>> {
        if player.is_some_and(|player| player != self.current_player()) || self.is_terminal() {
            return Ok(PyList::empty(py));
        }
        self.list();
        self.sorted.clear();
        self.sorted.extend(self.legal.iter().map(|&(action, _)| action));
        self.sorted.sort_unstable();
        self.known.action_list(py, self.sorted.iter().copied())
    }

    /// The legal actions as a list of zeros and ones.
    #[pyo3(signature = (player = None))]
    fn legal_actions_mask(&self, player: Option<i64>) -> Vec<u8> {
        let mut mask = vec![false; self.known.any.actions()];
        if player.is_none_or(|player| player == self.current_player()) && !self.is_terminal() {
            self.episode.position().write_action_mask(&mut mask);
        }
        mask.into_iter().map(u8::from).collect()
    }

    /// Plays an action.
    fn apply_action(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        self.apply(read_action(action)?)
    }

    /// The state after an action.
    fn child(&self, action: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut child = self.clone();
        child.apply(read_action(action)?)?;
        Ok(child)
    }

    /// The same state once more.
    #[pyo3(name = "clone")]
    fn py_clone(&self) -> State {
        self.clone()
    }

    /// The returns of all players: from -1 to 1 at the end, 0 before.
    fn returns(&self) -> Vec<f64> {
        let outcome = self.episode.outcome();
        let seats = Seat::all(self.known.any.seats());
        seats.map(|seat| outcome.map_or(0.0, |outcome| utility(&outcome, seat))).collect()
    }

    /// The same as `returns`: all reward comes at the end.
    fn rewards(&self) -> Vec<f64> {
        self.returns()
    }

    /// The return of one player.
    fn player_return(&self, player: &Bound<'_, PyAny>) -> PyResult<f64> {
        let player = self.player(Some(player))?;
        Ok(self.returns()[player])
    }

    /// The observation as a flat array; everybody sees everything.
    #[pyo3(signature = (player = None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.player(player)?;
        let array = PyArray1::zeros(py, [self.known.any.observation_shape().len()], false);
        let board = self.known.any.board();
        self.episode.position().observe(board, array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The same as `observation_tensor`: there is no hidden information.
    #[pyo3(signature = (player = None))]
    fn information_state_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        self.observation_tensor(py, player)
    }

    /// The position as one line of text.
    #[pyo3(signature = (player = None))]
    fn observation_string(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.player(player)?;
        Ok(self.episode.position().text())
    }

    /// The actions so far, which tell everything.
    #[pyo3(signature = (player = None))]
    fn information_state_string(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        self.player(player)?;
        Ok(self.history_str())
    }

    /// A legal action in the game's notation: `action_to_string(player, action)`, or the action
    /// alone.
    #[pyo3(signature = (player_or_action, action = None))]
    fn action_to_string(
        &self,
        player_or_action: &Bound<'_, PyAny>,
        action: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let action = read_action(action.unwrap_or(player_or_action))?;
        Ok(self.episode.position().write_move(self.legal_move(action)?))
    }

    /// The action of a move in the game's notation: `string_to_action(player, text)`, or the text
    /// alone.
    #[pyo3(signature = (player_or_text, text = None))]
    fn string_to_action(
        &self,
        player_or_text: &Bound<'_, PyAny>,
        text: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<u32> {
        let text = text.unwrap_or(player_or_text);
        let text = text.cast::<PyString>().map_err(|_| value_error("a move's text is a str"))?;
        let position = self.episode.position();
        let m = position.read_move(&text.to_cow()?).map_err(value_error)?;
        position.action_of_move(m).ok_or_else(|| value_error("this move is not legal here"))
    }

    /// The actions so far.
    fn history(&self) -> Vec<u32> {
        self.history.iter().map(|&(_, action)| action).collect()
    }

    /// The actions so far with the players who took them.
    fn full_history(&self) -> Vec<(usize, u32)> {
        self.history.clone()
    }

    /// The actions so far as a text.
    fn history_str(&self) -> String {
        let actions = self.history.iter().map(|(_, action)| action.to_string());
        actions.collect::<Vec<_>>().join(", ")
    }

    /// How many actions were taken.
    fn move_number(&self) -> usize {
        self.episode.plies()
    }

    /// Whether no action was taken yet.
    fn is_initial_state(&self) -> bool {
        self.episode.plies() == 0
    }

    /// Never: nothing is left to chance.
    fn is_chance_node(&self) -> bool {
        false
    }

    /// Never: players move one after the other.
    fn is_simultaneous_node(&self) -> bool {
        false
    }

    /// Always, until the game is over.
    fn is_player_node(&self) -> bool {
        !self.is_terminal()
    }

    /// The number of players.
    fn num_players(&self) -> usize {
        self.known.any.seats()
    }

    /// The number of actions of the game.
    fn num_distinct_actions(&self) -> usize {
        self.known.any.actions()
    }

    /// The game, with the methods of an OpenSpiel game.
    fn get_game<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let load = py.import("spielwerk.openspiel")?.getattr("load_game")?;
        load.call1((self.known.any.name(),))
    }

    /// The present position.
    #[getter]
    fn position(&self) -> Position {
        Position { known: self.known, position: self.episode.position().clone() }
    }

    /// Why the game ended: `natural`, `repetition` or `too-long`; None before.
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.episode.termination().map(spielwerk_session::Termination::name)
    }

    #[expect(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String, Vec<u32>))> {
        let replay = py.import("spielwerk.openspiel")?.getattr("replay")?;
        Ok((replay, (self.known.any.name(), self.start.text(), self.history())))
    }

    fn __str__(&self) -> String {
        self.episode.position().text()
    }

    fn __repr__(&self) -> String {
        format!("<{} after {} moves>", self.known.any.name(), self.episode.plies())
    }

    fn __copy__(&self) -> State {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.clone()
    }
}

impl State {
    /// Plays a random legal action, and returns it; nothing when the game is over.
    pub(crate) fn play_random(&mut self, random: &mut Xoshiro256PlusPlus) -> Option<u32> {
        let seat = self.episode.turn()?;
        self.list();
        let (action, m) = self.legal[below(random, self.legal.len())];
        self.advance(seat, action, m);
        Some(action)
    }

    /// A random legal action; nothing when the game is over.
    pub(crate) fn sample(&mut self, random: &mut Xoshiro256PlusPlus) -> Option<u32> {
        self.episode.turn()?;
        self.list();
        Some(self.legal[below(random, self.legal.len())].0)
    }

    /// Plays a legal move.
    fn advance(&mut self, seat: Seat, action: u32, m: AnyMove) {
        self.episode.advance(m);
        self.history.push((seat.index(), action));
        self.is_listed = false;
    }

    /// Lists the legal moves, unless they are listed already.
    fn list(&mut self) {
        if !self.is_listed {
            self.episode.position().list_actions(&mut self.legal);
            self.is_listed = true;
        }
    }

    fn legal_move(&self, action: u32) -> PyResult<AnyMove> {
        let found = if self.is_listed {
            self.legal.iter().find(|&&(legal, _)| legal == action).map(|&(_, m)| m)
        } else {
            self.episode.position().move_of_action(action)
        };
        found.ok_or_else(|| not_legal(i64::from(action)))
    }

    fn apply(&mut self, action: u32) -> PyResult<()> {
        let Some(seat) = self.episode.turn() else {
            return Err(value_error("the game is over"));
        };
        let m = self.legal_move(action)?;
        self.advance(seat, action, m);
        Ok(())
    }

    /// The player asked for, who must be one of the game's.
    fn player(&self, player: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let Some(player) = player else { return Ok(0) };
        let seats = self.known.any.seats();
        let number = player.extract::<usize>().ok().filter(|&number| number < seats);
        number.ok_or_else(|| value_error(format!("a player is a number from 0 to {}", seats - 1)))
    }
}
