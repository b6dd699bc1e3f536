//! Position notation of Fanorona, similar to FEN:
//! `BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1`, or as JSON.
//!
//! Ranks from the highest, digits for runs of empty points, the side to move; then the plies since
//! the last capture and the move number, both optional. A setup has any number of ranks of any
//! length: whether it fits a board is checked when it becomes a position.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::points::set;
use super::{Fanorona, QUIET_PLY_LIMIT};
use crate::game::shorten;
use crate::{Position, Seat};

/// Stones, side to move and two counters, valid or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The ranks from the highest, a character for each point: `B`, `W`, or `.` for an empty one.
    pub board: Vec<String>,
    /// Who moves.
    pub turn: Turn,
    /// Plies since the last capture.
    #[serde(default)]
    pub quiet: u32,
    /// The number of the move, which goes up after Black's turn as in chess.
    #[serde(default = "first_number")]
    pub number: u32,
}

/// Who moves.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Turn {
    /// White.
    #[serde(rename = "w", alias = "W")]
    White,
    /// Black.
    #[serde(rename = "b", alias = "B")]
    Black,
}

impl Turn {
    /// The turn of this seat.
    pub(super) fn of(seat: Seat) -> Turn {
        if seat == Seat::FIRST { Turn::White } else { Turn::Black }
    }
}

/// Why a setup of Fanorona is invalid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Not a board and a mover, or too much after them.
    #[error(
        "`{0}` has not the parts of a position, as in `BBB/B1W/WWW w 0 1`: ranks, mover, plies since the last capture, move number"
    )]
    Parts(String),
    /// Too many empty points at once.
    #[error("`{0}` is no run of 1 to 99 empty points")]
    Run(String),
    /// Neither w nor b.
    #[error("the mover is `{0}`, not `w` (White) or `b` (Black)")]
    Mover(String),
    /// No number.
    #[error("`{found}` is no number of {what}, as in `{example}`")]
    Counter {
        /// What is counted.
        what: &'static str,
        /// What stands there.
        found: String,
        /// A number of the right form.
        example: u32,
    },
    /// Another number of ranks than the board has.
    #[error("the board has {found} ranks, not {ranks}")]
    Ranks {
        /// How many there are.
        found: usize,
        /// How many there should be.
        ranks: usize,
    },
    /// Another number of points in a rank than the board has columns.
    #[error("rank {rank} has {found} points, not {columns}")]
    RankLength {
        /// The rank, counted from 1 at the bottom.
        rank: usize,
        /// How many points there are.
        found: usize,
        /// How many there should be.
        columns: usize,
    },
    /// Neither a stone nor an empty point.
    #[error("{point} holds `{found}`, not `B`, `W` or `.`")]
    Point {
        /// The name of the point.
        point: String,
        /// What stands there.
        found: String,
    },
    /// More stones of a colour than at the start.
    #[error("{colour} has {found} stones, at most {most} fit the game")]
    TooMany {
        /// Whose stones they are.
        colour: &'static str,
        /// How many there are.
        found: u32,
        /// How many there are at the start.
        most: usize,
    },
    /// Nobody has a stone.
    #[error("there is no stone on the board; one of the players must have one")]
    NoStones,
    /// More quiet plies than the game goes on for.
    #[error(
        "{0} plies since the last capture are too many: the game is drawn after {QUIET_PLY_LIMIT}"
    )]
    Quiet(u32),
}

/// The names of the players.
pub(super) const COLOURS: [&str; 2] = ["White", "Black"];

const fn first_number() -> u32 {
    1
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        let parts: Vec<&str> = text.split_whitespace().collect();
        let (ranks, mover, counters) = match parts[..] {
            [ranks, mover, ref counters @ ..] if counters.len() <= 2 => (ranks, mover, counters),
            _ => return Err(SetupError::Parts(shorten(text))),
        };
        let board = ranks.split('/').map(read_rank).collect::<Result<_, _>>()?;
        let turn = match mover {
            "w" | "W" => Turn::White,
            "b" | "B" => Turn::Black,
            _ => return Err(SetupError::Mover(shorten(mover))),
        };
        let counter = |nth: usize, what, usual: u32| match counters.get(nth) {
            Some(text) => read_number(text).ok_or_else(|| SetupError::Counter {
                what,
                found: shorten(text),
                example: usual,
            }),
            None => Ok(usual),
        };
        Ok(Setup {
            board,
            turn,
            quiet: counter(0, "plies since the last capture", 0)?,
            number: counter(1, "a move", first_number())?,
        })
    }
}

