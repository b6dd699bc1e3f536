//! Whoever can be asked for a move: our own searches, and later engines and people.

use std::time::Duration;

use games::{AnyMove, Seat};
use search::{Limits, Score, Stop};
use thiserror::Error;

use crate::Course;

/// Somebody who plays one game, one seat or several.
pub trait Player: Send {
    /// Chooses a move in the present position of a game, which must not be over. `each` is told
    /// what is known so far, as often as the player has something to tell.
    fn choose(
        &mut self,
        course: &Course,
        question: &Question,
        each: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Fault>;

    /// Forgets what it has learned in the last game.
    fn forget(&mut self) {}

    /// What the last answer cost by the clock that was asked for, where only the player can tell:
    /// if another process did the work, its processor time is not ours.
    fn spent(&self) -> Option<Duration> {
        None
    }
}

/// How a move is asked for.
#[derive(Clone, Debug)]
pub struct Question {
    /// What may be spent. A player's own limits hold as well.
    pub limits: Limits,
    /// The moves to choose from; none means all.
    pub among: Vec<AnyMove>,
    /// Ends the thinking from outside.
    pub stop: Stop,
    /// How many of the best moves are wanted.
    pub lines: usize,
    /// How many threads may think.
    pub threads: usize,
    /// What everybody has left for the whole game, by seats, where there are such clocks: for
    /// players that deal out their time themselves. The limits already take it into account.
    pub clocks: Vec<TimeLeft>,
    /// How long anybody waits for the answer, on the wall; nothing means for ever. Who cannot be
    /// sure to answer by itself has to be ended then.
    pub patience: Option<Duration>,
}

/// A player's clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TimeLeft {
    /// For all moves still to come.
    pub time: Duration,
    /// Added after every move.
    pub increment: Duration,
}

impl Question {
    /// For the best move, from one thread.
    pub fn new(limits: Limits) -> Question {
        Question {
            limits,
            among: Vec::new(),
            stop: Stop::default(),
            lines: 1,
            threads: 1,
            clocks: Vec::new(),
            patience: None,
        }
    }

    /// What a seat has left for the whole game, if there is a clock for that.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        self.clocks.get(seat.index()).map(|clock| clock.time)
    }
}

/// A move, and what its player thought.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The move.
    pub best: AnyMove,
    /// What it is worth to the seat on turn, if the player has a mind about it.
    pub score: Option<Score>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it saw.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The best moves with how the game would go on, best first; at least the one chosen.
    pub lines: Vec<Variation>,
    /// Whether the score is certain.
    pub exact: bool,
    /// How often a table of perfect play had an answer.
    pub table_hits: u64,
}

/// A way the game may go on.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// What it is worth to the seat on turn.
    pub score: Option<Score>,
    /// The moves, at least one.
    pub moves: Vec<AnyMove>,
}

/// Why a player gave no legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The answer was a move, but not a legal one.
    #[error("illegal move: {0}")]
    Illegal(String),
    /// The answer was no move at all.
    #[error("not a move: {0}")]
    Garbage(String),
    /// There was no answer.
    #[error("no move: {0}")]
    Silent(String),
    /// No answer in time.
    #[error("no answer within {0:?}")]
    Time(Duration),
    /// The program has ended by itself.
    #[error("the player's program ended: {0}")]
    Crash(String),
    /// The player cannot be reached any more.
    #[error("the player cannot be reached: {0}")]
    Gone(String),
    /// The player does not play this game.
    #[error("this player plays {plays}, not {asked}")]
    OtherGame {
        /// The game it was made for.
        plays: &'static str,
        /// The game it was asked about.
        asked: &'static str,
    },
    /// There is nothing to choose.
    #[error("the game is over")]
    Over,
}
