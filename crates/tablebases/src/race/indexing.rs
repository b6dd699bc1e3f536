//! Indexing of placements: an index for each placement of six pegs, the same for its mirror image.
//!
//! Every board and both its ends are symmetrical under (x, y) → (z, y). Spaces are numbered
//! accordingly: even numbers for the axis, then pairs of mirror images, the left one even.
//!
//! ```text
//!   0   2   4   6   8  (10)    12 13   14 15   16 17  …
//!   on the axis                 l  r    l  r    l  r
//! ```
//!
//! A placement whose highest peg is on the right, without a peg on the left space of the pair, is
//! mirrored. Then the side of the highest peg need not be stored, and the rest is five pegs on the
//! spaces below the pair and its left one: a set of five, ranked as in
//! [`combinations`](crate::combinations). So half the entries suffice, and an index takes six
//! look-ups.

use spielwerk_games::fauhalma::space::BITS;
use spielwerk_games::fauhalma::{PEGS, Space, spaces};

use crate::combinations::choose;

/// The first number of a pair: there are at most six spaces on the axis.
const PAIRS: usize = 12;
/// The range of a number, a byte. With at most 33 pairs, numbers are below 78.
const NUMBERS: usize = 256;
const ON_AXIS: u128 = (1 << PAIRS) - 1;
const EVEN: u128 = u128::MAX / 3;

/// Six pegs by their numbers, lowest first.
pub(super) type Pegs = [u8; PEGS];

/// The indexing of placements on one board, for one seat.
#[derive(Clone)]
pub(super) struct Indexing {
    /// By the bit of a space: its number, and the set with only this number.
    numbers: [u8; BITS],
    members: [u128; BITS],
    /// By number: the bitboard of its space, or 0.
    spaces: [u128; NUMBERS],
    /// The contribution of the first, second, … peg to the index, by its number.
    weights: [[u32; NUMBERS]; PEGS],
    entries: usize,
}

impl Indexing {
    /// The indexing of placements on these spaces.
    pub(super) fn new(playable: u128) -> Indexing {
        let (axis, sides): (Vec<Space>, Vec<Space>) =
            spaces(playable).partition(|&space| mirror_image(space) == space);
        let lefts = sides.into_iter().filter(|space| space.x() < space.z());
        let mut indexing = Indexing {
            numbers: [0; BITS],
            members: [0; BITS],
            spaces: [0; NUMBERS],
            weights: [[0; NUMBERS]; PEGS],
            entries: choose(axis.len(), PEGS) as usize,
        };
        for (below, space) in axis.iter().enumerate() {
            let all_on_axis = choose(below, PEGS) as u32;
            indexing.number(2 * below, *space, below, all_on_axis);
        }
        for (pair, left) in lefts.enumerate() {
            let (number, below) = (PAIRS + 2 * pair, axis.len() + 2 * pair);
            let before = indexing.entries as u32;
            indexing.number(number, left, below, before);
            indexing.number(number + 1, mirror_image(left), below + 1, before);
            indexing.entries += choose(below + 1, PEGS - 1) as usize;
        }
        indexing
    }

    /// Assigns a number to a space, with `below` spaces below. As the highest of six pegs it comes
    /// after `before` placements.
    fn number(&mut self, number: usize, space: Space, below: usize, before: u32) {
        self.numbers[space.index()] = number as u8;
        self.members[space.index()] = 1 << number;
        self.spaces[number] = space.set();
        for (size, weights) in (1..).zip(&mut self.weights) {
            weights[number] = if size < PEGS { choose(below, size) as u32 } else { before };
        }
    }

    /// The same indexing for a rotated board: `rotate` maps bitboards of that board to this one.
    pub(super) fn rotated(&self, rotate: impl Fn(u128) -> u128) -> Indexing {
        let mut rotated = self.clone();
        for space in (0..BITS).filter_map(Space::from_index) {
            let there = rotate(space.set()).trailing_zeros() as usize;
            let (number, member) = (self.numbers[there], self.members[there]);
            (rotated.numbers[space.index()], rotated.members[space.index()]) = (number, member);
            if member != 0 {
                rotated.spaces[usize::from(number)] = space.set();
            }
        }
        rotated
    }

    /// The number of entries.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// The index of six pegs, given as spaces that have numbers.
    #[inline]
    pub(super) fn index(&self, pegs: u128) -> usize {
        self.index_of(self.set(pegs))
    }

    /// The numbers of pegs, as a set.
    #[inline]
    pub(super) fn set(&self, pegs: u128) -> u128 {
        spaces(pegs).fold(0, |set, space| set | self.members[space.index()])
    }

    /// The index of a set of six numbers.
    #[inline]
    pub(super) fn index_of(&self, numbers: u128) -> usize {
        let (mut rest, mut index) = (canonical(numbers), 0);
        for weights in &self.weights {
            index += weights[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        index as usize
    }

    /// The contribution of the nth peg, counted from 0, to the index, by its number.
    #[inline]
    pub(super) fn weight(&self, nth: usize, number: u8) -> u32 {
        self.weights[nth][usize::from(number)]
    }

    /// The number of a space.
    #[inline]
    pub(super) fn number_of(&self, space: Space) -> u8 {
        self.numbers[space.index()]
    }

    /// The bitboard of six pegs.
    #[inline]
    pub(super) fn pegs(&self, numbers: &Pegs) -> u128 {
        numbers.iter().fold(0, |pegs, &number| pegs | self.spaces[usize::from(number)])
    }

    /// All placements that have an entry, grouped by their three highest pegs, by index.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        for top in self.numbers() {
            for middle in self.numbers().take_while(|&middle| middle < top) {
                if top % 2 == 1 && middle + 1 != top {
                    continue; // Its mirror image has the entry.
                }
                for high in self.numbers().take_while(|&high| high < middle) {
                    let first = self.weight(3, high) + self.weight(4, middle) + self.weight(5, top);
                    let length = self.weight(2, high) as usize;
                    blocks.push(Block { first: first as usize, length, high: [high, middle, top] });
                }
            }
        }
        blocks.retain(|block| block.length > 0);
        blocks
    }

