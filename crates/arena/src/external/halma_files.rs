//! What stands in the files through which Halma programs speak: `input.txt`, a board to move on, and
//! `output.txt`, a play.
//!
//! ```text
//! GAME                      E 11,15 10,15     a step
//! WHITE
//! 100.0                     J 12,15 10,13     or one jump a line,
//! BBBBB...........          J 10,13 8,11      each from where the last one ended
//! … 16 rows …
//! ```
//!
//! Both are read as strictly as a grader reads them, and every error says which line is wrong.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use games::halma::{Colour, PIECES, SIDE, Setup};
use thiserror::Error;

/// The file that asks.
pub const INPUT: &str = "input.txt";
/// The file that answers.
pub const OUTPUT: &str = "output.txt";

/// What a program is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct HalmaInput {
    /// Whether there are moves to come.
    pub mode: HalmaMode,
    /// What is left of the processor's time.
    pub time: Duration,
    /// The board, and who moves.
    pub setup: Setup,
}

/// What the time is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HalmaMode {
    /// For this move alone.
    Single,
    /// For this one and all to come.
    Game,
}

/// Why a text asks nothing.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HalmaInputError {
    /// Neither a move nor a game.
    #[error("line 1 is `{0}`, not SINGLE or GAME")]
    Mode(String),
    /// No colour.
    #[error("line 2 is `{0}`, not BLACK or WHITE")]
    Colour(String),
    /// No time, or none left.
    #[error("line 3 is `{0}`, not a number of seconds greater than 0, such as 100.0")]
    Time(String),
    /// Too few lines, or too many.
    #[error("there are {0} lines, not 19: SINGLE or GAME, the colour, the time, 16 rows")]
    Lines(usize),
    /// A row of the wrong length.
    #[error("line {line} has {found} squares, not 16")]
    Row {
        /// Which line, from 1.
        line: usize,
        /// How many squares it has.
        found: usize,
    },
    /// Something that is no square.
    #[error("line {line} has a `{found}` at {place}, which is neither W, B nor a dot")]
    Square {
        /// Which line, from 1.
        line: usize,
        /// Which character, from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
}

/// Why a text is no play.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HalmaPlayError {
    /// Nothing there.
    #[error("there is no line `E x,y x,y` or `J x,y x,y`")]
    Empty,
    /// A line that is none.
    #[error("line {line} is `{text}`, not like `E 11,15 10,15` or `J 12,15 10,13`")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// More than a step.
    #[error("line {0} goes on after a step, which is a play of its own")]
    AfterStep(usize),
    /// A step that is none, or a jump.
    #[error("line {line} says {letter}, but {from} to {to} is no {kind}")]
    Kind {
        /// Which line, from 1.
        line: usize,
        /// What it says.
        letter: char,
        /// What that means.
        kind: &'static str,
        /// From where.
        from: String,
        /// To where.
        to: String,
    },
    /// A jump from somewhere else.
    #[error("line {line} starts at {from}, but the jump before ended at {last}")]
    Gap {
        /// Which line, from 1.
        line: usize,
        /// Where it starts.
        from: String,
        /// Where it should.
        last: String,
    },
}

impl HalmaInput {
    /// What is unusual about the board, if anything is.
    pub fn warning(&self) -> Option<String> {
        let count = |colour| self.setup.pieces(colour).len();
        let (black, white) = (count(Colour::Black), count(Colour::White));
        (black != PIECES || white != PIECES).then(|| {
            format!("the board has {black} black and {white} white pieces, not {PIECES} of each")
        })
    }
}

impl FromStr for HalmaInput {
    type Err = HalmaInputError;

    fn from_str(text: &str) -> Result<HalmaInput, HalmaInputError> {
        let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let line = |number: usize| lines.get(number).copied().unwrap_or_default();
        let mode = match line(0) {
            "SINGLE" => HalmaMode::Single,
            "GAME" => HalmaMode::Game,
            other => return Err(HalmaInputError::Mode(shorten(other))),
        };
        let turn = match line(1) {
            "BLACK" => Colour::Black,
            "WHITE" => Colour::White,
            other => return Err(HalmaInputError::Colour(shorten(other))),
        };
        let time = read_seconds(line(2)).ok_or_else(|| HalmaInputError::Time(shorten(line(2))))?;
        let rows = lines.get(3..).unwrap_or_default();
        if rows.len() != SIDE {
            return Err(HalmaInputError::Lines(lines.len()));
        }
        let mut board = [[None; SIDE]; SIDE];
        for (y, row) in rows.iter().enumerate() {
            let line = y + 4;
            let found = row.chars().count();
            if found != SIDE {
                return Err(HalmaInputError::Row { line, found });
            }
            for (x, found) in row.chars().enumerate() {
                board[y][x] = match found {
                    'B' => Some(Colour::Black),
                    'W' => Some(Colour::White),
                    '.' => None,
                    _ => return Err(HalmaInputError::Square { line, place: x + 1, found }),
                };
            }
        }
        Ok(HalmaInput { mode, time, setup: Setup { board, turn } })
    }
}

/// A time that is more than none. So long that nobody sees its end is no time either.
fn read_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    Duration::try_from_secs_f64(seconds).ok().filter(|_| seconds > 0.0)
}

