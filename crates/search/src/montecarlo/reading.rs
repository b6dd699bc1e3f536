//! What the tree says: which move is best, what it is worth, and how the game would go on.

use std::cmp::Reverse;

use games::Position;

use super::Settings;
use super::chance;
use super::tree::{Index, Tree};
use super::walk::{is_pointless, promise};
use crate::{Budget, Line, Report, Score, Task, Watch};

/// A look at the tree.
pub(super) struct Reading<'a, P: Position> {
    tree: &'a Tree<P>,
    settings: &'a Settings,
    task: &'a Task<'a, P>,
}

impl<'a, P: Position> Reading<'a, P> {
    pub(super) fn new(tree: &'a Tree<P>, settings: &'a Settings, task: &'a Task<P>) -> Self {
        Reading { tree, settings, task }
    }

    /// All there is to say.
    pub(super) fn report(&self, watch: &Watch, budget: &Budget) -> Option<Report<P::Move>> {
        let lines = self.lines();
        let best = lines.first()?;
        let root = self.tree.node(Tree::<P>::ROOT).sure;
        let exact = root.is_settled(P::SEATS) || root.is_won(self.task.position.turn(), P::SEATS);
        Some(Report {
            best: best.moves[0],
            score: best.score,
            depth: best.depth,
            nodes: watch.nodes(),
            time: budget.elapsed(),
            line: best.moves.clone(),
            exact,
            table_hits: 0,
            lines,
        })
    }

    /// Whether there is nothing left to find out about the choice at the root.
    pub(super) fn is_done(&self) -> bool {
        let (root, seat) = (self.tree.node(Tree::<P>::ROOT), self.task.position.turn());
        let is_done = |child: Index| {
            let node = self.tree.node(child);
            node.closed || is_pointless(node.sure, root.sure, seat, P::SEATS)
        };
        root.closed
            || root.sure.is_won(seat, P::SEATS)
            || self.tree.children(Tree::<P>::ROOT).all(is_done)
    }

    /// The best moves, best first.
    fn lines(&self) -> Vec<Line<P::Move>> {
        let ranked = self.ranked(Tree::<P>::ROOT, &self.task.position);
        let line = |&at: &Index| {
            let moves = self.line(at);
            Line { score: self.score(at), depth: moves.len() as u32, moves }
        };
        ranked.iter().take(self.task.lines.max(1)).map(line).collect()
    }

    /// A node's children, best first. What is proven counts before how often they were chosen.
    fn ranked(&self, at: Index, position: &P) -> Vec<Index> {
        let (seat, sure) = (position.turn(), self.tree.node(at).sure);
        let rank = |&child: &Index| {
            let node = self.tree.node(child);
            let has_point = !is_pointless(node.sure, sure, seat, P::SEATS);
            let promise = promise(node, seat, P::SEATS, self.settings);
            (node.sure.is_won(seat, P::SEATS), has_point, node.visits, (1e6 * promise) as i32)
        };
        let mut children: Vec<Index> = self.tree.children(at).collect();
        children.sort_by_cached_key(|child| Reverse(rank(child)));
        children
    }

    /// A first move, and the best moves after it as far as they were tried.
    fn line(&self, mut at: Index) -> Vec<P::Move> {
        let mut moves = vec![self.tree.node(at).m];
        let mut position = self.task.position.play(moves[0]);
        while let Some(&next) = self.ranked(at, &position).first()
            && self.tree.node(next).visits > 0
        {
            at = next;
            moves.push(self.tree.node(at).m);
            position = position.play(self.tree.node(at).m);
        }
        moves
    }

    /// What a first move is worth to the seat that makes it.
    fn score(&self, at: Index) -> Score {
        let (node, seat) = (self.tree.node(at), self.task.position.turn());
        let (least, most) = (node.sure.least(seat), node.sure.most(seat, P::SEATS));
        if node.sure.is_won(seat, P::SEATS) {
            Score::won_after(0)
        } else if most == 0 {
            Score::lost_after(0)
        } else if least == most && usize::from(least) == P::SEATS - 1 {
            Score::DRAW
        } else {
            let promise = promise(node, seat, P::SEATS, self.settings);
            Score::judged(chance::value(promise, self.settings.scale))
        }
    }
}
