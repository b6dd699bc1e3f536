//! Best-Reply Search: of all that the others could do, only the worst for the thinker is done.
//!
//! With one reply a round instead of one for each seat, the thinker comes to move again after two
//! plies however many sit at the board, and sees his own plans farther ahead. The price is that
//! the rest pass, which the rules do not know; so somebody must say what passing would be.

use std::sync::Arc;

use games::Position;

use super::coalition::Coalition;
use super::round::{Manner, Wait, proposal};
use crate::Judge;

/// Alpha-beta against the best of all replies, while the others pass.
pub type BestReply<P, J> = Coalition<P, J, OneReplies>;

/// A judge who can picture that a seat passes.
pub trait Pass<P: Position>: Judge<P> {
    /// The same board with the next seat on turn, unfinished and with a legal move; nothing where
    /// passing makes no sense.
    fn pass(&self, position: &P) -> Option<P>;
}

impl<P: Position, J: Pass<P> + ?Sized> Pass<P> for Arc<J> {
    fn pass(&self, position: &P) -> Option<P> {
        (**self).pass(position)
    }
}

/// One seat may choose, the others pass. Whoever cannot pass makes the move that looks best.
#[derive(Copy, Clone, Debug, Default)]
pub struct OneReplies;

impl<P: Position, J: Pass<P>> Manner<P, J> for OneReplies {
    const IS_SOUND: bool = false;
    const WAITING: u32 = 0;

    fn wait(&self, judge: &J, position: &P) -> Option<Wait<P>> {
        let pass = judge.pass(position).map(Wait::Pass);
        pass.or_else(|| proposal(judge, position).map(Wait::Move))
    }
}
