//! A player with a book: what is in the book is played at once, everything else is searched.

use std::time::Duration;

use super::Book;
use crate::{Analysis, GameState, Player, PlayerError, SearchParams, Variation};

/// A player with a book.
pub(crate) struct BookPlayer {
    book: Book,
    player: Box<dyn Player>,
}

impl BookPlayer {
    pub(crate) fn new(book: Book, player: Box<dyn Player>) -> BookPlayer {
        BookPlayer { book, player }
    }
}

impl Player for BookPlayer {
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        // Who asks for several variations, or for some moves only, wants a search.
        let asks_for_one = params.multi_pv <= 1 && params.search_moves.is_empty();
        match self.book.get(state.position()).filter(|_| asks_for_one) {
            None => self.player.choose(state, params, each),
            Some(entry) => {
                let variation =
                    Variation { score: Some(entry.score), moves: vec![entry.best_move] };
                let analysis = Analysis {
                    best_move: entry.best_move,
                    score: Some(entry.score),
                    depth: 0,
                    nodes: 0,
                    time: Duration::ZERO,
                    variations: vec![variation],
                    proven: entry.proven,
                    tablebase_hits: 0,
                };
                each(&analysis);
                Ok(analysis)
            }
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}
