//! What has come of the runs of a session.

use std::collections::VecDeque;

/// Games, points and ratings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ledger {
    /// The outcomes of the last runs, the newest last.
    last: VecDeque<f64>,
    scored: usize,
    /// The points of all runs.
    pub points: f64,
    /// The best mean of so many runs in a row.
    pub best: Option<f64>,
    /// Runs that ended without our hearing how.
    pub unheard: usize,
    /// Moves that the server refused.
    pub refused: usize,
    /// Runs that were open at the end.
    pub open: usize,
}

impl Ledger {
    /// How many runs make a rating.
    pub const WINDOW: usize = 50;

    /// Another run is over, with so many points if anybody knows.
    pub fn add(&mut self, points: Option<f64>) {
        let Some(points) = points else {
            self.unheard += 1;
            return;
        };
        self.scored += 1;
        self.points += points;
        self.last.push_back(points);
        if self.last.len() > Ledger::WINDOW {
            self.last.pop_front();
        }
        if self.last.len() == Ledger::WINDOW {
            self.best = self.rating().map(|now| self.best.map_or(now, |best| best.max(now)));
        }
    }

    /// How many runs are over.
    pub fn games(&self) -> usize {
        self.scored + self.unheard
    }

    /// The mean of the last runs, as many as make a rating or as there are.
    pub fn rating(&self) -> Option<f64> {
        let sum: f64 = self.last.iter().sum();
        (!self.last.is_empty()).then(|| sum / self.last.len() as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_rating_is_that_of_fifty_in_a_row() {
        let mut ledger = Ledger::default();
        (0..49).for_each(|_| ledger.add(Some(2.0)));
        assert_eq!((ledger.rating(), ledger.best), (Some(2.0), None));
        ledger.add(Some(1.0));
        assert_eq!(ledger.best, Some(1.98));
        (0..50).for_each(|_| ledger.add(Some(0.0)));
        ledger.add(None);
        assert_eq!((ledger.rating(), ledger.best), (Some(0.0), Some(1.98)));
        assert_eq!((ledger.games(), ledger.points), (101, 99.0));
    }
}
