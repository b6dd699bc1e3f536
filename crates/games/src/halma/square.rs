//! Squares of the 16×16 board, and sets of them as bitboards ordered by parity.
//!
//! A square's column is even or odd, and so is its row: that makes four classes of 64 squares, each
//! a board of 8×8. A jump moves by two squares, so it never leaves its class, and what it jumps
//! over is never in it. A bitboard is therefore four words, one for each class:
//!
//! ```text
//!        x  0 1 2 3 …            a square's index:
//!    y 0    a b a b …              64 · class + 8 · (y / 2) + x / 2
//!      1    c d c d …            with the classes a, b, c, d = 0, 1, 2, 3
//!      2    a b a b …
//! ```

use std::fmt;
use std::ops::{BitAnd, BitOr, Not, Range};

use crate::Seat;

/// Squares in a row, and rows.
pub const BOARD_SIZE: usize = 16;
/// Squares of the board.
pub const SQUARES: usize = BOARD_SIZE * BOARD_SIZE;
/// Classes of squares that jumps stay in.
pub(super) const CLASSES: Range<usize> = 0..4;

/// The squares of a class that have no square of it to their left, and to their right.
pub(super) const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
pub(super) const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// A square of the board: (0, 0) is at the top left, in Black's corner.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this column and row.
    pub const fn new(x: usize, y: usize) -> Option<Square> {
        if x < BOARD_SIZE && y < BOARD_SIZE { Some(Square::at(x, y)) } else { None }
    }

    /// The square with this index.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// All squares, row by row from the top.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES).map(|place| Square::at(place % BOARD_SIZE, place / BOARD_SIZE))
    }

    const fn at(x: usize, y: usize) -> Square {
        let class = x % 2 + 2 * (y % 2);
        Square((64 * class + 8 * (y / 2) + x / 2) as u8)
    }

    #[inline]
    pub(super) const fn in_class(class: usize, bit: u32) -> Square {
        Square((64 * class) as u8 | bit as u8)
    }

    /// Its index, 0–255, ordered by classes.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, from the left.
    #[inline]
    pub const fn x(self) -> usize {
        2 * (self.index() % 8) + self.class() % 2
    }

    /// Its row, from the top.
    #[inline]
    pub const fn y(self) -> usize {
        2 * (self.index() / 8 % 8) + self.class() / 2
    }

    /// Rotated by 180°.
    #[inline]
    pub const fn rotated_180(self) -> Square {
        Square(!self.0)
    }

    /// Which of the four classes it belongs to. Jumps keep it, steps change it.
    #[inline]
    pub(super) const fn class(self) -> usize {
        self.index() / 64
    }

    /// Its bit in the word of its class.
    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 % 64)
    }

    /// Whether it lies farther from a seat's corner than `from`, across or down, and nearer in
    /// neither.
    pub(super) fn is_ahead_of(self, from: Square, seat: Seat) -> bool {
        let (near, far) = if seat == Seat::FIRST { (from, self) } else { (self, from) };
        self != from && near.x() <= far.x() && near.y() <= far.y()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{},{}", self.x(), self.y())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of squares, as a bitboard of 256 bits.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(super) [u64; 4]);

impl SquareSet {
    /// No square.
    pub const NONE: SquareSet = SquareSet([0; 4]);
    /// The whole board.
    pub const ALL: SquareSet = SquareSet([!0; 4]);

    const CAMPS: [SquareSet; 2] = {
        const ROWS: [usize; 5] = [5, 5, 4, 3, 2];
        let mut camps = [SquareSet::NONE; 2];
        let mut y = 0;
        while y < ROWS.len() {
            let mut x = 0;
            while x < ROWS[y] {
                let square = Square::at(x, y);
                camps[0] = camps[0].with(square);
                camps[1] = camps[1].with(square.rotated_180());
                x += 1;
            }
            y += 1;
        }
        camps
    };

    /// The nineteen squares where a seat's pieces begin: Black's at the top left, White's at the
    /// bottom right.
    #[inline]
    pub const fn camp(seat: Seat) -> SquareSet {
        Self::CAMPS[seat.index()]
    }

    /// These squares and one more.
    #[inline]
    pub const fn with(mut self, square: Square) -> SquareSet {
        self.0[square.class()] |= square.bit();
        self
    }

    /// These squares without one.
    #[inline]
    pub const fn without(mut self, square: Square) -> SquareSet {
        self.0[square.class()] &= !square.bit();
        self
    }

    /// These squares with `to` instead of `from`.
    ///
    /// All four words are written, changed or not: the set is read next as a whole, and a single
    /// word just written would stall store forwarding.
    #[inline]
    pub(super) fn with_piece_moved(self, from: Square, to: Square) -> SquareSet {
        SquareSet(std::array::from_fn(|class| {
            let word = |square: Square| {
                if square.class() == class { square.bit() } else { 0 }
            };
            self.0[class] ^ word(from) ^ word(to)
        }))
    }

    /// Whether a square is one of them.
    #[inline]
    pub const fn contains(&self, square: Square) -> bool {
        self.0[square.class()] & square.bit() != 0
    }

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// How many there are.
    #[inline]
    pub const fn len(&self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    /// One after the other, class by class.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Square> {
        CLASSES
            .flat_map(move |class| bits(self.0[class]).map(move |bit| Square::in_class(class, bit)))
    }

    // A neighbouring square is in another class, and mostly has the same bit there: x = 2 and x = 3
    // are both in the second column of their class. Only every other square crosses to the next
    // column.

    /// All moved one to the right; what would leave the board is dropped.
    #[inline]
    pub const fn east(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([(b & !LAST_COLUMN) << 1, a, (d & !LAST_COLUMN) << 1, c])
    }

    /// All moved one to the left.
    #[inline]
    pub const fn west(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([b, (a & !FIRST_COLUMN) >> 1, d, (c & !FIRST_COLUMN) >> 1])
    }

    /// All moved one down.
    #[inline]
    pub const fn south(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([c << 8, d << 8, a, b])
    }

    /// All moved one up.
    #[inline]
    pub const fn north(self) -> SquareSet {
        let [a, b, c, d] = self.0;
        SquareSet([c, d, a >> 8, b >> 8])
    }
}

/// The numbers of the bits that are set in a word, rising.
#[inline]
pub(super) fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

impl BitAnd for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|class| self.0[class] & other.0[class]))
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(std::array::from_fn(|class| self.0[class] | other.0[class]))
    }
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(self.0.map(|word| !word))
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::NONE, SquareSet::with)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_coordinates_lead_to_each_other() {
        for (place, square) in Square::all().enumerate() {
            assert_eq!((square.x(), square.y()), (place % BOARD_SIZE, place / BOARD_SIZE));
            assert_eq!(Square::new(square.x(), square.y()), Some(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
            let rotated = square.rotated_180();
            assert_eq!((rotated.x(), rotated.y()), (15 - square.x(), 15 - square.y()));
        }
        assert_eq!(Square::new(16, 0), None);
        assert_eq!(Square::from_index(256), None);
    }

    #[test]
    fn sets_move_in_four_directions_and_fall_off_the_edge() {
        type Moved = fn(SquareSet) -> SquareSet;
        let directions: [(Moved, isize, isize); 4] = [
            (SquareSet::east, 1, 0),
            (SquareSet::west, -1, 0),
            (SquareSet::south, 0, 1),
            (SquareSet::north, 0, -1),
        ];
        for square in Square::all() {
            for (moved, dx, dy) in directions {
                let x = square.x().wrapping_add_signed(dx);
                let y = square.y().wrapping_add_signed(dy);
                let found = moved(SquareSet::NONE.with(square));
                assert_eq!(found, Square::new(x, y).into_iter().collect());
            }
        }
    }

    #[test]
    fn a_camp_is_nineteen_squares_in_a_corner() {
        for (seat, corner) in [(Seat::FIRST, (0, 0)), (Seat::SECOND, (15, 15))] {
            let camp = SquareSet::camp(seat);
            assert_eq!(camp.len(), 19);
            assert!(camp.contains(Square::at(corner.0, corner.1)));
        }
        assert!(SquareSet::camp(Seat::FIRST).contains(Square::at(4, 1)));
        assert!(!SquareSet::camp(Seat::FIRST).contains(Square::at(4, 2)));
        assert!(SquareSet::camp(Seat::SECOND).contains(Square::at(14, 11)));
    }
}
