//! How a game ended: one enum for all reasons, natural or not.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules of the game.
    Natural,
    /// Draw by repetition.
    Repetition,
    /// The turn limit was reached.
    TooLong,
    /// A tablebase has the result, or both players reported the same proven one.
    Adjudication,
    /// Draw by agreement.
    Agreement,
    /// A player resigned.
    Resignation,
    /// A player gave no move at all.
    NoMove,
    /// A player made an illegal move.
    Illegal,
    /// A player's answer could not be read as a move.
    Garbage,
    /// A player lost on time.
    Time,
    /// A player's program crashed.
    Crash,
    /// The connection to a player was lost.
    Disconnect,
}

impl Termination {
    /// All of them.
    pub const ALL: [Termination; 12] = [
        Termination::Natural,
        Termination::Repetition,
        Termination::TooLong,
        Termination::Adjudication,
        Termination::Agreement,
        Termination::Resignation,
        Termination::NoMove,
        Termination::Illegal,
        Termination::Garbage,
        Termination::Time,
        Termination::Crash,
        Termination::Disconnect,
    ];

    /// Its name, as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::Natural => "natural",
            Termination::Repetition => "repetition",
            Termination::TooLong => "too-long",
            Termination::Adjudication => "adjudication",
            Termination::Agreement => "agreement",
            Termination::Resignation => "resignation",
            Termination::NoMove => "no-move",
            Termination::Illegal => "illegal",
            Termination::Garbage => "garbage",
            Termination::Time => "time",
            Termination::Crash => "crash",
            Termination::Disconnect => "disconnect",
        }
    }

    /// Whether a player forfeited the game.
    pub const fn is_forfeit(self) -> bool {
        use Termination::*;
        matches!(self, NoMove | Illegal | Garbage | Time | Crash | Disconnect)
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}