    /// The three lowest pegs in the order of a block's entries.
    pub(super) fn lows(&self) -> Vec<[u8; 3]> {
        let mut lows = Vec::new();
        for third in self.numbers() {
            for second in self.numbers().take_while(|&second| second < third) {
                let firsts = self.numbers().take_while(|&first| first < second);
                lows.extend(firsts.map(|first| [first, second, third]));
            }
        }
        lows
    }

    fn numbers(&self) -> impl Iterator<Item = u8> {
        (0..u8::MAX).filter(|&number| self.spaces[usize::from(number)] != 0)
    }
}

/// Placements with the same three highest pegs: consecutive entries, one for each placement of the
/// three lowest below.
pub(super) struct Block {
    /// The index of the first.
    pub first: usize,
    /// How many there are.
    pub length: usize,
    high: [u8; 3],
}

impl Block {
    /// One of its placements, by its three lowest pegs.
    #[inline]
    pub(super) fn with(&self, low: [u8; 3]) -> Pegs {
        let ([first, second, third], [fourth, fifth, sixth]) = (low, self.high);
        [first, second, third, fourth, fifth, sixth]
    }

    /// How many placements share each of its entries: two, unless both spaces of the highest pair
    /// have pegs and the image has an entry of its own, or all are on the axis.
    pub(super) fn images(&self) -> u64 {
        let [.., top] = self.high;
        if top % 2 == 0 && usize::from(top) >= PAIRS { 2 } else { 1 }
    }
}

/// The mirror image of a space.
fn mirror_image(space: Space) -> Space {
    // The star is its own image.
    Space::at(space.z().into(), space.y().into()).unwrap_or(space)
}

/// Of a set of numbers and its mirror image, the one that has an index.
#[inline]
pub(super) fn canonical(numbers: u128) -> u128 {
    let top = 1 << numbers.ilog2();
    if top & EVEN == 0 && numbers & top >> 1 == 0 { mirrored(numbers) } else { numbers }
}

/// The mirror image of a set of numbers.
#[inline]
pub(super) const fn mirrored(numbers: u128) -> u128 {
    let pairs = numbers & !ON_AXIS;
    numbers & ON_AXIS | (pairs & EVEN) << 1 | pairs >> 1 & EVEN
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use spielwerk_games::fauhalma::{FauHalma, Rhombus, Ss26, Star2, Ws25, space};

    pub(in crate::race) const BOARDS: [u128; 4] = [
        FauHalma::<Star2, Ss26>::PLAYABLE,
        FauHalma::<Star2, Ws25>::PLAYABLE,
        FauHalma::<Rhombus, Ss26>::PLAYABLE,
        FauHalma::<Rhombus, Ws25>::PLAYABLE,
    ];

    #[test]
    fn entries_are_half_the_placements_and_few_more() {
        let entries = BOARDS.map(|playable| Indexing::new(playable).entries());
        assert_eq!(entries, [62_643_504, 81_492_390, 4_360_202, 6_540_556]);
    }

    #[test]
    fn blocks_hold_every_placement_once_or_its_image() {
        for playable in BOARDS {
            let (indexing, mut next, mut placements) = (Indexing::new(playable), 0, 0);
            for block in indexing.blocks() {
                assert_eq!(block.first, next);
                next += block.length;
                placements += block.images() * block.length as u64;
            }
            assert_eq!(next, indexing.entries());
            assert_eq!(placements, choose(playable.count_ones() as usize, PEGS));
        }
    }

    #[test]
    fn indices_follow_one_another() {
        let indexing = Indexing::new(BOARDS[2]);
        let (lows, mut next) = (indexing.lows(), 0);
        for block in indexing.blocks() {
            for &low in &lows[..block.length] {
                let numbers = block.with(low);
                let pegs = indexing.pegs(&numbers);
                assert!(numbers.is_sorted() && pegs.count_ones() as usize == PEGS);
                assert_eq!(indexing.index(pegs), next);
                next += 1;
            }
        }
    }

    #[test]
    fn a_rotated_board_has_the_same_indices() {
        let indexing = Indexing::new(BOARDS[0]);
        let rotated = indexing.rotated(space::rotated_120);
        let corner = FauHalma::<Star2, Ss26>::home(spielwerk_games::Seat::FIRST);
        assert_eq!(rotated.index(corner), indexing.index(space::rotated_120(corner)));
        for space in spaces(BOARDS[0]) {
            let numbers = [rotated.number_of(space); PEGS];
            assert_eq!(rotated.pegs(&numbers), space.set());
        }
    }

    #[test]
    fn images_are_mirrored_sets() {
        for playable in BOARDS {
            let indexing = Indexing::new(playable);
            for space in spaces(playable) {
                let (set, image) =
                    (indexing.set(space.set()), indexing.set(mirror_image(space).set()));
                assert_eq!(mirrored(set), image);
            }
        }
    }
}
