//! Paranoid: everybody else plays against the thinker, and each of them may choose.
//!
//! What it is sure of is certain, since nobody could do worse to it; but it fears alliances that
//! nobody has made, and so gives up what it need not.

use games::Position;

use super::coalition::Coalition;
use super::round::{Manner, Wait};

/// Alpha-beta against all others together.
pub type Paranoid<P, J> = Coalition<P, J, AllReply>;

/// Every seat may choose.
#[derive(Copy, Clone, Debug, Default)]
pub struct AllReply;

impl<P: Position, J> Manner<P, J> for AllReply {
    const IS_SOUND: bool = true;
    const WAITING: u32 = 0;

    fn wait(&self, _judge: &J, _position: &P) -> Option<Wait<P>> {
        None
    }
}
