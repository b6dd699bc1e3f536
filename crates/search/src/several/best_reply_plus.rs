//! BRS+: one of the others replies freely, and the rest make the move that looks best.
//!
//! Nobody passes, so every position is one that the game can reach, and the others keep improving
//! as they would. How good this is stands and falls with the judge's hints.

use games::Position;

use super::coalition::Coalition;
use super::round::{Manner, Wait, proposal};
use crate::Judge;

/// Alpha-beta against the best of all replies, while the others make the move that looks best.
pub type BestReplyPlus<P, J> = Coalition<P, J, OneChooses>;

/// One seat may choose, the others make the move with the best hint.
#[derive(Copy, Clone, Debug, Default)]
pub struct OneChooses;

impl<P: Position, J: Judge<P>> Manner<P, J> for OneChooses {
    const IS_SOUND: bool = false;
    const WAITING: u32 = 1;

    fn wait(&self, judge: &J, position: &P) -> Option<Wait<P>> {
        proposal(judge, position).map(Wait::Move)
    }
}
