//! Paranoid search: all opponents form a coalition against the root player.
//!
//! A value it finds is guaranteed against any play; but the assumed coalition does not exist, which
//! makes it too pessimistic.

use spielwerk_games::Position;

use super::opponent_model::{DefaultReply, OpponentModel};
use super::reduced_search::ReducedSearch;

/// Paranoid search: alpha-beta against the coalition of all opponents.
pub type Paranoid<P, E> = ReducedSearch<P, E, ParanoidModel>;

/// Every opponent chooses freely.
#[derive(Copy, Clone, Debug, Default)]
pub struct ParanoidModel;

impl<P: Position, E> OpponentModel<P, E> for ParanoidModel {
    const IS_SOUND: bool = true;
    const DEFAULT_REPLY_PLIES: u32 = 0;

    fn default_reply(&self, _evaluator: &E, _position: &P) -> Option<DefaultReply<P>> {
        None
    }
}
