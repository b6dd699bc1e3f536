//! Das Bohnenspiel, a mancala game: two rows of six houses, sown anti-clockwise, captures of two,
//! four or six beans.
//!
//! The whole position is one 128-bit word, a byte for each house and store:
//!
//! ```text
//!            Schwarz            byte  0–5   Weisse's houses, from her left
//!   [13] 11 10  9  8  7  6            6–11  Schwarz's houses, from his left
//!         0  1  2  3  4  5 [12]      12, 13 the stores
//!            Weisse                  14     who moves
//! ```
//!
//! Sowing adds a precomputed word; no byte can overflow, since there are only 72 beans.

mod setup;
mod ui;

use std::fmt;
use std::ops::ControlFlow;

pub use setup::{Setup, SetupError, Turn};

use crate::hash::hash_words;
use crate::{Outcome, Position, Seat};

/// Houses on the loop.
pub const HOUSES: usize = 12;
/// Houses of each player.
pub const ROW: usize = 6;

const STORES: usize = 12;
const MOVER: u128 = 1 << (8 * 14);
const ALL_HOUSES: u128 = (1 << (8 * HOUSES)) - 1;
const ONE_ROW: u128 = (1 << (8 * ROW)) - 1;
/// One bean in every house.
const LAP: u128 = ALL_HOUSES / 0xff;

/// `SOW[house][beans]`: what sowing fewer than twelve beans adds, one bean in each house passed.
const SOW: [[u128; HOUSES]; HOUSES] = {
    let mut table = [[0; HOUSES]; HOUSES];
    let mut house = 0;
    while house < HOUSES {
        let mut beans = 1;
        while beans < HOUSES {
            let last = (house + beans) % HOUSES;
            table[house][beans] = table[house][beans - 1] + (1 << (8 * last));
            beans += 1;
        }
        house += 1;
    }
    table
};

/// A position of Das Bohnenspiel, with `BEANS` beans in each house at the start.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Bohnenspiel<const BEANS: u8 = 6>(u128);

/// A house to play from, counted 0–5 from the mover's own left.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct House(u8);

impl House {
    /// The house with this number, 0–5 from the mover's own left.
    pub const fn new(index: usize) -> Option<House> {
        if index < ROW { Some(House(index as u8)) } else { None }
    }

    /// Its number, 0–5 from the mover's own left.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number on the loop, 0–11.
    const fn on_loop(self, mover: Seat) -> usize {
        self.index() + ROW * mover.index()
    }
}

/// Sows the beans of a house and removes what they capture. Returns the houses after it, a byte
/// each from the lowest, and the number of beans captured. Bits above the houses are unchanged, and
/// an empty row is not swept.
#[inline]
pub fn sow(houses: u128, house: usize) -> (u128, u8) {
    let beans = (houses >> (8 * house)) as u8;
    let (laps, rest) = (beans / HOUSES as u8, beans as usize % HOUSES);
    let lifted = houses ^ u128::from(beans) << (8 * house);
    let sown = lifted + LAP * u128::from(laps) + SOW[house][rest];
    capture(sown, (house + rest) % HOUSES)
}

/// Captures beans from the last house sown, and from those before it, while they hold 2, 4 or 6.
#[inline]
fn capture(houses: u128, last: usize) -> (u128, u8) {
    const CAPTURED: u64 = 1 << 2 | 1 << 4 | 1 << 6;
    let (mut houses, mut house, mut captured) = (houses, last, 0);
    for _ in 0..HOUSES {
        let beans = (houses >> (8 * house)) as u8;
        if beans > 6 || CAPTURED >> beans & 1 == 0 {
            break;
        }
        captured += beans;
        houses ^= u128::from(beans) << (8 * house);
        house = if house == 0 { HOUSES - 1 } else { house - 1 };
    }
    (houses, captured)
}

impl<const BEANS: u8> Bohnenspiel<BEANS> {
    /// The number of beans in the game.
    pub const TOTAL: u8 = BEANS * HOUSES as u8;
    /// A store with more than this has won.
    pub const HALF: u8 = Self::TOTAL / 2;

    /// The beans in a house, 0–11 on the loop.
    #[inline]
    pub const fn house(&self, house: usize) -> u8 {
        debug_assert!(house < HOUSES);
        (self.0 >> (8 * house)) as u8
    }

    /// The beans in a seat's store.
    #[inline]
    pub const fn store(&self, seat: Seat) -> u8 {
        (self.0 >> (8 * (STORES + seat.index()))) as u8
    }

    /// A seat's six houses as the low six bytes of a word, from its own left.
    #[inline]
    pub const fn row(&self, seat: Seat) -> u64 {
        ((self.0 >> (8 * ROW * seat.index())) & ONE_ROW) as u64
    }

