//! How the others reply to a move, as one who thinks for a single seat may picture it.
//!
//! A round begins with the thinker's move and goes once through the seats after. Who thinks that
//! all the others are against him must still say how many of them may choose freely in a round:
//! that is what the searches against a coalition differ in.
//!
//! ```text
//!              paranoid             best reply                     best reply +
//!                A                      A                               A
//!             ╱  │  ╲             ╱     │     ╲                  ╱      │      ╲
//!           b1  b2  b3           b1    b2    (pass)            b1      b2*      b3
//!          ╱│╲  …   …            │      │    ╱    ╲            │      ╱  ╲      │
//!         c1 c2 c3             (pass) (pass) c1    c2          c2*   c1   c2*   c2*
//!
//!      anybody may choose     one chooses, the rest pass     one chooses, the rest play
//!                                                            the move that looks best (*)
//! ```

use std::ops::ControlFlow;

use games::{Position, Seat};

use crate::Judge;

/// How many of the others may choose in a round, and what the rest of them do.
pub trait Manner<P: Position, J>: Send {
    /// Whether what the thinker can be sure of under this manner, he can be sure of in the game.
    const IS_SOUND: bool;

    /// How many plies a seat uses up that does not choose.
    const WAITING: u32;

    /// What the seat on turn does if another one of the round chooses. Nothing means that all may
    /// choose.
    fn wait(&self, judge: &J, position: &P) -> Option<Wait<P>>;
}

/// What a seat does that does not choose.
#[derive(Copy, Clone, Debug)]
pub enum Wait<P: Position> {
    /// It passes, which leads to this position.
    Pass(P),
    /// It makes this move.
    Move(P::Move),
}

/// A position in a round.
#[derive(Copy, Clone, Debug)]
pub(super) struct Moment<P> {
    pub(super) position: P,
    /// Whether one of the others has chosen already, so that the rest must wait.
    pub(super) answered: bool,
}

impl<P: Position> Moment<P> {
    /// A position after a seat's turn, in which the others had their answer or not. The round is
    /// over when the turn comes round to the thinker, or past a seat that has finished.
    pub(super) fn after(position: P, mover: Seat, answered: bool, thinker: Seat) -> Moment<P> {
        let later = is_later::<P>(position.turn(), mover, thinker);
        Moment { position, answered: answered && later }
    }

    /// A word to tell it from other moments with the same position, for other thinkers.
    #[inline]
    pub(super) fn salt(&self, thinker: Seat) -> u64 {
        let number = 2 * thinker.index() as u64 + u64::from(self.answered);
        (number + 1).wrapping_mul(0xd1b5_4a32_d192_ed03)
    }
}

/// Whether a seat comes after another one in the round that the thinker's move begins.
#[inline]
pub(super) fn is_later<P: Position>(seat: Seat, other: Seat, thinker: Seat) -> bool {
    let rank = |seat: Seat| (seat.index() + P::SEATS - thinker.index()) % P::SEATS;
    rank(seat) > rank(other)
}

/// The move that looks best before anything is searched: of those with the same hint, the first
/// that the rules list.
pub(super) fn proposal<P: Position>(judge: &impl Judge<P>, position: &P) -> Option<P::Move> {
    let mut best: Option<(i32, P::Move)> = None;
    let _ = position.moves(|m| {
        let hint = judge.hint(position, m);
        if best.is_none_or(|(highest, _)| hint > highest) {
            best = Some((hint, m));
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, m)| m)
}
