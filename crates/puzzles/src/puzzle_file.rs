//! A file of puzzles, one JSON object a line, to which new ones are appended. A line that was cut off
//! by a crash is dropped when the file is opened again.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Puzzle;

/// A file of puzzles of one game.
#[derive(Debug)]
pub struct PuzzleFile {
    file: File,
    path: PathBuf,
    puzzles: Vec<Puzzle>,
    positions: HashSet<String>,
}

/// Why a file of puzzles cannot be used.
#[derive(Debug, Error)]
pub enum PuzzleFileError {
    /// It cannot be read or written.
    #[error("{path}: {why}", path = path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// A line is no puzzle.
    #[error("{path}, line {line}: {why}", path = path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        why: serde_json::Error,
    },
    /// A puzzle of another game.
    #[error("{path} has puzzles of {found}, not of {wanted}; name another file", path = path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// The game of its puzzles.
        found: String,
        /// The game asked for.
        wanted: String,
    },
}

impl PuzzleFile {
    /// Opens a file of a game's puzzles, or creates it.
    pub fn open(path: &Path, game: &str) -> Result<PuzzleFile, PuzzleFileError> {
        let io = |why| PuzzleFileError::Io { path: path.to_owned(), why };
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(io)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        let puzzles = read(path, &text[..whole])?;
        if let Some(other) = puzzles.iter().find(|puzzle| puzzle.game != game) {
            return Err(PuzzleFileError::OtherGame {
                path: path.to_owned(),
                found: other.game.clone(),
                wanted: game.to_owned(),
            });
        }
        let positions = puzzles.iter().map(|puzzle| puzzle.position.clone()).collect();
        Ok(PuzzleFile { file, path: path.to_owned(), puzzles, positions })
    }

    /// All its puzzles.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The number of the first game that was not looked at with this seed.
    pub fn next_game(&self, seed: u64) -> u64 {
        let of_seed =
            self.puzzles.iter().filter(|puzzle| puzzle.id.starts_with(&format!("{seed}-")));
        of_seed.filter_map(Puzzle::game_number).max().map_or(0, |last| last + 1)
    }

    /// Adds a puzzle, unless its position is there already.
    pub fn append(&mut self, puzzle: Puzzle) -> Result<(), PuzzleFileError> {
        if !self.positions.insert(puzzle.position.clone()) {
            return Ok(());
        }
        // Plain data with text keys can always be written.
        let mut line = serde_json::to_string(&puzzle).unwrap_or_default();
        line.push('\n');
        let io = |why| PuzzleFileError::Io { path: self.path.clone(), why };
        self.file.write_all(line.as_bytes()).map_err(io)?;
        self.puzzles.push(puzzle);
        Ok(())
    }
}

fn read(path: &Path, text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let numbered = text.lines().enumerate();
    numbered
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|why| PuzzleFileError::Line {
                path: path.to_owned(),
                line: index + 1,
                why,
            })
        })
        .collect()
}
