//! A search as a player: the bridge from the type-erased interface of [`Player`] to a search that is
//! generic over the game.

use spielwerk_games::{AnyMove, Game};
use spielwerk_search::{Limits, RepetitionRule, SearchRequest, SearchResult, Searcher};

use crate::{Analysis, GamePlayers, GameState, Player, PlayerError, SearchParams, Variation};

/// A search for one game, as a player.
pub(crate) struct SearchPlayer<G: GamePlayers> {
    searcher: Box<dyn Searcher<G::SearchPosition>>,
    repetition: RepetitionRule,
    /// The limits of the player itself, beside those of each search.
    own_limits: Limits,
    /// Its own number of threads, in place of that of each search.
    own_threads: Option<usize>,
}

impl<G: GamePlayers> SearchPlayer<G> {
    pub(crate) fn new(
        searcher: Box<dyn Searcher<G::SearchPosition>>,
        repetition: RepetitionRule,
        own_limits: Limits,
        own_threads: Option<usize>,
    ) -> Self {
        SearchPlayer { searcher, repetition, own_limits, own_threads }
    }
}

impl<G: GamePlayers> Player for SearchPlayer<G> {
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        let asked = state.position().info().name;
        let position = *state
            .position()
            .downcast_ref::<G>()
            .ok_or(PlayerError::WrongGame { plays: G::INFO.name, asked })?;
        if position.outcome().is_some() {
            return Err(PlayerError::GameOver);
        }
        let search_moves: Vec<G::Move> = params
            .search_moves
            .iter()
            .filter(|&&m| state.position().is_legal(m))
            .filter_map(|m| m.downcast::<G>())
            .collect();
        if search_moves.is_empty() && !params.search_moves.is_empty() {
            return Err(PlayerError::GameOver);
        }
        let request = SearchRequest {
            history_keys: state.repetition_keys(),
            search_moves: &search_moves,
            repetition: self.repetition,
            multi_pv: params.multi_pv,
            threads: self.own_threads.unwrap_or(params.threads),
            stop: params.stop.clone(),
            ..SearchRequest::new(position.into(), params.limits.tightest(self.own_limits))
        };
        let result = self.searcher.search(&request, &mut |result| each(&analysis::<G>(result)));
        result.map(|result| analysis::<G>(&result)).ok_or(PlayerError::GameOver)
    }

    fn new_game(&mut self) {
        self.searcher.new_game();
    }
}

fn analysis<G: Game>(result: &SearchResult<G::Move>) -> Analysis {
    // A player that has not searched a single ply has no score to report.
    let has_searched = result.depth > 0 || result.proven;
    let reported = |score| has_searched.then_some(score);
    let mut variations: Vec<Variation> = result
        .variations
        .iter()
        .map(|it| Variation { score: reported(it.score), moves: erase::<G>(&it.moves) })
        .collect();
    if variations.is_empty() {
        let moves = if result.pv.is_empty() { &[result.best_move][..] } else { &result.pv };
        variations.push(Variation { score: reported(result.score), moves: erase::<G>(moves) });
    }
    Analysis {
        best_move: AnyMove::new::<G>(result.best_move),
        score: reported(result.score),
        depth: result.depth,
        nodes: result.nodes,
        time: result.time,
        variations,
        proven: result.proven,
        tablebase_hits: result.tablebase_hits,
    }
}

fn erase<G: Game>(moves: &[G::Move]) -> Vec<AnyMove> {
    moves.iter().map(|&m| AnyMove::new::<G>(m)).collect()
}
