//! A finished game: its moves, the players' analysis, its termination.

use std::time::Duration;

use spielwerk_games::{Outcome, Seat};
use spielwerk_players::{Analysis, GameState};
use spielwerk_search::Score;

use spielwerk_session::Termination;

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// All positions and moves, the opening included.
    pub state: GameState,
    /// One for each move after the opening.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub termination: Termination,
    /// The seat that forfeited or resigned.
    pub culprit: Option<Seat>,
    /// A comment on the termination, such as the error of a forfeit.
    pub remark: Option<String>,
    /// The points of every seat.
    pub outcome: Outcome,
}

/// The score, depth, nodes and time of one move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ply {
    /// Who moved.
    pub seat: Seat,
    /// The player's score of its position.
    pub score: Option<Score>,
    /// The search depth that the player reported.
    pub depth: u32,
    /// The number of nodes that the player reported.
    pub nodes: u64,
    /// The time of the move, by the referee's clock.
    pub time: Duration,
    /// The time that was allowed.
    pub allowed: Option<Duration>,
}

impl Ply {
    pub(crate) fn new(
        seat: Seat,
        analysis: &Analysis,
        time: Duration,
        allowed: Option<Duration>,
    ) -> Ply {
        let Analysis { score, depth, nodes, .. } = *analysis;
        Ply { seat, score, depth, nodes, time, allowed }
    }

    /// By how much the allowed time was exceeded.
    pub fn overrun(&self) -> Duration {
        self.allowed.map_or(Duration::ZERO, |allowed| self.time.saturating_sub(allowed))
    }
}
