//! The subsets of a set of points: ranks, and all of a size in the order of their ranks.

use super::indexing::MAX_STONES;
use crate::combinations::{CHOOSE, unrank};

/// The rank of a set among those of its size within `free`.
#[inline]
pub(super) fn rank(set: u64, free: u64) -> u64 {
    let (mut rest, mut size, mut number) = (set, 0, 0);
    while rest != 0 {
        let below = (rest & rest.wrapping_neg()) - 1;
        size += 1;
        number += CHOOSE[size][(free & below).count_ones() as usize];
        rest &= rest - 1;
    }
    number
}

/// The subsets of a set of points, in the order of their ranks.
pub(super) struct Subsets {
    points: u64,
    /// By the size of a subset: the first one.
    first: [u64; MAX_STONES + 1],
}

impl Subsets {
    pub(super) fn new(points: u64) -> Subsets {
        let (mut first, mut rest) = ([0; MAX_STONES + 1], points);
        for size in 1..first.len() {
            first[size] = first[size - 1] | rest & rest.wrapping_neg();
            rest &= rest.wrapping_sub(1);
        }
        Subsets { points, first }
    }

    pub(super) fn first(&self, size: usize) -> u64 {
        self.first[size]
    }

    /// The subset after this one: the lowest run of members moves its top up and the rest down. The
    /// bits between the points are filled while adding, so that the carry passes over them.
    #[inline]
    pub(super) fn next(&self, set: u64) -> u64 {
        let lowest = set & set.wrapping_neg();
        let carried = (set | !self.points).wrapping_add(lowest) & self.points;
        let moved = set.count_ones().saturating_sub(carried.count_ones());
        carried | self.first[moved as usize % self.first.len()]
    }

    /// The subset of this size with this rank.
    pub(super) fn unrank(&self, number: u64, size: usize) -> u64 {
        // Boards have fewer points than a word has bits.
        let mut packed = unrank(number, size) as u64;
        let (mut set, mut rest) = (0, self.points);
        while packed != 0 {
            let point = rest & rest.wrapping_neg();
            set |= point * (packed & 1);
            rest ^= point;
            packed >>= 1;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::choose;

    #[test]
    fn subsets_come_in_the_order_of_their_ranks() {
        let points = 0b1_0111_0000_1011_0110_0011;
        let subsets = Subsets::new(points);
        for size in 0..=5 {
            let mut set = subsets.first(size);
            for number in 0..choose(points.count_ones() as usize, size) {
                assert_eq!((set & !points, set.count_ones() as usize), (0, size));
                assert_eq!(rank(set, points), number);
                assert_eq!(subsets.unrank(number, size), set);
                set = subsets.next(set);
            }
        }
    }
}
