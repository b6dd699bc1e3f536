//! Static evaluation, move ordering and tablebase probing: what a game adds to the search.
//!
//! An evaluator only sees unfinished positions; finished ones are scored by the rules. Everything
//! is computed from the position itself: positions are small, and an evaluator without state can
//! serve all threads.

use std::sync::Arc;

use spielwerk_games::{Position, Seat};

use crate::Score;

/// Static evaluation and move ordering of one game. All values are in hundredths of the game's
/// natural unit (a bean, a step, a stone), as centipawns are in chess.
pub trait Evaluator<P: Position>: Send + Sync {
    /// The static evaluation for the seat to move; with more than two seats, against all others.
    fn evaluate(&self, position: &P) -> i32;

    /// The static evaluation for each seat. Games for more than two players must implement it.
    fn evaluate_seats(&self, position: &P) -> [i32; Seat::MAX_SEATS] {
        assert_eq!(
            P::SEATS,
            2,
            "an evaluator of a game for three players must implement evaluate_seats"
        );
        let value = self.evaluate(position);
        let mut values = [0; Seat::MAX_SEATS];
        values[position.turn().index()] = value;
        values[position.turn().opponent().index()] = -value;
        values
    }

    /// Move-ordering score: how much a move seems to gain before it is searched, in the same
    /// hundredths as the evaluation. Moves with higher scores are searched first.
    fn order_score(&self, _position: &P, _m: P::Move) -> i32 {
        0
    }

    /// Whether a position is too tactical for a static evaluation, so that quiescence search must
    /// follow. Called at every leaf, so it should be cheap.
    fn needs_quiescence(&self, _position: &P) -> bool {
        false
    }

    /// Whether a move is tactical (a capture, for example): searched in quiescence, and exempt from
    /// pruning.
    fn is_tactical(&self, _position: &P, _m: P::Move) -> bool {
        false
    }

    /// Probes the endgame tablebase, if there is one. Called at every node.
    fn probe(&self, _position: &P) -> Option<Wdl> {
        None
    }
}

/// Win, draw or loss with perfect play in a two-player game, for the seat to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wdl {
    /// A win, with the distance in plies if known.
    Win(Option<u32>),
    /// A draw.
    Draw,
    /// A loss, with the distance in plies if known.
    Loss(Option<u32>),
}

impl Wdl {
    /// Its score relative to a root `ply` plies above.
    pub const fn score(self, ply: u32) -> Score {
        match self {
            Wdl::Win(Some(plies)) => Score::win_in(plies + ply),
            Wdl::Win(None) => Score::proven_win(ply),
            Wdl::Draw => Score::DRAW,
            Wdl::Loss(Some(plies)) => Score::loss_in(plies + ply),
            Wdl::Loss(None) => Score::proven_loss(ply),
        }
    }
}

impl<P: Position, E: Evaluator<P> + ?Sized> Evaluator<P> for Arc<E> {
    fn evaluate(&self, position: &P) -> i32 {
        (**self).evaluate(position)
    }

    fn evaluate_seats(&self, position: &P) -> [i32; Seat::MAX_SEATS] {
        (**self).evaluate_seats(position)
    }

    fn order_score(&self, position: &P, m: P::Move) -> i32 {
        (**self).order_score(position, m)
    }

    fn needs_quiescence(&self, position: &P) -> bool {
        (**self).needs_quiescence(position)
    }

    fn is_tactical(&self, position: &P, m: P::Move) -> bool {
        (**self).is_tactical(position, m)
    }

    fn probe(&self, position: &P) -> Option<Wdl> {
        (**self).probe(position)
    }
}
