//! Making a book by long searches.
//!
//! A book must have an answer to whatever the others play. So from the start position on, a position
//! needs an entry if its mover has played by the book so far; then the book's move is followed, and
//! every other one as well, as long as anybody else has played by the book.

use std::collections::HashMap;

use spielwerk_games::{AnyGame, AnyPosition};

use super::{Book, BookEntry};
use crate::{GameState, Player, PlayerError, SearchParams};

/// Makes a book of all positions up to some ply.
pub struct BookBuilder<'a> {
    /// The game.
    pub game: AnyGame,
    /// The plies that the book covers.
    pub plies: usize,
    /// Who searches.
    pub player: &'a mut dyn Player,
    /// How long a position is searched, and how it is stopped.
    pub params: SearchParams,
}

/// A position that can be reached, and who has played by the book so far, a bit for each seat.
struct Reached {
    position: AnyPosition,
    by_the_book: u8,
}

impl BookBuilder<'_> {
    /// Searches the positions that the book does not have, ply by ply, until the search is stopped.
    /// `on_entry` is called with each new entry, and with how many positions of its ply are done, and
    /// how many there are; an error of it ends the work.
    pub fn run<E: From<PlayerError>>(
        &mut self,
        book: &mut Book,
        mut on_entry: impl FnMut(&AnyPosition, &BookEntry, usize, usize) -> Result<(), E>,
    ) -> Result<(), E> {
        let by_the_book = (1 << self.game.info().seats.len()) - 1;
        let mut reached = vec![Reached { position: self.game.start(), by_the_book }];
        for _ in 0..self.plies {
            reached.retain(|it| it.position.outcome().is_none());
            let open: Vec<&AnyPosition> =
                reached.iter().filter(|it| it.needs_entry()).map(|it| &it.position).collect();
            for (done, position) in open.iter().enumerate() {
                if book.get(position).is_some() {
                    continue;
                }
                let entry = self.search(position)?;
                if self.params.stop.is_stopped() {
                    return Ok(());
                }
                book.insert(position, entry);
                on_entry(position, &entry, done + 1, open.len())?;
            }
            reached = next_ply(&reached, book);
        }
        Ok(())
    }

    fn search(&mut self, position: &AnyPosition) -> Result<BookEntry, PlayerError> {
        let state = GameState::from_position(self.game, position.clone());
        let analysis = self.player.choose(&state, &self.params, &mut |_| {})?;
        Ok(BookEntry {
            best_move: analysis.best_move,
            score: analysis.score.unwrap_or(spielwerk_search::Score::DRAW),
            proven: analysis.proven,
        })
    }
}

impl Reached {
    fn mover(&self) -> u8 {
        self.position.turn().map_or(0, |seat| 1 << seat.index())
    }

    fn needs_entry(&self) -> bool {
        self.by_the_book & self.mover() != 0
    }
}

/// The positions one ply later, each once.
fn next_ply(reached: &[Reached], book: &Book) -> Vec<Reached> {
    let mut index = HashMap::new();
    let mut next: Vec<Reached> = Vec::new();
    for it in reached {
        let best = book.get(&it.position).map(|entry| entry.best_move);
        for m in it.position.legal_moves() {
            let left = if best == Some(m) { it.by_the_book } else { it.by_the_book & !it.mover() };
            if left == 0 {
                continue;
            }
            let Ok(position) = it.position.play(m) else { continue };
            let nth = *index.entry(position.repetition_key()).or_insert(next.len());
            match next.get_mut(nth) {
                Some(known) => known.by_the_book |= left,
                None => next.push(Reached { position, by_the_book: left }),
            }
        }
    }
    next
}
