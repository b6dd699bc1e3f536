//! Alpha-beta for two players: iterative deepening, principal variation search, transposition
//! table, killer and history heuristics, lazy SMP.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | root moves and their tablebase results |
//! | `threads.rs` | what the threads of one search do |
//! | `iterative_deepening.rs` | iterations with aspiration windows |
//! | `pvs.rs` | principal variation search |
//! | `value.rs` | values and windows |
//! | `quiescence.rs` | quiescence search and pruning |
//! | `config.rs` | parameters |

mod config;
mod iterative_deepening;
mod pvs;
mod quiescence;
mod threads;
mod value;

use std::cmp::Reverse;

use spielwerk_games::{Position, Wdl};

use crate::move_ordering::MoveHistory;
use crate::{
    Evaluator, Score, SearchBudget, SearchRequest, SearchResult, Searcher, TranspositionTable,
    parallel,
};
use config::ReductionTable;
use iterative_deepening::RootMove;
use pvs::MAX_PLY;
use threads::Threads;

pub use config::{AlphaBetaConfig, LateMoveReductions};

/// Alpha-beta search with one evaluator. It keeps its tables from one request to the next.
pub struct AlphaBeta<P: Position, E> {
    evaluator: E,
    config: AlphaBetaConfig,
    reduction_table: ReductionTable,
    tt: TranspositionTable,
    /// One for each thread.
    move_histories: Vec<MoveHistory<P::Move>>,
}

impl<P: Position, E: Evaluator<P>> AlphaBeta<P, E> {
    /// A search with a transposition table of so many MiB.
    pub fn new(evaluator: E, config: AlphaBetaConfig, mebibytes: usize) -> AlphaBeta<P, E> {
        assert_eq!(P::SEATS, 2, "alpha-beta is for two players");
        AlphaBeta {
            evaluator,
            reduction_table: ReductionTable::new(config.late_move_reductions),
            config,
            tt: TranspositionTable::new(mebibytes),
            move_histories: Vec::new(),
        }
    }

    /// The root moves, those with the best order scores first.
    fn root_moves(&self, request: &SearchRequest<P>) -> Vec<RootMove<P::Move>> {
        let p = &request.position;
        let mut root_moves: Vec<RootMove<P::Move>> = (0..)
            .zip(p.legal_moves())
            .filter(|(_, m)| request.search_moves.is_empty() || request.search_moves.contains(m))
            .map(|(index, m)| RootMove {
                m,
                index,
                score: Score::estimate(self.evaluator.order_score(p, m)),
                proven: false,
                depth: 0,
                pv: vec![m],
            })
            .collect();
        root_moves.sort_by_cached_key(|root_move| Reverse(root_move.score));
        root_moves
    }

    /// The proven score of a child for the seat that moved there, if it is finished or in the
    /// tablebase.
    fn proven_child_score(&self, p: &P, m: P::Move) -> Option<Score> {
        let child = p.play(m);
        if let Some(outcome) = child.outcome() {
            return Some(Score::from_outcome(&outcome, p.turn(), 1));
        }
        let score = Score::from_wdl(self.evaluator.probe(&child)?, 1);
        Some(if child.turn() == p.turn() { score } else { -score })
    }

    /// Probes the root in a tablebase without distances, and keeps only the moves that preserve the
    /// result. A search that probed such a tablebase below the root would see only equal moves and
    /// make no progress; so these moves are then searched without it.
    fn filter_root_moves(
        &self,
        request: &SearchRequest<P>,
        root_moves: &mut Vec<RootMove<P::Move>>,
    ) -> Option<Score> {
        let p = &request.position;
        let result = match self.evaluator.probe(p)? {
            wdl @ (Wdl::Win(None) | Wdl::Draw | Wdl::Loss(None)) if request.multi_pv == 1 => {
                Score::from_wdl(wdl, 0)
            }
            _ => return None,
        };
        let holds = |root_move: &RootMove<P::Move>| {
            let score = self.proven_child_score(p, root_move.m);
            score.is_some_and(|score| wdl_sign(score) >= wdl_sign(result))
        };
        if root_moves.iter().any(holds) {
            root_moves.retain(holds);
        }
        Some(result)
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for AlphaBeta<P, E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let threads = request.threads.max(1);
        let budget = SearchBudget::new(request.limits, request.stop.clone(), threads);
        let mut root_moves = self.root_moves(request);
        if root_moves.is_empty() {
            return None;
        }
        let tablebase_score = self.filter_root_moves(request, &mut root_moves);
        self.tt.new_search(&request.limits, threads);
        let mut move_histories = std::mem::take(&mut self.move_histories);
        move_histories.iter_mut().for_each(MoveHistory::decay);
        move_histories.resize_with(threads.max(move_histories.len()), || {
            MoveHistory::new(MAX_PLY as usize + 1)
        });
        let workers = &mut move_histories[..threads];
        let threads = Threads::new(self, request, &budget, tablebase_score);
        let result = parallel::run(
            &budget,
            workers,
            |move_history, number| threads.run_helper(move_history, root_moves.clone(), number),
            |move_history| threads.run_main_thread(move_history, root_moves.clone(), on_iteration),
        );
        self.move_histories = move_histories;
        Some(SearchResult { nodes: budget.nodes(), ..result })
    }

    fn new_game(&mut self) {
        self.tt.clear();
        self.move_histories.clear();
    }
}

/// Win, draw or loss: 1, 0, -1.
fn wdl_sign(score: Score) -> i32 {
    i32::from(score.is_win()) - i32::from(score.is_loss())
}
