//! Values and windows of principal variation search.
//!
//! Beside its score every value says whether it is proven, that is whether it rests on no heuristic
//! estimate. Wins and losses always are; draws only if all alternatives are.

use spielwerk_games::Seat;

use crate::Score;
use crate::move_ordering::LastMove;

/// The value of a node.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Value {
    pub(super) score: Score,
    /// Whether the score, or the bound that it is, rests on no heuristic estimate.
    pub(super) proven: bool,
}

impl Value {
    pub(super) const fn proven(score: Score) -> Value {
        Value { score, proven: true }
    }

    pub(super) const fn estimate(score: Score) -> Value {
        Value { score, proven: false }
    }

    pub(super) fn negated(self) -> Value {
        Value { score: -self.score, proven: self.proven }
    }
}

/// An alpha-beta window.
#[derive(Copy, Clone, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// Whether this is a PV node: an exact score and a principal variation are wanted, not only a
    /// bound.
    pub(super) is_pv: bool,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: Score::WORST, beta: Score::BEST, is_pv: true };

    /// The null window above alpha.
    pub(super) const fn null_window(alpha: Score) -> Window {
        Window { alpha, beta: alpha.next(), is_pv: false }
    }

    /// The window for the opponent.
    pub(super) fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha, ..self }
    }

    /// Mate distance pruning: the window without scores that cannot be reached from this ply, since
    /// the next move is the first that may win. (The soonest loss stays inside, to leave a
    /// principal variation to it.)
    #[inline]
    pub(super) fn mate_distance_pruned(self, ply: u32) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
            ..self
        }
    }
}

/// The best of the moves searched so far.
pub(super) struct BestMove {
    pub(super) value: Value,
    /// The index of the move that raised alpha.
    pub(super) index: Option<u16>,
}

impl BestMove {
    pub(super) const NONE: BestMove = BestMove { value: Value::proven(Score::WORST), index: None };

    /// Adds a move's value and returns whether it is the best. The best of several is proven only
    /// if all of them are.
    #[inline]
    pub(super) fn update(&mut self, value: Value) -> bool {
        let better = value.score > self.value.score;
        self.value = Value {
            score: self.value.score.max(value.score),
            proven: self.value.proven && value.proven,
        };
        better
    }
}

/// A node's place in the tree.
#[derive(Copy, Clone, Debug)]
pub(super) struct NodeContext {
    /// Plies from the root.
    pub(super) ply: u32,
    /// The move that led here.
    pub(super) last_move: Option<LastMove>,
}

impl NodeContext {
    pub(super) const ROOT: NodeContext = NodeContext { ply: 0, last_move: None };

    pub(super) fn child(self, mover: Seat, hash: u16) -> NodeContext {
        NodeContext { ply: self.ply + 1, last_move: Some(LastMove { mover, hash }) }
    }

    pub(super) fn ordering_context(self) -> (usize, Option<LastMove>) {
        (self.ply as usize, self.last_move)
    }
}
