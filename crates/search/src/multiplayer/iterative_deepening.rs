//! Iterative deepening: each iteration orders the moves for the next, and there is a best move at
//! any time.
//!
//! All multiplayer searches share this. Each implements [`RootSearch`], which searches a single
//! root move; the best few of them are kept in order here, so that several variations cost one
//! pass, with the worst of them as the bound.

use std::cmp::Reverse;

use spielwerk_games::Position;

use super::seat_value::{SeatValue, estimate_seats};
use crate::{
    Aborted, Evaluator, NodeCounter, SearchBudget, SearchRequest, SearchResult, Variation, parallel,
};

/// The maximum depth.
pub(super) const MAX_DEPTH: u32 = 100;

/// A search of one root move at a time.
pub(super) trait RootSearch<P: Position>: Send {
    /// The value of a root move for the root player, to a depth that includes the move, if it is
    /// above the bound; otherwise any value that is not.
    fn search_root_move(
        &mut self,
        m: P::Move,
        depth: u32,
        bound: SeatValue,
    ) -> Result<SeatValue, Aborted>;

    /// The principal variation of the root move searched last.
    fn pv(&self) -> &[P::Move];

    /// Whether a heuristic estimate was used since this was last called.
    fn take_heuristic(&mut self) -> bool;

    /// Whether a greater depth could not change this value.
    fn is_final(&self, value: SeatValue) -> bool;

    /// Whether a value that is final, or rests on no estimate, holds against any play.
    fn is_proven(&self, value: SeatValue) -> bool;

    /// The node counter.
    fn counter(&self) -> &NodeCounter<'_>;

    /// The evaluator.
    fn evaluator(&self) -> &impl Evaluator<P>;
}

/// A root move with its search result.
struct RootMove<M> {
    m: M,
    value: SeatValue,
    depth: u32,
    pv: Vec<M>,
}

/// Iterative deepening for one request by lazy SMP, with a search for each thread.
pub(super) fn iterate<P: Position, S: RootSearch<P>>(
    request: &SearchRequest<P>,
    budget: &SearchBudget,
    mut threads: Vec<S>,
    on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let helper = |search: &mut S, number| run_helper(request, search, number);
    let main = |search: &mut S| run_main_thread(request, budget, search, on_iteration);
    let result = parallel::run(budget, &mut threads, helper, main)?;
    // The counters of all threads add what they have left to the budget.
    drop(threads);
    Some(SearchResult { nodes: budget.nodes(), ..result })
}

/// Searches until the main thread is done.
fn run_helper<P: Position>(
    request: &SearchRequest<P>,
    search: &mut impl RootSearch<P>,
    number: usize,
) {
    let mut root_moves = root_moves(request, search.evaluator());
    let deepest = request.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    for depth in parallel::first_depth(number)..=deepest {
        if search_root(search, &mut root_moves, 1, depth).is_err() {
            return;
        }
    }
}

/// Searches, and reports every iteration.
fn run_main_thread<P: Position>(
    request: &SearchRequest<P>,
    budget: &SearchBudget,
    search: &mut impl RootSearch<P>,
    on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let mut root_moves = root_moves(request, search.evaluator());
    let multi_pv = request.multi_pv.max(1).min(root_moves.len());
    // On the clock, a single legal move needs no deep search.
    let single_move = root_moves.len() == 1 && request.limits.time.is_some();
    let deepest = request.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let mut latest = result(&root_moves, multi_pv, 0, false, search, budget)?;
    let mut iteration_start = budget.elapsed();
    for depth in 1..=deepest {
        let finished = search_root(search, &mut root_moves, multi_pv, depth).is_ok();
        if !finished {
            latest = result(&root_moves, multi_pv, latest.depth, false, search, budget)?;
            break;
        }
        let exhausted = !search.take_heuristic();
        let is_final = |root_move: &RootMove<_>| exhausted || search.is_final(root_move.value);
        let best = &root_moves[0];
        let proven = is_final(best) && search.is_proven(best.value);
        latest = result(&root_moves, multi_pv, depth, proven, search, budget)?;
        on_iteration(&latest);
        let took = latest.time.saturating_sub(iteration_start);
        iteration_start = latest.time;
        let settled = single_move || root_moves[..multi_pv].iter().all(is_final);
        if settled || budget.is_aborted() || budget.is_past_soft_limit(took) {
            break;
        }
    }
    Some(latest)
}

/// The root moves, those with the best order scores first.
fn root_moves<P: Position>(
    request: &SearchRequest<P>,
    evaluator: &impl Evaluator<P>,
) -> Vec<RootMove<P::Move>> {
    let position = &request.position;
    let mut moves = request.moves();
    if moves.is_empty() {
        return Vec::new();
    }
    moves.sort_by_cached_key(|&m| Reverse(evaluator.order_score(position, m)));
    let value = estimate_seats(evaluator, position)[position.turn().index()];
    let root_move = |m| RootMove { m, value, depth: 0, pv: vec![m] };
    moves.into_iter().map(root_move).collect()
}

/// Searches all root moves to one depth. The best `multi_pv` come to the front, in order; when time
/// runs out they are the best of those searched, unless there was no time for even one.
fn search_root<P: Position>(
    search: &mut impl RootSearch<P>,
    root_moves: &mut [RootMove<P::Move>],
    multi_pv: usize,
    depth: u32,
) -> Result<(), Aborted> {
    for number in 0..root_moves.len() {
        let bound =
            if number < multi_pv { SeatValue::WORST } else { root_moves[multi_pv - 1].value };
        let value = search.search_root_move(root_moves[number].m, depth, bound)?;
        if value <= bound {
            continue;
        }
        let root_move = &mut root_moves[number];
        (root_move.value, root_move.depth) = (value, depth);
        root_move.pv.clear();
        root_move.pv.extend_from_slice(search.pv());
        let mut rank = multi_pv.min(number);
        while rank > 0 && root_moves[rank - 1].value < value {
            rank -= 1;
        }
        root_moves[rank..=number].rotate_right(1);
    }
    Ok(())
}

/// The result so far, if there is a move at all.
fn result<P: Position>(
    root_moves: &[RootMove<P::Move>],
    multi_pv: usize,
    depth: u32,
    proven: bool,
    search: &impl RootSearch<P>,
    budget: &SearchBudget,
) -> Option<SearchResult<P::Move>> {
    let best = root_moves.first()?;
    let variation = |root_move: &RootMove<P::Move>| Variation {
        score: root_move.value.score(),
        depth: root_move.depth,
        moves: root_move.pv.clone(),
    };
    Some(SearchResult {
        best_move: best.m,
        score: best.value.score(),
        depth,
        nodes: search.counter().nodes(),
        time: budget.elapsed(),
        pv: best.pv.clone(),
        variations: root_moves[..multi_pv].iter().map(variation).collect(),
        proven,
        tablebase_hits: 0,
    })
}
