//! Training samples: positions of played games with their results.

use spielwerk_games::{AnyPosition, Seat};

use crate::PlayedGame;

/// Positions with the results of their games.
#[derive(Clone, Debug, Default)]
pub struct Samples(pub(super) Vec<Sample>);

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) position: AnyPosition,
    /// The points of each seat, scaled to 0 to 1.
    pub(super) results: [f64; Seat::MAX_SEATS],
}

impl Samples {
    /// Adds the positions of a game after its opening, unless it ended by forfeit.
    pub fn add(&mut self, played: &PlayedGame) {
        if played.termination.is_forfeit() {
            return;
        }
        let seats = played.state.game().seats();
        let most = (seats - 1) as f64;
        let mut results = [0.0; Seat::MAX_SEATS];
        for seat in Seat::all(seats) {
            results[seat.index()] = played.outcome.points(seat) / most;
        }
        let positions = played.state.positions();
        let chosen = &positions[positions.len() - 1 - played.plies.len()..];
        self.0.extend(chosen.iter().map(|position| Sample { position: position.clone(), results }));
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
