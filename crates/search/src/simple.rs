//! Baseline opponents: random moves, greedy one-ply search, and minimax without pruning. The other
//! searches are measured against them, in play and in tests.

use std::cmp::Reverse;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use spielwerk_games::Position;

use crate::{
    Aborted, Evaluator, NodeCounter, PositionHistory, Score, SearchBudget, SearchRequest,
    SearchResult, Searcher, Variation,
};

/// Plays uniformly random legal moves. The same seed gives the same moves.
#[derive(Clone, Debug)]
pub struct Random {
    random: Xoshiro256PlusPlus,
}

impl Random {
    /// A random player with this seed.
    pub fn new(seed: u64) -> Random {
        Random { random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<P: Position> Searcher<P> for Random {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        _on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let budget = SearchBudget::new(request.limits, request.stop.clone(), 1);
        let moves = request.moves();
        if moves.is_empty() {
            return None;
        }
        let chosen = moves[self.random.random_range(..moves.len())];
        let line = Variation { score: Score::estimate(0), depth: 0, moves: vec![chosen] };
        Some(result(vec![line], false, &budget))
    }
}

/// One-ply search: plays the move with the best static evaluation after it.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    evaluator: E,
}

impl<E> Greedy<E> {
    /// A greedy player with this evaluator.
    pub fn new(evaluator: E) -> Greedy<E> {
        Greedy { evaluator }
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Greedy<E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let budget = SearchBudget::new(request.limits, request.stop.clone(), 1);
        let mut counter = budget.node_counter();
        let mover = request.position.turn();
        let variations = score_root_moves(request, &self.evaluator, 1, |m| {
            counter.tick()?;
            let child = request.position.play(m);
            let score = match child.outcome() {
                Some(outcome) => Score::from_outcome(&outcome, mover, 1),
                None => Score::estimate(self.evaluator.evaluate_seats(&child)[mover.index()]),
            };
            Ok((score, vec![m]))
        });
        drop(counter);
        best_variations(request, variations, &budget, on_iteration)
    }
}

/// Greedy in half of its moves and random in the others (ε-greedy with ε = ½): the weakest opponent
/// that makes progress in every game.
#[derive(Clone, Debug)]
pub struct EpsilonGreedy<E> {
    greedy: Greedy<E>,
    random: Random,
}

impl<E> EpsilonGreedy<E> {
    /// A player with this evaluator and seed.
    pub fn new(evaluator: E, seed: u64) -> EpsilonGreedy<E> {
        EpsilonGreedy { greedy: Greedy::new(evaluator), random: Random::new(seed) }
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for EpsilonGreedy<E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        if self.random.random.random() {
            self.random.search(request, on_iteration)
        } else {
            self.greedy.search(request, on_iteration)
        }
    }
}

/// Plain minimax to a fixed depth, for two players.
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    evaluator: E,
    depth: u32,
}

impl<E> Minimax<E> {
    /// A search to this depth.
    pub fn new(evaluator: E, depth: u32) -> Minimax<E> {
        Minimax { evaluator, depth }
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Minimax<E> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        assert_eq!(P::SEATS, 2, "minimax is for two players");
        let budget = SearchBudget::new(request.limits, request.stop.clone(), 1);
        let root = request.position.repetition_key();
        let mut tree = MinimaxTree {
            evaluator: &self.evaluator,
            counter: budget.node_counter(),
            position_history: PositionHistory::new(request.repetition, request.history_keys, root),
        };
        tree.position_history.push(root);
        let depth = self.depth.min(request.limits.depth.unwrap_or(u32::MAX));
        let variations = score_root_moves(request, &self.evaluator, depth, |m| {
            tree.search_move(&request.position, m, 1, depth.checked_sub(1).ok_or(Aborted)?)
        });
        drop(tree);
        best_variations(request, variations, &budget, on_iteration)
    }
}