impl fmt::Display for HalmaInput {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let mode = match self.mode {
            HalmaMode::Single => "SINGLE",
            HalmaMode::Game => "GAME",
        };
        let colour = match self.setup.turn {
            Colour::Black => "BLACK",
            Colour::White => "WHITE",
        };
        // More than a microsecond is nobody's business; none at all would be no time.
        let seconds = self.time.as_secs_f64().max(1e-6);
        writeln!(f, "{mode}\n{colour}\n{seconds:.6}")?;
        for row in &self.setup.board {
            let letter = |square: &Option<Colour>| match square {
                Some(Colour::Black) => 'B',
                Some(Colour::White) => 'W',
                None => '.',
            };
            writeln!(f, "{}", row.iter().map(letter).collect::<String>())?;
        }
        Ok(())
    }
}

/// Writes a play, given as the squares it leads over: `11,15-10,15`.
pub fn write_halma_play(squares: &str) -> String {
    let squares: Vec<&str> = squares.split('-').collect();
    let letter = match squares[..] {
        [from, to] if distance(from, to) == Some(1) => 'E',
        _ => 'J',
    };
    squares.windows(2).map(|leg| format!("{letter} {} {}\n", leg[0], leg[1])).collect()
}

/// Reads a play as the squares it leads over. Whether it is legal is for the rules to say.
pub fn read_halma_play(text: &str) -> Result<String, HalmaPlayError> {
    let mut squares: Vec<&str> = Vec::new();
    let mut stepped = false;
    for (index, text) in text.trim_end().lines().enumerate() {
        let line = index + 1;
        let wrong = || HalmaPlayError::Line { line, text: shorten(text) };
        if stepped {
            return Err(HalmaPlayError::AfterStep(line));
        }
        let parts: Vec<&str> = text.trim_end().split(' ').collect();
        let [letter @ ("E" | "J"), from, to] = parts[..] else { return Err(wrong()) };
        let distance = distance(from, to).ok_or_else(wrong)?;
        stepped = letter == "E";
        let (letter, kind, length) = if stepped { ('E', "step", 1) } else { ('J', "jump", 2) };
        if distance != length {
            let (from, to) = (from.to_owned(), to.to_owned());
            return Err(HalmaPlayError::Kind { line, letter, kind, from, to });
        }
        match squares.last() {
            None => squares.push(from),
            Some(_) if stepped => return Err(HalmaPlayError::AfterStep(line)),
            Some(&last) if last != from => {
                let (from, last) = (from.to_owned(), last.to_owned());
                return Err(HalmaPlayError::Gap { line, from, last });
            }
            Some(_) => {}
        }
        squares.push(to);
    }
    if squares.is_empty() { Err(HalmaPlayError::Empty) } else { Ok(squares.join("-")) }
}

/// How far two squares are apart, in the longer direction; nothing if one of them is none.
fn distance(from: &str, to: &str) -> Option<usize> {
    let number = |text: &str| -> Option<usize> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&number| plain && number < SIDE)
    };
    let square = |text: &str| -> Option<(usize, usize)> {
        let (x, y) = text.split_once(',')?;
        Some((number(x)?, number(y)?))
    };
    let ((ax, ay), (bx, by)) = (square(from)?, square(to)?);
    Some(ax.abs_diff(bx).max(ay.abs_diff(by)))
}

/// As much of a text as fits into a message.
fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).map(printable).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

fn printable(letter: char) -> char {
    if letter.is_control() { '\u{fffd}' } else { letter }
}

/// Writes a file beside its place and moves it there, so that nobody ever sees half of it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let mut beside = name.to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; what is left of the part may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::Position;
    use games::halma::{Halma, Plain};

    #[test]
    fn what_is_asked_is_read_again() {
        let setup = Halma::<Plain>::start().setup();
        let time = Duration::from_millis(23_330);
        let input = HalmaInput { mode: HalmaMode::Game, time, setup };
        let text = input.to_string();
        assert!(text.starts_with("GAME\nBLACK\n23.330000\nBBBBB...........\n"));
        assert_eq!(text.parse(), Ok(input.clone()));
        let crlf = text.replace('\n', "  \r\n");
        assert_eq!(crlf.trim_end().parse(), Ok(input.clone()));
        assert_eq!(input.warning(), None);
    }

    #[test]
    fn plays_are_written_as_they_are_read() {
        for (squares, text) in [
            ("11,15-10,15", "E 11,15 10,15\n"),
            ("12,15-10,13", "J 12,15 10,13\n"),
            ("9,9-11,9-11,11-13,13", "J 9,9 11,9\nJ 11,9 11,11\nJ 11,11 13,13\n"),
        ] {
            assert_eq!(write_halma_play(squares), text);
            assert_eq!(read_halma_play(text), Ok(squares.to_owned()));
            assert_eq!(read_halma_play(text.replace('\n', " \r\n").trim()), Ok(squares.to_owned()));
        }
    }

    #[test]
    fn what_is_no_play_is_told_by_its_line() {
        for (text, words) in [
            ("", "there is no line"),
            ("\n", "there is no line"),
            ("hello", "line 1 is `hello`"),
            ("e 11,15 10,15", "line 1 is"),
            ("E 11,15  10,15", "line 1 is"),
            ("E 11, 15 10,15", "line 1 is"),
            ("E 11,15 10,16", "line 1 is"),
            ("E 11,15", "line 1 is"),
            ("E +11,15 10,15", "line 1 is"),
            ("E 11,15 10,15\nE 10,15 9,15", "line 2 goes on after a step"),
            ("J 12,15 10,13\nE 10,13 9,13", "line 2 goes on after a step"),
            ("J 12,15 10,13\nJ 9,13 7,13", "line 2 starts at 9,13"),
            ("E 12,15 10,13", "is no step"),
            ("J 11,15 10,15", "is no jump"),
            ("J 12,15 10,13\n\nJ 10,13 8,11", "line 2 is ``"),
        ] {
            let error = read_halma_play(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text:?}: {error}");
        }
    }
}
