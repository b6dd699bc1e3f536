//! Bitboards of Fanorona: rows of ten bits, of which at most nine are points.
//!
//! ```text
//!   40 41 42 43 44 45 46 47 48 ..     A point is a bit, a set of points a word. Bits outside the
//!   30 31 32 33 34 35 36 37 38 ..     board are neither occupied nor empty, so a shift by 1, 9,
//!   20 21 22 23 24 25 26 27 28 ..     10 or 11 that leaves the board at one side does not wrap
//!   10 11 12 13 14 15 16 17 18 ..     around to the other.
//!    0  1  2  3  4  5  6  7  8 ..
//! ```
//!
//! Every size of board has this layout, so that steps and diagonals are the same constants for
//! all. A board with more rows than columns is transposed: the bits of a column are adjacent.
//!
//! Outside of bitboards points are numbered without gaps, from 0 (a1) to `POINTS - 1`, rank by rank.

use super::Fanorona;

/// The distance of the bits of vertical neighbours.
pub(super) const STRIDE: usize = 10;

/// The shifts along the lines of every point, in one of their two directions.
pub(super) const STRAIGHT: [usize; 2] = [1, STRIDE];

/// The shifts along the diagonals, which only strong points have.
pub(super) const DIAGONAL: [usize; 2] = [STRIDE - 1, STRIDE + 1];

/// The strong points, where diagonals cross: row and column add up to an even number.
pub(super) const STRONG: u64 = {
    let even_row = 0b01_0101_0101;
    let two_rows = even_row | even_row << (STRIDE + 1);
    two_rows | two_rows << (2 * STRIDE) | even_row << (4 * STRIDE)
};

/// The bitboard of one point.
#[inline]
pub(super) const fn set(bit: u32) -> u64 {
    1 << bit
}

/// A bitboard shifted by a step, which may be negative.
///
/// It is a bit rotation, so that one routine serves both signs. A word has enough unused bits that
/// what leaves the board at the top does not wrap around to the bottom.
#[inline]
pub(super) const fn shifted(points: u64, step: i32) -> u64 {
    points.rotate_left(step as u32)
}

/// The bits of a bitboard, lowest first.
#[inline]
pub(super) fn bits(mut points: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = points.trailing_zeros();
        (points != 0).then(|| {
            points &= points - 1;
            bit
        })
    })
}

/// All points connected to one of these by a line, and some bits outside the board.
#[inline]
pub(super) const fn around(points: u64) -> u64 {
    let strong = points & STRONG;
    let [across, up] = STRAIGHT;
    let [up_left, up_right] = DIAGONAL;
    points << across
        | points >> across
        | points << up
        | points >> up
        | strong << up_left
        | strong >> up_left
        | strong << up_right
        | strong >> up_right
}

