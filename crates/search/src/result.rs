//! The result of a search.

use std::time::Duration;

use crate::Score;

/// The best move, its score and principal variation, and search statistics.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The move to play.
    pub best_move: M,
    /// Its score for the seat to move.
    pub score: Score,
    /// The depth of the last finished iteration, in plies.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The time spent, by the clock of the limits.
    pub time: Duration,
    /// The principal variation, beginning with the best move.
    pub pv: Vec<M>,
    /// The best root moves with their variations, best first: at most
    /// [`multi_pv`](crate::SearchRequest::multi_pv).
    pub variations: Vec<Variation<M>>,
    /// Whether the score is the proven result, not an estimate.
    pub proven: bool,
    /// The number of successful tablebase probes.
    pub tablebase_hits: u64,
}

/// A variation that begins with one root move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation<M> {
    /// Its score for the seat to move.
    pub score: Score,
    /// The search depth in plies.
    pub depth: u32,
    /// The moves, at least one.
    pub moves: Vec<M>,
}

impl<M: Copy> SearchResult<M> {
    /// A move chosen without search.
    pub fn unsearched(best: M) -> SearchResult<M> {
        let score = Score::estimate(0);
        SearchResult {
            best_move: best,
            score,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            pv: vec![best],
            variations: vec![Variation { score, depth: 0, moves: vec![best] }],
            proven: false,
            tablebase_hits: 0,
        }
    }
}

impl<M> SearchResult<M> {
    /// Nodes per second.
    pub fn nodes_per_second(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}
