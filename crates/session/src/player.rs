//! The interface of a player: our own searches, external engines and programs.

use std::time::Duration;

use spielwerk_games::{AnyMove, MoveError, Seat};
use spielwerk_search::{Limits, Score, StopFlag};
use thiserror::Error;

use crate::{GameState, Overrun};

/// A player of one game, for one seat or several.
pub trait Player: Send {
    /// Chooses a move in the current position of a game, which must not be over. `each` receives
    /// intermediate results, such as one for every completed depth.
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError>;

    /// Clears everything learned in the last game, such as the transposition table.
    fn new_game(&mut self) {}

    /// The time the last move took by the clock that was asked for, where only the player can tell:
    /// if another process did the work, its processor time is not ours.
    fn time_used(&self) -> Option<Duration> {
        None
    }
}

/// The parameters of a search.
#[derive(Clone, Debug)]
pub struct SearchParams {
    /// Limits of time, nodes and depth. A player's own limits hold as well.
    pub limits: Limits,
    /// The root moves to choose from; empty means all.
    pub search_moves: Vec<AnyMove>,
    /// Stops the search from outside.
    pub stop: StopFlag,
    /// How many of the best moves to report.
    pub multi_pv: usize,
    /// How many threads may search.
    pub threads: usize,
    /// The remaining time of every seat, where there is a clock for the whole game: for players that
    /// manage their time themselves. The limits already take it into account.
    pub clocks: Vec<TimeLeft>,
    /// How long the caller waits for the answer, by the wall clock; `None` means for ever. An
    /// external program that has not answered by then is to be killed.
    pub timeout: Option<Duration>,
}

/// A player's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// The remaining time for all moves.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl SearchParams {
    /// A search for the best move, by one thread.
    pub fn new(limits: Limits) -> SearchParams {
        SearchParams {
            limits,
            search_moves: Vec::new(),
            stop: StopFlag::default(),
            multi_pv: 1,
            threads: 1,
            clocks: Vec::new(),
            timeout: None,
        }
    }

    /// The remaining time of a seat, if there is a clock for the whole game.
    pub fn time_left(&self, seat: Seat) -> Option<Duration> {
        self.clocks.get(seat.index()).map(|clock| clock.time)
    }
}

/// The result of a search: the best move and its evaluation.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The best move.
    pub best_move: AnyMove,
    /// Its score for the side to move, if the player gives one.
    pub score: Option<Score>,
    /// The search depth, in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The principal variations, best first; at least that of the best move.
    pub variations: Vec<Variation>,
    /// Whether the score is proven rather than an estimate.
    pub proven: bool,
    /// The number of successful tablebase probes.
    pub tablebase_hits: u64,
}

/// A principal variation: the moves expected to follow.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// Its score for the side to move.
    pub score: Option<Score>,
    /// The moves, at least one.
    pub moves: Vec<AnyMove>,
}

/// Why a player gave no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlayerError {
    /// The answer is a move, but not a legal one.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The answer cannot be read as a move.
    #[error("not a move: {0}")]
    NotAMove(String),
    /// The player gave no move.
    #[error("no move: {0}")]
    NoMove(String),
    /// The player did not answer in time.
    #[error("no answer within {0:?}")]
    Timeout(Duration),
    /// The answer came too late, or not at all.
    #[error("{0}")]
    Late(Overrun),
    /// The player's program has exited or panicked.
    #[error("the player's program ended: {0}")]
    Crashed(String),
    /// The connection to the player is lost.
    #[error("the player cannot be reached: {0}")]
    Disconnected(String),
    /// The player does not play this game.
    #[error("this player plays {plays}, not {asked}")]
    WrongGame {
        /// The game it was made for.
        plays: &'static str,
        /// The game it was asked about.
        asked: &'static str,
    },
    /// The game is over, so there is no move.
    #[error("the game is over")]
    GameOver,
}

impl From<MoveError> for PlayerError {
    fn from(error: MoveError) -> PlayerError {
        match error {
            MoveError::Unreadable { .. } => PlayerError::NotAMove(error.to_string()),
            MoveError::Illegal { .. } => PlayerError::IllegalMove(error.to_string()),
        }
    }
}
