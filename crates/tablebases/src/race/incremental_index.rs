//! The indices of all successors of a placement, computed incrementally.
//!
//! A build needs some thirty successor indices for every placement, so they must be cheap. A move
//! shifts the pegs between its two ends by one in the sorted order, and leaves all others: with
//! prefix sums over the pegs, computed once for the placement, each move takes two additions.

use spielwerk_games::fauhalma::PEGS;

use super::indexing::{Indexing, Pegs, canonical, mirrored};

/// A placement with the prefix sums for the index after any move.
pub(super) struct IncrementalIndex<'a> {
    indexing: &'a Indexing,
    pegs: Pegs,
    /// The contribution of the other pegs when the nth peg goes down, and up.
    leaving: [[u32; 2]; PEGS],
    /// The correction when it becomes the nth, coming down, and up.
    arriving: [[u32; 2]; PEGS],
}

impl<'a> IncrementalIndex<'a> {
    /// The placement of these pegs.
    #[inline]
    pub(super) fn new(indexing: &'a Indexing, pegs: Pegs) -> IncrementalIndex<'a> {
        // Prefix sums of the weights: with each peg as it is, and one rank higher or lower.
        let (mut as_is, mut higher, mut lower) =
            ([0_u32; PEGS + 1], [0_u32; PEGS], [0_u32; PEGS + 1]);
        for (nth, &peg) in pegs.iter().enumerate() {
            let weight = |nth: usize| indexing.weight(nth, peg);
            as_is[nth + 1] = as_is[nth] + weight(nth);
            if nth > 0 {
                lower[nth + 1] = lower[nth] + weight(nth - 1);
            }
            if nth + 1 < PEGS {
                higher[nth + 1] = higher[nth] + weight(nth + 1);
            }
        }
        let all = as_is[PEGS];
        // Intermediate sums may be negative.
        let leaving = std::array::from_fn(|nth| {
            let down = (all + higher[nth]).wrapping_sub(as_is[nth + 1]);
            [down, (all + as_is[nth]).wrapping_sub(lower[nth + 1])]
        });
        let arriving = std::array::from_fn(|nth| {
            let down = as_is[nth].wrapping_sub(higher[nth]);
            [down, lower[nth + 1].wrapping_sub(as_is[nth + 1])]
        });
        IncrementalIndex { indexing, pegs, leaving, arriving }
    }

    /// Calls `each` with the index after a move, and with that of its mirror image where it has
    /// another.
    #[inline]
    pub(super) fn for_each_index(&self, from: u8, to: u8, mut each: impl FnMut(usize)) {
        let nth = self.pegs.iter().map(|&peg| usize::from(peg < from)).sum::<usize>();
        let others_top = self.pegs[if nth == PEGS - 1 { PEGS - 2 } else { PEGS - 1 }];
        if to.max(others_top) % 2 == 1 {
            self.for_each_index_on_the_right(from, to, each);
        } else {
            each(self.index(nth, from, to));
        }
    }

    /// The index after a move whose result need not be mirrored.
    #[inline]
    fn index(&self, nth: usize, from: u8, to: u8) -> usize {
        let up = usize::from(from < to);
        let below = self.pegs.iter().map(|&peg| usize::from(peg < to)).sum::<usize>();
        let there = below - up;
        let others = self.leaving[nth][up].wrapping_add(self.arriving[there][up]);
        others.wrapping_add(self.indexing.weight(there, to)) as usize
    }

    /// After a move that leaves the highest peg on the right: rare, since the canonical image has it
    /// on the left.
    fn for_each_index_on_the_right(&self, from: u8, to: u8, mut each: impl FnMut(usize)) {
        let pegs = self.pegs.iter().fold(0, |set: u128, &peg| set | 1 << peg);
        let after = pegs ^ 1 << from ^ 1 << to;
        each(self.indexing.index_of(after));
        let mirror_image = mirrored(after);
        if canonical(after) == after && mirror_image != after {
            each(self.indexing.index_of(mirror_image));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::indexing::tests::BOARDS;
    use super::*;
    use proptest::prelude::*;
    use proptest::sample::subsequence;
    use spielwerk_games::fauhalma::{Space, spaces};

    /// Pegs that are their own mirror image have one index, not twice the same.
    #[test]
    fn a_symmetric_placement_is_counted_once() {
        let indexing = Indexing::new(BOARDS[1]);
        let playable: Vec<Space> = spaces(BOARDS[1]).collect();
        let sites =
            [0, 2, 6, 9, 29, 30, 35].map(|site: usize| playable[(site + 3) % playable.len()]);
        let mut numbers: Vec<u8> = sites[1..].iter().map(|&peg| indexing.number_of(peg)).collect();
        numbers.sort_unstable();
        let numbers: Pegs = numbers.try_into().unwrap();
        let mut found = Vec::new();
        IncrementalIndex::new(&indexing, numbers).for_each_index(
            numbers[3],
            indexing.number_of(sites[0]),
            |index| found.push(index),
        );
        assert_eq!(found, [1_441_184]);
    }

    proptest! {
        #[test]
        fn moves_lead_to_the_index_of_what_comes_after(
            board in 0..BOARDS.len(),
            sites in subsequence((0_usize..45).collect::<Vec<_>>(), PEGS + 1),
            nth in 0..PEGS,
            spread in 0_usize..28,
        ) {
            let playable: Vec<Space> = spaces(BOARDS[board]).collect();
            let indexing = Indexing::new(BOARDS[board]);
            let sites: Vec<Space> =
                sites.iter().map(|site| playable[(site + spread) % playable.len()]).collect();
            let (to, from) = (sites[0], &sites[1..]);
            let pegs = from.iter().fold(0, |pegs, peg| pegs | peg.set());
            let mut numbers: Vec<u8> = from.iter().map(|&peg| indexing.number_of(peg)).collect();
            numbers.sort_unstable();
            let numbers: Pegs = numbers.try_into().unwrap();
            let from = indexing.pegs(&[numbers[nth]; PEGS]);
            let after = pegs & !from | to.set();
            let mut expected = vec![indexing.index(after), indexing.index_of(mirrored(indexing.set(after)))];
            expected.dedup();
            let (incremental, mut found) = (IncrementalIndex::new(&indexing, numbers), Vec::new());
            incremental.for_each_index(numbers[nth], indexing.number_of(to), |index| found.push(index));
            prop_assert_eq!(found, expected);
        }
    }
}
