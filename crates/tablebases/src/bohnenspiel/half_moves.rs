//! Moves split in two halves: the effect on the mover's row, and on the opponent's.
//!
//! Nearly every sowing stays in its own row or ends in the opponent's. Then the mover's row decides
//! how many of the opponent's houses get a bean, and the opponent's row decides how far the chain of
//! captures runs back through these. Only if it runs through all of them does it reach the mover's
//! row, and there only the houses right of the emptied one, which stops every chain.
//!
//! ```text
//!   .  .  .  3  1  1    five beans are sown: 3 1 1 become 4 2 2, all captured, so the chain
//!   .  .  . (5) 0  1    runs on into the mover's row, where 1 is 2 by now, and 0 is 1
//! ```
//!
//! So a row that is paired with thousands of others is computed only once. The few sowings that
//! come round to the mover's row again are played in full.

use spielwerk_games::bohnenspiel::ROW;

use super::row::Row;

/// A row after its half of a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct RowAfter {
    /// Its rank among the rows with as many beans.
    pub rank: u32,
    /// The beans left in it.
    pub beans: u8,
    /// Whether every house that got a bean was captured, so that the chain runs on.
    pub through: bool,
}

/// The mover's half of one move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Sowing {
    /// `reach` of the opponent's houses get a bean. `after` is the mover's row if the chain of
    /// captures does not run back into it, and if it does.
    Short { reach: usize, after: [RowAfter; 2] },
    /// From this house the beans come round to the mover's row again.
    Long { house: usize },
}

/// The mover's halves of all moves with this row, from the leftmost house.
pub(super) fn sowings(row: Row) -> impl Iterator<Item = Sowing> {
    let full = (0..ROW).filter(move |&house| row.house(house) > 0);
    full.map(move |house| {
        let last = house + row.house(house);
        if last >= 2 * ROW {
            return Sowing::Long { house };
        }
        let end = ROW.min(last + 1);
        let lifted = row.0 & !(0xff << (8 * house));
        let sown = Row(lifted + (ones(end) & !ones(house + 1)));
        let (left, _) = capture(sown, end);
        let [spared, captured] = [sown, left].map(|row| RowAfter::new(row, false));
        if last < ROW {
            let after = [captured; 2];
            Sowing::Short { reach: 0, after }
        } else {
            let after = [spared, captured];
            Sowing::Short { reach: last + 1 - ROW, after }
        }
    })
}

/// The opponent's half of a move that reaches this many houses of the row.
pub(super) fn receive(row: Row, reach: usize) -> RowAfter {
    let (left, taken) = capture(Row(row.0 + ones(reach)), reach);
    RowAfter::new(left, reach > 0 && taken == reach)
}

impl RowAfter {
    fn new(row: Row, through: bool) -> RowAfter {
        RowAfter { rank: row.rank() as u32, beans: row.beans() as u8, through }
    }

    /// Its beans, and its rank among the rows with as many.
    #[inline]
    pub(super) fn beans_and_rank(self) -> (usize, usize) {
        (usize::from(self.beans), self.rank as usize)
    }
}

/// Captures backwards from the house before `end`: what is left, and how many houses were taken.
fn capture(row: Row, end: usize) -> (Row, usize) {
    let (mut row, mut taken) = (row, 0);
    for house in (0..end).rev() {
        if !matches!(row.house(house), 2 | 4 | 6) {
            break;
        }
        row.0 &= !(0xff << (8 * house));
        taken += 1;
    }
    (row, taken)
}

/// One bean in each of the first houses.
fn ones(houses: usize) -> u64 {
    0x0101_0101_0101 & ((1 << (8 * houses)) - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bohnenspiel::row::{MAX_BEANS, after_sowing};
    use proptest::prelude::*;

    /// Layers ask what every reach makes of every row, even where the mover has too few beans.
    #[test]
    fn the_fullest_row_receives_any_reach() {
        for reach in 0..=ROW {
            let full = Row::new([0, 0, 0, 0, 0, MAX_BEANS as u8 - 1]);
            assert_eq!(usize::from(receive(full, reach).beans), MAX_BEANS - 1 + reach);
        }
    }

    proptest! {
        #[test]
        fn two_halves_are_the_whole_move(own: [u8; ROW], opponent: [u8; ROW]) {
            let own = Row::new(own.map(|beans| (beans % 16).saturating_sub(7)));
            let opponent = Row::new(opponent.map(|beans| beans % 5));
            prop_assume!(own.beans() + opponent.beans() <= MAX_BEANS);
            let full = (0..ROW).filter(|&house| own.house(house) > 0);
            for (house, sowing) in full.zip(sowings(own)) {
                let Sowing::Short { reach, after } = sowing else {
                    prop_assert!(house + own.house(house) > 11);
                    continue;
                };
                let received = receive(opponent, reach);
                let kept = after[usize::from(received.through)];
                let next = after_sowing([own, opponent], house);
                let found = next.map(|row| (row.beans(), row.rank()));
                let halves = [received, kept].map(RowAfter::beans_and_rank);
                prop_assert_eq!(found, halves);
            }
        }
    }
}
