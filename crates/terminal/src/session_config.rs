//! The configuration of a session.

use std::time::Duration;

use spielwerk_games::{AnyGame, AnyPosition};
use spielwerk_search::Limits;
use spielwerk_session::TimeControl;

use crate::SeatPlayer;

/// A game to be played: its initial position, players and time control.
#[derive(Clone, Debug)]
pub struct SessionConfig {
    /// The game.
    pub game: AnyGame,
    /// The first position.
    pub start: AnyPosition,
    /// Who plays each seat.
    pub seats: Vec<SeatPlayer>,
    /// The time control. A time for each move holds for players only, a time for the whole game
    /// for people too.
    pub time_control: TimeControl,
    /// Random seed.
    pub seed: u64,
}

impl SessionConfig {
    /// The search time of a player without a time control.
    pub const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

    /// A game between people, from its usual start.
    pub fn new(game: AnyGame) -> SessionConfig {
        SessionConfig {
            game,
            start: game.start(),
            seats: vec![SeatPlayer::Person; game.seats()],
            time_control: TimeControl::per_move(Limits::time(SessionConfig::DEFAULT_MOVE_TIME)),
            seed: 0,
        }
    }

    /// Whether a person plays.
    pub fn has_person(&self) -> bool {
        self.seats.contains(&SeatPlayer::Person)
    }
}
