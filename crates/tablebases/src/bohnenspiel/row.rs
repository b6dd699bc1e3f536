//! Indexing: the rank of a row (one player's six houses) among the rows with as many beans, and the
//! index of a position from its two rows.
//!
//! A row is ranked by stars and bars (see [`combinations`](crate::combinations)): write the beans as
//! dots from the last house to the first, with bars between the houses, and rank the set of bars.
//! Rows with their beans near the end have high ranks.
//!
//! ```text
//!   3,0,0,1,0,2   →   • • | | • | | | • • •   →   bars at 2, 3, 5, 6, 7
//! ```
//!
//! A position of n beans has its mover's row of a beans and its opponent's of n − a. All positions
//! with the same a form a rectangle: a line for each row of the mover, and in it an entry for each
//! row of the opponent. That the two parts of an index are computed separately makes building fast.

use spielwerk_games::bohnenspiel::{ROW, sow};

use crate::combinations::choose;

/// The largest number of beans on the board: with more, fifteen entries would not fit into a word.
pub const MAX_BEANS: usize = 36;

/// Six houses, a byte each, the player's leftmost lowest.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Row(pub u64);

/// The largest number of beans in a row that is ranked: rows are ranked with one more bean in each
/// house before it is known whether such a sowing is possible.
const MAX_ROW_BEANS: usize = MAX_BEANS + ROW;

/// `BARS[nth][dots]`: what the nth bar contributes to the rank, with this many dots before it.
static BARS: [[u32; MAX_ROW_BEANS + 1]; ROW - 1] = {
    let mut bars = [[0; MAX_ROW_BEANS + 1]; ROW - 1];
    let mut dots = 0;
    while dots <= MAX_ROW_BEANS {
        let mut nth = 0;
        while nth < ROW - 1 {
            // C(dots + nth, nth + 1), by the neighbours in Pascal's triangle.
            bars[nth][dots] = match (nth, dots) {
                (_, 0) => 0,
                (0, _) => dots as u32,
                _ => bars[nth][dots - 1] + bars[nth - 1][dots],
            };
            nth += 1;
        }
        dots += 1;
    }
    bars
};

impl Row {
    /// A row from its houses.
    pub(super) fn new(houses: [u8; ROW]) -> Row {
        let [a, b, c, d, e, f] = houses;
        Row(u64::from_le_bytes([a, b, c, d, e, f, 0, 0]))
    }

    /// The beans in one house.
    #[inline]
    pub(super) fn house(self, house: usize) -> usize {
        (self.0 >> (8 * house) & 0xff) as usize
    }

    /// Suffix sums: the beans in every house and all after it, a byte each, the last house's lowest.
    #[inline]
    fn sums(self) -> u64 {
        (self.0.swap_bytes() >> 16).wrapping_mul(0x0101_0101_0101)
    }

    /// The number of beans.
    #[inline]
    pub(super) fn beans(self) -> usize {
        (self.sums() >> 40 & 0xff) as usize
    }

    /// The rank among the rows with as many beans, at most [`MAX_ROW_BEANS`].
    #[inline]
    pub(super) fn rank(self) -> usize {
        let sums = self.sums();
        let bars = BARS.iter().enumerate();
        bars.map(|(nth, bars)| bars[(sums >> (8 * nth) & 0xff) as usize] as usize).sum()
    }
}

/// The number of rows with this many beans.
#[inline]
pub(super) fn rows(beans: usize) -> usize {
    ROWS[beans]
}

static ROWS: [usize; MAX_BEANS + 1] = {
    let mut rows = [1; MAX_BEANS + 1];
    let mut beans = 1;
    while beans <= MAX_BEANS {
        rows[beans] = rows[beans - 1] * (beans + ROW - 1) / beans;
        beans += 1;
    }
    rows
};

/// Every row with this many beans, by rank.
pub(super) fn all_rows(beans: usize) -> Vec<Row> {
    let mut found = Vec::with_capacity(rows(beans));
    collect(beans, 0, &mut [0; ROW], &mut found);
    found
}

