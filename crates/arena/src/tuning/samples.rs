//! Positions of played games, and what became of them.

use games::{AnyPosition, Seat};

use crate::Played;

/// Positions with the results of their games.
#[derive(Clone, Debug, Default)]
pub struct Samples(pub(super) Vec<Sample>);

/// One position.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    pub(super) position: AnyPosition,
    /// What each seat got of all that one seat can get, from 0 to 1.
    pub(super) results: [f64; Seat::MOST],
}

impl Samples {
    /// Adds the positions of a game in which its players chose, unless somebody lost it by other
    /// means than the game's.
    pub fn add(&mut self, played: &Played) {
        if played.ending.is_forfeit() {
            return;
        }
        let seats = played.course.game().seats();
        let most = (seats - 1) as f64;
        let mut results = [0.0; Seat::MOST];
        for seat in Seat::all(seats) {
            results[seat.index()] = played.outcome.points(seat) / most;
        }
        let positions = played.course.positions();
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
