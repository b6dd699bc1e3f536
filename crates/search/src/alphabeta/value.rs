//! What is passed up and down the tree: values and windows.
//!
//! Beside its score every value says whether it is proven, that is whether no judgement is in it.
//! Wins and losses always are; draws only if every way round them is.

use games::Seat;

use crate::Score;
use crate::order::Last;

/// What a search found out about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether the score, or the bound that it is, rests on no judgement.
    pub(super) proven: bool,
}

impl Value {
    pub(super) const fn proven(score: Score) -> Value {
        Value { score, proven: true }
    }

    pub(super) const fn judged(score: Score) -> Value {
        Value { score, proven: false }
    }

    pub(super) fn turned(self) -> Value {
        Value { score: -self.score, proven: self.proven }
    }
}

/// The scores of interest: those between the two ends.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Whether an exact score is wanted, and the line that leads to it, not only on which side of
    /// the window it lies.
    pub(super) open: bool,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST, open: true };

    /// Only asks whether a score is better than this.
    pub(super) const fn above(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next(), open: false }
    }

    /// From the other side of the board.
    pub(super) fn turned(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha, ..self }
    }

    /// Without what cannot be reached at this ply: the next move may win or lose, nothing can
    /// sooner. (The soonest loss stays inside, to leave a line to it.)
    pub(super) fn clipped(self, ply: u32) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
            ..self
        }
    }
}

/// The best of the moves tried so far.
pub(super) struct Found {
    pub(super) value: Value,
    /// The number of the move that got above alpha.
    pub(super) best: Option<u16>,
}

impl Found {
    pub(super) const NOTHING: Found = Found { value: Value::proven(Score::WORST), best: None };

    /// Takes in a move's value, and says whether it is the best. What is best of several is
    /// proven only if all of them are.
    pub(super) fn consider(&mut self, value: Value) -> bool {
        let better = value.score > self.value.score;
        self.value = Value {
            score: self.value.score.max(value.score),
            proven: self.value.proven && value.proven,
        };
        better
    }
}

/// Where in the tree a position is.
#[derive(Copy, Clone, Debug)]
pub(super) struct Place {
    /// Plies from the root.
    pub(super) ply: u32,
    /// The move that led here.
    pub(super) last: Option<Last>,
}

impl Place {
    pub(super) const ROOT: Place = Place { ply: 0, last: None };

    pub(super) fn after(self, mover: Seat, hash: u16) -> Place {
        Place { ply: self.ply + 1, last: Some(Last { mover, hash }) }
    }

    pub(super) fn order(self) -> (usize, Option<Last>) {
        (self.ply as usize, self.last)
    }
}
