//! The threads of one search by lazy SMP: the main thread, whose result counts, and its helpers.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use spielwerk_games::Position;

use super::iterative_deepening::RootMove;
use super::pvs::{MAX_PLY, Worker};
use super::{AlphaBeta, wdl_sign};
use crate::move_ordering::MoveHistory;
use crate::{
    Evaluator, PositionHistory, Score, SearchBudget, SearchRequest, SearchResult, Variation,
    parallel,
};

/// The state shared by the threads of one search.
pub(super) struct Threads<'a, P: Position, E> {
    search: &'a AlphaBeta<P, E>,
    request: &'a SearchRequest<'a, P>,
    budget: &'a SearchBudget,
    /// The tablebase result that all root moves preserve, if it is known.
    tablebase_score: Option<Score>,
    /// Tablebase hits of the helpers that are done.
    tablebase_hits: AtomicU64,
}

impl<'a, P: Position, E: Evaluator<P>> Threads<'a, P, E> {
    pub(super) fn new(
        search: &'a AlphaBeta<P, E>,
        request: &'a SearchRequest<'a, P>,
        budget: &'a SearchBudget,
        tablebase_score: Option<Score>,
    ) -> Threads<'a, P, E> {
        Threads { search, request, budget, tablebase_score, tablebase_hits: AtomicU64::new(0) }
    }

    /// Searches, and reports every iteration.
    pub(super) fn run_main_thread(
        &self,
        move_history: &mut MoveHistory<P::Move>,
        mut root_moves: Vec<RootMove<P::Move>>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let position = &self.request.position;
        let multi_pv = self.request.multi_pv.clamp(1, root_moves.len());
        // On the clock, a single legal move needs no deep search.
        let single_move = root_moves.len() == 1 && self.request.limits.time.is_some();
        let (mut finished, mut iteration_start) = (0, self.budget.elapsed());
        let mut worker = self.worker(move_history);
        worker.iterate(position, &mut root_moves, multi_pv, 1, |worker, root_moves, depth| {
            let result = self.result(worker, root_moves, depth);
            finished = depth;
            on_iteration(&result);
            let took = result.time.saturating_sub(iteration_start);
            iteration_start = result.time;
            !single_move && !self.budget.is_past_soft_limit(took)
        });
        self.result(&worker, &root_moves[..multi_pv], finished)
    }

    /// Searches until the main thread is done.
    pub(super) fn run_helper(
        &self,
        move_history: &mut MoveHistory<P::Move>,
        mut root_moves: Vec<RootMove<P::Move>>,
        number: usize,
    ) {
        let mut worker = self.worker(move_history);
        let first = parallel::first_depth(number);
        worker.iterate(&self.request.position, &mut root_moves, 1, first, |_, _, _| true);
        self.tablebase_hits.fetch_add(worker.tablebase_hits, Relaxed);
    }

    fn worker<'b>(&'b self, move_history: &'b mut MoveHistory<P::Move>) -> Worker<'b, P, E> {
        let request = self.request;
        Worker {
            evaluator: &self.search.evaluator,
            config: &self.search.config,
            reduction_table: &self.search.reduction_table,
            tt: &self.search.tt,
            counter: self.budget.node_counter(),
            move_history,
            position_history: PositionHistory::new(
                request.repetition,
                request.history_keys,
                request.position.repetition_key(),
            ),
            moves: Vec::new(),
            pv_table: vec![Vec::new(); MAX_PLY as usize + 2],
            root_seat: request.position.turn(),
            probes_tablebase: self.tablebase_score.is_none(),
            tablebase_hits: 0,
            full_width: false,
        }
    }

    fn result(
        &self,
        worker: &Worker<P, E>,
        root_moves: &[RootMove<P::Move>],
        depth: u32,
    ) -> SearchResult<P::Move> {
        let best = &root_moves[0];
        // The tablebase result is proven, though the search itself may not see it yet.
        let score = |root_move: &RootMove<P::Move>| match self.tablebase_score {
            Some(proven)
                if wdl_sign(root_move.score) != wdl_sign(proven) || proven == Score::DRAW =>
            {
                proven
            }
            _ => root_move.score,
        };
        let variation = |root_move: &RootMove<P::Move>| Variation {
            score: score(root_move),
            depth: root_move.depth,
            moves: root_move.pv.clone(),
        };
        SearchResult {
            best_move: best.m,
            score: score(best),
            depth,
            nodes: worker.counter.nodes(),
            time: self.budget.elapsed(),
            pv: best.pv.clone(),
            variations: root_moves.iter().map(variation).collect(),
            proven: best.proven || self.tablebase_score.is_some(),
            tablebase_hits: self.tablebase_hits.load(Relaxed) + worker.tablebase_hits,
        }
    }
}
