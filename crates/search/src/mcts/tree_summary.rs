//! Best move, score and principal variation of a search tree.

use std::cmp::Reverse;

use spielwerk_games::Position;

use super::MctsConfig;
use super::reward;
use super::simulation::{exploitation, is_dominated};
use super::tree::{Index, Tree};
use crate::{NodeCounter, Score, SearchBudget, SearchRequest, SearchResult, Variation};

/// A view of the tree at its root.
pub(super) struct TreeSummary<'a, P: Position> {
    tree: &'a Tree<P>,
    config: &'a MctsConfig,
    request: &'a SearchRequest<'a, P>,
}

impl<'a, P: Position> TreeSummary<'a, P> {
    pub(super) fn new(
        tree: &'a Tree<P>,
        config: &'a MctsConfig,
        request: &'a SearchRequest<P>,
    ) -> Self {
        TreeSummary { tree, config, request }
    }

    /// The search result so far.
    pub(super) fn result(
        &self,
        counter: &NodeCounter,
        budget: &SearchBudget,
    ) -> Option<SearchResult<P::Move>> {
        let variations = self.variations();
        let best = variations.first()?;
        let root = self.tree.node(Tree::<P>::ROOT).bounds;
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
        let (root, seat) = (self.tree.node(Tree::<P>::ROOT), self.request.position.turn());
        let is_done = |child: Index| {
            let node = self.tree.node(child);
            node.solved || is_dominated(node.bounds, root.bounds, seat, P::SEATS)
        };
        root.solved
            || root.bounds.is_won(seat, P::SEATS)
            || self.tree.children(Tree::<P>::ROOT).all(is_done)
    }

    /// The best root moves with their variations, best first.
    fn variations(&self) -> Vec<Variation<P::Move>> {
        let ranked = self.ranked_children(Tree::<P>::ROOT, &self.request.position);
        let variation = |&at: &Index| {
            let moves = self.pv(at);
            Variation { score: self.score(at), depth: moves.len() as u32, moves }
        };
        ranked.iter().take(self.request.multi_pv.max(1)).map(variation).collect()
    }

    /// A node's children, best first: by proven bounds, then by visits.
    fn ranked_children(&self, at: Index, position: &P) -> Vec<Index> {
        let (seat, bounds) = (position.turn(), self.tree.node(at).bounds);
        let rank = |&child: &Index| {
            let node = self.tree.node(child);
            let is_undominated = !is_dominated(node.bounds, bounds, seat, P::SEATS);
            let value = exploitation(node, seat, P::SEATS, self.config);
            (node.bounds.is_won(seat, P::SEATS), is_undominated, node.visits, (1e6 * value) as i32)
        };
        let mut children: Vec<Index> = self.tree.children(at).collect();
        children.sort_by_cached_key(|child| Reverse(rank(child)));
        children
    }

    /// A root move and the best moves after it, as far as they were visited.
    fn pv(&self, mut at: Index) -> Vec<P::Move> {
        let mut moves = vec![self.tree.node(at).m];
        let mut position = self.request.position.play(moves[0]);
        while let Some(&next) = self.ranked_children(at, &position).first()
            && self.tree.node(next).visits > 0
        {
            at = next;
            moves.push(self.tree.node(at).m);
            position = position.play(self.tree.node(at).m);
        }
        moves
    }

    /// The score of a root move for the seat that makes it.
    fn score(&self, at: Index) -> Score {
        let (node, seat) = (self.tree.node(at), self.request.position.turn());
        let (pessimistic, optimistic) =
            (node.bounds.pessimistic(seat), node.bounds.optimistic(seat, P::SEATS));
        if node.bounds.is_won(seat, P::SEATS) {
            Score::proven_win(0)
        } else if optimistic == 0 {
            Score::proven_loss(0)
        } else if pessimistic == optimistic && usize::from(pessimistic) == P::SEATS - 1 {
            Score::DRAW
        } else {
            let value = exploitation(node, seat, P::SEATS, self.config);
            Score::estimate(reward::to_hundredths(value, self.config.value_scale))
        }
    }
}
