//! What the two rule sets have in common, and what each must tell.
//!
//! A rule set sees the board as a [`Scene`], the four sets that decide about a turn; it does not
//! know who sits where. Steps and swaps are the same under both; they differ in how a peg gets
//! over others: see [`Ss26`](super::Ss26) and [`Ws25`](super::Ws25).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use super::sealed::Sealed;
use super::space::{Space, moved, spaces};

/// A peg's move, by where it begins and where it ends. Ways between that differ are one move.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the peg stands.
    pub from: Space,
    /// Where it goes.
    pub to: Space,
}

/// The board as the player on turn finds it. The sets `hurdles` and `empty` together are the
/// whole board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scene {
    /// The mover's pegs.
    pub pegs: u128,
    /// What can be leapt over: everybody's pegs, and blocked spaces.
    pub hurdles: u128,
    /// Where a peg can land.
    pub empty: u128,
    /// Opponents' pegs in the mover's home: a move can end on them, and the two pegs change places.
    pub swaps: u128,
}

impl Scene {
    /// Where a move can end.
    #[inline]
    pub const fn ends(&self) -> u128 {
        self.empty | self.swaps
    }

    /// The scene with one of the mover's pegs taken up: the space that it left counts as empty.
    pub const fn lifted(self, peg: Space) -> Scene {
        Scene {
            pegs: self.pegs & !peg.set(),
            hurdles: self.hurdles & !peg.set(),
            empty: self.empty | peg.set(),
            swaps: self.swaps,
        }
    }

    /// Whether any peg can step. Almost always the first direction or the second tells.
    #[inline]
    pub fn can_step(&self) -> bool {
        let ends = self.ends();
        moved(self.pegs).into_iter().any(|there| there & ends != 0)
    }
}

/// How pegs move: [`Ss26`](super::Ss26) or [`Ws25`](super::Ws25).
pub trait RuleSet: Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// Its place in [`Shape::NAMES`](super::Shape::NAMES).
    const NUMBER: usize;
    /// The rules in a few words.
    const RULES: &'static str;
    /// Spaces where nobody lands, but everybody may hop over.
    const BLOCKED: u128;
    /// Spaces that this rule set takes off the board.
    const MISSING: u128;
    /// Whether leaps can be joined to chains.
    const CHAINS: bool;

    /// Calls `each` once for every legal move, until it breaks.
    fn moves(scene: &Scene, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// How many legal moves there are.
    fn count(scene: &Scene) -> u64;

    /// Whether there is a legal move.
    fn can_move(scene: &Scene) -> bool;

    /// Where one leap from a space can land, swaps included.
    fn leaps(scene: &Scene, from: Space) -> u128;

    /// Which rule forbids a leap between two spaces, the second of which is free to land on.
    fn why_no_leap(scene: &Scene, from: Space, to: Space) -> String;
}

/// Calls `each` for the moves of one peg to every space of a set.
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
