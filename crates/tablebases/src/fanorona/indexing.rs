//! Indexing of all positions with a given number of stones: up to symmetry, without gaps.
//!
//! A position is the mover's stones and the opponent's. The *smaller* set (the mover's, if they are
//! of equal size) is rotated and reflected to the representative of its symmetry class, which has a
//! number; the larger set, transformed in the same way, is ranked among the remaining points. Where
//! the smaller set is symmetrical itself, both images of the larger have an index: a few positions
//! are stored twice, which costs less than a full canonical form.
//!
//! ```text
//!   sections by the mover's stones │ symmetry classes of smaller sets │ larger sets
//! ```

use std::ops::Range;
use std::sync::Arc;

use spielwerk_games::fanorona::BoardSize;

use super::subsets::{Subsets, rank};
use super::symmetry_classes::{SymmetryClasses, under_symmetry};
use crate::combinations::choose;

/// The largest number of stones. An index of a layer with eight needs more than 32 bits.
pub const MAX_STONES: usize = if usize::BITS > 32 { 8 } else { 7 };

/// The number of positions of a chunk, the unit of parallel work.
const CHUNK_SIZE: usize = 1 << 15;

/// The indexing of all positions with exactly this many stones.
#[derive(Debug)]
pub(super) struct Indexing {
    classes: Arc<SymmetryClasses>,
    stones: usize,
    /// By the number of the mover's stones.
    sections: [Section; MAX_STONES],
    entries: usize,
}

/// The positions with a given number of stones of the mover.
#[derive(Copy, Clone, Default, Debug)]
struct Section {
    first: usize,
    /// The number of larger sets for each smaller one.
    each: usize,
}

/// A position transformed so that its smaller set is the representative of its class.
struct Canonical {
    index: usize,
    /// The index of the first position with this smaller set.
    first: usize,
    large: u64,
    /// The points available for the larger set.
    free: u64,
    /// The symmetries that map the smaller set to itself.
    stabilizer: u8,
}

/// Positions in which one side's stones stay the same, up to symmetry.
pub(super) struct Variations<'a> {
    indexing: &'a Indexing,
    /// The stones that stay.
    pub(super) fixed: u64,
    /// Those of the other side in the position from which the others are made.
    pub(super) moving: u64,
    mover_is_fixed: bool,
    /// If the stones that stay are the smaller set: the index of the first position with them, and
    /// the points available for the larger set.
    class: Option<(usize, u64)>,
}

impl Variations<'_> {
    /// The index of the position with these stones of the side whose stones do not stay.
    #[inline]
    pub(super) fn index(&self, moving: u64) -> usize {
        match self.class {
            Some((first, free)) => first + rank(moving, free) as usize,
            None if self.mover_is_fixed => self.indexing.index(self.fixed, moving),
            None => self.indexing.index(moving, self.fixed),
        }
    }
}

/// A range of positions with the same smaller set.
pub(super) struct Chunk {
    /// The index of the first.
    pub(super) first: usize,
    /// How many there are.
    pub(super) length: usize,
    small: u64,
    /// The rank of the first larger set, and its number of stones.
    from: u64,
    large_stones: usize,
    mover_is_small: bool,
    /// Whether a symmetry maps the smaller set to itself, so that positions have several indices.
    pub(super) is_symmetric: bool,
}

impl Chunk {
    /// The indices.
    pub(super) fn range(&self) -> Range<usize> {
        self.first..self.first + self.length
    }

    /// The mover's stones and the opponent's, with this larger set.
    #[inline]
    fn sides(&self, large: u64) -> (u64, u64) {
        if self.mover_is_small { (self.small, large) } else { (large, self.small) }
    }
}

impl Indexing {
    pub(super) fn new(size: BoardSize, stones: usize) -> Indexing {
        let classes = SymmetryClasses::of(size);
        let mut indexing =
            Indexing { classes, stones, sections: [Section::default(); MAX_STONES], entries: 0 };
        for mover in indexing.movers() {
            let small = mover.min(stones - mover);
            let each = choose(size.points() - small, stones - small) as usize;
            indexing.sections[mover] = Section { first: indexing.entries, each };
            indexing.entries += each * indexing.classes.size(small).representatives.len();
        }
        indexing
    }

    /// The possible numbers of stones of the mover: no side has more than at the start.
    fn movers(&self) -> impl Iterator<Item = usize> + use<> {
        let (stones, most) = (self.stones, self.size().stones());
        (1..stones).filter(move |&mover| mover.max(stones - mover) <= most)
    }

    /// The size of the board.
    pub(super) fn size(&self) -> BoardSize {
        self.classes.board
    }

    /// The number of stones of each position.
    pub(super) fn stones(&self) -> usize {
        self.stones
    }

    /// The number of entries.
    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    /// The numbers of entries of the layers with fewer stones.
    pub(super) fn layers_below(&self) -> impl Iterator<Item = usize> {
        (2..self.stones).map(|stones| Indexing::new(self.size(), stones).entries)
    }

    /// The index of a position with the right number of stones.
    #[inline]
    pub(super) fn index(&self, mine: u64, theirs: u64) -> usize {
        self.canonical(mine, theirs).index
    }

    /// Every index of a position: it has several if the smaller set is symmetrical.
    #[inline]
    pub(super) fn for_each_index(&self, mine: u64, theirs: u64, mut each: impl FnMut(usize)) {
        let canonical = self.canonical(mine, theirs);
        each(canonical.index);
        for symmetry in (1..4).filter(|symmetry| canonical.stabilizer >> symmetry & 1 == 1) {
            let large = under_symmetry(self.size(), canonical.large, symmetry);
            each(canonical.first + rank(large, canonical.free) as usize);
        }
    }

