//! Position notation of Halma, similar to FEN: sixteen rows from the top with numbers for runs of
//! empty squares, then the side to move, `BBBBB11/…/11WWWWW b`; or as JSON,
//! `{"board":["BBBBB...........",…],"turn":"b"}`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{BOARD_SIZE, Halma, PIECES, RuleSet, Square, SquareSet};
use crate::game::shorten;
use crate::{Position, Seat};

/// Pieces and side to move, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct Setup {
    /// The rows from the top, each from the left.
    pub board: [[Option<Colour>; BOARD_SIZE]; BOARD_SIZE],
    /// Who moves.
    pub turn: Colour,
}

/// Whose piece it is, or whose turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Colour {
    /// Black, from the top left.
    #[serde(rename = "b", alias = "B")]
    Black,
    /// White, from the bottom right.
    #[serde(rename = "w", alias = "W")]
    White,
}

/// Why a setup of Halma is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Not board and mover.
    #[error(
        "`{0}` has not the two parts of a position, as in `BBBBB11/BBBBB11/…/11WWWWW b`: board, mover"
    )]
    Parts(String),
    /// Not sixteen rows.
    #[error("the board has {0} rows, not {BOARD_SIZE}")]
    Rows(usize),
    /// Not sixteen squares in a row.
    #[error("row {row} of the board, `{text}`, has {found} squares, not {BOARD_SIZE}")]
    RowLength {
        /// Which row, from 0 at the top.
        row: usize,
        /// The row as it is written.
        text: String,
        /// How many squares it has.
        found: usize,
    },
    /// Something that is no square.
    #[error(
        "row {row} of the board has a `{found}`, which is neither a piece, B or W, nor empty: a dot, or the number of empty squares"
    )]
    Letter {
        /// Which row, from 0 at the top.
        row: usize,
        /// What stands there.
        found: char,
    },
    /// Neither b nor w.
    #[error("the mover is `{0}`, not `b` (Black) or `w` (White)")]
    Mover(String),
    /// Wrong number of pieces.
    #[error("{owner} has {found} pieces, not {PIECES}")]
    Pieces {
        /// Whose pieces.
        owner: &'static str,
        /// How many there are.
        found: u32,
    },
}

pub(super) const NAMES: [&str; 2] = ["Black", "White"];

impl Colour {
    /// The seat of the player with this colour.
    pub const fn seat(self) -> Seat {
        match self {
            Colour::Black => Seat::FIRST,
            Colour::White => Seat::SECOND,
        }
    }

    /// The colour of the player on this seat.
    pub fn of(seat: Seat) -> Colour {
        if seat == Seat::FIRST { Colour::Black } else { Colour::White }
    }

    const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }

    fn from_letter(letter: char) -> Option<Colour> {
        match letter {
            'B' | 'b' => Some(Colour::Black),
            'W' | 'w' => Some(Colour::White),
            _ => None,
        }
    }
}

impl Setup {
    /// The position without validation, whatever the number of pieces: for protocols that must
    /// accept any board.
    pub fn to_position_unchecked<R: RuleSet>(&self) -> Halma<R> {
        Halma::new(
            [Colour::Black, Colour::White].map(|colour| self.pieces(colour)),
            self.turn.seat(),
        )
    }

    /// The squares on which a colour's pieces stand.
    pub fn pieces(&self, colour: Colour) -> SquareSet {
        Square::all().filter(|square| self.board[square.y()][square.x()] == Some(colour)).collect()
    }
}

impl<R: RuleSet> From<Halma<R>> for Setup {
    fn from(position: Halma<R>) -> Setup {
        let mut board = [[None; BOARD_SIZE]; BOARD_SIZE];
        for colour in [Colour::Black, Colour::White] {
            for square in position.pieces(colour.seat()).iter() {
                board[square.y()][square.x()] = Some(colour);
            }
        }
        Setup { board, turn: Colour::of(position.turn()) }
    }
}

impl<R: RuleSet> TryFrom<&Setup> for Halma<R> {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        for colour in [Colour::Black, Colour::White] {
            let found = setup.pieces(colour).len();
            if found != PIECES {
                let owner = NAMES[colour.seat().index()];
                return Err(SetupError::Pieces { owner, found });
            }
        }
        Ok(setup.to_position_unchecked())
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [board, mover] = parts[..] else {
            return Err(SetupError::Parts(shorten(text)));
        };
        let rows: Vec<&str> = board.split('/').collect();
        let board = read_board(&rows)?;
        let mut letters = mover.chars();
        let turn = match (letters.next().and_then(Colour::from_letter), letters.next()) {
            (Some(turn), None) => turn,
            _ => return Err(SetupError::Mover(shorten(mover))),
        };
        Ok(Setup { board, turn })
    }
}

/// The JSON form of a setup.
#[derive(Serialize, Deserialize)]
struct Written {
    board: Vec<String>,
    turn: Colour,
}

