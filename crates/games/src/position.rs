//! The one trait that searches, tables and players are written against.
//!
//! A position is small and `Copy`: playing a move makes a new one, nothing is ever undone. A move
//! is its result, not its way: two hop or capture chains that lead to the same position are one
//! move, and the way is found again only where a person or a protocol asks for it (see
//! [`Game`](crate::Game)).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Outcome, Seat};

/// A position of one game under one rule set, made for search.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// One value for each distinct successor, at most eight bytes.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// How many players sit at the board.
    const SEATS: usize;

    /// The position every game begins with.
    fn start() -> Self;

    /// Who moves. Seats need not alternate: whoever is finished or cannot move is passed over.
    /// In a finished position the answer means nothing.
    fn turn(&self) -> Seat;

    /// The points of every seat once the game is over. A position without an outcome always has
    /// a legal move.
    fn outcome(&self) -> Option<Outcome>;

    /// The half points that a seat has for certain while others play on, having come in or dropped
    /// out before them.
    fn secured(&self, _seat: Seat) -> Option<u8> {
        None
    }

    /// Calls `each` once for every legal move, until it breaks. A finished position has none.
    fn moves(&self, each: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The position after a legal move.
    ///
    /// Legality is the caller's promise; debug builds check what is cheap to check.
    fn play(&self, m: Self::Move) -> Self;

    /// A hash of all that decides how the game can go on: equal for equal positions, and spread
    /// well enough that any bits of it can index a table.
    fn key(&self) -> u64;

    /// How many legal moves there are. Games override it where counting is cheaper than listing.
    fn count(&self) -> u64 {
        let mut count = 0;
        let _ = self.moves(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Every legal move, in a list: for callers that are not in a hurry.
    fn list(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        let _ = self.moves(|m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        list
    }
}
