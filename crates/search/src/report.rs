//! What a search has found.

use std::time::Duration;

use crate::Score;

/// The answer of a search: a move, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report<M> {
    /// The move to play.
    pub best: M,
    /// What it is worth to the seat on turn.
    pub score: Score,
    /// How many plies were searched in full.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// How long it took, by the clock of the limits.
    pub time: Duration,
    /// How the game would go on, beginning with the best move.
    pub line: Vec<M>,
    /// The best moves with their lines, best first: as many as were asked for and there are.
    pub lines: Vec<Line<M>>,
    /// Whether the score is the certain result, not a judgement.
    pub exact: bool,
    /// How often a position's result was found in a table of perfect play.
    pub table_hits: u64,
}

/// A first move, what it is worth, and how the game would go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M> {
    /// What it is worth to the seat on turn.
    pub score: Score,
    /// How many plies were searched in full.
    pub depth: u32,
    /// The moves, at least one.
    pub moves: Vec<M>,
}

impl<M: Copy> Report<M> {
    /// A move chosen without looking at what comes of it.
    pub fn bare(best: M) -> Report<M> {
        let score = Score::judged(0);
        Report {
            best,
            score,
            depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            line: vec![best],
            lines: vec![Line { score, depth: 0, moves: vec![best] }],
            exact: false,
            table_hits: 0,
        }
    }
}

impl<M> Report<M> {
    /// Positions a second.
    pub fn speed(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}
