//! What user interfaces and files need of a game beyond its rules: names, notation, board data.
//!
//! Setup and position are separate. Anything of the right form can be parsed into a
//! [`Game::Setup`]; only a valid setup becomes a position, otherwise the error says what is wrong.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::{Board, Content, Continuations, Outcome, Position, Seat, Site};

/// Names and short descriptions of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameInfo {
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
    /// A game ends when a position has occurred so often, if play can go in circles.
    #[serde(skip)]
    pub repetition_limit: Option<usize>,
    /// A game ends when the side to move has had so many turns, if only that keeps it finite.
    #[serde(skip)]
    pub turn_limit: Option<usize>,
}

impl GameInfo {
    /// The letter of a seat in written positions: its name if that is one letter, else its initial.
    pub fn letter(&self, seat: Seat) -> String {
        let name = self.seats[seat.index()];
        if name.len() == 1 { name.into() } else { name[..1].to_lowercase() }
    }
}

/// A game with its notation and its board. [`AnyGame`](crate::AnyGame) is its type-erased form.
pub trait Game: Position {
    /// A position as written, valid or not. Parses and formats one line of text (`FromStr`,
    /// `Display`) and JSON (serde).
    type Setup: FromStr<Err = Self::SetupError> + Display + Serialize + DeserializeOwned;

    /// Why a text is not a setup, or a setup not a legal position.
    type SetupError: std::error::Error + Send + Sync + 'static;

    /// Names and descriptions.
    const INFO: GameInfo;

    /// The position this setup describes, if the rules allow it.
    fn from_setup(setup: &Self::Setup) -> Result<Self, Self::SetupError>;

    /// This position as a setup, the inverse of `from_setup`.
    fn setup(&self) -> Self::Setup;

    /// The setup with these contents, in the order of [`Board::sites`], and this seat to move.
    /// Contents that a site of this game cannot have count as empty.
    fn setup_from_contents(contents: &[Content], turn: Seat) -> Self::Setup;

    /// The board, as data.
    fn board() -> Board;

    /// The content of each site of the board, in the order of [`Board::sites`].
    fn contents(&self) -> Vec<Content>;

    /// The shortest path of a move, as sites to click. [`Game::continuations`] is the inverse.
    fn path(&self, m: Self::Move) -> Vec<Site>;

    /// The continuations of a partial move. For an empty path: the sites that a move can begin
    /// with.
    fn continuations(&self, path: &[Site]) -> Continuations<Self::Move>;

    /// Calls `each` for every path of every move, until it breaks. A path visits no site twice.
    fn generate_paths(
        &self,
        each: impl FnMut(Self::Move, &[Site]) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// A move in the game's notation.
    fn write_move(&self, m: Self::Move) -> String;

    /// A move as a number: different moves have different numbers. The inverse is
    /// [`Game::move_from_bits`]. [`AnyMove`](crate::AnyMove) carries it.
    fn move_to_bits(m: Self::Move) -> u64;

    /// The move with this number, if it has the form of a move. It need not be legal anywhere.
    fn move_from_bits(bits: u64) -> Option<Self::Move>;

    /// The number of actions: the size of a policy or a mask of legal moves.
    const ACTIONS: usize;

    /// Calls `each` with every legal move and its action, until it breaks.
    ///
    /// An action is a number below [`ACTIONS`](Game::ACTIONS) for programs that learn. The legal
    /// moves of a position have different actions, and as far as possible an action means the same
    /// in all positions: the same house, or the same start and destination.
    fn generate_actions(
        &self,
        each: impl FnMut(usize, Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How far a counter that ends the game has gone, from 0 to 1, if the rules have one.
    fn counter(&self) -> Option<f32> {
        None
    }

    /// Parses a legal move in the game's notation.
    fn read_move(&self, text: &str) -> Result<Self::Move, MoveError>;

    /// The points of every seat if the game is abandoned here: a player who quits gets the last
    /// place left, and all who are still playing share the others. Games in which players finish
    /// one by one override this to keep the places already taken.
    fn outcome_if_abandoned(&self, quitter: Option<Seat>) -> Outcome {
        Outcome::abandoned(&[], quitter.as_slice(), Self::SEATS)
    }

    /// A site in a JSON path: its name, unless the game's own protocol says otherwise.
    fn site_json(site: Site, board: &Board) -> Value {
        Value::from(board.sites[site.index()].name.as_str())
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

    /// A move that belongs to another position.
    pub(crate) fn foreign() -> MoveError {
        MoveError::illegal("this move", "it belongs to another position")
    }

    /// A move that a rule forbids.
    pub fn illegal(text: &str, why: impl Into<String>) -> MoveError {
        MoveError::Illegal { text: shorten(text), why: why.into() }
    }
}

/// Truncates untrusted input to fit into an error message of one line.
pub(crate) fn shorten(text: &str) -> String {
    const MAX_LENGTH: usize = 60;
    let mut line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if let Some((cut, _)) = line.char_indices().nth(MAX_LENGTH) {
        line.truncate(cut);
        line.push('…');
    }
    line
}
