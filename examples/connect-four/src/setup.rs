//! Positions as text: six rows from the top, digits for empty cells, then the mover:
//! `7/7/7/3Y3/3R3/2YR3 r`. JSON holds the same text.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use spielwerk_games::{Position, Seat};
use thiserror::Error;

use crate::position::{COLUMNS, ConnectFour, ROWS};

/// A board as somebody wrote it down, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Text", into = "Text")]
pub(crate) struct Setup {
    /// Rows from below; the seat whose disc lies there.
    pub(crate) cells: [[Option<u8>; COLUMNS]; ROWS],
    /// The side to move.
    pub(crate) turn: u8,
}

/// The JSON form.
#[derive(Serialize, Deserialize)]
struct Text {
    board: String,
}

/// Why a text is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum SetupError {
    /// Not a board and a mover.
    #[error("a position looks like `7/7/7/7/7/3R3 y`: rows from the top, then the mover")]
    Form,
    /// A row that is too long or too short.
    #[error("row {0} from the top does not have {COLUMNS} cells")]
    Row(usize),
    /// A disc above an empty cell.
    #[error("a disc in column {0} floats above an empty cell")]
    Floating(usize),
    /// Numbers of discs that do not fit the mover.
    #[error("{red} red and {yellow} yellow discs do not fit the side to move")]
    Count {
        /// Red discs.
        red: u32,
        /// Yellow discs.
        yellow: u32,
    },
    /// Four in a row of the side to move.
    #[error("the side to move has four in a row already")]
    WonByMover,
}

const LETTERS: [char; 2] = ['R', 'Y'];

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let (board, turn) = text.trim().split_once(' ').ok_or(SetupError::Form)?;
        let turn = match turn {
            "r" => 0,
            "y" => 1,
            _ => return Err(SetupError::Form),
        };
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != ROWS {
            return Err(SetupError::Form);
        }
        let mut cells = [[None; COLUMNS]; ROWS];
        for (number, (row, cells)) in rows.into_iter().zip(cells.iter_mut().rev()).enumerate() {
            let mut column = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    column += empty as usize;
                } else if let Some(seat) = LETTERS.iter().position(|&known| known == letter) {
                    *cells.get_mut(column).ok_or(SetupError::Row(number + 1))? = Some(seat as u8);
                    column += 1;
                } else {
                    return Err(SetupError::Form);
                }
            }
            if column != COLUMNS {
                return Err(SetupError::Row(number + 1));
            }
        }
        Ok(Setup { cells, turn })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let row = |cells: &[Option<u8>; COLUMNS]| {
            let mut text = String::new();
            let mut empty = 0;
            for cell in cells {
                match cell {
                    None => empty += 1,
                    Some(seat) => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        text.push(LETTERS[usize::from(*seat) % 2]);
                    }
                }
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
            }
            text
        };
        let rows: Vec<String> = self.cells.iter().rev().map(row).collect();
        write!(f, "{} {}", rows.join("/"), ["r", "y"][usize::from(self.turn) % 2])
    }
}

impl TryFrom<Text> for Setup {
    type Error = SetupError;

    fn try_from(text: Text) -> Result<Setup, SetupError> {
        text.board.parse()
    }
}

impl From<Setup> for Text {
    fn from(setup: Setup) -> Text {
        Text { board: setup.to_string() }
    }
}

impl Setup {
    /// The setup of a position.
    pub(crate) fn of(position: &ConnectFour) -> Setup {
        let cell = |column, row| {
            Seat::all(2)
                .find(|&seat| position.discs(seat) & ConnectFour::bit(column, row) != 0)
                .map(|seat| seat.index() as u8)
        };
        let cells = std::array::from_fn(|row| std::array::from_fn(|column| cell(column, row)));
        Setup { cells, turn: position.turn().index() as u8 }
    }

    /// The position, if the rules allow it.
    pub(crate) fn position(&self) -> Result<ConnectFour, SetupError> {
        let mut discs = [0u64; 2];
        for column in 0..COLUMNS {
            let mut open = false;
            for (row, cells) in self.cells.iter().enumerate() {
                match cells[column] {
                    None => open = true,
                    Some(_) if open => return Err(SetupError::Floating(column + 1)),
                    Some(seat) => discs[usize::from(seat) % 2] |= ConnectFour::bit(column, row),
                }
            }
        }
        let [red, yellow] = discs.map(u64::count_ones);
        if red.checked_sub(yellow) != Some(u32::from(self.turn)) {
            return Err(SetupError::Count { red, yellow });
        }
        let turn = Seat::new(usize::from(self.turn));
        if ConnectFour::has_four(discs[turn.index()]) {
            return Err(SetupError::WonByMover);
        }
        Ok(ConnectFour::new(discs, turn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = "7/7/7/3Y3/3R3/2YR3 r";
        let setup: Setup = text.parse().unwrap();
        assert_eq!(setup.to_string(), text);
        assert_eq!(Setup::of(&setup.position().unwrap()), setup);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| {
            let setup: Result<Setup, SetupError> = text.parse();
            setup.and_then(|setup| setup.position()).unwrap_err().to_string()
        };
        assert!(error("").contains("looks like"));
        assert!(error("7/7/7/7/7/8 r").contains("row 6"));
        assert!(error("7/7/7/7/R6/7 y").contains("floats"));
        assert!(error("7/7/7/7/7/R6 r").contains("do not fit"));
    }
}
