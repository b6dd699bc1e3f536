//! What the outer rooms need of a game beyond its rules: names, notation, a board to look at.
//!
//! Setup and position are two things. Anything of the right form can be read into a
//! [`Game::Setup`]; only a valid one becomes a position, and the error says what is wrong with it.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::{Board, Content, Follow, Outcome, Position, Seat, Spot};

/// What a game is called and how it is played, in a few words.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Info {
    /// The name on the command line: `fanorona-5x5`.
    pub name: &'static str,
    /// The name for people: `Fanorona, 5×5`.
    pub title: &'static str,
    /// What the players are called, in the order of their first turns.
    pub seats: &'static [&'static str],
    /// The board in a few words.
    pub board: &'static str,
    /// The rule set in a few words.
    pub rules: &'static str,
}

impl Info {
    /// What stands for a seat in written positions: a short name as it is, else its initial.
    pub fn letter(&self, seat: Seat) -> String {
        let name = self.seats[seat.index()];
        if name.len() == 1 { name.into() } else { name[..1].to_lowercase() }
    }
}

/// A game with its notation and its board. [`AnyGame`](crate::AnyGame) is the erased face of this.
pub trait Game: Position {
    /// A position as somebody wrote it down, valid or not. Reads and writes one line of text
    /// (`FromStr`, `Display`) and JSON (serde).
    type Setup: FromStr<Err = Self::SetupError> + Display + Serialize + DeserializeOwned;

    /// Why something is no setup, or a setup no position.
    type SetupError: std::error::Error + Send + Sync + 'static;

    /// Names and descriptions.
    const INFO: Info;

    /// The position this setup describes, if the rules allow it.
    fn from_setup(setup: &Self::Setup) -> Result<Self, Self::SetupError>;

    /// This position as a setup. `from_setup` leads back to it.
    fn setup(&self) -> Self::Setup;

    /// The setup in which this stands on the board, in the order of [`Board::places`], and this
    /// seat moves. What cannot stand on a spot of this game counts as nothing.
    fn arrange(contents: &[Content], turn: Seat) -> Self::Setup;

    /// The board, as data.
    fn board() -> Board;

    /// What stands on each spot of the board, in the order of [`Board::places`].
    fn contents(&self) -> Vec<Content>;

    /// The shortest way to make a move, as spots to click. [`Game::follow`] leads back to the move.
    fn path(&self, m: Self::Move) -> Vec<Spot>;

    /// What can come after these spots on the way to a move. After no spot at all: the spots that
    /// a move can begin with.
    fn follow(&self, path: &[Spot]) -> Follow<Self::Move>;

    /// Calls `each` for every way to make every move, until it breaks. A way visits no spot twice.
    fn paths(&self, each: impl FnMut(Self::Move, &[Spot]) -> ControlFlow<()>) -> ControlFlow<()>;

    /// A move in the game's notation.
    fn write_move(&self, m: Self::Move) -> String;

    /// The legal move that a text in the game's notation means here.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The points of every seat if the game is broken off here: a quitter gets the last place left,
    /// and all who are still playing share the others. Games in which players finish one by one say
    /// who is placed already.
    fn broken_off(&self, quitter: Option<Seat>) -> Outcome {
        Outcome::broken_off(&[], quitter.as_slice(), Self::SEATS)
    }

    /// A spot as it stands in a JSON path: its name, unless the game's own protocol says otherwise.
    fn spot_json(spot: Spot, board: &Board) -> Value {
        Value::from(board.places[spot.index()].name.as_str())
    }
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not have the form of a move.
    #[error("`{text}` is not a move: {why}; a move looks like {example}")]
    Unreadable {
        /// What was to be read.
        text: String,
        /// What is wrong with it.
        why: String,
        /// A text of the right form.
        example: &'static str,
    },
    /// The text is a move, but not one that can be played here.
    #[error("`{text}` is not legal here: {why}")]
    Illegal {
        /// What was to be played.
        text: String,
        /// Which rule forbids it.
        why: String,
    },
}

impl MoveError {
    /// A text without the form of a move.
    pub fn unreadable(text: &str, why: impl Into<String>, example: &'static str) -> MoveError {
        MoveError::Unreadable { text: shorten(text), why: why.into(), example }
    }

    /// A move that a rule forbids.
    pub fn illegal(text: &str, why: impl Into<String>) -> MoveError {
        MoveError::Illegal { text: shorten(text), why: why.into() }
    }
}

/// A foreign text cut to what fits into an error message of one line.
pub(crate) fn shorten(text: &str) -> String {
    const MOST: usize = 60;
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((cut, _)) = line.char_indices().nth(MOST) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
