//! The houses from the mover's side: his own row first, no stores.
//!
//! The rest of the game depends on nothing else, so one board stands for all positions that differ
//! in their stores, and for those with the sides exchanged.

use spielwerk_games::bohnenspiel::{Bohnenspiel, HOUSES, ROW, sow};
use spielwerk_games::{Position, Seat};
use spielwerk_tablebases::combinations::CHOOSE;

const BITS: usize = 8 * ROW;
const ONE_ROW: u128 = (1 << BITS) - 1;
/// One bean in every house.
const ONE_EACH: u128 = 0x0101_0101_0101_0101_0101_0101;

/// The largest number of beans that has an index.
const MAX_BEANS: u8 = 72;

/// Twelve houses, a byte each: the mover's from his left, then the opponent's from his.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Board(u128);

impl Board {
    pub(super) fn from_position<const BEANS: u8>(position: &Bohnenspiel<BEANS>) -> Board {
        let row = |seat: Seat| u128::from(position.row(seat));
        let mover = position.turn();
        Board(row(mover) | row(mover.opponent()) << BITS)
    }

    /// The beans in one of the mover's houses.
    #[inline]
    pub(super) fn house(self, house: usize) -> usize {
        (self.0 >> (8 * house)) as u8 as usize
    }

    /// The mover's row and the opponent's.
    #[inline]
    pub(super) fn rows(self) -> [u64; 2] {
        [(self.0 & ONE_ROW) as u64, (self.0 >> BITS) as u64]
    }

    /// How many beans there are.
    pub(super) fn beans(self) -> usize {
        (0..HOUSES).map(|house| self.house(house)).sum()
    }

    /// The board after a move from this house, as the next player sees it, and the pairs captured.
    #[inline]
    pub(super) fn play(self, house: usize) -> (Board, i8) {
        let (after, captured) = sow(self.0, house);
        (Board(after >> BITS | (after & ONE_ROW) << BITS), captured as i8 / 2)
    }

    /// Its index among all boards, below 2⁴⁷, by the combinatorial number system (stars and bars).
    /// No two boards share it.
    #[inline]
    pub(super) fn index(self) -> u64 {
        let sums = self.0.wrapping_mul(ONE_EACH);
        (0..HOUSES).map(|nth| CHOOSE[nth + 1][(sums >> (8 * nth)) as u8 as usize + nth]).sum()
    }

    /// The board with this index.
    pub(super) fn from_index(index: u64) -> Option<Board> {
        let (mut rest, mut sums) = (index, [0_u8; HOUSES + 1]);
        for nth in (0..HOUSES).rev() {
            // The largest member of the set: the last column that is not above what is left.
            let member = CHOOSE[nth + 1].partition_point(|&below| below <= rest) - 1;
            rest -= CHOOSE[nth + 1][member];
            sums[nth + 1] = member.checked_sub(nth)?.try_into().ok()?;
        }
        let mut houses = 0;
        for (nth, pair) in sums.windows(2).enumerate() {
            houses |= u128::from(pair[1].checked_sub(pair[0])?) << (8 * nth);
        }
        (rest == 0 && sums[HOUSES] <= MAX_BEANS).then_some(Board(houses))
    }

    /// A heuristic estimate of the pairs that the mover gets: half of them, corrected for beans and
    /// choices in his row.
    #[inline]
    pub(super) fn estimate_pairs(self, pairs: i8) -> i8 {
        let [own, other] = self.rows().map(|row| {
            let houses = &row.to_le_bytes()[..ROW];
            houses
                .iter()
                .map(|&beans| HOUSE_VALUE[usize::from(beans) % HOUSE_VALUE.len()])
                .sum::<i32>()
        });
        // Hundredths of beans: a quarter of the difference in beans is the change in pairs.
        ((200 * i32::from(pairs) + own - other + 40) / 400) as i8
    }
}

/// What a house is worth to its owner by its beans, in hundredths of a bean: the beans themselves,
/// that it can be played, that it is easily captured with one, three or five.
const HOUSE_VALUE: [i32; 73] = {
    let mut worth = [0; 73];
    let mut beans = 1;
    while beans < worth.len() {
        worth[beans] = 15 * beans as i32 + 25;
        if beans == 1 || beans == 3 || beans == 5 {
            worth[beans] -= 12;
        }
        if beans >= 12 {
            worth[beans] += 30;
        }
        beans += 1;
    }
    worth
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_found_by_its_index() {
        let mut random = 1_u128;
        for _ in 0..2000 {
            random = random.wrapping_mul(0xda94_2042_e4dd_58b5).wrapping_add(1);
            let board = Board(random >> 32 & 0x0707_0707_0707_0707_0707_0707);
            let beans = board.beans();
            let found = Board::from_index(board.index());
            assert_eq!(found, (beans <= usize::from(MAX_BEANS)).then_some(board));
        }
        assert_eq!(Board::from_index(0), Some(Board(0)));
        assert_eq!(Board::from_index(u64::MAX), None);
    }
}
