//! Points and ratings of the runs of a client.

use std::collections::VecDeque;

/// Counts finished runs and computes their rating.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RatingTracker {
    /// The outcomes of the last runs, the newest last.
    last: VecDeque<f64>,
    scored: usize,
    /// The points of all runs.
    pub points: f64,
    /// The best mean of so many runs in a row.
    pub best: Option<f64>,
    /// Finished runs whose outcome is unknown.
    pub unknown_outcomes: usize,
    /// Moves that the server refused.
    pub refused: usize,
    /// Runs that were open at the end.
    pub open: usize,
}

impl RatingTracker {
    /// How many runs make a rating.
    pub const RATING_WINDOW: usize = 50;

    /// Adds a finished run, with its points if they are known.
    pub fn add(&mut self, points: Option<f64>) {
        let Some(points) = points else {
            self.unknown_outcomes += 1;
            return;
        };
        self.scored += 1;
        self.points += points;
        self.last.push_back(points);
        if self.last.len() > RatingTracker::RATING_WINDOW {
            self.last.pop_front();
        }
        if self.last.len() == RatingTracker::RATING_WINDOW {
            self.best = self.rating().map(|now| self.best.map_or(now, |best| best.max(now)));
        }
    }

    /// How many runs are over.
    pub fn games(&self) -> usize {
        self.scored + self.unknown_outcomes
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
        let mut ratings = RatingTracker::default();
        (0..49).for_each(|_| ratings.add(Some(2.0)));
        assert_eq!((ratings.rating(), ratings.best), (Some(2.0), None));
        ratings.add(Some(1.0));
        assert_eq!(ratings.best, Some(1.98));
        (0..50).for_each(|_| ratings.add(Some(0.0)));
        ratings.add(None);
        assert_eq!((ratings.rating(), ratings.best), (Some(0.0), Some(1.98)));
        assert_eq!((ratings.games(), ratings.points), (101, 99.0));
    }
}
