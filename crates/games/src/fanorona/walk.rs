//! One stone on its way through a turn.
//!
//! All that a chain must remember is in two sets: the points that are free for the stone, which
//! are empty and not yet visited, and the opposing stones that are still there. What the stone can
//! capture next is found when it arrives, and then waits with it.

use super::Move;
use super::captures::{Capture, NOWHERE, captures};
use super::points::{along, set};

/// A stone on its way.
#[derive(Copy, Clone, Debug)]
pub(super) struct Walk {
    /// The points that it may still come to: empty, and not visited in this turn.
    free: u64,
    /// The opposing stones that are still there.
    pub(super) theirs: u64,
    /// Where it began and where it stands, as in a [`Move`], and the set of captures that it can
    /// make next, in the lowest bits.
    stone: u64,
}

impl Walk {
    /// Fills places that no walk has come to yet.
    pub(super) const NONE: Walk = Walk { free: 0, theirs: 0, stone: 0 };

    /// A stone that has not moved yet.
    #[inline]
    pub(super) fn begin(from: u32, empty: u64, theirs: u64) -> Walk {
        let captures = captures(from, NOWHERE, empty, theirs);
        let stone = Move::new(from, from, 0).0 | u64::from(captures);
        Walk { free: empty, theirs, stone }
    }

    /// Where the stone stands.
    #[inline]
    pub(super) const fn at(&self) -> u32 {
        Move(self.stone).to()
    }

    /// Whether it can capture.
    #[inline]
    pub(super) const fn can_capture(&self) -> bool {
        self.stone as u32 != 0
    }

    /// The move that ends here, where there were these opposing stones at its beginning.
    #[inline]
    pub(super) const fn result(&self, theirs: u64) -> Move {
        Move(self.stone & Move::ENDS | self.theirs ^ theirs)
    }

    /// The captures that it can make next.
    pub(super) fn captures(mut self) -> impl Iterator<Item = Capture> {
        std::iter::from_fn(move || self.can_capture().then(|| self.take_capture()))
    }

    /// Whether the same step can capture in the other way as well.
    pub(super) const fn has_choice(&self, capture: Capture) -> bool {
        capture.other().is_in(self.stone)
    }

    /// Removes a capture from those that it can make next. There must be one.
    #[inline]
    pub(super) const fn take_capture(&mut self) -> Capture {
        let capture = Capture::lowest(self.stone);
        self.stone &= self.stone - 1;
        capture
    }

    /// The walk after one of its captures.
    #[inline]
    pub(super) fn after(&self, capture: Capture) -> Walk {
        let effect = capture.effect();
        let at = self.at();
        let to = at.wrapping_add_signed(i32::from(effect.to)) & 63;
        let victim = along(set(at), i32::from(effect.victim));
        let taken = line(victim, i32::from(effect.outwards), self.theirs);
        let free = self.free & !set(to) | taken;
        let theirs = self.theirs & !taken;
        let captures = captures(to, effect.direction, free, theirs);
        let stone = Move::new(Move(self.stone).from(), to, 0).0 | u64::from(captures);
        Walk { free, theirs, stone }
    }
}

/// The unbroken line of stones that begins with `first` and goes on by this step.
#[inline]
fn line(first: u64, step: i32, stones: u64) -> u64 {
    // Few lines are longer than three, and a loop for these would often be guessed wrong.
    let second = along(first, step) & stones;
    let third = along(second, step) & stones;
    let mut last = along(third, step) & stones;
    let mut line = first | second | third | last;
    while last != 0 {
        last = along(last, step) & stones;
        line |= last;
    }
    line
}
