//! The file formats of Halma programs: `input.txt`, a position to move in, and `output.txt`, a move.
//!
//! ```text
//! GAME                      E 11,15 10,15     a step
//! WHITE
//! 100.0                     J 12,15 10,13     or one jump a line,
//! BBBBB...........          J 10,13 8,11      each from where the last one ended
//! … 16 rows …
//! ```
//!
//! An input is read as leniently as it can be without guessing: a byte-order mark, lower case, any
//! kind of line end. An output is parsed as strictly as a grader does. Every error names the line.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use spielwerk_games::halma::{BOARD_SIZE, Colour, PIECES, Setup};
use thiserror::Error;

/// The input file.
pub const INPUT: &str = "input.txt";
/// The output file.
pub const OUTPUT: &str = "output.txt";

/// The input of a program.
#[derive(Clone, PartialEq, Debug)]
pub struct HalmaInput {
    /// Whether the time is for one move or for the game.
    pub mode: HalmaMode,
    /// The remaining CPU time.
    pub time: Duration,
    /// The board, and the side to move.
    pub setup: Setup,
}

/// What the time is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum HalmaMode {
    /// For this move alone.
    Single,
    /// For this move and all later ones.
    Game,
}

/// Why a text is not a valid input.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HalmaInputError {
    /// Neither SINGLE nor GAME.
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
    /// An invalid square.
    #[error(
        "line {line} has a `{found}` at {place}, which is neither W, B nor a dot",
        found = escape(*found)
    )]
    Square {
        /// Which line, from 1.
        line: usize,
        /// Which character, from 1.
        place: usize,
        /// What stands there.
        found: char,
    },
}

/// Why a text is not a valid output.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HalmaPlayError {
    /// The text is empty.
    #[error("there is no line `E x,y x,y` or `J x,y x,y`")]
    Empty,
    /// An invalid line.
    #[error("line {line} is `{text}`, not like `E 11,15 10,15` or `J 12,15 10,13`")]
    Line {
        /// Which line, from 1.
        line: usize,
        /// What it says.
        text: String,
    },
    /// Another line after a step.
    #[error("line {0} goes on after a step, which is a play of its own")]
    AfterStep(usize),
    /// A step or jump of the wrong length.
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
    /// A jump that does not start where the last one ended.
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
        let mut lines: Vec<&str> = split_lines(text).into_iter().map(str::trim_end).collect();
        while lines.last().is_some_and(|line| line.is_empty()) {
            lines.pop();
        }
        let line = |number: usize| lines.get(number).copied().unwrap_or_default();
        let mode = match line(0).to_ascii_uppercase().as_str() {
            "SINGLE" => HalmaMode::Single,
            "GAME" => HalmaMode::Game,
            _ => return Err(HalmaInputError::Mode(shorten(line(0)))),
        };
        let turn = match line(1).to_ascii_uppercase().as_str() {
            "BLACK" => Colour::Black,
            "WHITE" => Colour::White,
            _ => return Err(HalmaInputError::Colour(shorten(line(1)))),
        };
        let time = read_seconds(line(2)).ok_or_else(|| HalmaInputError::Time(shorten(line(2))))?;
        let rows = lines.get(3..).unwrap_or_default();
        if rows.len() != BOARD_SIZE {
            return Err(HalmaInputError::Lines(lines.len()));
        }
        let mut board = [[None; BOARD_SIZE]; BOARD_SIZE];
        for (y, row) in rows.iter().enumerate() {
            let line = y + 4;
            let found = row.chars().count();
            if found != BOARD_SIZE {
                return Err(HalmaInputError::Row { line, found });
            }
            for (x, found) in row.chars().enumerate() {
                board[y][x] = match found.to_ascii_uppercase() {
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

/// The lines of a text without its byte-order mark. They end with LF, CR LF or CR.
fn split_lines(text: &str) -> Vec<&str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r')).collect()
}

/// A number of seconds above 0 that fits a `Duration`.
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
        // In microseconds; 0 would not be a valid time.
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

/// Formats a move, given as its path of squares: `11,15-10,15`.
pub fn write_halma_play(squares: &str) -> String {
    let squares: Vec<&str> = squares.split('-').collect();
    let letter = match squares[..] {
        [from, to] if distance(from, to) == Some(1) => 'E',
        _ => 'J',
    };
    squares.windows(2).map(|leg| format!("{letter} {} {}\n", leg[0], leg[1])).collect()
}

/// Parses a move as its path of squares. Whether it is legal is not checked.
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

/// The distance of two squares, in the longer direction; `None` if one of them is invalid.
fn distance(from: &str, to: &str) -> Option<usize> {
    let number = |text: &str| -> Option<usize> {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|&number| plain && number < BOARD_SIZE)
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
    let mut short: String = text.chars().take(MOST).map(escape).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// A character as it is, or its escape sequence if it cannot be seen.
fn escape(letter: char) -> String {
    match letter {
        '\\' | '\'' | '"' => letter.to_string(),
        _ => letter.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;
    use spielwerk_games::Position;
    use spielwerk_games::halma::{Halma, Plain};

    #[test]
    fn inputs_round_trip() {
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
    fn inputs_of_other_systems_are_read() {
        let setup = Halma::<Plain>::start().setup();
        let time = Duration::from_secs(5);
        let input = HalmaInput { mode: HalmaMode::Single, time, setup };
        let text = input.to_string();
        for other in [
            format!("\u{feff}{text}"),
            text.to_lowercase(),
            text.replace('\n', "\r"),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{}", text.to_lowercase().replace('\n', "\r")),
        ] {
            assert_eq!(other.parse(), Ok(input.clone()), "{other:?}");
        }
    }

    #[test]
    fn control_characters_are_shown_escaped() {
        let error = |text: &str| text.parse::<HalmaInput>().unwrap_err().to_string();
        assert!(error("GA\u{1b}[2JME").contains("`GA\\u{1b}[2JME`"), "{}", error("GA\u{1b}[2JME"));
        assert!(error("\0").contains("`\\0`"), "{}", error("\0"));
        let board = "BBBBB\t..........\n".repeat(16);
        let error = error(&format!("GAME\nBLACK\n1\n{board}"));
        assert!(error.contains("has a `\\t` at 6"), "{error}");
        let error = read_halma_play("E 1,1\u{7} 2,2").unwrap_err().to_string();
        assert!(error.contains("`E 1,1\\u{7} 2,2`"), "{error}");
    }

    #[test]
    fn outputs_round_trip() {
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
    fn errors_name_the_line() {
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
