//! The order of all positions with so many stones: the board's symmetries folded, no gaps.
//!
//! A position is the mover's stones and the opponent's. The *smaller* set (the mover's, if they are
//! alike) is turned and reflected to the first of its images, which a short list numbers; the larger
//! one, turned along with it, is numbered among the points that are left. Where the smaller set has
//! a symmetry of its own both images of the larger have a number: a few positions are there twice,
//! which costs less than telling them apart.
//!
//! ```text
//!   sections by the mover's stones │ smaller sets, one of each shape │ larger sets
//! ```

use std::sync::Arc;

use games::fanorona::Fanorona;

use crate::combinations::{CHOOSE, choose, next, unrank};

/// Tables go up to so many stones.
pub const MOST: usize = 7;

/// The smaller set has at most so many.
const SMALL: usize = MOST / 2;

/// Work is shared out in pieces of so many positions.
const PIECE: usize = 1 << 15;

/// The smaller sets of a board, folded.
#[derive(Debug)]
pub(super) struct Shapes<const R: usize, const C: usize> {
    /// By the number of stones.
    sizes: [Size; SMALL + 1],
}

/// The sets of one size.
#[derive(Debug, Default)]
struct Size {
    /// By the number of a set: the number of its shape, and above it which symmetry leads there.
    folds: Vec<u32>,
    /// The first set of each shape.
    first: Vec<u64>,
    /// The symmetries that leave it as it is, a bit for each.
    kept_by: Vec<u8>,
}

const SYMMETRY: u32 = 30;

impl<const R: usize, const C: usize> Shapes<R, C> {
    pub(super) fn new() -> Arc<Shapes<R, C>> {
        Arc::new(Shapes { sizes: std::array::from_fn(Self::size) })
    }

    fn size(stones: usize) -> Size {
        let mut size = Size::default();
        let spread = Spread::new(Fanorona::<R, C>::BOARD);
        let mut packed = (1 << stones) - 1;
        for number in 0..choose(Fanorona::<R, C>::POINTS, stones) {
            let set = spread.over(packed);
            let images = (0..4).map(|symmetry| (Self::rank(Self::turned(set, symmetry)), symmetry));
            let (least, symmetry) = images.min().unwrap_or_default();
            let shape = if least == number {
                let keeps = |&symmetry: &u32| Self::turned(set, symmetry) == set;
                size.kept_by.push((0..4).filter(keeps).map(|symmetry| 1 << symmetry).sum());
                size.first.push(set);
                size.first.len() as u32 - 1
            } else {
                // The first of its images came before it.
                size.folds[least as usize]
            };
            size.folds.push(shape | symmetry << SYMMETRY);
            packed = if stones > 0 { next(packed) } else { 0 };
        }
        size
    }

    fn rank(set: u64) -> u64 {
        rank(set, Fanorona::<R, C>::BOARD)
    }

    /// A set under one of the four symmetries of every board.
    #[inline]
    fn turned(set: u64, symmetry: u32) -> u64 {
        match symmetry {
            0 => set,
            1 => Fanorona::<R, C>::half_turned(set),
            2 => Fanorona::<R, C>::reflected(set),
            _ => Fanorona::<R, C>::half_turned(Fanorona::<R, C>::reflected(set)),
        }
    }
}

/// The number of a set among those of its size within `free`.
#[inline]
fn rank(set: u64, free: u64) -> u64 {
    let (mut rest, mut size, mut number) = (set, 0, 0);
    while rest != 0 {
        let below = (rest & rest.wrapping_neg()) - 1;
        size += 1;
        number += CHOOSE[size][(free & below).count_ones() as usize];
        rest &= rest - 1;
    }
    number
}

/// Lays sets of numbers out over the points of a set.
struct Spread {
    bits: [u64; 64],
}

impl Spread {
    fn new(points: u64) -> Spread {
        let (mut bits, mut rest) = ([0; 64], points);
        for bit in bits.iter_mut().take(points.count_ones() as usize) {
            *bit = rest & rest.wrapping_neg();
            rest &= rest - 1;
        }
        Spread { bits }
    }

