//! A game that is over: what was played, what the players thought, how it ended.

use std::time::Duration;

use games::{Outcome, Seat};
use players::{Course, Thought};
use search::Score;

use crate::Ending;

/// A game from its opening to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// All positions and moves, the opening among them.
    pub course: Course,
    /// One for each move after the opening.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub ending: Ending,
    /// Whose doing that was, if anybody's in particular.
    pub culprit: Option<Seat>,
    /// What there is to say about it.
    pub remark: Option<String>,
    /// The points of every seat.
    pub outcome: Outcome,
}

/// What it took a player to find a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Who moved.
    pub seat: Seat,
    /// What the player thought of its position.
    pub score: Option<Score>,
    /// How many plies it looked ahead, by its own account.
    pub depth: u32,
    /// How many positions it saw, by its own account.
    pub nodes: u64,
    /// How long it took, by the referee's clock.
    pub time: Duration,
    /// How long it might have taken.
    pub allowed: Option<Duration>,
}

impl Ply {
    pub(crate) fn new(
        seat: Seat,
        thought: &Thought,
        time: Duration,
        allowed: Option<Duration>,
    ) -> Ply {
        let Thought { score, depth, nodes, .. } = *thought;
        Ply { seat, score, depth, nodes, time, allowed }
    }

    /// How much longer it took than allowed.
    pub fn overrun(&self) -> Duration {
        self.allowed.map_or(Duration::ZERO, |allowed| self.time.saturating_sub(allowed))
    }
}
