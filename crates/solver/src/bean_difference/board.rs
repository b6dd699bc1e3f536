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
