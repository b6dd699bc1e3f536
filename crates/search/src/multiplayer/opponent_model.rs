//! Opponent models: how many opponents choose freely in a round.
//!
//! A round begins with the root player's move and goes once through the seats after it. All models
//! assume that the opponents play against the root player; they differ in how many of them may
//! choose freely in a round.
//!
//! ```text
//!              paranoid             best reply                     best reply +
//!                A                      A                               A
//!             ╱  │  ╲             ╱     │     ╲                  ╱      │      ╲
//!           b1  b2  b3           b1    b2    (pass)            b1      b2*      b3
//!          ╱│╲  …   …            │      │    ╱    ╲            │      ╱  ╲      │
//!         c1 c2 c3             (pass) (pass) c1    c2          c2*   c1   c2*   c2*
//!
//!      all choose             one chooses, the rest pass     one chooses, the rest play the
//!                                                            move with the best order score (*)
//! ```

use std::ops::ControlFlow;

use spielwerk_games::{Position, Seat};

use crate::Evaluator;

/// How many opponents choose freely in a round, and what the others do.
pub trait OpponentModel<P: Position, E>: Send + Sync {
    /// Whether a value proven under this model holds in the game.
    const IS_SOUND: bool;

    /// The depth in plies that a default reply uses up.
    const DEFAULT_REPLY_PLIES: u32;

    /// What the seat to move does if another opponent chooses in this round. `None` means that all
    /// may choose.
    fn default_reply(&self, evaluator: &E, position: &P) -> Option<DefaultReply<P>>;
}

/// What an opponent does that does not choose.
#[derive(Copy, Clone, Debug)]
pub enum DefaultReply<P: Position> {
    /// It passes, which leads to this position.
    Pass(P),
    /// It makes this move.
    Move(P::Move),
}

/// A position in a round.
#[derive(Copy, Clone, Debug)]
pub(super) struct RoundNode<P> {
    pub(super) position: P,
    /// Whether an opponent has chosen already, so that the rest make default replies.
    pub(super) replied: bool,
}

impl<P: Position> RoundNode<P> {
    /// The node after a seat's turn, after which an opponent has replied or not. The round is over
    /// when the turn comes to the root player, or past him if he has finished.
    pub(super) fn after(position: P, mover: Seat, replied: bool, root_seat: Seat) -> RoundNode<P> {
        let later = is_later_in_round::<P>(position.turn(), mover, root_seat);
        RoundNode { position, replied: replied && later }
    }

    /// Salt for the transposition table key, by root player and by whether an opponent has replied.
    #[inline]
    pub(super) fn salt(&self, root_seat: Seat) -> u64 {
        let number = 2 * root_seat.index() as u64 + u64::from(self.replied);
        (number + 1).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }
}

/// Whether a seat comes after another one in the round that the root player's move begins.
#[inline]
pub(super) fn is_later_in_round<P: Position>(seat: Seat, other: Seat, root_seat: Seat) -> bool {
    let rank = |seat: Seat| (seat.index() + P::SEATS - root_seat.index()) % P::SEATS;
    rank(seat) > rank(other)
}

/// The move with the best order score: of equals, the first in the order of generation.
pub(super) fn best_ordered_move<P: Position>(
    evaluator: &impl Evaluator<P>,
    position: &P,
) -> Option<P::Move> {
    let mut best: Option<(i32, P::Move)> = None;
    let _ = position.generate_moves(|m| {
        let score = evaluator.order_score(position, m);
        if best.is_none_or(|(highest, _)| score > highest) {
            best = Some((score, m));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, m)| m)
}
