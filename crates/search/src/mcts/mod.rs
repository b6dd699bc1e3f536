//! Monte-Carlo tree search with PUCT for any number of players: selection by prior probabilities,
//! expansion, static evaluation instead of a playout, and backpropagation.
//!
//! Each seat maximizes its own expected points (max^n), so it makes no difference how many there are.
//! The prior of a move is the softmax of its policy score. A child is evaluated on its first visit;
//! before that, it counts as somewhat worse than its visited siblings (first-play urgency). Proven
//! bounds are backed up as in score-bounded MCTS (`bounds.rs`). The subtree of the position reached
//! is reused from one move to the next. Several threads share one tree, with virtual losses.
//!
//! | file | contents |
//! |---|---|
//! | `mod.rs` | the search |
//! | `tree_summary.rs` | best move, score and principal variation of a tree |
//! | `simulation.rs` | one iteration: selection, expansion, evaluation, backpropagation |
//! | `priors.rs` | prior probabilities of moves |
//! | `tree.rs` | the nodes, in limited memory |
//! | `proof.rs`, `bounds.rs` | proven results |

mod bounds;
mod priors;
mod proof;
mod simulation;
#[cfg(test)]
mod tests;
mod tree;
mod tree_summary;

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::Duration;

use spielwerk_games::{Position, Seat};

use crate::{
    Evaluator, PositionHistory, SearchBudget, SearchRequest, SearchResult, Searcher, parallel,
};
use priors::{new_block, score_moves};
use simulation::{Shared, Simulator};
use tree::Tree;
use tree_summary::TreeSummary;

/// The parameters of [`Mcts`].
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct MctsConfig {
    /// The PUCT exploration constant.
    pub exploration: f32,
    /// How much less than its visited siblings an unvisited move is worth, once all of the prior
    /// probability is visited.
    pub fpu_reduction: f32,
    /// The difference in policy scores, in hundredths, that makes a move e times as likely.
    pub prior_temperature: f32,
    /// With more than two players, how much a repetition costs the player who brings it about, as a
    /// share of the winner's points.
    pub repetition_penalty: f32,
    /// What a unit of a seat's remaining distance costs in a race, as a share of the winner's points.
    pub hurry: f32,
    /// After so many plies a game has gone on too long: from then on the remaining distance costs
    /// more and more, by [`IMPATIENCE`](MctsConfig::IMPATIENCE) a ply. Of players who wait for each
    /// other, one will go on.
    pub patience: usize,
    /// How many tactical moves may be made before a leaf is evaluated.
    pub quiescence_depth: u32,
}

impl MctsConfig {
    /// How much more a unit of remaining distance costs with each ply after the end of patience.
    pub const IMPATIENCE: f32 = 0.01;

    /// What a unit of remaining distance costs after so many plies.
    fn hurry_after(&self, plies: usize) -> f32 {
        self.hurry + Self::IMPATIENCE * plies.saturating_sub(self.patience) as f32
    }
}

impl Default for MctsConfig {
    /// Suits most games, if a unit of the evaluation is about what a good move gains.
    fn default() -> MctsConfig {
        MctsConfig {
            exploration: 1.0,
            fpu_reduction: 0.2,
            prior_temperature: 100.0,
            repetition_penalty: 0.2,
            hurry: 0.0005,
            patience: 80,
            quiescence_depth: 8,
        }
    }
}

/// The rewards of all seats: expected points, from 0 to 1, where 1 is a win.
type Rewards = [f32; Seat::MAX_SEATS];

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

    /// Creates a new tree with these moves at the root.
    fn create_root(&mut self, position: &P, moves: &[P::Move]) {
        let mut scores = Vec::new();
        self.evaluator.policy_scores(position, moves, &mut scores);
        let mut scored = Vec::new();
        score_moves(moves, &scores, &mut scored);
        let children = new_block(&mut scored, 0..usize::MAX, self.config.prior_temperature);
        self.tree.set_root(*position, children);
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Mcts<P, E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let threads = request.threads.max(1);
        let budget = SearchBudget::new(request.limits, request.stop.clone(), threads);
        let position = &request.position;
        let all_moves = request.search_moves.is_empty();
        if !all_moves || !self.tree.reuse_subtree(position, request.history_keys) {
            self.create_root(position, &request.moves());
        }
        let shared = Shared {
            evaluator: &self.evaluator,
            config: &self.config,
            tree: &self.tree,
            root: self.tree.root()?,
            position: *position,
            hurry: self.config.hurry_after(request.history_keys.len()),
            max_depth: AtomicU32::new(0),
        };
        let history = PositionHistory::new(
            request.repetition,
            request.history_keys,
            position.repetition_key(),
        );
        let simulator = |_| Simulator::new(&shared, budget.node_counter(), history.clone());
        let mut simulators: Vec<_> = (0..threads).map(simulator).collect();
        // All moves of the root are candidates, also those that were never visited.
        while shared.root.next_block().is_some() && simulators[0].expand(shared.root, position) {}
        let helper =
            |simulator: &mut Simulator<P, E>, _| while simulator.run_iteration().is_ok() {};
        let main = |simulator: &mut Simulator<P, E>| {
            run_main_thread(simulator, &shared, request, &budget, on_iteration)
        };
        let result = parallel::run(&budget, &mut simulators, helper, main);
        drop(simulators);
        if !all_moves {
            // A tree of some of the moves must not be reused.
            self.tree.clear();
        }
        result.map(|result| SearchResult { nodes: budget.nodes(), ..result })
    }

    fn new_game(&mut self) {
        self.tree.clear();
    }
}

/// Runs iterations until the root is solved or a limit is reached.
fn run_main_thread<P: Position, E: Evaluator<P>>(
    simulator: &mut Simulator<P, E>,
    shared: &Shared<P, E>,
    request: &SearchRequest<P>,
    budget: &SearchBudget,
    on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let summary = TreeSummary::new(shared.root, request, shared.evaluator);
    let deepest = request.limits.depth.unwrap_or(u32::MAX);
    // On the clock, a single legal move needs no deep search.
    let single_move = shared.root.children().count() == 1 && request.limits.time.is_some();
    for iterations in 0u64.. {
        // These checks cost about as much as an iteration.
        if iterations.is_multiple_of(16)
            && (summary.is_solved() || budget.is_past_soft_limit(Duration::ZERO))
        {
            break;
        }
        if iterations.is_power_of_two()
            && iterations >= 64
            && let Some(result) = summary.result(&simulator.counter, budget)
        {
            on_iteration(&result);
        }
        let done = shared.max_depth.load(Relaxed) >= deepest || single_move && iterations > 0;
        if done || simulator.run_iteration().is_err() {
            break;
        }
    }
    // Another thread may have proven a child by now, but not yet what that proves of the root.
    shared.root.back_up(request.position.turn());
    summary.result(&simulator.counter, budget)
}