    #[inline]
    fn canonical(&self, mine: u64, theirs: u64) -> Canonical {
        let (mover, other) = (mine.count_ones() as usize, theirs.count_ones() as usize);
        debug_assert_eq!(mover + other, self.stones);
        let (small, large) = if mover <= other { (mine, theirs) } else { (theirs, mine) };
        let size = self.classes.size(mover.min(other));
        let (class, symmetry) = size.class(rank(small, self.size().board()));
        let large = under_symmetry(self.size(), large, symmetry);
        let free = self.size().board() & !size.representatives[class];
        let section = &self.sections[mover];
        let first = section.first + class * section.each;
        let index = first + rank(large, free) as usize;
        Canonical { index, first, large, free, stabilizer: size.stabilizer[class] }
    }

    /// The positions in which the stones of one side, the mover or the other, stay as they are. If
    /// those are the smaller set, all is transformed so that it is a representative, and finding an
    /// index is less work.
    #[inline]
    pub(super) fn variations(
        &self,
        fixed: u64,
        moving: u64,
        mover_is_fixed: bool,
    ) -> Variations<'_> {
        let [few, many] = [fixed, moving].map(|set| set.count_ones() as usize);
        let is_smaller = few < many || mover_is_fixed && few == many;
        if !is_smaller {
            return Variations { indexing: self, fixed, moving, mover_is_fixed, class: None };
        }
        let size = self.classes.size(few);
        let (class, symmetry) = size.class(rank(fixed, self.size().board()));
        let fixed = size.representatives[class];
        let section = &self.sections[if mover_is_fixed { few } else { many }];
        let first = section.first + class * section.each;
        Variations {
            indexing: self,
            fixed,
            moving: under_symmetry(self.size(), moving, symmetry),
            mover_is_fixed,
            class: Some((first, self.size().board() & !fixed)),
        }
    }

    /// All positions by index, in chunks.
    pub(super) fn chunks(&self) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        for mover in self.movers() {
            let other = self.stones - mover;
            let Section { first, each } = self.sections[mover];
            let size = self.classes.size(mover.min(other));
            for (class, &small) in size.representatives.iter().enumerate() {
                for from in (0..each).step_by(CHUNK_SIZE) {
                    chunks.push(Chunk {
                        first: first + class * each + from,
                        length: CHUNK_SIZE.min(each - from),
                        small,
                        from: from as u64,
                        large_stones: mover.max(other),
                        mover_is_small: mover <= other,
                        is_symmetric: size.stabilizer[class] != 1,
                    });
                }
            }
        }
        chunks
    }

    /// Calls `each` for the positions of a chunk whose index is wanted: index, the mover's stones
    /// and the opponent's.
    pub(super) fn for_each_position(
        &self,
        chunk: &Chunk,
        mut wanted: impl FnMut(usize) -> bool,
        mut each: impl FnMut(usize, u64, u64),
    ) {
        let subsets = Subsets::new(self.size().board() & !chunk.small);
        let mut large = subsets.unrank(chunk.from, chunk.large_stones);
        for index in chunk.range() {
            if wanted(index) {
                let (mine, theirs) = chunk.sides(large);
                each(index, mine, theirs);
            }
            large = subsets.next(large);
        }
    }

    /// Calls `each` for the positions with these ascending indices of a chunk: index, the mover's
    /// stones and the opponent's.
    pub(super) fn for_each_position_of(
        &self,
        chunk: &Chunk,
        indices: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, u64, u64),
    ) {
        /// Unranking takes about as long as so many steps.
        const NEAR: usize = 24;
        let subsets = Subsets::new(self.size().board() & !chunk.small);
        let (mut at, mut large) = (usize::MAX, 0);
        for index in indices {
            if at > index || index - at > NEAR {
                let number = chunk.from + (index - chunk.first) as u64;
                large = subsets.unrank(number, chunk.large_stones);
            } else {
                (at..index).for_each(|_| large = subsets.next(large));
            }
            at = index;
            let (mine, theirs) = chunk.sides(large);
            each(index, mine, theirs);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers_and_positions_fit(size: BoardSize, upto: usize) -> Vec<usize> {
        let count = |stones| {
            let indexing = Indexing::new(size, stones);
            let mut expected = 0;
            for chunk in indexing.chunks() {
                indexing.for_each_position(
                    &chunk,
                    |_| true,
                    |index, mine, theirs| {
                        assert_eq!(index, expected);
                        expected += 1;
                        let mut numbers = Vec::new();
                        indexing.for_each_index(mine, theirs, |index| numbers.push(index));
                        assert_eq!(numbers[0], index);
                        for symmetry in 1..4 {
                            let [mine, theirs] =
                                [mine, theirs].map(|set| under_symmetry(size, set, symmetry));
                            assert!(numbers.contains(&indexing.index(mine, theirs)));
                        }
                    },
                );
            }
            assert_eq!(expected, indexing.entries());
            expected
        };
        (2..=upto).map(count).collect()
    }

    #[test]
    fn every_position_has_a_number_and_hardly_any_has_two() {
        assert_eq!(numbers_and_positions_fit(BoardSize::new(3, 3), 4), [32, 224, 721]);
        let found = numbers_and_positions_fit(BoardSize::new(5, 9), 4);
        assert!(found.iter().sum::<usize>() < 680_000, "{found:?}");
        numbers_and_positions_fit(BoardSize::new(9, 3), 4);
    }
}