impl TryFrom<Written> for Setup {
    type Error = SetupError;

    fn try_from(written: Written) -> Result<Setup, SetupError> {
        let rows: Vec<&str> = written.board.iter().map(String::as_str).collect();
        Ok(Setup { board: read_board(&rows)?, turn: written.turn })
    }
}

impl From<Setup> for Written {
    fn from(setup: Setup) -> Written {
        let letter = |square: &Option<Colour>| square.map_or('.', Colour::letter);
        let row = |squares: &[Option<Colour>; BOARD_SIZE]| squares.iter().map(letter).collect();
        Written { board: setup.board.iter().map(row).collect(), turn: setup.turn }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (row, squares) in self.board.iter().enumerate() {
            if row > 0 {
                f.write_str("/")?;
            }
            // A chunk is a run of empty squares or of pieces.
            for chunk in squares.chunk_by(|a, b| a.is_some() == b.is_some()) {
                if chunk[0].is_none() {
                    write!(f, "{}", chunk.len())?;
                }
                for colour in chunk.iter().flatten() {
                    write!(f, "{}", colour.letter())?;
                }
            }
        }
        write!(f, " {}", self.turn.letter().to_ascii_lowercase())
    }
}

fn read_board(rows: &[&str]) -> Result<[[Option<Colour>; BOARD_SIZE]; BOARD_SIZE], SetupError> {
    if rows.len() != BOARD_SIZE {
        return Err(SetupError::Rows(rows.len()));
    }
    let mut board = [[None; BOARD_SIZE]; BOARD_SIZE];
    for (row, text) in rows.iter().enumerate() {
        board[row] = read_row(row, text)?;
    }
    Ok(board)
}

/// A row of pieces, dots and runs of empty squares. Both notations may use either for the latter.
fn read_row(row: usize, text: &str) -> Result<[Option<Colour>; BOARD_SIZE], SetupError> {
    let mut squares = [None; BOARD_SIZE];
    // Squares past the edge are counted too, for the error message.
    let (mut found, mut run) = (0usize, 0usize);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run.saturating_mul(10).saturating_add(digit as usize);
            continue;
        }
        found = found.saturating_add(std::mem::take(&mut run));
        let colour = Colour::from_letter(letter);
        if colour.is_none() && letter != '.' {
            let found = if letter.is_control() { ' ' } else { letter };
            return Err(SetupError::Letter { row, found });
        }
        if let Some(square) = squares.get_mut(found) {
            *square = colour;
        }
        found = found.saturating_add(1);
    }
    found = found.saturating_add(run);
    if found != BOARD_SIZE {
        let text = shorten(text);
        return Err(SetupError::RowLength { row, text, found });
    }
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::halma::Plain;

    const START: &str =
        "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/12WWWW/11WWWWW/11WWWWW b";

    #[test]
    fn the_start_is_written_as_expected() {
        let setup = Halma::<Plain>::start().setup();
        assert_eq!(setup.to_string(), START);
        let json = serde_json::to_value(&setup).unwrap();
        assert_eq!(json["board"][0], "BBBBB...........");
        assert_eq!(json["board"][11], "..............WW");
        assert_eq!(json["turn"], "b");
        assert_eq!(serde_json::from_value::<Setup>(json).unwrap(), setup);
    }

    #[test]
    fn reading_does_not_mind_case_dots_and_further_keys() {
        let setup: Setup = START.parse().unwrap();
        let loose = START.to_lowercase().replace("14ww", "..............Ww");
        assert_eq!(loose.replace(" b", " B").parse::<Setup>().unwrap(), setup);
        let mut json = serde_json::to_value(&setup).unwrap();
        json["turn"] = "B".into();
        json["time"] = 3.into();
        assert_eq!(serde_json::from_value::<Setup>(json).unwrap(), setup);
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("", "has not the two parts"),
            ("16 b c", "has not the two parts"),
            ("16/16 b", "the board has 2 rows, not 16"),
            (&START.replace(" b", " black"), "the mover is `black`, not `b`"),
            (&START.replace("13WWW", "12WWW"), "row 12 of the board, `12WWW`, has 15 squares"),
            (&START.replace("13WWW", "99999999999999999999W"), "row 12 of the board"),
            (&START.replace("BB14", "BX14"), "row 4 of the board has a `X`"),
        ];
        for (text, words) in cases {
            let error = text.parse::<Setup>().unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
    }

    #[test]
    fn a_game_has_nineteen_pieces_a_side_but_any_board_can_be_played() {
        let setup: Setup = START.replacen("/16", "/15W", 1).parse().unwrap();
        let error = Halma::<Plain>::from_setup(&setup).unwrap_err();
        assert_eq!(error.to_string(), "White has 20 pieces, not 19");
        assert_eq!(setup.to_position_unchecked::<Plain>().pieces(Seat::SECOND).len(), 20);
    }
}
