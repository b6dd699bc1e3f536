//! What is going to be played.

use std::time::Duration;

use arena::Control;
use games::{AnyGame, AnyPosition};
use search::Limits;

use crate::Chair;

/// A game to be played: from where, by whom, within which time.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game.
    pub game: AnyGame,
    /// The first position.
    pub start: AnyPosition,
    /// Who plays each seat.
    pub chairs: Vec<Chair>,
    /// How long players may think. A time for each move does not hold for people, a time for the
    /// whole game holds for everybody.
    pub control: Control,
    /// Where all random numbers begin.
    pub seed: u64,
}

impl Plan {
    /// How long a player thinks that nobody has told.
    pub const PATIENCE: Duration = Duration::from_secs(1);

    /// A game between people, from its usual start.
    pub fn new(game: AnyGame) -> Plan {
        Plan {
            game,
            start: game.start(),
            chairs: vec![Chair::Person; game.seats()],
            control: Control::per_move(Limits::time(Plan::PATIENCE)),
            seed: 0,
        }
    }

    /// Whether anybody is there to be asked.
    pub fn has_person(&self) -> bool {
        self.chairs.contains(&Chair::Person)
    }
}
