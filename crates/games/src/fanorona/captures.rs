//! The captures of one stone: which are possible, and their effects.
//!
//! ```text
//!   W · B B     The step to the right takes both black stones, by approach.
//!   B W · ·     The step to the right takes the black stone behind, by withdrawal.
//!   B W · B     The step to the right takes one or the other, as the player likes.
//! ```
//!
//! Most of the time of move generation goes into finding the next captures of a stone, so that is
//! done without a loop. The 5×5 points around the stone are rotated to the low end of a word, where
//! masks and multiplications (as for magic bitboards) gather its eight neighbours and the eight
//! points behind them into small indices, and lookup tables turn those into sets of directions.

use super::points::{self, STRIDE, STRONG};

/// The stones of one side that can capture stones of the other.
#[inline]
pub(super) fn capturers(own: u64, other: u64, empty: u64) -> u64 {
    let along = |step: usize| {
        let up = empty >> step & (other >> (2 * step) | other << step);
        let down = empty << step & (other << (2 * step) | other >> step);
        up | down
    };
    let straight = along(points::STRAIGHT[0]) | along(points::STRAIGHT[1]);
    let diagonal = along(points::DIAGONAL[0]) | along(points::DIAGONAL[1]);
    own & (straight | diagonal & STRONG)
}

/// One step that captures: a direction and a kind.
///
/// Directions are numbered as the points around the stone, row by row: 0 is down and left, 4 the
/// stone itself, 8 up and right. Captures by withdrawal follow after those by approach.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Capture(u8);

/// How a step captures.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The stone moves towards the stones it captures.
    Approach,
    /// The stone moves away from the stones it captures.
    Withdrawal,
}

impl Capture {
    /// The lowest of a set, which must not be empty.
    #[inline]
    pub(super) const fn lowest(set: u64) -> Capture {
        Capture(set.trailing_zeros() as u8)
    }

    /// The capture of the other kind by the same step.
    pub(super) const fn other(self) -> Capture {
        Capture((self.0 + DIRECTIONS as u8) % (2 * DIRECTIONS as u8))
    }

    /// Whether it is in a set.
    pub(super) const fn is_in(self, set: u64) -> bool {
        set >> self.0 & 1 == 1
    }

    /// Its kind.
    pub(super) const fn kind(self) -> Kind {
        if (self.0 as usize) < DIRECTIONS { Kind::Approach } else { Kind::Withdrawal }
    }

    /// Its effect.
    #[inline]
    pub(super) const fn effect(self) -> Effect {
        EFFECTS[self.0 as usize % EFFECTS.len()]
    }

    /// Where a stone on this point ends.
    pub(super) const fn to(self, at: u32) -> u32 {
        at.wrapping_add_signed(self.effect().to as i32)
    }

    /// The first stone captured from this point: the one next to the moving stone.
    pub(super) const fn victim(self, at: u32) -> u32 {
        at.wrapping_add_signed(self.effect().victim as i32)
    }
}

/// The number of directions, including [`NO_DIRECTION`].
const DIRECTIONS: usize = 9;

/// No direction: the middle of the nine.
pub(super) const NO_DIRECTION: u8 = 4;

/// The directions along rows and columns.
const STRAIGHT: u16 = 0b010_101_010;

/// The eight directions.
const ALL: u16 = 0b111_101_111;

/// The effect of a capture, as bit distances.
#[derive(Copy, Clone)]
pub(super) struct Effect {
    /// From the stone to its destination.
    pub(super) to: i8,
    /// From the stone to the first stone captured.
    pub(super) victim: i8,
    /// From one stone captured to the next.
    pub(super) stride: i8,
    /// The direction of the step.
    pub(super) direction: u8,
}

/// The effects of all captures, padded to a power of two.
const EFFECTS: [Effect; 32] = {
    let nothing = Effect { to: 0, victim: 0, stride: 0, direction: NO_DIRECTION };
    let mut effects = [nothing; 32];
    let mut direction = 0;
    while direction < DIRECTIONS {
        let (row, column) = (direction as i8 / 3 - 1, direction as i8 % 3 - 1);
        let to = row * STRIDE as i8 + column;
        let number = direction as u8;
        effects[direction] = Effect { to, victim: 2 * to, stride: to, direction: number };
        effects[direction + DIRECTIONS] =
            Effect { to, victim: -to, stride: -to, direction: number };
        direction += 1;
    }
    effects
};

