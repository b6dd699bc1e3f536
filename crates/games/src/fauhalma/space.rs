//! The spaces of the star, and sets of them as `u128` bitboards.
//!
//! A space has cube coordinates (x, y, z) with z = −x−y; its bit is 11·(y+6) + x − 3. The widest
//! row has ten spaces, so a stride of eleven leaves a gap between rows, and moving a bitboard one
//! space in any of the six directions is a shift: bits that leave the board fall into a gap, never
//! into another row. The 180° rotation (x, y) → (−x, −y) maps bit b to bit 126 − b.
//!
//! ```text
//!    (−1,1) (0,1)          +10 +11
//!  (−1,0)  ·  (1,0)       −1   ·  +1
//!    (0,−1) (1,−1)         −11 −10
//! ```

use std::fmt;

/// Bits from a row to the next.
const STRIDE: usize = 11;
/// Bits in use, including gaps: 0 is A's tip of the star, 126 the one opposite.
pub const BITS: usize = 127;

/// The change of x and y in each direction, counterclockwise from the right.
pub(super) const DIRECTIONS: [(i8, i8); 6] = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)];

/// The opposite direction.
pub(super) const fn opposite(direction: usize) -> usize {
    (direction + 3) % 6
}

/// The 73 spaces of the star: all of x, y, z at least −3, or all at most 3.
pub const STAR: u128 = {
    const WHOLE: (i8, i8) = (-6, 6);
    between(WHOLE, WHOLE, WHOLE)
};

/// A space of the star.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Space(u8);

impl Space {
    /// The space with these coordinates, if it is on the star.
    pub fn at(x: i64, y: i64) -> Option<Space> {
        let on_star =
            (-6..=6).contains(&x) && (-6..=6).contains(&y) && is_on_star(x as i8, y as i8);
        on_star.then(|| Space(bit_at(x as i8, y as i8) as u8))
    }

    /// The space with this bit, unless it is a gap.
    pub const fn from_index(index: usize) -> Option<Space> {
        if index < BITS && STAR >> index & 1 == 1 { Some(Space(index as u8)) } else { None }
    }

    /// The number of its bit, below [`BITS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The bitboard with only this space.
    #[inline]
    pub const fn set(self) -> u128 {
        1 << self.0
    }

    /// Its first coordinate.
    pub const fn x(self) -> i8 {
        COORDINATES[self.index()].0
    }

    /// Its second coordinate.
    pub const fn y(self) -> i8 {
        COORDINATES[self.index()].1
    }

    /// Its third coordinate, −x−y.
    pub const fn z(self) -> i8 {
        -self.x() - self.y()
    }

    /// The adjacent spaces.
    #[inline]
    pub const fn neighbours(self) -> u128 {
        NEIGHBOURS[self.index()]
    }

    /// Rotated by 120°, (x, y) → (z, x): A's corners become B's, B's become C's, C's become A's.
    #[inline]
    pub const fn rotated_120(self) -> Space {
        Space(ROTATED_120[self.index()])
    }

    /// Rotated by 180°, (x, y) → (−x, −y).
    #[inline]
    pub const fn rotated_180(self) -> Space {
        Space(BITS as u8 - 1 - self.0)
    }
}

/// As in the game's own notation: `[x,y]`.
impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "[{},{}]", self.x(), self.y())
    }
}

impl fmt::Debug for Space {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The spaces of a bitboard, in the order of their bits: row by row, A's tip of the star first.
#[inline]
pub fn spaces(set: u128) -> impl Iterator<Item = Space> + Clone {
    debug_assert!(set & !STAR == 0, "{set:#x} has bits in gaps");
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let first = Space(left.trailing_zeros() as u8);
            left &= left - 1;
            first
        })
    })
}

/// A bitboard rotated by 120°, (x, y) → (z, x).
pub fn rotated_120(set: u128) -> u128 {
    spaces(set).fold(0, |rotated, space| rotated | space.rotated_120().set())
}

/// A bitboard rotated by 180°.
#[inline]
pub const fn rotated_180(set: u128) -> u128 {
    set.reverse_bits() >> 1
}

/// A bitboard shifted one space in each direction. Bits may leave the board: the caller masks.
#[inline]
pub(super) const fn shifted(set: u128) -> [u128; 6] {
    [set << 1, set << 11, set << 10, set >> 1, set >> 11, set >> 10]
}

/// A bitboard shifted two spaces in each direction. Bits are lost only at the edge of the board.
#[inline]
pub(super) const fn shifted_twice(set: u128) -> [u128; 6] {
    [set << 2, set << 22, set << 20, set >> 2, set >> 22, set >> 20]
}

