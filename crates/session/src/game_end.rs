//! The end of a game: its reason, who caused it, and the points.

use spielwerk_games::{Outcome, Seat};

use crate::{GameState, PlayerError, Termination};

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameEnd {
    /// How it ended.
    pub termination: Termination,
    /// The seat that forfeited or resigned.
    pub culprit: Option<Seat>,
    /// What the culprit did, as text.
    pub remark: Option<String>,
    /// The points of every seat.
    pub outcome: Outcome,
}

impl GameEnd {
    /// An end that no seat has caused alone.
    pub const fn new(termination: Termination, outcome: Outcome) -> GameEnd {
        GameEnd { termination, culprit: None, remark: None, outcome }
    }

    /// A player forfeits: it gave no legal move in time.
    pub fn forfeit(state: &GameState, seat: Seat, error: &PlayerError) -> GameEnd {
        let termination = match error {
            PlayerError::IllegalMove(_) => Termination::Illegal,
            PlayerError::NotAMove(_) => Termination::Garbage,
            PlayerError::Timeout(_) | PlayerError::Late(_) => Termination::Time,
            PlayerError::Crashed(_) | PlayerError::WrongGame { .. } => Termination::Crash,
            PlayerError::Disconnected(_) => Termination::Disconnect,
            PlayerError::NoMove(_) | PlayerError::GameOver => Termination::NoMove,
        };
        let end = GameEnd::lost_by(state, seat, termination);
        GameEnd { remark: Some(error.to_string()), ..end }
    }

    /// A player resigns.
    pub fn resigned(state: &GameState, seat: Seat) -> GameEnd {
        GameEnd::lost_by(state, seat, Termination::Resignation)
    }

    /// The time of a player is up.
    pub fn flagged(state: &GameState, seat: Seat) -> GameEnd {
        GameEnd::lost_by(state, seat, Termination::Time)
    }

    /// A seat gives up or is made to: it gets the last place left, and the others share the rest.
    fn lost_by(state: &GameState, seat: Seat, termination: Termination) -> GameEnd {
        let outcome = state.position().outcome_if_abandoned(Some(seat));
        GameEnd { culprit: Some(seat), ..GameEnd::new(termination, outcome) }
    }
}