/// One minimax search.
struct MinimaxTree<'a, E> {
    evaluator: &'a E,
    counter: NodeCounter<'a>,
    position_history: PositionHistory,
}

impl<E> MinimaxTree<'_, E> {
    /// The score of a move for the seat that makes it, with its variation. The position after it is
    /// `ply` plies from the root and is searched `depth` plies deep.
    fn search_move<P: Position>(
        &mut self,
        before: &P,
        m: P::Move,
        ply: u32,
        depth: u32,
    ) -> Result<(Score, Vec<P::Move>), Aborted>
    where
        E: Evaluator<P>,
    {
        self.counter.tick()?;
        let (p, mover) = (before.play(m), before.turn());
        if let Some(outcome) = p.outcome() {
            return Ok((Score::from_outcome(&outcome, mover, ply), vec![m]));
        }
        let mut line = vec![m];
        let score = if depth == 0 {
            Score::estimate(self.evaluator.evaluate(&p))
        } else if self.position_history.is_repetition(p.repetition_key()) {
            Score::DRAW
        } else {
            let (score, rest) = self.search_node(&p, ply, depth)?;
            line.extend(rest);
            score
        };
        Ok((if p.turn() == mover { score } else { -score }, line))
    }

    /// The score of the best move for the seat to move, with its variation.
    fn search_node<P: Position>(
        &mut self,
        p: &P,
        ply: u32,
        depth: u32,
    ) -> Result<(Score, Vec<P::Move>), Aborted>
    where
        E: Evaluator<P>,
    {
        let mut best = (Score::WORST, Vec::new());
        self.position_history.push(p.repetition_key());
        for m in p.legal_moves() {
            let found = self.search_move(p, m, ply + 1, depth - 1)?;
            if found.0 > best.0 {
                best = found;
            }
        }
        self.position_history.pop();
        Ok(best)
    }
}

/// The variations of all root moves that there was time to search, best first; ties are broken by
/// the order score. If there was time for none, the move with the best order score.
fn score_root_moves<P: Position>(
    request: &SearchRequest<P>,
    evaluator: &impl Evaluator<P>,
    depth: u32,
    mut value: impl FnMut(P::Move) -> Result<(Score, Vec<P::Move>), Aborted>,
) -> Vec<Variation<P::Move>> {
    let mut moves = request.moves();
    moves.sort_by_cached_key(|&m| Reverse(evaluator.order_score(&request.position, m)));
    let mut variations = Vec::new();
    for &m in &moves {
        let Ok((score, moves)) = value(m) else { break };
        variations.push(Variation { score, depth, moves });
    }
    variations.sort_by_cached_key(|line| Reverse(line.score));
    if variations.is_empty() {
        variations.extend(moves.first().map(|&m| Variation {
            score: Score::estimate(evaluator.order_score(&request.position, m)),
            depth: 0,
            moves: vec![m],
        }));
    }
    variations
}

/// The result with the best variations, if there is a move at all.
fn best_variations<P: Position>(
    request: &SearchRequest<P>,
    mut variations: Vec<Variation<P::Move>>,
    budget: &SearchBudget,
    on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
) -> Option<SearchResult<P::Move>> {
    let score = variations.first()?.score;
    let proven = score.is_win() || score.is_loss() && variations.len() == request.moves().len();
    variations.truncate(request.multi_pv.max(1));
    let result = result(variations, proven, budget);
    on_iteration(&result);
    Some(result)
}

fn result<M: Copy>(
    variations: Vec<Variation<M>>,
    proven: bool,
    budget: &SearchBudget,
) -> SearchResult<M> {
    let Variation { score, depth, moves } = &variations[0];
    SearchResult {
        best_move: moves[0],
        score: *score,
        depth: *depth,
        nodes: budget.nodes(),
        time: budget.elapsed(),
        pv: moves.clone(),
        proven,
        tablebase_hits: 0,
        variations,
    }
}