    #[inline]
    fn over(&self, packed: u128) -> u64 {
        // Boards have fewer points than a word has bits.
        let (mut rest, mut set) = (packed as u64, 0);
        while rest != 0 {
            set |= self.bits[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        set
    }
}

/// The numbers of all positions with exactly so many stones.
#[derive(Debug)]
pub(super) struct Order<const R: usize, const C: usize> {
    shapes: Arc<Shapes<R, C>>,
    stones: usize,
    /// By the number of the mover's stones.
    sections: [Section; MOST],
    entries: usize,
}

/// All positions with so many stones of the mover.
#[derive(Copy, Clone, Default, Debug)]
struct Section {
    first: usize,
    /// Larger sets against each smaller one.
    each: usize,
}

/// A position turned so that its smaller set is the first of its shape.
struct Folded {
    index: usize,
    /// The number of the first position with this smaller set.
    first: usize,
    large: u64,
    /// The points for the larger set.
    free: u64,
    /// The symmetries that leave the smaller set as it is.
    kept_by: u8,
}

/// Some positions with one smaller set.
pub(super) struct Piece {
    /// The number of the first.
    pub(super) first: usize,
    /// How many there are.
    pub(super) length: usize,
    small: u64,
    /// The number of the first larger set, and how many stones it has.
    from: u64,
    large_stones: usize,
    mover_is_small: bool,
}

impl<const R: usize, const C: usize> Order<R, C> {
    pub(super) fn new(shapes: &Arc<Shapes<R, C>>, stones: usize) -> Order<R, C> {
        let mut order = Order {
            shapes: shapes.clone(),
            stones,
            sections: [Section::default(); MOST],
            entries: 0,
        };
        for mover in order.movers() {
            let small = mover.min(stones - mover);
            let each = choose(Fanorona::<R, C>::POINTS - small, stones - small) as usize;
            order.sections[mover] = Section { first: order.entries, each };
            order.entries += each * shapes.sizes[small].first.len();
        }
        order
    }

    /// How many stones the mover may have: nobody has more than at the start.
    fn movers(&self) -> impl Iterator<Item = usize> + use<R, C> {
        let (stones, most) = (self.stones, Fanorona::<R, C>::STONES);
        (1..stones).filter(move |&mover| mover.max(stones - mover) <= most)
    }

    /// How many stones each position has.
    pub(super) fn stones(&self) -> usize {
        self.stones
    }

    /// How many numbers there are.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// The number of a position with the right number of stones.
    #[inline]
    pub(super) fn index(&self, mine: u64, theirs: u64) -> usize {
        self.folded(mine, theirs).index
    }

    /// Every number of a position: it has several where the smaller set is one of its own images.
    #[inline]
    pub(super) fn each_index(&self, mine: u64, theirs: u64, mut each: impl FnMut(usize)) {
        let folded = self.folded(mine, theirs);
        each(folded.index);
        for symmetry in (1..4).filter(|symmetry| folded.kept_by >> symmetry & 1 == 1) {
            let large = Shapes::<R, C>::turned(folded.large, symmetry);
            each(folded.first + rank(large, folded.free) as usize);
        }
    }

    #[inline]
    fn folded(&self, mine: u64, theirs: u64) -> Folded {
        let (mover, other) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        debug_assert_eq!(mover + other, self.stones);
        let (small, large) = if mover <= other { (mine, theirs) } else { (theirs, mine) };
        let size = &self.shapes.sizes[mover.min(other)];
        let fold = size.folds[rank(small, Fanorona::<R, C>::BOARD) as usize];
        let shape = (fold & ((1 << SYMMETRY) - 1)) as usize;
        let large = Shapes::<R, C>::turned(large, fold >> SYMMETRY);
        let free = Fanorona::<R, C>::BOARD & !size.first[shape];
        let section = &self.sections[mover];
        let first = section.first + shape * section.each;
        let index = first + rank(large, free) as usize;
        Folded { index, first, large, free, kept_by: size.kept_by[shape] }
    }

    /// All positions in their order, in pieces.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for mover in self.movers() {
            let other = self.stones - mover;
            let Section { first, each } = self.sections[mover];
            for (shape, &small) in self.shapes.sizes[mover.min(other)].first.iter().enumerate() {
                for from in (0..each).step_by(PIECE) {
                    pieces.push(Piece {
                        first: first + shape * each + from,
                        length: PIECE.min(each - from),
                        small,
                        from: from as u64,
                        large_stones: mover.max(other),
                        mover_is_small: mover <= other,
                    });
                }
            }
        }
        pieces
    }

    /// The positions of a piece whose numbers are wanted: number, the mover's stones and the
    /// opponent's.
    pub(super) fn each(
        &self,
        piece: &Piece,
        mut wanted: impl FnMut(usize) -> bool,
        mut each: impl FnMut(usize, u64, u64),
    ) {
        let spread = Spread::new(Fanorona::<R, C>::BOARD & !piece.small);
        let mut packed = unrank(piece.from, piece.large_stones);
        for index in piece.first..piece.first + piece.length {
            if wanted(index) {
                let large = spread.over(packed);
                if piece.mover_is_small {
                    each(index, piece.small, large);
                } else {
                    each(index, large, piece.small);
                }
            }
            packed = next(packed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_and_positions_fit<const R: usize, const C: usize>(upto: usize) -> Vec<usize> {
        let shapes = Shapes::<R, C>::new();
        let count = |stones| {
            let order = Order::new(&shapes, stones);
            let mut expected = 0;
            for piece in order.pieces() {
                order.each(
                    &piece,
                    |_| true,
                    |index, mine, theirs| {
                        assert_eq!(index, expected);
                        expected += 1;
                        let mut numbers = Vec::new();
                        order.each_index(mine, theirs, |index| numbers.push(index));
                        assert_eq!(numbers[0], index);
                        for symmetry in 1..4 {
                            let [mine, theirs] =
                                [mine, theirs].map(|set| Shapes::<R, C>::turned(set, symmetry));
                            assert!(numbers.contains(&order.index(mine, theirs)));
                        }
                    },
                );
            }
            assert_eq!(expected, order.entries());
            expected
        };
        (2..=upto).map(count).collect()
    }

    #[test]
    fn every_position_has_a_number_and_hardly_any_has_two() {
        assert_eq!(numbers_and_positions_fit::<3, 3>(4), [32, 224, 721]);
        let found = numbers_and_positions_fit::<5, 9>(4);
        assert!(found.iter().sum::<usize>() < 680_000, "{found:?}");
        numbers_and_positions_fit::<9, 3>(4);
    }
}
