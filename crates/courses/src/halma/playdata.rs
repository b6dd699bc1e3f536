//! The agent's state between the moves of a game, in `playdata.txt`: its clock, and the board after
//! each of its moves.
//!
//! ```text
//! spielwerk halma 2 BLACK
//! clock 10000000 231044
//! BBBBB11/BBBB1B10/BBBB12/… b
//! ```
//!
//! The clock is the time left at the first move, and the CPU time that all processes since have
//! measured of themselves, in microseconds. What was charged beyond that is the cost of starting and
//! ending processes, which no process can measure of itself.
//!
//! Nobody but its owner moves a piece. So if its own pieces do not stand as after its last move, the
//! file belongs to another game.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;

use spielwerk_games::Seat;
use spielwerk_games::halma::{BOARD_SIZE, Colour, Setup, SquareSet};

use super::move_budget::GameClock;

/// The clock and the boards of the game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playdata {
    colour: Colour,
    /// The time left at the first move, in microseconds.
    at_start: u64,
    /// The CPU time that the processes so far have measured of themselves, in microseconds.
    measured: u64,
    boards: Vec<Board>,
}

/// The pieces of both sides after a move of the agent.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Board {
    own: SquareSet,
    other: SquareSet,
}

impl Playdata {
    pub(super) const FILE: &'static str = "playdata.txt";
    const HEADER: &'static str = "spielwerk halma 2";
    const CLOCK: &'static str = "clock ";
    /// No game lasts so long; a file that says so is not ours.
    const MAX_MOVES: usize = 10_000;

    /// A game that begins with this board and this time.
    pub(super) fn new(setup: &Setup, left: Duration) -> Playdata {
        let at_start = left.as_micros() as u64;
        Playdata { colour: setup.turn, at_start, measured: 0, boards: Vec::new() }
    }

    /// Reads the state of the game on this board; a warning, if the file is of another game or damaged.
    pub(super) fn read(folder: &Path, setup: &Setup, left: Duration) -> Result<Playdata, String> {
        let text = match fs::read_to_string(folder.join(Playdata::FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Ok(Playdata::new(setup, left));
            }
            Err(error) => return Err(format!("{} is ignored: {error}", Playdata::FILE)),
        };
        let ignored = |why: &str| format!("{} is ignored: {why}", Playdata::FILE);
        let playdata = Playdata::parse(&text).ok_or_else(|| ignored("it is damaged"))?;
        let last = playdata.boards.last();
        let same_game = playdata.colour == setup.turn
            && last.is_some_and(|last| last.own == setup.pieces(setup.turn));
        if same_game { Ok(playdata) } else { Err(ignored("it belongs to another game")) }
    }

    /// Parses the text of the file; nothing, if it is damaged.
    pub fn parse(text: &str) -> Option<Playdata> {
        let mut lines = text.lines();
        let colour = match lines.next()?.strip_prefix(Playdata::HEADER)?.trim() {
            "BLACK" => Colour::Black,
            "WHITE" => Colour::White,
            _ => return None,
        };
        let (at_start, measured) = lines.next()?.strip_prefix(Playdata::CLOCK)?.split_once(' ')?;
        let (at_start, measured) = (at_start.parse().ok()?, measured.trim_end().parse().ok()?);
        // A line that was cut off in the middle is shorter than sixteen rows.
        let boards: Option<Vec<Board>> =
            lines.take(Playdata::MAX_MOVES).map(|line| read_board(line, colour)).collect();
        Some(Playdata { colour, at_start, measured, boards: boards? })
    }

    /// How many moves were made.
    pub(super) fn moves(&self) -> usize {
        self.boards.len()
    }

    /// How often this placement has occurred.
    pub(super) fn occurrences(&self, placement: SquareSet) -> usize {
        self.boards.iter().filter(|before| before.own == placement).count()
    }

    /// The clock at the beginning of a turn with so much time left.
    pub(super) fn clock(&self, left: Duration) -> GameClock {
        let (at_start, measured) =
            (Duration::from_micros(self.at_start), Duration::from_micros(self.measured));
        let unseen = at_start.saturating_sub(left).saturating_sub(measured);
        let turns_made = self.moves();
        GameClock { left, at_start, turns_made, unseen_cost: unseen.checked_div(turns_made as u32) }
    }

    /// Whether the opponent's pieces have come no nearer to their goal for many turns.
    pub(super) fn opponent_is_idle(&self, setup: &Setup) -> bool {
        const TURNS: usize = 10;
        /// A piece that moves to and fro is a little nearer every other turn.
        const TO_AND_FRO: usize = 4;
        let other = self.colour.seat().opponent();
        let now = advance(setup.pieces(Colour::of(other)), other);
        let before = self.boards.len().checked_sub(TURNS).map(|turn| self.boards[turn].other);
        before.is_some_and(|before| now <= advance(before, other) + TO_AND_FRO)
    }