    /// The same position with the two players' sides swapped, and the other seat to move.
    #[inline]
    pub const fn with_sides_swapped(&self) -> Self {
        const BYTE: u128 = 0xff;
        let (row, store) = (8 * ROW, 8 * STORES);
        let (first, second) = (self.0 & ONE_ROW, self.0 >> row & ONE_ROW);
        let (own, other) = (self.0 >> store & BYTE, self.0 >> (store + 8) & BYTE);
        let mover = self.0 & MOVER ^ MOVER;
        Bohnenspiel(second | first << row | other << store | own << (store + 8) | mover)
    }

    /// Ends the game if a row is empty: the remaining beans go to the other player's store.
    #[inline]
    fn sweep(self) -> Self {
        let empty = match (self.row(Seat::FIRST), self.row(Seat::SECOND)) {
            (0, _) => Seat::FIRST,
            (_, 0) => Seat::SECOND,
            _ => return self,
        };
        let gains = empty.opponent();
        let left: u8 = self.row(gains).to_le_bytes().iter().sum();
        Bohnenspiel((self.0 & !ALL_HOUSES) + (u128::from(left) << (8 * (STORES + gains.index()))))
    }

    fn is_won(&self) -> bool {
        self.store(Seat::FIRST) > Self::HALF || self.store(Seat::SECOND) > Self::HALF
    }

    fn is_over(&self) -> bool {
        self.0 & ALL_HOUSES == 0 || self.is_won()
    }
}

impl<const BEANS: u8> Position for Bohnenspiel<BEANS> {
    type Move = House;
    const SEATS: usize = 2;

    fn start() -> Self {
        Bohnenspiel(LAP * BEANS as u128)
    }

    #[inline]
    fn turn(&self) -> Seat {
        if self.0 & MOVER == 0 { Seat::FIRST } else { Seat::SECOND }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        use std::cmp::Ordering::*;
        if !self.is_over() {
            return None;
        }
        Some(match self.store(Seat::FIRST).cmp(&self.store(Seat::SECOND)) {
            Greater => Outcome::win(Seat::FIRST),
            Less => Outcome::win(Seat::SECOND),
            Equal => Outcome::draw(),
        })
    }

    #[inline]
    fn generate_moves(&self, mut each: impl FnMut(House) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        let row = self.row(self.turn()).to_le_bytes();
        for house in (0..ROW).filter(|&house| row[house] > 0) {
            each(House(house as u8))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn play(&self, m: House) -> Self {
        let mover = self.turn();
        let house = m.on_loop(mover);
        debug_assert!(self.house(house) > 0 && !self.is_over(), "{m:?} in {self:?}");
        let (sown, captured) = sow(self.0, house);
        let stored = sown + (u128::from(captured) << (8 * (STORES + mover.index())));
        let next = Bohnenspiel(stored ^ MOVER);
        if next.is_won() { next } else { next.sweep() }
    }

    #[inline]
    fn key(&self) -> u64 {
        hash_words([self.0 as u64, (self.0 >> 64) as u64])
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        // Adding 127 carries into the top bit of every non-zero byte.
        const CARRY: u64 = 0x7f7f_7f7f_7f7f;
        u64::from(((self.row(self.turn()) + CARRY) & !CARRY & ONE_ROW as u64).count_ones())
    }
}

impl<const BEANS: u8> fmt::Debug for Bohnenspiel<BEANS> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    fn position(text: &str) -> Bohnenspiel {
        Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_position_is_sixteen_bytes() {
        assert_eq!(size_of::<Bohnenspiel>(), 16);
        assert_eq!(size_of::<House>(), 1);
    }

    #[test]
    fn swapping_sides_twice_is_the_identity_and_commutes_with_moves() {
        let before = position("0,0,20,1,0,0/0,0,0,1,0,1 24-25 w");
        let swapped = before.with_sides_swapped();
        assert_eq!(swapped.setup().to_string(), "0,0,0,1,0,1/0,0,20,1,0,0 25-24 s");
        assert_eq!(swapped.with_sides_swapped(), before);
        assert_eq!(swapped.play(House(2)), before.play(House(2)).with_sides_swapped());
    }

    #[test]
    fn twenty_beans_go_round_and_include_their_own_house() {
        let before = position("0,0,20,1,0,0/0,0,0,1,0,1 24-25 w");
        let after = before.play(House(2));
        assert_eq!(after.setup().to_string(), "1,1,1,3,2,2/2,2,2,3,0,2 26-25 s");
    }

    #[test]
    fn a_chain_of_captures_runs_backwards_until_one_house_is_spared() {
        let before = position("0,0,0,0,1,0/0,2,0,0,0,21 24-24 s");
        let after = before.play(House(5));
        assert_eq!(after.store(Seat::SECOND), 24 + 2 + 4 + 2 + 2);
    }

    #[test]
    fn an_empty_row_gives_the_rest_to_the_other_player() {
        let before = position("0,0,0,0,0,1/0,3,0,0,0,0 34-34 w");
        let after = before.play(House(5));
        assert_eq!(after.setup().to_string(), "0,0,0,0,0,0/0,0,0,0,0,0 34-38 s");
        assert_eq!(after.outcome(), Some(Outcome::win(Seat::SECOND)));
    }
}
