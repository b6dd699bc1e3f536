//! Opening books: positions whose best move was found by a long search, or is proven.
//!
//! A book is a text with a line for each position: the position, its best move, and the score for the
//! mover in hundredths, or `win`, `draw` or `loss` if it is proven; with tabs between them. Lines that
//! begin with `#` are comments. Positions are looked up without their counters, as for repetitions.

mod builder;
mod player;

use std::collections::HashMap;

use spielwerk_games::{AnyGame, AnyMove, AnyPosition, Wdl};
use spielwerk_search::Score;
use thiserror::Error;

pub use builder::BookBuilder;
pub(crate) use player::BookPlayer;

use crate::{PlayerSpec, SpecError};

/// Which book a player uses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum BookChoice {
    /// What is proven and part of the program, for the strongest player only.
    #[default]
    Proven,
    /// None.
    Off,
    /// The book in a file, beside what is proven.
    File(std::path::PathBuf),
}

/// What a book has about a position.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct BookEntry {
    /// The best move.
    pub best_move: AnyMove,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is proven.
    pub proven: bool,
}

/// An opening book of one game.
#[derive(Clone, Debug, Default)]
pub struct Book {
    /// By repetition key.
    entries: HashMap<u64, BookEntry>,
}

/// A line that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {what}")]
pub struct BookError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl Book {
    /// Reads a book.
    ///
    /// ```
    /// let game = spielwerk_games::game("bohnenspiel")?;
    /// let book = spielwerk_players::Book::read(game, "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w\t3\t284\n")?;
    /// assert_eq!(book.len(), 1);
    /// assert!(book.get(&game.start()).is_some_and(|entry| !entry.proven));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(game: AnyGame, text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        for (number, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong = |what: String| BookError { line: number + 1, what };
            let fields: Vec<&str> = line.split('\t').collect();
            let [position, best_move, score] = fields[..] else {
                let what = format!("{} fields, not position, move and score", fields.len());
                return Err(wrong(what));
            };
            let position = game.read_position(position).map_err(|e| wrong(e.to_string()))?;
            let best_move = position.read_move(best_move).map_err(|e| wrong(e.to_string()))?;
            let (score, proven) = read_score(score).ok_or_else(|| {
                wrong(format!("`{score}` is neither a number nor `win`, `draw` or `loss`"))
            })?;
            book.insert(&position, BookEntry { best_move, score, proven });
        }
        Ok(book)
    }

    /// The line of an entry.
    pub fn line(position: &AnyPosition, entry: &BookEntry) -> String {
        let score = match entry.score {
            score if entry.proven && score.is_win() => "win".to_owned(),
            score if entry.proven && score.is_loss() => "loss".to_owned(),
            _ if entry.proven => "draw".to_owned(),
            score => score.hundredths().unwrap_or_default().to_string(),
        };
        format!("{}\t{}\t{score}\n", position.text(), position.write_move(entry.best_move))
    }

    /// Adds an entry, in place of the one that there is.
    pub fn insert(&mut self, position: &AnyPosition, entry: BookEntry) {
        self.entries.insert(position.repetition_key(), entry);
    }

    /// What it has about a position.
    pub fn get(&self, position: &AnyPosition) -> Option<&BookEntry> {
        let entry = self.entries.get(&position.repetition_key())?;
        position.is_legal(entry.best_move).then_some(entry)
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether it has no position.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The book that a spec asks for.
    pub(crate) fn of_spec(game: AnyGame, spec: &PlayerSpec) -> Result<Book, SpecError> {
        let mut book = match spec.book {
            BookChoice::Off => return Ok(Book::default()),
            BookChoice::Proven if !spec.is_strongest() => return Ok(Book::default()),
            _ => proven(game),
        };
        if let BookChoice::File(path) = &spec.book {
            let refuse = |why: String| SpecError::Book { path: path.clone(), why };
            let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
            let read = Book::read(game, &text).map_err(|error| refuse(error.to_string()))?;
            for (key, entry) in read.entries {
                book.entries.entry(key).or_insert(entry);
            }
        }
        Ok(book)
    }
}

/// The proven positions that are part of the program.
fn proven(game: AnyGame) -> Book {
    match game.name() {
        "bohnenspiel" => {
            let text = include_str!("../../books/bohnenspiel-proven.book");
            Book::read(game, text).expect("a test reads it")
        }
        _ => Book::default(),
    }
}

fn read_score(text: &str) -> Option<(Score, bool)> {
    let wdl = match text {
        "win" => Wdl::Win(None),
        "draw" => Wdl::Draw,
        "loss" => Wdl::Loss(None),
        _ => return Some((Score::estimate(text.parse().ok()?), false)),
    };
    Some((Score::from_wdl(wdl, 0), true))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let game = spielwerk_games::game("fanorona").unwrap();
        let start = game.start();
        for (score, proven) in
            [(Score::estimate(-12), false), (Score::DRAW, true), (Score::proven_win(0), true)]
        {
            let entry = BookEntry { best_move: start.legal_moves()[1], score, proven };
            let book = Book::read(game, &Book::line(&start, &entry)).unwrap();
            let read = book.get(&start).unwrap();
            assert_eq!((read.best_move, read.proven), (entry.best_move, proven));
            assert_eq!(read.score.is_win(), score.is_win());
            assert_eq!(read.score.hundredths(), score.hundredths());
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let error = |text: &str| Book::read(game, text).unwrap_err().to_string();
        assert_eq!(
            error("# a comment\n\nnothing"),
            "line 3: 1 fields, not position, move and score"
        );
        let start = "6,6,6,6,6,6/6,6,6,6,6,6 0-0 w";
        assert!(error(&format!("{start}\t9\t0")).starts_with("line 1: "));
        assert!(error(&format!("{start}\t3\tgood")).contains("`good` is neither a number"));
    }

    #[test]
    fn what_is_proven_can_be_read() {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        let book = proven(game);
        assert!(!book.is_empty() && book.entries.values().all(|entry| entry.proven));
    }
}