    /// Adds the board after a move, and the CPU time that its process has measured.
    pub(super) fn add(&mut self, own: SquareSet, other: SquareSet, measured: Duration) {
        self.boards.push(Board { own, other });
        self.measured = self.measured.saturating_add(measured.as_micros() as u64);
    }
}

/// How far a seat's pieces have come in all, from the corner of its camp.
fn advance(pieces: SquareSet, seat: Seat) -> usize {
    let squares = pieces.iter().map(|square| match seat {
        Seat::FIRST => square,
        _ => square.rotated_180(),
    });
    squares.map(|square| square.x() + square.y()).sum()
}

fn read_board(line: &str, colour: Colour) -> Option<Board> {
    let setup: Setup = line.parse().ok()?;
    let other = Colour::of(colour.seat().opponent());
    let board = Board { own: setup.pieces(colour), other: setup.pieces(other) };
    (setup.turn == colour).then_some(board)
}

impl fmt::Display for Playdata {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let colour = match self.colour {
            Colour::Black => "BLACK",
            Colour::White => "WHITE",
        };
        writeln!(f, "{} {colour}", Playdata::HEADER)?;
        writeln!(f, "{}{} {}", Playdata::CLOCK, self.at_start, self.measured)?;
        let other = Colour::of(self.colour.seat().opponent());
        for pieces in &self.boards {
            let mut board = [[None; BOARD_SIZE]; BOARD_SIZE];
            for (colour, squares) in [(self.colour, pieces.own), (other, pieces.other)] {
                for square in squares.iter() {
                    board[square.y()][square.x()] = Some(colour);
                }
            }
            writeln!(f, "{}", Setup { board, turn: self.colour })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::halma::{Halma, Plain};
    use spielwerk_games::{Game, Position};

    const LEFT: Duration = Duration::from_secs(5);

    fn start() -> Setup {
        Halma::<Plain>::start().setup()
    }

    fn add(playdata: &mut Playdata, setup: &Setup) {
        let [own, other] = [Colour::Black, Colour::White].map(|colour| setup.pieces(colour));
        playdata.add(own, other, Duration::from_millis(3));
    }

    #[test]
    fn what_is_remembered_is_read_again() {
        let mut playdata = Playdata::new(&start(), LEFT);
        add(&mut playdata, &start());
        add(&mut playdata, &start());
        assert_eq!(Playdata::parse(&playdata.to_string()), Some(playdata.clone()));
        assert_eq!((playdata.moves(), playdata.occurrences(start().pieces(Colour::Black))), (2, 2));
    }

    #[test]
    fn an_opponent_that_moves_to_and_fro_is_idle() {
        let mut out = start();
        (out.board[11][14], out.board[10][14]) = (None, Some(Colour::White));
        let mut playdata = Playdata::new(&start(), LEFT);
        for turn in 0..10 {
            assert!(!playdata.opponent_is_idle(&start()), "after {turn} turns");
            add(&mut playdata, [&start(), &out][turn % 2]);
        }
        assert!(playdata.opponent_is_idle(&start()) && playdata.opponent_is_idle(&out));
        let mut gone = out.clone();
        (gone.board[10][14], gone.board[4][14]) = (None, Some(Colour::White));
        assert!(!playdata.opponent_is_idle(&gone));
    }

    #[test]
    fn what_the_processes_did_not_see_is_known_from_the_referees_clock() {
        let mut playdata = Playdata::new(&start(), LEFT);
        assert_eq!(playdata.clock(LEFT).unseen_cost, None);
        for _ in 0..2 {
            add(&mut playdata, &start());
        }
        let clock = playdata.clock(LEFT - Duration::from_millis(10));
        assert_eq!(clock.unseen_cost, Some(Duration::from_millis(2)));
        assert_eq!((clock.at_start, clock.turns_made), (LEFT, 2));
        // A clock that was set forward tells nothing.
        assert_eq!(playdata.clock(2 * LEFT).unseen_cost, Some(Duration::ZERO));
    }

    #[test]
    fn only_the_game_on_the_board_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let read = |setup: &Setup| Playdata::read(folder.path(), setup, LEFT);
        assert_eq!(read(&start()), Ok(Playdata::new(&start(), LEFT)));
        let mut playdata = Playdata::new(&start(), LEFT);
        add(&mut playdata, &start());
        let write = |text: &str| fs::write(folder.path().join(Playdata::FILE), text).unwrap();
        write(&playdata.to_string());
        assert_eq!(read(&start()), Ok(playdata.clone()));
        let white = Setup { turn: Colour::White, ..start() };
        assert!(read(&white).unwrap_err().contains("another game"));
        let mut moved = start();
        (moved.board[4][1], moved.board[5][1]) = (None, Some(Colour::Black));
        assert!(read(&moved).unwrap_err().contains("another game"));
        let text = playdata.to_string();
        for damaged in ["", "\0\0", "spielwerk halma 3 BLACK\n", &text[..text.len() - 6]] {
            write(damaged);
            assert!(read(&start()).unwrap_err().contains("damaged"), "{damaged}");
        }
    }
}
