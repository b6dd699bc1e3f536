//! The houses as whoever is on turn sees them: his own row first, no stores.
//!
//! What is still to come depends on nothing else, so one board stands for all the positions that
//! differ in what was gained before, and for those with the players' sides exchanged.

use games::bohnenspiel::{Bohnenspiel, HOUSES, ROW, sow};
use games::{Position, Seat};
use tables::combinations::CHOOSE;

const BITS: usize = 8 * ROW;
const ONE_ROW: u128 = (1 << BITS) - 1;
/// One bean in every house.
const LAP: u128 = 0x0101_0101_0101_0101_0101_0101;

/// Twelve houses, a byte each: the mover's from his left, then the opponent's from his.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Board(u128);

impl Board {
    pub(super) fn of<const BEANS: u8>(position: &Bohnenspiel<BEANS>) -> Board {
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

    /// Its number among all boards, below 2⁴⁷: that of the set of bars between and after the
    /// houses, if all beans are laid out in a line. No two boards share it.
    #[inline]
    pub(super) fn number(self) -> u64 {
        let sums = self.0.wrapping_mul(LAP);
        (0..HOUSES).map(|nth| CHOOSE[nth + 1][(sums >> (8 * nth)) as u8 as usize + nth]).sum()
    }

    /// A first guess at the pairs the mover gets of all there are: half of them, and a little more
    /// for beans and choices before him.
    #[inline]
    pub(super) fn guess(self, pairs: i8) -> i8 {
        let [own, other] = self.rows().map(|row| {
            let houses = &row.to_le_bytes()[..ROW];
            houses.iter().map(|&beans| HOUSE[usize::from(beans) % HOUSE.len()]).sum::<i32>()
        });
        // Hundredths of beans: a quarter of the difference in beans is the change in pairs.
        ((200 * i32::from(pairs) + own - other + 40) / 400) as i8
    }
}

/// What a house is worth to its owner by its beans, in hundredths of a bean: the beans themselves,
/// that it can be played, that it is easily captured with one, three or five.
const HOUSE: [i32; 73] = {
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
