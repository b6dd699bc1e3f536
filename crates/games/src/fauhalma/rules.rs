//! The interface of the two rule sets, and what they have in common.
//!
//! A rule set sees the board as an [`Occupancy`], four bitboards from the mover's point of view. It
//! does not know the seats. Steps and swaps are the same under both; they differ in how a peg leaps
//! over others: see [`Ss26`](super::Ss26) and [`Ws25`](super::Ws25).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::sealed::Sealed;
use super::space::{Space, shifted, spaces};

/// A peg's move, by start and destination. Different paths between them are one move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The start.
    pub from: Space,
    /// The destination.
    pub to: Space,
}

/// The occupancy of the board for the side to move, as bitboards. `hurdles` and `empty` together
/// are the whole board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Occupancy {
    /// The mover's pegs.
    pub pegs: u128,
    /// What can be leapt over: all pegs, and blocked spaces.
    pub hurdles: u128,
    /// Free spaces, where a peg can land.
    pub empty: u128,
    /// Opponents' pegs in the mover's home: a move can end on them, and the two pegs are swapped.
    pub swaps: u128,
}

impl Occupancy {
    /// Where a move can end.
    #[inline]
    pub const fn destinations(&self) -> u128 {
        self.empty | self.swaps
    }

    /// The occupancy without one of the mover's pegs: the space that it left counts as empty.
    pub const fn lifted(self, peg: Space) -> Occupancy {
        Occupancy {
            pegs: self.pegs & !peg.set(),
            hurdles: self.hurdles & !peg.set(),
            empty: self.empty | peg.set(),
            swaps: self.swaps,
        }
    }

    /// Whether any peg can step. Almost always one of the first two directions suffices.
    #[inline]
    pub fn can_step(&self) -> bool {
        let ends = self.destinations();
        shifted(self.pegs).into_iter().any(|there| there & ends != 0)
    }
}

/// How pegs move: [`Ss26`](super::Ss26) or [`Ws25`](super::Ws25).
pub trait RuleSet: Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Its index in [`BoardShape::NAMES`](super::BoardShape::NAMES).
    const NUMBER: usize;
    /// The rules in a few words.
    const RULES: &'static str;
    /// Blocked spaces: no peg can land there, but all may hop over.
    const BLOCKED: u128;
    /// Spaces that this rule set removes from the board.
    const MISSING: u128;
    /// Whether leaps can be chained.
    const CHAINS: bool;

    /// Calls `each` once for every legal move, until it breaks.
    fn generate_moves(
        occupancy: &Occupancy,
        each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The number of legal moves.
    fn count_moves(occupancy: &Occupancy) -> u64;

    /// Whether there is a legal move.
    fn can_move(occupancy: &Occupancy) -> bool;

    /// Where one leap from a space can land, swaps included.
    fn leaps(occupancy: &Occupancy, from: Space) -> u128;

    /// Why a leap between two spaces is illegal, given that the second is free to land on.
    fn why_no_leap(occupancy: &Occupancy, from: Space, to: Space) -> String;
}

/// Calls `each` for the moves of one peg to every space of a bitboard.
#[inline]
pub(super) fn each_end(
    from: Space,
    ends: u128,
    each: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for to in spaces(ends) {
        each(Move { from, to })?;
    }
    ControlFlow::Continue(())
}
