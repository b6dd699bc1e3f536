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

/// The size of a board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BoardSize {
    rows: u8,
    columns: u8,
    /// All points.
    board: u64,
}

impl BoardSize {
    /// The sizes of the boards in the registry of games, the standard one first.
    pub const ALL: [BoardSize; 11] = [
        BoardSize::new(5, 9),
        BoardSize::new(3, 3),
        BoardSize::new(3, 5),
        BoardSize::new(5, 3),
        BoardSize::new(3, 7),
        BoardSize::new(7, 3),
        BoardSize::new(5, 5),
        BoardSize::new(3, 9),
        BoardSize::new(9, 3),
        BoardSize::new(5, 7),
        BoardSize::new(7, 5),
    ];

    /// A board with so many rows and columns.
    ///
    /// # Panics
    /// If one of them is even, or the board smaller than 3×3 or larger than 5×9.
    pub const fn new(rows: usize, columns: usize) -> BoardSize {
        let (long, short) = if rows > columns { (rows, columns) } else { (columns, rows) };
        assert!(rows % 2 == 1 && columns % 2 == 1, "a board has a point in its middle");
        assert!(short >= 3 && short <= 5 && long <= 9, "a board is at least 3×3 and at most 5×9");
        let mut size = BoardSize { rows: rows as u8, columns: columns as u8, board: 0 };
        let mut point = 0;
        while point < size.points() {
            size.board |= set(size.bit(point));
            point += 1;
        }
        size
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of points.
    pub const fn points(self) -> usize {
        self.rows() * self.columns()
    }

    /// The stones of each side at the start: all points but one are occupied.
    pub const fn stones(self) -> usize {
        self.points() / 2
    }

    /// The bitboard of all points.
    #[inline]
    pub const fn board(self) -> u64 {
        self.board
    }

    /// Whether the bitboard is transposed.
    const fn is_tall(self) -> bool {
        self.rows > self.columns
    }

    /// The bit of a point.
    #[inline]
    pub const fn bit(self, point: usize) -> u32 {
        let (rank, column) = (point / self.columns(), point % self.columns());
        let bit = if self.is_tall() { column * STRIDE + rank } else { rank * STRIDE + column };
        bit as u32
    }

    /// The point of a bit.
    #[inline]
    pub const fn point(self, bit: u32) -> usize {
        let (row, place) = (bit as usize / STRIDE, bit as usize % STRIDE);
        let (rank, column) = if self.is_tall() { (place, row) } else { (row, place) };
        rank * self.columns() + column
    }

    /// All points connected to one of these by a line.
    #[inline]
    pub const fn neighbours(self, points: u64) -> u64 {
        around(points) & self.board
    }

    /// A bitboard rotated by 180°.
    #[inline]
    pub const fn rotated_180(self, points: u64) -> u64 {
        points.reverse_bits() >> self.board.leading_zeros()
    }

    /// A bitboard reflected so that the two long sides are exchanged. With
    /// [`rotated_180`](Self::rotated_180) it generates the symmetries common to all sizes.
    #[inline]
    pub const fn reflected(self, points: u64) -> u64 {
        let short = if self.is_tall() { self.columns() } else { self.rows() };
        reflected_rows(points) >> ((MAX_ROWS - short) * STRIDE)
    }
}

/// The most rows of bits.
const MAX_ROWS: usize = 5;

/// A bitboard of five rows with the last row first.
#[inline]
const fn reflected_rows(points: u64) -> u64 {
    let one_row = set(STRIDE as u32) - 1;
    let mut reflected = 0;
    let mut row = 0;
    while row < MAX_ROWS {
        reflected |= (points >> (row * STRIDE) & one_row) << ((MAX_ROWS - 1 - row) * STRIDE);
        row += 1;
    }
    reflected
}

/// The board of this size.
impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// The size of the board.
    pub const SIZE: BoardSize = BoardSize::new(ROWS, COLUMNS);

    /// The number of points.
    pub const POINTS: usize = Self::SIZE.points();

    /// The stones of each side at the start: all points but one are occupied.
    pub const STONES: usize = Self::SIZE.stones();

    /// All points.
    pub const BOARD: u64 = Self::SIZE.board();

    /// The bit of a point.
    #[inline]
    pub const fn bit(point: usize) -> u32 {
        Self::SIZE.bit(point)
    }

    /// The point of a bit.
    #[inline]
    pub const fn point(bit: u32) -> usize {
        Self::SIZE.point(bit)
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
        Self::SIZE.neighbours(points)
    }

    /// A bitboard rotated by 180°.
    #[inline]
    pub const fn rotated_180(points: u64) -> u64 {
        Self::SIZE.rotated_180(points)
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
        assert_eq!((Full::BOARD & STRONG).count_ones(), 23);
        assert_eq!((Tall::BOARD & STRONG).count_ones(), 14);
    }

    #[test]
    fn symmetries_keep_the_lines() {
        assert_eq!(Full::rotated_180(named("a1 d3")), named("i5 f3"));
        assert_eq!(Full::SIZE.reflected(named("a1 d3")), named("a5 d3"));
        for bit in bits(Full::BOARD) {
            let around = Full::neighbours(set(bit));
            for symmetry in [Full::rotated_180, |points| Full::SIZE.reflected(points)] {
                assert_eq!(symmetry(symmetry(set(bit))), set(bit));
                assert_eq!(Full::neighbours(symmetry(set(bit))), symmetry(around));
            }
        }
    }
}
