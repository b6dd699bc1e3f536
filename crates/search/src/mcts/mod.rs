//! Monte-Carlo tree search (UCT) for any number of players: selection, expansion, a short playout
//! that ends in a static evaluation, and backpropagation.
//!
//! Each seat maximizes its own reward, so it makes no difference how many there are. Three things
//! are added: proven bounds are backed up as in score-bounded MCTS (`bounds.rs`), static
//! evaluations are backed up by max^n beside the mean rewards (implicit minimax backups), and the
//! subtree of the position reached is reused from one move to the next.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the search |
//! | `tree_summary.rs` | best move, score and principal variation of a tree |
//! | `simulation.rs` | one iteration: selection, expansion, backpropagation |
//! | `playout.rs` | playouts |
//! | `tree.rs` | the nodes, in fixed memory |
//! | `bounds.rs` | proven bounds |
//! | `reward.rs` | conversion between evaluations and rewards |

mod bounds;
mod playout;
mod reward;
mod simulation;
#[cfg(test)]
mod tests;
mod tree;
mod tree_summary;

use std::cmp::Reverse;
use std::time::Duration;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use spielwerk_games::Position;

use crate::multiplayer::evaluate_centered;
use crate::{
    Evaluator, PositionHistory, Score, SearchBudget, SearchRequest, SearchResult, Searcher,
    Variation,
};
use simulation::Simulator;
use tree::Tree;
use tree_summary::TreeSummary;

/// The parameters of [`Mcts`].
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct MctsConfig {
    /// The evaluation, in hundredths, that corresponds to a reward of 3/4.
    pub value_scale: f32,
    /// The UCT exploration constant.
    pub exploration: f32,
    /// The weight of the implicit minimax value beside the mean reward, from 0 to 1.
    pub minimax_weight: f32,
    /// The length of a playout in plies, after which the static evaluation is taken. With 0 there
    /// are no playouts.
    pub playout_depth: u32,
    /// The probability of a uniformly random move in a playout (ε-greedy), from 0 to 1.
    pub playout_epsilon: f32,
    /// The random seed.
    pub seed: u64,
}

impl Default for MctsConfig {
    /// Suits most games, if a unit of the evaluation is about what a good move gains.
    fn default() -> MctsConfig {
        MctsConfig {
            value_scale: 500.0,
            exploration: 0.3,
            minimax_weight: 0.2,
            playout_depth: 6,
            playout_epsilon: 0.1,
            seed: 1,
        }
    }
}

/// Monte-Carlo tree search with one evaluator. It keeps its tree from one request to the next.
pub struct Mcts<P: Position, E> {
    evaluator: E,
    config: MctsConfig,
    tree: Tree<P>,
}

impl<P: Position, E: Evaluator<P>> Mcts<P, E> {
    /// A search with a tree of so many MiB.
    pub fn new(evaluator: E, config: MctsConfig, mebibytes: usize) -> Mcts<P, E> {
        Mcts { evaluator, config, tree: Tree::new(mebibytes) }
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Mcts<P, E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let budget = SearchBudget::new(request.limits, request.stop.clone(), 1);
        let (position, moves) = (&request.position, request.moves());
        let all_moves = request.search_moves.is_empty();
        let is_reused = all_moves && self.tree.reuse_subtree(position, request.history_keys);
        let position_history = PositionHistory::new(
            request.repetition,
            request.history_keys,
            position.repetition_key(),
        );
        let random = Xoshiro256PlusPlus::seed_from_u64(self.config.seed);
        let Mcts { evaluator, config, tree } = self;
        let mut simulator = Simulator::new(
            &*evaluator,
            config,
            tree,
            budget.node_counter(),
            position_history,
            random,
        );
        if !is_reused && simulator.create_root(position, &moves).is_err() {
            return unsearched_result(request, &*evaluator, moves, &budget);
        }
        run_iterations(&mut simulator, request, &budget, on_iteration);
        let result =
            TreeSummary::new(simulator.tree, config, request).result(&simulator.counter, &budget);
        drop(simulator);
        if !all_moves {
            // A tree of some of the moves must not be reused.
            tree.clear();
        }
        result
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

/// Runs iterations until the root is solved or a limit is reached.
fn run_iterations<P: Position, E: Evaluator<P>>(
    simulator: &mut Simulator<P, E>,
    request: &SearchRequest<P>,
    budget: &SearchBudget,
    on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
) {
    let deepest = request.limits.depth.map_or(usize::MAX, |depth| depth as usize);
    // On the clock, a single legal move needs no deep search.
    let single_move = request.moves().len() == 1 && request.limits.time.is_some();
    for iterations in 0u64.. {
        let summary = TreeSummary::new(simulator.tree, simulator.config, request);
        // These checks cost about as much as an iteration.
        if iterations.is_multiple_of(16)
            && (summary.is_solved() || budget.is_past_soft_limit(Duration::ZERO))
        {
            return;
        }
        if iterations.is_power_of_two()
            && iterations >= 64
            && let Some(result) = summary.result(&simulator.counter, budget)
        {
            on_iteration(&result);
        }
        let done = simulator.max_depth >= deepest || single_move && iterations > 0;
        if done || simulator.run_iteration(&request.position).is_err() {
            return;
        }
    }
}

/// The result where there was no time to search: the move with the best order score.
fn unsearched_result<P: Position>(
    request: &SearchRequest<P>,
    evaluator: &impl Evaluator<P>,
    mut moves: Vec<P::Move>,
    budget: &SearchBudget,
) -> Option<SearchResult<P::Move>> {
    let position = &request.position;
    moves.sort_by_key(|&m| Reverse(evaluator.order_score(position, m)));
    let score = Score::estimate(evaluate_centered(evaluator, position)[position.turn().index()]);
    let variation = |&m: &P::Move| Variation { score, depth: 0, moves: vec![m] };
    let best = *moves.first()?;
    Some(SearchResult {
        best_move: best,
        score,
        depth: 0,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        pv: vec![best],
        variations: moves.iter().take(request.multi_pv.max(1)).map(variation).collect(),
        proven: false,
        tablebase_hits: 0,
    })
}
