//! Position notation of Das Bohnenspiel: `6,6,6,6,6,6/6,6,6,6,6,6 0-0 w`, or the same as JSON.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Bohnenspiel, HOUSES, MOVER, ROW, STORES};
use crate::game::shorten;
use crate::{Position, Seat};

/// Beans in houses and stores and the side to move, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// Weisse's six houses from her left, then Schwarz's six from his.
    pub houses: [u8; HOUSES],
    /// Weisse's store, Schwarz's store.
    pub stores: [u8; 2],
    /// Who moves.
    pub turn: Turn,
}

/// Who moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// Weisse.
    #[serde(rename = "w")]
    Weisse,
    /// Schwarz.
    #[serde(rename = "s")]
    Schwarz,
}

impl Turn {
    /// The turn of this seat.
    pub(super) fn of(seat: Seat) -> Turn {
        if seat == Seat::FIRST { Turn::Weisse } else { Turn::Schwarz }
    }
}

/// Why a setup of Das Bohnenspiel is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Not houses, stores and mover.
    #[error(
        "`{0}` has not the three parts of a position, as in `6,6,6,6,6,6/6,6,6,6,6,6 0-0 w`: houses, stores, mover"
    )]
    Parts(String),
    /// Not two rows.
    #[error("the houses `{0}` are not two rows with one `/` between them")]
    Rows(String),
    /// Not six houses in a row.
    #[error("{owner}'s row has {found} houses, not {ROW}")]
    RowLength {
        /// Whose row it is.
        owner: &'static str,
        /// How many houses there are.
        found: usize,
    },
    /// No number of beans.
    #[error("{place} holds `{found}`, which is no number of beans from 0 to 255")]
    Beans {
        /// The house or store.
        place: String,
        /// What stands there.
        found: String,
    },
    /// Not two stores.
    #[error("the stores `{0}` are not two numbers with a `-` between them, as in `12-8`")]
    Stores(String),
    /// Neither w nor s.
    #[error("the mover is `{0}`, not `w` (Weisse) or `s` (Schwarz)")]
    Mover(String),
    /// Wrong total number of beans.
    #[error("there are {found} beans in houses and stores together, not {total}")]
    Total {
        /// Beans found.
        found: u32,
        /// Beans in the game.
        total: u8,
    },
    /// One row is empty, but the remaining beans were not swept into a store.
    #[error(
        "{empty}'s houses are empty, which ends the game: the {left} beans left belong in {other}'s store"
    )]
    Unswept {
        /// Whose row is empty.
        empty: &'static str,
        /// Who gets the beans.
        other: &'static str,
        /// How many there are.
        left: u32,
    },
}

pub(super) const NAMES: [&str; 2] = ["Weisse", "Schwarz"];

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [houses, stores, mover] = parts[..] else {
            return Err(SetupError::Parts(shorten(text)));
        };
        let rows: Vec<&str> = houses.split('/').collect();
        let [weisse, schwarz] = rows[..] else {
            return Err(SetupError::Rows(shorten(houses)));
        };
        let mut setup = Setup { houses: [0; HOUSES], stores: [0; 2], turn: Turn::Weisse };
        for (seat, row) in [weisse, schwarz].into_iter().enumerate() {
            let beans: Vec<&str> = row.split(',').collect();
            if beans.len() != ROW {
                return Err(SetupError::RowLength { owner: NAMES[seat], found: beans.len() });
            }
            for (house, beans) in beans.into_iter().enumerate() {
                setup.houses[seat * ROW + house] =
                    read_beans(beans, || format!("{}'s house {}", NAMES[seat], house + 1))?;
            }
        }
        let (left, right) =
            stores.split_once('-').ok_or_else(|| SetupError::Stores(shorten(stores)))?;
        for (seat, beans) in [left, right].into_iter().enumerate() {
            setup.stores[seat] = read_beans(beans, || format!("{}'s store", NAMES[seat]))?;
        }
        setup.turn = match mover {
            "w" | "W" => Turn::Weisse,
            "s" | "S" => Turn::Schwarz,
            _ => return Err(SetupError::Mover(shorten(mover))),
        };
        Ok(setup)
    }
}

fn read_beans(text: &str, place: impl FnOnce() -> String) -> Result<u8, SetupError> {
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| plain)
        .ok_or_else(|| SetupError::Beans { place: place(), found: shorten(text) })
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (house, beans) in self.houses.iter().enumerate() {
            let before = match house {
                0 => "",
                ROW => "/",
                _ => ",",
            };
            write!(f, "{before}{beans}")?;
        }
        let mover = match self.turn {
            Turn::Weisse => 'w',
            Turn::Schwarz => 's',
        };
        write!(f, " {}-{} {mover}", self.stores[0], self.stores[1])
    }
}

impl<const BEANS: u8> From<Bohnenspiel<BEANS>> for Setup {
    fn from(position: Bohnenspiel<BEANS>) -> Setup {
        Setup {
            houses: std::array::from_fn(|house| position.house(house)),
            stores: [Seat::FIRST, Seat::SECOND].map(|seat| position.store(seat)),
            turn: Turn::of(position.turn()),
        }
    }
}

impl<const BEANS: u8> TryFrom<&Setup> for Bohnenspiel<BEANS> {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        let in_houses: u32 = setup.houses.iter().map(|&beans| u32::from(beans)).sum();
        let found = in_houses + setup.stores.iter().map(|&beans| u32::from(beans)).sum::<u32>();
        if found != u32::from(Self::TOTAL) {
            return Err(SetupError::Total { found, total: Self::TOTAL });
        }
        let won = setup.stores.iter().any(|&beans| beans > Self::HALF);
        let empty = (0..2).find(|seat| setup.houses[seat * ROW..][..ROW] == [0; ROW]);
        if let Some(seat) = empty
            && in_houses > 0
            && !won
        {
            let (empty, other) = (NAMES[seat], NAMES[1 - seat]);
            return Err(SetupError::Unswept { empty, other, left: in_houses });
        }
        let mut word = if setup.turn == Turn::Weisse { 0 } else { MOVER };
        for (house, &beans) in setup.houses.iter().enumerate() {
            word |= u128::from(beans) << (8 * house);
        }
        for (seat, &beans) in setup.stores.iter().enumerate() {
            word |= u128::from(beans) << (8 * (STORES + seat));
        }
        Ok(Bohnenspiel(word))
    }
}
