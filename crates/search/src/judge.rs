//! How judgement about one game enters the search, which knows none.
//!
//! A judge only ever sees unfinished positions: what a finished one is worth, the rules say.
//! Everything is computed from the position as it stands; positions are small, and a judge without
//! state can serve all threads.

use std::sync::Arc;

use games::{Position, Seat};

use crate::Score;

/// What somebody knows about a game beyond its rules. All values are in hundredths of whatever
/// unit the game suggests (a bean, a step, a stone).
pub trait Judge<P: Position>: Send + Sync {
    /// How good a position is for the seat on turn; with more than two seats, against all others.
    fn value(&self, position: &P) -> i32;

    /// How good a position is for each seat. Games for more than two say so themselves.
    fn values(&self, position: &P) -> [i32; Seat::MOST] {
        assert_eq!(P::SEATS, 2, "a judge of a game for three must give the values of all seats");
        let value = self.value(position);
        let mut values = [0; Seat::MOST];
        values[position.turn().index()] = value;
        values[position.turn().opponent().index()] = -value;
        values
    }

    /// How good a move looks before it is searched, in the same hundredths as a value: what it
    /// seems to gain. Decides which move is tried first.
    fn hint(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// Whether a position is too unquiet to be judged: the search goes on with noisy moves.
    /// Asked at every leaf, so it should be cheap.
    fn noisy(&self, _position: &P) -> bool {
        false
    }

    /// Whether a move of a noisy position changes so much that it must be looked at before
    /// judging.
    fn is_noisy(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// The result with perfect play, where a table has it. Asked at every node.
    fn known(&self, _position: &P) -> Option<Known> {
        None
    }
}

/// The certain result of a game for two, for the seat on turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// A win, in so many plies if that is known.
    Win(Option<u32>),
    /// A draw.
    Draw,
    /// A loss, in so many plies if that is known.
    Loss(Option<u32>),
}

impl Known {
    /// Its score, seen from a root so many plies before.
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Known::Win(Some(plies)) => Score::win_in(plies + ply),
            Known::Win(None) => Score::won_after(ply),
            Known::Draw => Score::DRAW,
            Known::Loss(Some(plies)) => Score::loss_in(plies + ply),
            Known::Loss(None) => Score::lost_after(ply),
        }
    }
}

impl<P: Position, J: Judge<P> + ?Sized> Judge<P> for Arc<J> {
    fn value(&self, position: &P) -> i32 {
        (**self).value(position)
    }

    fn values(&self, position: &P) -> [i32; Seat::MOST] {
        (**self).values(position)
    }

    fn hint(&self, position: &P, m: P::Move) -> i32 {
        (**self).hint(position, m)
    }

    fn noisy(&self, position: &P) -> bool {
        (**self).noisy(position)
    }

    fn is_noisy(&self, position: &P, m: P::Move) -> bool {
        (**self).is_noisy(position, m)
    }

    fn known(&self, position: &P) -> Option<Known> {
        (**self).known(position)
    }
}
