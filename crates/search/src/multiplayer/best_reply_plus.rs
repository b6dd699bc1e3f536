//! BRS+: one opponent replies freely, and the others make the move with the best order score.
//!
//! Nobody passes, so every position is legal, and the others keep improving as they would. Its
//! strength depends on the evaluator's order scores.

use spielwerk_games::Position;

use super::opponent_model::{DefaultReply, OpponentModel, best_ordered_move};
use super::reduced_search::ReducedSearch;
use crate::Evaluator;

/// BRS+: alpha-beta against the best of all replies, while the other opponents make the move with
/// the best order score.
pub type BestReplyPlus<P, E> = ReducedSearch<P, E, BrsPlusModel>;

/// One opponent replies, the others make the move with the best order score.
#[derive(Copy, Clone, Debug, Default)]
pub struct BrsPlusModel;

impl<P: Position, E: Evaluator<P>> OpponentModel<P, E> for BrsPlusModel {
    const IS_SOUND: bool = false;
    const DEFAULT_REPLY_PLIES: u32 = 1;

    fn default_reply(&self, evaluator: &E, position: &P) -> Option<DefaultReply<P>> {
        best_ordered_move(evaluator, position).map(DefaultReply::Move)
    }
}
