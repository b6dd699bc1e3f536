//! From a placement to the indices of all that comes after it.
//!
//! A build asks for some thirty indices around every placement, so they must be cheap. The pegs
//! between the two ends of a move become one peg higher or lower in order, all others stay what they
//! are: sums over the pegs, made once for the placement, leave two additions for each move.

use games::fauhalma::PEGS;

use super::order::{Order, Pegs, folded, mirrored};

/// A placement, made ready to tell the index after any move.
pub(super) struct Departure<'a> {
    order: &'a Order,
    pegs: Pegs,
    /// What the nth peg leaves behind when it goes down, and up.
    leaving: [[u32; 2]; PEGS],
    /// What it changes to become the nth, coming down, and up.
    arriving: [[u32; 2]; PEGS],
}

impl<'a> Departure<'a> {
    /// The placement of these pegs.
    #[inline]
    pub(super) fn new(order: &'a Order, pegs: Pegs) -> Departure<'a> {
        // What the first so many pegs add to the index: with each as it is, and one higher or lower.
        let (mut as_is, mut higher, mut lower) =
            ([0_u32; PEGS + 1], [0_u32; PEGS], [0_u32; PEGS + 1]);
        for (nth, &peg) in pegs.iter().enumerate() {
            let weight = |nth: usize| order.weight(nth, peg);
            as_is[nth + 1] = as_is[nth] + weight(nth);
            if nth > 0 {
                lower[nth + 1] = lower[nth] + weight(nth - 1);
            }
            if nth + 1 < PEGS {
                higher[nth + 1] = higher[nth] + weight(nth + 1);
            }
        }
        let all = as_is[PEGS];
        // In between sums may be negative.
        let leaving = std::array::from_fn(|nth| {
            let down = (all + higher[nth]).wrapping_sub(as_is[nth + 1]);
            [down, (all + as_is[nth]).wrapping_sub(lower[nth + 1])]
        });
        let arriving = std::array::from_fn(|nth| {
            let down = as_is[nth].wrapping_sub(higher[nth]);
            [down, lower[nth + 1].wrapping_sub(as_is[nth + 1])]
        });
        Departure { order, pegs, leaving, arriving }
    }

    /// Calls `each` with the index after a move, and with that of its mirror image where it has
    /// another.
    #[inline]
    pub(super) fn each_index(&self, from: u8, to: u8, mut each: impl FnMut(usize)) {
        let nth = self.pegs.iter().map(|&peg| usize::from(peg < from)).sum::<usize>();
        let others_top = self.pegs[if nth == PEGS - 1 { PEGS - 2 } else { PEGS - 1 }];
        if to.max(others_top) % 2 == 1 {
            self.each_index_on_the_right(from, to, each);
        } else {
            each(self.index(nth, from, to));
        }
    }

    /// The index after a move that leaves nothing to mirror.
    #[inline]
    fn index(&self, nth: usize, from: u8, to: u8) -> usize {
        let up = usize::from(from < to);
        let below = self.pegs.iter().map(|&peg| usize::from(peg < to)).sum::<usize>();
        let there = below - up;
        let others = self.leaving[nth][up].wrapping_add(self.arriving[there][up]);
        others.wrapping_add(self.order.weight(there, to)) as usize
    }

    /// After a move that leaves the highest peg on the right: seldom, since of two images it is the
    /// other one that is looked at.
    fn each_index_on_the_right(&self, from: u8, to: u8, mut each: impl FnMut(usize)) {
        let pegs = self.pegs.iter().fold(0, |set: u128, &peg| set | 1 << peg);
        let after = pegs ^ 1 << from ^ 1 << to;
        each(self.order.index_of(after));
        if folded(after) == after {
            each(self.order.index_of(mirrored(after)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::order::tests::BOARDS;
    use super::*;
    use games::fauhalma::{Space, spaces};
    use proptest::prelude::*;
    use proptest::sample::subsequence;

    proptest! {
        #[test]
        fn moves_lead_to_the_index_of_what_comes_after(
            board in 0..BOARDS.len(),
            places in subsequence((0_usize..45).collect::<Vec<_>>(), PEGS + 1),
            nth in 0..PEGS,
            spread in 0_usize..28,
        ) {
            let playable: Vec<Space> = spaces(BOARDS[board]).collect();
            let order = Order::new(BOARDS[board]);
            let places: Vec<Space> =
                places.iter().map(|place| playable[(place + spread) % playable.len()]).collect();
            let (to, from) = (places[0], &places[1..]);
            let pegs = from.iter().fold(0, |pegs, peg| pegs | peg.set());
            let mut numbers: Vec<u8> = from.iter().map(|&peg| order.number_of(peg)).collect();
            numbers.sort_unstable();
            let numbers: Pegs = numbers.try_into().unwrap();
            let from = order.pegs(&[numbers[nth]; PEGS]);
            let after = pegs & !from | to.set();
            let mut expected = vec![order.index(after), order.index_of(mirrored(order.set(after)))];
            expected.dedup();
            let (departure, mut found) = (Departure::new(&order, numbers), Vec::new());
            departure.each_index(numbers[nth], order.number_of(to), |index| found.push(index));
            prop_assert_eq!(found, expected);
        }
    }
}