/// The spaces of the star whose coordinates lie in these ranges, inclusive.
pub(super) const fn between(x: (i8, i8), y: (i8, i8), z: (i8, i8)) -> u128 {
    let mut set = 0;
    let mut row = y.0;
    while row <= y.1 {
        let mut column = x.0;
        while column <= x.1 {
            let third = -column - row;
            if is_on_star(column, row) && z.0 <= third && third <= z.1 {
                set |= 1 << bit_at(column, row);
            }
            column += 1;
        }
        row += 1;
    }
    set
}

/// The bitboard of one space, which must be on the star.
pub(super) const fn bit_of(x: i8, y: i8) -> u128 {
    assert!(is_on_star(x, y));
    1 << bit_at(x, y)
}

const fn is_on_star(x: i8, y: i8) -> bool {
    let z = -x - y;
    (x >= -3 && y >= -3 && z >= -3) || (x <= 3 && y <= 3 && z <= 3)
}

const fn bit_at(x: i8, y: i8) -> usize {
    ((y + 6) as usize * STRIDE).wrapping_add_signed(x as isize - 3)
}

/// x and y by bit.
const COORDINATES: [(i8, i8); BITS] = {
    let mut table = [(0, 0); BITS];
    let mut y = -6;
    while y <= 6 {
        let mut x = -6;
        while x <= 6 {
            if is_on_star(x, y) {
                table[bit_at(x, y)] = (x, y);
            }
            x += 1;
        }
        y += 1;
    }
    table
};

const NEIGHBOURS: [u128; BITS] = {
    let mut table = [0; BITS];
    let mut bit = 0;
    while bit < BITS {
        let (x, y) = COORDINATES[bit];
        let mut direction = 0;
        while direction < 6 {
            let (x, y) = (x + DIRECTIONS[direction].0, y + DIRECTIONS[direction].1);
            if is_on_star(x, y) {
                table[bit] |= 1 << bit_at(x, y);
            }
            direction += 1;
        }
        bit += 1;
    }
    table
};

const ROTATED_120: [u8; BITS] = {
    let mut table = [0; BITS];
    let mut bit = 0;
    while bit < BITS {
        let (x, y) = COORDINATES[bit];
        table[bit] = bit_at(-x - y, x) as u8;
        bit += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_star_has_73_spaces_with_bits_of_their_own() {
        assert_eq!(STAR.count_ones(), 73);
        assert_eq!(STAR >> BITS, 0);
        for space in spaces(STAR) {
            let found = Space::at(space.x().into(), space.y().into());
            assert_eq!(found, Some(space));
            assert_eq!(Space::from_index(space.index()), Some(space));
        }
    }

    #[test]
    fn nothing_else_is_a_space() {
        let far = [-7, 7, i64::MIN, i64::MAX, 256, -256];
        assert!(far.iter().all(|&x| Space::at(x, 0).is_none()));
        assert!(far.iter().all(|&y| Space::at(0, y).is_none()));
        assert_eq!(Space::at(4, 0), None);
        assert_eq!((0..300).filter_map(Space::from_index).count(), 73);
    }

    #[test]
    fn a_shift_and_the_board_make_the_true_neighbour() {
        for space in spaces(STAR) {
            let mut all = 0;
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let (x, y) = (space.x() + dx, space.y() + dy);
                let expected = Space::at(x.into(), y.into()).map_or(0, Space::set);
                assert_eq!(shifted(space.set())[direction] & STAR, expected, "{space:?}");
                all |= expected;
                if expected != 0 {
                    let twice = shifted(shifted(space.set())[direction])[direction];
                    assert_eq!(shifted_twice(space.set())[direction] & STAR, twice & STAR);
                    let back = shifted(expected)[opposite(direction)];
                    assert_eq!(back, space.set());
                }
            }
            assert_eq!(space.neighbours(), all);
        }
    }

    #[test]
    fn turning_keeps_neighbours_and_comes_round() {
        for space in spaces(STAR) {
            assert_eq!(space.rotated_120().rotated_120().rotated_120(), space);
            assert_eq!(space.rotated_180().rotated_180(), space);
            assert_eq!(rotated_120(space.neighbours()), space.rotated_120().neighbours());
            assert_eq!(rotated_180(space.neighbours()), space.rotated_180().neighbours());
        }
        assert_eq!(rotated_120(STAR), STAR);
        assert_eq!(rotated_180(STAR), STAR);
    }
}
