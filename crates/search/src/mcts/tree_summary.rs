//! Best move, score and principal variation of a search tree.

use std::cmp::Reverse;

use spielwerk_games::Position;

use super::simulation::{clamped, is_dominated};
use super::tree::Node;
use crate::expectation::value_of_points;
use crate::{Evaluator, NodeCounter, Score, SearchBudget, SearchRequest, SearchResult, Variation};

/// A view of the tree at its root.
pub(super) struct TreeSummary<'a, P: Position> {
    root: &'a Node<P::Move>,
    request: &'a SearchRequest<'a, P>,
    /// The evaluation, in hundredths, that corresponds to a reward of 3/4.
    value_scale: f32,
}

impl<'a, P: Position> TreeSummary<'a, P> {
    pub(super) fn new(
        root: &'a Node<P::Move>,
        request: &'a SearchRequest<P>,
        evaluator: &impl Evaluator<P>,
    ) -> Self {
        TreeSummary { root, request, value_scale: evaluator.value_scale() }
    }

    /// The search result so far.
    pub(super) fn result(
        &self,
        counter: &NodeCounter,
        budget: &SearchBudget,
    ) -> Option<SearchResult<P::Move>> {
        let variations = self.variations();
        let best = variations.first()?;
        let root = self.root.proof().bounds;
        let proven =
            root.is_settled(P::SEATS) || root.is_won(self.request.position.turn(), P::SEATS);
        Some(SearchResult {
            best_move: best.moves[0],
            score: best.score,
            depth: best.depth,
            nodes: counter.nodes(),
            time: budget.elapsed(),
            pv: best.moves.clone(),
            proven,
            tablebase_hits: 0,
            variations,
        })
    }

    /// Whether more iterations cannot change the choice at the root.
    pub(super) fn is_solved(&self) -> bool {
        let (root, seat) = (self.root.proof().bounds, self.request.position.turn());
        let is_done = |child: &Node<P::Move>| {
            let bounds = child.proof().bounds;
            bounds.is_settled(P::SEATS) || is_dominated(bounds, root, seat, P::SEATS)
        };
        root.is_settled(P::SEATS)
            || root.is_won(seat, P::SEATS)
            || self.root.children().all(is_done)
    }

    /// The best root moves with their variations, best first.
    fn variations(&self) -> Vec<Variation<P::Move>> {
        let ranked = ranked_children(self.root, &self.request.position);
        let variation = |node: &&Node<P::Move>| {
            let moves = self.pv(node);
            // A move that was not visited has no depth.
            let depth = if node.visits() > 0 { moves.len() as u32 } else { 0 };
            Variation { score: self.score(node), depth, moves }
        };
        ranked.iter().take(self.request.multi_pv.max(1)).map(variation).collect()
    }

    /// A root move and the best moves after it, as far as they were visited.
    fn pv(&self, mut node: &'a Node<P::Move>) -> Vec<P::Move> {
        let mut moves = vec![node.m];
        let mut position = self.request.position.play(node.m);
        while let Some(&next) = ranked_children(node, &position).first()
            && next.visits() > 0
        {
            node = next;
            moves.push(node.m);
            position = position.play(node.m);
        }
        moves
    }

    /// The score of a root move for the seat that makes it.
    fn score(&self, node: &Node<P::Move>) -> Score {
        let (bounds, seat) = (node.proof().bounds, self.request.position.turn());
        let (pessimistic, optimistic) =
            (bounds.pessimistic(seat), bounds.optimistic(seat, P::SEATS));
        if bounds.is_won(seat, P::SEATS) {
            Score::proven_win(0)
        } else if optimistic == 0 {
            Score::proven_loss(0)
        } else if pessimistic == optimistic && usize::from(pessimistic) == P::SEATS - 1 {
            Score::DRAW
        } else {
            let reward = clamped(node.mean_reward(), bounds, seat, P::SEATS);
            Score::estimate(value_of_points(reward, self.value_scale))
        }
    }
}

/// A node's children, best first: by proven results, of wins the shortest first, then by visits, then
/// by prior.
fn ranked_children<'a, P: Position>(
    node: &'a Node<P::Move>,
    position: &P,
) -> Vec<&'a Node<P::Move>> {
    let (seat, bounds) = (position.turn(), node.proof().bounds);
    let rank = |child: &&Node<P::Move>| {
        let proof = child.proof();
        let win = proof.bounds.is_won(seat, P::SEATS).then_some(u8::MAX - proof.plies);
        let is_undominated = !is_dominated(proof.bounds, bounds, seat, P::SEATS);
        (win, is_undominated, child.visits(), (1e6 * child.mean_reward()) as i32)
    };
    let mut children: Vec<&Node<P::Move>> = node.children().collect();
    children.sort_by_cached_key(|child| Reverse(rank(child)));
    children
}