/// The board of this size.
impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// The number of points.
    pub const POINTS: usize = ROWS * COLUMNS;

    /// The stones of each side at the start: all points but one are occupied.
    pub const STONES: usize = Self::POINTS / 2;

    /// Whether the bitboard is transposed.
    const TALL: bool = {
        let (long, short) = if ROWS > COLUMNS { (ROWS, COLUMNS) } else { (COLUMNS, ROWS) };
        assert!(ROWS % 2 == 1 && COLUMNS % 2 == 1, "a board has a point in its middle");
        assert!(short >= 3 && short <= 5 && long <= 9, "a board is at least 3×3 and at most 5×9");
        ROWS > COLUMNS
    };

    /// All points.
    pub const BOARD: u64 = {
        let mut board = 0;
        let mut point = 0;
        while point < Self::POINTS {
            board |= set(Self::bit(point));
            point += 1;
        }
        board
    };

    /// The strong points, where diagonals cross.
    pub const STRONG: u64 = Self::BOARD & STRONG;

    /// The bit of a point.
    #[inline]
    pub const fn bit(point: usize) -> u32 {
        let (rank, column) = (point / COLUMNS, point % COLUMNS);
        let bit = if Self::TALL { column * STRIDE + rank } else { rank * STRIDE + column };
        bit as u32
    }

    /// The point of a bit.
    #[inline]
    pub const fn point(bit: u32) -> usize {
        let (row, place) = (bit as usize / STRIDE, bit as usize % STRIDE);
        if Self::TALL { place * COLUMNS + row } else { row * COLUMNS + place }
    }

    /// The points of a bitboard, lowest bit first.
    pub fn points(set: u64) -> impl Iterator<Item = usize> {
        bits(set & Self::BOARD).map(Self::point)
    }

    /// What players call a point: `d3`.
    pub fn name(point: usize) -> String {
        let column = char::from(b'a' + (point % COLUMNS) as u8);
        format!("{column}{}", point / COLUMNS + 1)
    }

    /// All points connected to one of these by a line.
    #[inline]
    pub const fn neighbours(points: u64) -> u64 {
        around(points) & Self::BOARD
    }

    /// A bitboard rotated by 180°.
    #[inline]
    pub const fn rotated_180(points: u64) -> u64 {
        points.reverse_bits() >> (63 - Self::bit(Self::POINTS - 1))
    }

    /// A bitboard reflected so that the two long sides are exchanged. With
    /// [`rotated_180`](Self::rotated_180) it generates the symmetries common to all sizes.
    #[inline]
    pub const fn reflected(points: u64) -> u64 {
        let last = if Self::TALL { COLUMNS - 1 } else { ROWS - 1 };
        let one_row = set(STRIDE as u32) - 1;
        let mut reflected = 0;
        let mut row = 0;
        while row <= last {
            reflected |= (points >> (row * STRIDE) & one_row) << ((last - row) * STRIDE);
            row += 1;
        }
        reflected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Full = Fanorona<5, 9>;
    type Tall = Fanorona<9, 3>;

    fn named(names: &str) -> u64 {
        names
            .split_whitespace()
            .map(|name| (0..45).find(|&point| Full::name(point) == name).unwrap())
            .fold(0, |points, point| points | set(Full::bit(point)))
    }

    #[test]
    fn points_and_bits_lead_to_each_other() {
        assert!((0..45).all(|point| Full::point(Full::bit(point)) == point));
        assert!((0..27).all(|point| Tall::point(Tall::bit(point)) == point));
        assert_eq!(Full::points(Full::BOARD).collect::<Vec<_>>(), Vec::from_iter(0..45));
        assert_eq!(Tall::points(Tall::BOARD).count(), 27);
        assert_eq!(Full::name(44), "i5");
        assert_eq!(Tall::name(26), "c9");
    }

    #[test]
    fn strong_points_have_eight_lines_and_weak_ones_four() {
        assert_eq!(Full::neighbours(named("e3")), named("d2 d3 d4 e2 e4 f2 f3 f4"));
        assert_eq!(Full::neighbours(named("d3")), named("c3 e3 d2 d4"));
        assert_eq!(Full::neighbours(named("a1")), named("a2 b1 b2"));
        assert_eq!(Full::neighbours(named("i5")), named("i4 h5 h4"));
        assert_eq!(Full::neighbours(named("i2")), named("i1 i3 h2"));
        assert_eq!(Full::STRONG.count_ones(), 23);
        assert_eq!(Tall::STRONG.count_ones(), 14);
    }

    #[test]
    fn symmetries_keep_the_lines() {
        assert_eq!(Full::rotated_180(named("a1 d3")), named("i5 f3"));
        assert_eq!(Full::reflected(named("a1 d3")), named("a5 d3"));
        for bit in bits(Full::BOARD) {
            let around = Full::neighbours(set(bit));
            for symmetry in [Full::rotated_180, Full::reflected] {
                assert_eq!(symmetry(symmetry(set(bit))), set(bit));
                assert_eq!(Full::neighbours(symmetry(set(bit))), symmetry(around));
            }
        }
    }
}
