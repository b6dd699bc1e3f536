//! Time controls: limits of every move, of time, nodes or depth, or a clock for the whole game, or
//! both.
//!
//! A player cannot stop at the very instant its time is up, and the machine may be busy. So a move
//! that is a little late is only recorded as an overrun, and only one that is later than the margin
//! loses.

use std::time::Duration;

use spielwerk_search::Limits;

/// A time control.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The limits of each move, and which clock counts.
    pub per_move: Limits,
    /// The time of each player for the whole game.
    pub per_game: Option<GameTime>,
    /// How much later than allowed loses the game. Without a margin nobody loses by a late answer,
    /// but only when the clock for the game has run out.
    pub margin: Option<Duration>,
    /// The part of a game clock that time management never plans to use.
    pub move_overhead: Duration,
}

/// A clock for all moves of a player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct GameTime {
    /// The base time.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl {
            per_move: Limits::default(),
            per_game: None,
            margin: Some(Duration::from_millis(100)),
            move_overhead: Duration::from_millis(5),
        }
    }
}

impl TimeControl {
    /// Every move within these limits.
    pub fn per_move(limits: Limits) -> TimeControl {
        TimeControl { per_move: limits, ..TimeControl::default() }
    }
}