/// A rank with a dot for each empty point.
fn read_rank(text: &str) -> Result<String, SetupError> {
    const MAX_RUN: usize = 99;
    let mut rank = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let taken = if digits > 0 { digits } else { next.len_utf8() };
        let (piece, after) = rest.split_at(taken);
        if digits > 0 {
            let run = piece.parse().ok().filter(|run| (1..=MAX_RUN).contains(run));
            let run = run.ok_or_else(|| SetupError::Run(shorten(piece)))?;
            rank.push_str(&".".repeat(run));
        } else {
            rank.push(next);
        }
        rest = after;
    }
    Ok(rank)
}

fn read_number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for (index, rank) in self.board.iter().enumerate() {
            if index > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for point in rank.chars() {
                if point == '.' {
                    empty += 1;
                    continue;
                }
                write_run(f, empty)?;
                empty = 0;
                write!(f, "{point}")?;
            }
            write_run(f, empty)?;
        }
        let mover = match self.turn {
            Turn::White => 'w',
            Turn::Black => 'b',
        };
        write!(f, " {mover} {} {}", self.quiet, self.number)
    }
}

fn write_run(f: &mut fmt::Formatter, empty: usize) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

impl<const ROWS: usize, const COLUMNS: usize> From<Fanorona<ROWS, COLUMNS>> for Setup {
    fn from(position: Fanorona<ROWS, COLUMNS>) -> Setup {
        let [white, black] = [Seat::FIRST, Seat::SECOND].map(|seat| position.stones(seat));
        let point = |point: usize| {
            let point = set(Fanorona::<ROWS, COLUMNS>::bit(point));
            match (white & point != 0, black & point != 0) {
                (true, _) => 'W',
                (_, true) => 'B',
                _ => '.',
            }
        };
        let rank =
            |rank: usize| (0..COLUMNS).map(|column| point(rank * COLUMNS + column)).collect();
        Setup {
            board: (0..ROWS).rev().map(rank).collect(),
            turn: Turn::of(position.turn()),
            quiet: position.quiet_plies().into(),
            number: position.move_number(),
        }
    }
}

impl<const ROWS: usize, const COLUMNS: usize> TryFrom<&Setup> for Fanorona<ROWS, COLUMNS> {
    type Error = SetupError;

    fn try_from(setup: &Setup) -> Result<Self, SetupError> {
        let [white, black] = Self::read_stones(&setup.board)?;
        for (stones, colour) in [white, black].into_iter().zip(COLOURS) {
            let (found, most) = (stones.count_ones(), Self::STONES);
            if found as usize > most {
                return Err(SetupError::TooMany { colour, found, most });
            }
        }
        if white | black == 0 {
            return Err(SetupError::NoStones);
        }
        let quiet = u8::try_from(setup.quiet).ok().filter(|&quiet| quiet <= QUIET_PLY_LIMIT);
        let quiet = quiet.ok_or(SetupError::Quiet(setup.quiet))?;
        let (mine, theirs, turn) = match setup.turn {
            Turn::White => (white, black, Seat::FIRST),
            Turn::Black => (black, white, Seat::SECOND),
        };
        Ok(Fanorona { mine, theirs, number: setup.number, quiet, turn })
    }
}

