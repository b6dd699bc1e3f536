//! A capture chain under way: one stone in the middle of its turn.
//!
//! The state of a chain is two bitboards: the points that the stone may still visit, which are
//! empty and not yet visited, and the opposing stones not yet captured. The next possible captures
//! are computed when the stone arrives at a point, and stored with it.

use super::Move;
use super::captures::{Capture, NO_DIRECTION, captures};
use super::points::{set, shifted};

/// A capture chain under way.
#[derive(Copy, Clone, Debug)]
pub(super) struct Chain {
    /// The points that the stone may still visit: empty, and not visited in this turn.
    free: u64,
    /// The opposing stones not yet captured.
    pub(super) theirs: u64,
    /// Start and current point of the stone, as in a [`Move`], and in the lowest bits the set of
    /// captures that it can make next.
    stone: u64,
}

impl Chain {
    /// Fills unused slots of the queue.
    pub(super) const NONE: Chain = Chain { free: 0, theirs: 0, stone: 0 };

    /// A stone that has not moved yet.
    #[inline]
    pub(super) fn begin(from: u32, empty: u64, theirs: u64) -> Chain {
        let captures = captures(from, NO_DIRECTION, empty, theirs);
        let stone = Move::new(from, from, 0).0 | u64::from(captures);
        Chain { free: empty, theirs, stone }
    }

    /// The current point of the stone.
    #[inline]
    pub(super) const fn at(&self) -> u32 {
        Move(self.stone).to()
    }

    /// Whether it can capture.
    #[inline]
    pub(super) const fn can_capture(&self) -> bool {
        self.stone as u32 != 0
    }

    /// The move if the chain ends here, given the opposing stones before it.
    #[inline]
    pub(super) const fn to_move(self, theirs: u64) -> Move {
        Move(self.stone & Move::ENDS | self.theirs ^ theirs)
    }

    /// The captures that it can make next.
    pub(super) fn captures(mut self) -> impl Iterator<Item = Capture> {
        std::iter::from_fn(move || self.can_capture().then(|| self.take_capture()))
    }

    /// Whether the same step can also capture in the other way.
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

    /// The chain after one of its captures.
    #[inline]
    pub(super) fn after(&self, capture: Capture) -> Chain {
        let effect = capture.effect();
        let at = self.at();
        let to = at.wrapping_add_signed(i32::from(effect.to)) & 63;
        let victim = shifted(set(at), i32::from(effect.victim));
        let taken = line(victim, i32::from(effect.stride), self.theirs);
        let free = self.free & !set(to) | taken;
        let theirs = self.theirs & !taken;
        let captures = captures(to, effect.direction, free, theirs);
        let stone = Move::new(Move(self.stone).from(), to, 0).0 | u64::from(captures);
        Chain { free, theirs, stone }
    }
}

/// The unbroken line of stones that begins with `first` and continues in steps of `step`.
#[inline]
fn line(first: u64, step: i32, stones: u64) -> u64 {
    // Few lines are longer than three, and the branches of a loop would often be mispredicted.
    let second = shifted(first, step) & stones;
    let third = shifted(second, step) & stones;
    let mut last = shifted(third, step) & stones;
    let mut line = first | second | third | last;
    while last != 0 {
        last = shifted(last, step) & stones;
        line |= last;
    }
    line
}
