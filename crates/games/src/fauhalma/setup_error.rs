//! Errors in a setup. Each message says what is wrong, where, and what would be right.

use thiserror::Error;

use super::{PEGS, Space};

/// Why a setup of FAUhalma is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// No JSON, or no object.
    #[error("`{text}` is no JSON object like {{\"A\":[[3,-6],[2,-5]],\"B\":[[3,3]]}}: {why}")]
    Json {
        /// What was to be read.
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// A player's pegs are no list.
    #[error("the pegs of {seat} are `{found}`, not a list of pairs like [[3,-6],[2,-5]]")]
    Pegs {
        /// Whose pegs.
        seat: &'static str,
        /// What stands there.
        found: String,
    },
    /// A peg is no pair of numbers.
    #[error("peg {number} of {seat} is `{found}`, not a pair of whole numbers like [3,-6]")]
    Peg {
        /// Whose peg.
        seat: &'static str,
        /// Which of them, from 1.
        number: usize,
        /// What stands there.
        found: String,
    },
    /// No seat's letter.
    #[error("\"{field}\" has `{found}`, which is no player; players are \"A\", \"B\" and \"C\"")]
    Letter {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A field that must be a list of players is none.
    #[error("\"{field}\" is `{found}`, not a list of players like [\"C\"]")]
    Letters {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A third player in a game for two.
    #[error("{what}, but {game} is for two players")]
    Third {
        /// Where the third player appears.
        what: &'static str,
        /// The game's name.
        game: &'static str,
    },
    /// Too many pegs.
    #[error("{seat} has {found} pegs; nobody has more than {PEGS}")]
    TooMany {
        /// Whose pegs.
        seat: &'static str,
        /// How many.
        found: usize,
    },
    /// A peg where there is no space for one.
    #[error("{seat} has a peg on [{x},{y}], which {why} {game}")]
    NoSpace {
        /// Whose peg.
        seat: &'static str,
        /// Its first coordinate.
        x: i64,
        /// Its second coordinate.
        y: i64,
        /// What is wrong with the place.
        why: &'static str,
        /// The game's name.
        game: &'static str,
    },
    /// Two pegs on one space.
    #[error("{whose} on {space}; a space holds one")]
    Shared {
        /// Whose pegs.
        whose: String,
        /// Where.
        space: Space,
    },
    /// Fewer than two players have pegs.
    #[error("{who} pegs, so there is nobody left to play; at least two players must have some")]
    Alone {
        /// Who has pegs.
        who: String,
    },
    /// The last players are all said to be blocked.
    #[error("{who} out, so there is nobody left to play; the last one still playing cannot be out")]
    AllOut {
        /// Who is said to be out.
        who: String,
    },
    /// `out` or `places` names a seat that it cannot name, or leaves one out.
    #[error("\"{field}\" {why}")]
    Listed {
        /// The field.
        field: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// Two players are home, and the order is missing.
    #[error("{who} are home: add who came first, as in \"places\":[{example}]")]
    Places {
        /// Who is home.
        who: String,
        /// One of the possible orders.
        example: String,
    },
    /// A side to move that is not playing.
    #[error(
        "it is {seat}'s turn, but {seat} {why}; add the \"turn\" of one still playing: {playing}"
    )]
    Turn {
        /// The side to move in the setup.
        seat: &'static str,
        /// Why that cannot be.
        why: &'static str,
        /// Who could be.
        playing: String,
    },
}
