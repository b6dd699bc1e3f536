//! A player with a book: what is in the book is played at once, everything else is searched. Whoever
//! asks for several variations gets a search of them, with what is proven added.

use std::time::Duration;

use super::{Book, BookEntry};
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
        match self.book.get(state.position()).copied() {
            Some(entry) if params.multi_pv <= 1 && params.search_moves.is_empty() => {
                let analysis = without_search(&entry);
                each(&analysis);
                Ok(analysis)
            }
            Some(entry) if entry.proven && params.search_moves.is_empty() => {
                let mut add = |analysis: &Analysis| each(&with_proof(&entry, analysis));
                let analysis = self.player.choose(state, params, &mut add)?;
                Ok(with_proof(&entry, &analysis))
            }
            _ => self.player.choose(state, params, each),
        }
    }

    fn new_game(&mut self) {
        self.player.new_game();
    }
}

/// An entry as an analysis.
fn without_search(entry: &BookEntry) -> Analysis {
    let variation = Variation { score: Some(entry.score), moves: vec![entry.best_move] };
    Analysis {
        best_move: entry.best_move,
        score: Some(entry.score),
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        variations: vec![variation],
        proven: entry.proven,
        tablebase_hits: 0,
    }
}

/// An analysis with a proven entry: in a lost position all moves lose, otherwise the proven move comes
/// first.
fn with_proof(entry: &BookEntry, analysis: &Analysis) -> Analysis {
    let mut analysis = analysis.clone();
    if entry.score.is_loss() {
        analysis.variations.iter_mut().for_each(|variation| variation.score = Some(entry.score));
    } else {
        let is_best = |variation: &Variation| variation.moves.first() == Some(&entry.best_move);
        let moves = match analysis.variations.iter().position(is_best) {
            Some(nth) => analysis.variations.remove(nth).moves,
            None => {
                analysis.variations.pop();
                vec![entry.best_move]
            }
        };
        analysis.variations.insert(0, Variation { score: Some(entry.score), moves });
        analysis.best_move = entry.best_move;
    }
    Analysis { score: Some(entry.score), proven: true, ..analysis }
}
