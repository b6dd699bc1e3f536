//! Best-Reply Search (BRS): of all the opponents' replies in a round, only the one that is worst
//! for the root player is made.
//!
//! With one reply a round instead of one for each opponent, the root player moves again after two
//! plies however many players there are, and searches deeper. The price is that the other opponents
//! pass, which the rules do not allow; so the evaluator must define the pass.

use std::sync::Arc;

use spielwerk_games::Position;

use super::opponent_model::{DefaultReply, OpponentModel, best_ordered_move};
use super::reduced_search::ReducedSearch;
use crate::Evaluator;

/// Best-Reply Search: alpha-beta against the best of all replies, while the other opponents pass.
pub type BestReply<P, E> = ReducedSearch<P, E, BrsModel>;

/// An evaluator that defines passing.
pub trait Pass<P: Position>: Evaluator<P> {
    /// The same board with the next seat to move, unfinished and with a legal move; `None` where
    /// passing makes no sense.
    fn pass(&self, position: &P) -> Option<P>;
}

impl<P: Position, E: Pass<P> + ?Sized> Pass<P> for Arc<E> {
    fn pass(&self, position: &P) -> Option<P> {
        (**self).pass(position)
    }
}

/// One opponent replies, the others pass. Those who cannot pass make the move with the best order
/// score.
#[derive(Copy, Clone, Debug, Default)]
pub struct BrsModel;

impl<P: Position, E: Pass<P>> OpponentModel<P, E> for BrsModel {
    const IS_SOUND: bool = false;
    const DEFAULT_REPLY_PLIES: u32 = 0;

    fn default_reply(&self, evaluator: &E, position: &P) -> Option<DefaultReply<P>> {
        let pass = evaluator.pass(position).map(DefaultReply::Pass);
        pass.or_else(|| best_ordered_move(evaluator, position).map(DefaultReply::Move))
    }
}