/// The more beans in the first house, the earlier the row; then the second, and so on.
fn collect(beans: usize, house: usize, houses: &mut [u8; ROW], found: &mut Vec<Row>) {
    if house == ROW - 1 {
        houses[house] = beans as u8;
        found.push(Row::new(*houses));
        return;
    }
    for here in (0..=beans).rev() {
        houses[house] = here as u8;
        collect(beans - here, house + 1, houses, found);
    }
}

/// The next mover's row and the other one after a move from this house, without the final sweep.
#[inline]
pub(super) fn after_sowing([own, opponent]: [Row; 2], house: usize) -> [Row; 2] {
    const BITS: usize = 8 * ROW;
    let houses = u128::from(own.0) | u128::from(opponent.0) << BITS;
    let (after, _) = sow(houses, house);
    [Row((after >> BITS) as u64), Row(after as u64 & ((1 << BITS) - 1))]
}

/// The number of positions with this many beans on the board.
pub fn positions(beans: usize) -> usize {
    choose(beans + 2 * ROW - 1, 2 * ROW - 1) as usize
}

/// `RECTANGLES[beans][own]`: the first index of the positions in which the mover has `own` beans.
static RECTANGLES: [[u64; MAX_BEANS + 1]; MAX_BEANS + 1] = {
    let mut starts = [[0; MAX_BEANS + 1]; MAX_BEANS + 1];
    let mut beans = 0;
    while beans <= MAX_BEANS {
        let mut own = 1;
        while own <= beans {
            let before = ROWS[own - 1] * ROWS[beans + 1 - own];
            starts[beans][own] = starts[beans][own - 1] + before as u64;
            own += 1;
        }
        beans += 1;
    }
    starts
};

/// The index of a position among those with as many beans, from the beans and the ranks of the
/// mover's row and the opponent's.
#[inline]
pub(super) fn index(own: (usize, usize), opponent: (usize, usize)) -> usize {
    RECTANGLES[own.0 + opponent.0][own.0] as usize + own.1 * rows(opponent.0) + opponent.1
}

/// The beans of a position, and its index among those with as many.
#[inline]
pub(super) fn beans_and_index([own, opponent]: [Row; 2]) -> (usize, usize) {
    let [own, opponent] = [own, opponent].map(|row| (row.beans(), row.rank()));
    (own.0 + opponent.0, index(own, opponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations;
    use proptest::prelude::*;

    #[test]
    fn rows_come_in_the_order_of_their_numbers() {
        for beans in 0..=9 {
            let all = all_rows(beans);
            assert_eq!(all.len(), rows(beans));
            for (number, row) in all.into_iter().enumerate() {
                assert_eq!((row.beans(), row.rank()), (beans, number));
            }
        }
        assert_eq!(rows(MAX_BEANS), 749_398);
    }

    #[test]
    fn positions_fill_their_numbers_without_gaps() {
        for beans in 0..=MAX_BEANS {
            let last = index((beans, rows(beans) - 1), (0, 0));
            assert_eq!(last + 1, positions(beans));
        }
        let beans = 6;
        let mut seen = vec![false; positions(beans)];
        for own in 0..=beans {
            for row in all_rows(own) {
                for opponent in all_rows(beans - own) {
                    let (all, number) = beans_and_index([row, opponent]);
                    assert!(all == beans && !seen[number]);
                    seen[number] = true;
                }
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    proptest! {
        #[test]
        fn the_number_of_a_row_is_the_number_of_its_bars(houses: [u8; ROW]) {
            let houses = houses.map(|beans| beans % 6);
            let (mut bars, mut dots) = (0_u128, 0);
            for (nth, &beans) in houses[1..].iter().rev().enumerate() {
                dots += usize::from(beans);
                bars |= 1 << (dots + nth);
            }
            prop_assert_eq!(Row::new(houses).rank() as u64, combinations::rank(bars));
        }
    }
}