impl<const ROWS: usize, const COLUMNS: usize> Fanorona<ROWS, COLUMNS> {
    /// White's and Black's stones on these ranks.
    fn read_stones(ranks: &[String]) -> Result<[u64; 2], SetupError> {
        if ranks.len() != ROWS {
            return Err(SetupError::Ranks { found: ranks.len(), ranks: ROWS });
        }
        let mut stones = [0; 2];
        for (rank, text) in ranks.iter().rev().enumerate() {
            let found = text.chars().count();
            if found != COLUMNS {
                return Err(SetupError::RankLength { rank: rank + 1, found, columns: COLUMNS });
            }
            for (column, stone) in text.chars().enumerate() {
                let point = rank * COLUMNS + column;
                match stone {
                    'W' | 'w' => stones[0] |= set(Self::bit(point)),
                    'B' | 'b' => stones[1] |= set(Self::bit(point)),
                    '.' => {}
                    _ => {
                        let (point, found) = (Self::name(point), shorten(&stone.to_string()));
                        return Err(SetupError::Point { point, found });
                    }
                }
            }
        }
        Ok(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Fanorona<3, 3>, SetupError> {
        Fanorona::try_from(&text.parse::<Setup>()?)
    }

    #[test]
    fn the_start_is_written_as_everybody_writes_it() {
        let start = Setup::from(Fanorona::<5, 9>::start()).to_string();
        assert_eq!(start, "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w 0 1");
        let middles = [
            Setup::from(Fanorona::<3, 3>::start()).board[1].clone(),
            Setup::from(Fanorona::<5, 5>::start()).board[2].clone(),
            Setup::from(Fanorona::<5, 7>::start()).board[2].clone(),
            Setup::from(Fanorona::<9, 3>::start()).board[4].clone(),
        ];
        assert_eq!(middles, ["B.W", "BW.BW", "BWB.WBW", "B.W"]);
    }

    #[test]
    fn counters_may_be_missing_and_stones_small() {
        let full = read("BBB/B1W/WWW w 0 1").unwrap();
        assert_eq!(full, Fanorona::start());
        assert_eq!(read("bbb/b.w/www W").unwrap(), full);
        assert_eq!(read("BBB/B1W/WWW w 0").unwrap(), full);
        let later = read("BBB/B1W/WWW b 7 12").unwrap();
        assert_eq!((later.quiet_plies(), later.move_number()), (7, 12));
        assert_ne!(later, read("BBB/B1W/WWW b 8 12").unwrap());
        let fresh = read("BBB/B1W/WWW b").unwrap();
        assert_eq!(later.repetition_key(), fresh.repetition_key());
        assert_ne!(later.key(), fresh.key());
        assert_eq!(later.key(), read("BBB/B1W/WWW b 7 99").unwrap().key());
    }

    #[test]
    fn json_is_read_with_and_without_counters() {
        let text = r#"{"board": ["bBB", "B.W", "WWW"], "turn": "w", "colour": "teak"}"#;
        let setup: Setup = serde_json::from_str(text).unwrap();
        let position = Fanorona::<3, 3>::try_from(&setup).unwrap();
        assert_eq!(position, Fanorona::start());
        assert_eq!(
            serde_json::to_string(&Setup::from(position)).unwrap(),
            r#"{"board":["BBB","B.W","WWW"],"turn":"w","quiet":0,"number":1}"#
        );
    }

    #[test]
    fn errors_say_what_and_where() {
        let cases = [
            ("BBB/B1W/WWW", "has not the parts of a position"),
            ("BBB/B1W/WWW w 0 1 2", "has not the parts of a position"),
            ("BBB/BW/WWW w", "rank 2 has 2 points, not 3"),
            ("BBB/B11W/WWW w", "rank 2 has 13 points, not 3"),
            ("BBB/B0W/WWW w", "`0` is no run"),
            ("BBB/B99999999999999999999W/WWW w", "is no run of 1 to 99"),
            ("BBB/WWW w", "the board has 2 ranks, not 3"),
            ("BBB/BxW/WWW w", "b2 holds `x`"),
            ("BBB/B1W/WWW s", "the mover is `s`"),
            ("BBB/B1W/WWW w +1", "`+1` is no number of plies since the last capture"),
            ("BBB/B1W/WWW w 0 x", "`x` is no number of a move"),
            ("BBB/BBW/WWW w", "Black has 5 stones, at most 4 fit the game"),
            ("3/3/3 w", "there is no stone"),
            ("BBB/B1W/WWW w 101 9", "101 plies since the last capture are too many"),
        ];
        for (text, expected) in cases {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}
