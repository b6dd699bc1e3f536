//! The agent's state between the moves of a game, in `playdata.txt`: the placement of its own pieces
//! after each of its moves.
//!
//! ```text
//! spielwerk halma 1 BLACK
//! BBBBB11/BBBB1B10/BBBB12/…
//! ```
//!
//! Nobody but its owner moves a piece. So if the last placement is not what stands on the board, the
//! file belongs to another game.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use spielwerk_games::halma::{BOARD_SIZE, Colour, Setup, Square, SquareSet};

/// The placements of the agent's own pieces in the game so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Playdata {
    colour: Colour,
    placements: Vec<SquareSet>,
}

impl Playdata {
    pub(super) const FILE: &'static str = "playdata.txt";
    const HEADER: &'static str = "spielwerk halma 1";
    /// No game lasts so long; a file that says so is not ours.
    const MAX_MOVES: usize = 10_000;

    /// A game that begins with this board.
    pub(super) fn new(setup: &Setup) -> Playdata {
        Playdata { colour: setup.turn, placements: Vec::new() }
    }

    /// Reads the state of the game on this board; a warning, if the file is of another game or damaged.
    pub(super) fn read(folder: &Path, setup: &Setup) -> Result<Playdata, String> {
        let text = match fs::read_to_string(folder.join(Playdata::FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Playdata::new(setup)),
            Err(error) => return Err(format!("{} is ignored: {error}", Playdata::FILE)),
        };
        let ignored = |why: &str| format!("{} is ignored: {why}", Playdata::FILE);
        let playdata = Playdata::parse(&text).ok_or_else(|| ignored("it is damaged"))?;
        let last = playdata.placements.last();
        let same_game = playdata.colour == setup.turn
            && last.is_some_and(|&last| last == setup.pieces(setup.turn));
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
        // A line that was cut off in the middle is shorter than sixteen rows.
        let placements: Option<Vec<SquareSet>> =
            lines.take(Playdata::MAX_MOVES).map(|line| read_placement(line, colour)).collect();
        Some(Playdata { colour, placements: placements? })
    }

    /// How many moves were made.
    pub(super) fn moves(&self) -> usize {
        self.placements.len()
    }

    /// How often this placement has occurred.
    pub(super) fn occurrences(&self, placement: SquareSet) -> usize {
        self.placements.iter().filter(|&&before| before == placement).count()
    }

    /// Adds the placement after a move.
    pub(super) fn add(&mut self, placement: SquareSet) {
        self.placements.push(placement);
    }
}

/// A placement is written as a position with no other pieces.
fn read_placement(line: &str, colour: Colour) -> Option<SquareSet> {
    let setup: Setup = line.parse().ok()?;
    (setup.turn == colour).then(|| setup.pieces(colour))
}

impl fmt::Display for Playdata {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let colour = match self.colour {
            Colour::Black => "BLACK",
            Colour::White => "WHITE",
        };
        writeln!(f, "{} {colour}", Playdata::HEADER)?;
        for &placement in &self.placements {
            let mut board = [[None; BOARD_SIZE]; BOARD_SIZE];
            for square in placement.iter() {
                let square: Square = square;
                board[square.y()][square.x()] = Some(self.colour);
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

    fn start() -> Setup {
        Halma::<Plain>::start().setup()
    }

    #[test]
    fn what_is_remembered_is_read_again() {
        let mut playdata = Playdata::new(&start());
        playdata.add(start().pieces(Colour::White));
        playdata.add(start().pieces(Colour::Black));
        assert_eq!(Playdata::parse(&playdata.to_string()), Some(playdata.clone()));
        assert_eq!((playdata.moves(), playdata.occurrences(start().pieces(Colour::Black))), (2, 1));
    }

    #[test]
    fn only_the_game_on_the_board_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let read = |setup: &Setup| Playdata::read(folder.path(), setup);
        assert_eq!(read(&start()), Ok(Playdata::new(&start())));
        let mut playdata = Playdata::new(&start());
        playdata.add(start().pieces(Colour::Black));
        let write = |text: &str| fs::write(folder.path().join(Playdata::FILE), text).unwrap();
        write(&playdata.to_string());
        assert_eq!(read(&start()), Ok(playdata.clone()));
        let white = Setup { turn: Colour::White, ..start() };
        assert!(read(&white).unwrap_err().contains("another game"));
        let mut moved = start();
        (moved.board[4][1], moved.board[5][1]) = (None, Some(Colour::Black));
        assert!(read(&moved).unwrap_err().contains("another game"));
        let text = playdata.to_string();
        for damaged in ["", "\0\0", "spielwerk halma 2 BLACK\n", &text[..text.len() - 6]] {
            write(damaged);
            assert!(read(&start()).unwrap_err().contains("damaged"), "{damaged}");
        }
    }
}