/// The set of captures that a stone can make from here, in any but the last direction: a bit for
/// each, in the order of their numbers.
///
/// The edge needs no special case. A neighbour outside the board is neither free nor an opposing
/// stone; and the point behind a neighbour counts only where the neighbour is free, so on the board.
#[inline]
pub(super) fn captures(at: u32, last: u8, free: u64, theirs: u64) -> u32 {
    let lines = LINES[at as usize % LINES.len()] & !(1 << last);
    let free = near(window(free, at)) as u16 & lines;
    let approach = free & FAR[far(window(theirs, at))];
    let withdrawal = free & OPPOSITE[near(window(theirs, at))];
    u32::from(approach) | u32::from(withdrawal) << DIRECTIONS
}

/// The directions of the lines of each point.
const LINES: [u16; 64] = {
    let mut lines = [STRAIGHT; 64];
    let mut at = 0;
    while at < lines.len() {
        if STRONG >> at & 1 == 1 {
            lines[at] = ALL;
        }
        at += 1;
    }
    lines
};

/// A bitboard rotated so that the 5×5 points around a stone begin at bit 0:
///
/// ```text
///   40 41 42 43 44        f  .  f  .  f
///   30 31 32 33 34        .  n  n  n  .
///   20 21 22 23 24        f  n 22  n  f      n: near, f: far
///   10 11 12 13 14        .  n  n  n  .
///    0  1  2  3  4        f  .  f  .  f
/// ```
#[inline]
const fn window(points: u64, at: u32) -> u64 {
    points.rotate_right(at.wrapping_sub(2 * STRIDE as u32 + 2))
}

/// The near points of a window as a set of directions.
///
/// The product holds the three rows next to each other in its upper nine bits. The other copies of
/// the rows in the product do not overlap with these.
#[inline]
const fn near(window: u64) -> usize {
    const ROW: u64 = 0b111;
    const ROWS: [usize; 3] = [STRIDE + 1, 2 * STRIDE + 1, 3 * STRIDE + 1];
    const MASK: u64 = ROW << ROWS[0] | ROW << ROWS[1] | ROW << ROWS[2];
    const GATHER: u64 = 1 << (55 - ROWS[0]) | 1 << (58 - ROWS[1]) | 1 << (61 - ROWS[2]);
    ((window & MASK).wrapping_mul(GATHER) >> 55) as usize
}

/// The far points of a window as an index into [`FAR`], gathered in the same way. Points of the
/// middle row come to lie between those of the lower.
#[inline]
const fn far(window: u64) -> usize {
    const ROW: u64 = 0b1_0101;
    const ROWS: [usize; 3] = [0, 2 * STRIDE, 4 * STRIDE];
    const MASK: u64 = ROW << ROWS[0] | ROW << ROWS[1] | ROW << ROWS[2];
    const GATHER: u64 = 1 << (53 - ROWS[0]) | 1 << (54 - ROWS[1]) | 1 << (59 - ROWS[2]);
    ((window & MASK).wrapping_mul(GATHER) >> 53) as usize
}

/// The directions in which the far points lie.
const FAR: [u16; 1 << 11] = {
    /// The bit of each direction in the index.
    const PLACES: [usize; DIRECTIONS] = [0, 2, 4, 1, 3, 5, 6, 8, 10];
    let mut far = [0; 1 << 11];
    let mut index = 0;
    while index < far.len() {
        let mut direction = 0;
        while direction < DIRECTIONS {
            far[index] |= ((index >> PLACES[direction] & 1) << direction) as u16;
            direction += 1;
        }
        index += 1;
    }
    far
};

/// Each set of directions with all of them reversed.
const OPPOSITE: [u16; 1 << DIRECTIONS] = {
    let mut opposite = [0; 1 << DIRECTIONS];
    let mut directions = 0;
    while directions < opposite.len() {
        opposite[directions] = (directions as u16).reverse_bits() >> (16 - DIRECTIONS);
        directions += 1;
    }
    opposite
};
