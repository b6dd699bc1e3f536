//! The interface of every search: [`SearchRequest`] in, [`SearchResult`] out.

use spielwerk_games::Position;

use crate::{Limits, RepetitionRule, SearchResult, StopFlag};

/// A position to search, with limits and options.
#[derive(Clone, Debug)]
pub struct SearchRequest<'a, P: Position> {
    /// The position.
    pub position: P,
    /// Repetition keys of the game's earlier positions, oldest first, with or without the present
    /// one.
    pub history_keys: &'a [u64],
    /// The repetition rule.
    pub repetition: RepetitionRule,
    /// Restricts the search to these root moves (UCI's `searchmoves`); empty means all.
    pub search_moves: &'a [P::Move],
    /// The number of principal variations to find (UCI's `MultiPV`).
    pub multi_pv: usize,
    /// The number of search threads.
    pub threads: usize,
    /// Time, depth and node limits.
    pub limits: Limits,
    /// Stops the search from outside.
    pub stop: StopFlag,
}

impl<'a, P: Position> SearchRequest<'a, P> {
    /// One principal variation of all moves, in one thread, without game history. Set the other
    /// fields as needed: `SearchRequest { multi_pv: 3, ..SearchRequest::new(position, limits) }`.
    pub fn new(position: P, limits: Limits) -> SearchRequest<'a, P> {
        SearchRequest {
            position,
            history_keys: &[],
            repetition: RepetitionRule::default(),
            search_moves: &[],
            multi_pv: 1,
            threads: 1,
            limits,
            stop: StopFlag::default(),
        }
    }

    /// The root moves in the order of generation.
    pub fn moves(&self) -> Vec<P::Move> {
        let mut moves = self.position.legal_moves();
        if !self.search_moves.is_empty() {
            moves.retain(|m| self.search_moves.contains(m));
        }
        moves
    }
}

/// A search algorithm. It may keep its tables from one request to the next.
pub trait Searcher<P: Position>: Send {
    /// Finds a move, however tight the limits. `on_iteration` is called with the result of every
    /// finished iteration. Returns `None` if there is no move to choose from.
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>>;

    /// Clears all tables before a new game (UCI's `ucinewgame`).
    fn new_game(&mut self) {}
}

impl<P: Position, S: Searcher<P> + ?Sized> Searcher<P> for Box<S> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        (**self).search(request, on_iteration)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }
}
