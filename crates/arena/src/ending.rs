//! How a game ended: one list for all there is, natural or not.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// By the rules of the game.
    Natural,
    /// A position came too often.
    Repetition,
    /// Everybody had all the turns there are.
    TooLong,
    /// Both players were certain of the same result.
    Adjudication,
    /// A player gave up.
    Resignation,
    /// A player gave no move at all.
    NoMove,
    /// A player's move was not legal.
    Illegal,
    /// A player's answer was no move at all.
    Garbage,
    /// A player took too long.
    Time,
    /// A player's program broke down.
    Crash,
    /// A player could not be reached any more.
    Disconnect,
}

impl Ending {
    /// All of them, the most natural first.
    pub const ALL: [Ending; 11] = [
        Ending::Natural,
        Ending::Repetition,
        Ending::TooLong,
        Ending::Adjudication,
        Ending::Resignation,
        Ending::NoMove,
        Ending::Illegal,
        Ending::Garbage,
        Ending::Time,
        Ending::Crash,
        Ending::Disconnect,
    ];

    /// A word for it, the same as in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Natural => "natural",
            Ending::Repetition => "repetition",
            Ending::TooLong => "too-long",
            Ending::Adjudication => "adjudication",
            Ending::Resignation => "resignation",
            Ending::NoMove => "no-move",
            Ending::Illegal => "illegal",
            Ending::Garbage => "garbage",
            Ending::Time => "time",
            Ending::Crash => "crash",
            Ending::Disconnect => "disconnect",
        }
    }

    /// Whether somebody lost by not keeping to the rules.
    pub const fn is_forfeit(self) -> bool {
        use Ending::*;
        matches!(self, NoMove | Illegal | Garbage | Time | Crash | Disconnect)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}
