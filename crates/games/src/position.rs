//! The trait that search, tablebases and players are written against.
//!
//! A position is small and `Copy` (copy-make): playing a move makes a new one, nothing is undone.
//! A move is its result, not its path: two hop or capture chains that lead to the same position
//! are one move, and the path is found again only for user interfaces and protocols (see
//! [`Game`](crate::Game)).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::{Outcome, Seat};

/// A position of one game under one rule set, with the operations that search needs.
pub trait Position: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// One value for each distinct successor, at most eight bytes.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// The number of players.
    const SEATS: usize;

    /// The starting position.
    fn start() -> Self;

    /// The side to move. Seats need not alternate: a player who has finished or cannot move is
    /// skipped. Meaningless when the game is over.
    fn turn(&self) -> Seat;

    /// The points of every seat once the game is over. A position without an outcome has a legal
    /// move.
    fn outcome(&self) -> Option<Outcome>;

    /// The final half points of a seat that has finished or is out while others play on.
    fn final_half_points(&self, _seat: Seat) -> Option<u8> {
        None
    }

    /// Calls `each` once for every legal move, until it breaks. A finished position has none.
    fn generate_moves(&self, each: impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The position after a legal move.
    ///
    /// The caller guarantees legality; debug builds check what is cheap to check.
    fn play(&self, m: Self::Move) -> Self;

    /// The hash key of all that decides how the game goes on: positions with the same key have the
    /// same outcome, the same moves, and successors with the same keys. So a counter that can end
    /// the game belongs to it, and a move number that only notation needs does not. Any of its bits
    /// can index a hash table.
    fn key(&self) -> u64;

    /// The hash key by which repetitions are found: board and side to move, without counters. A
    /// counter that goes on makes the same position no other one.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// The number of legal moves. Games override it where counting is cheaper than generating.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.generate_moves(|_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// All legal moves in a vector, for callers that need not be fast.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut list = Vec::new();
        let _ = self.generate_moves(|m| {
            list.push(m);
            ControlFlow::Continue(())
        });
        list
    }
}
