//! The search tree: nodes in one vector of fixed capacity, siblings next to each other.
//!
//! Between two moves of a game the subtree that is reused is copied to a second vector of the same
//! capacity, and the two change roles. So the memory never exceeds the limit.

use std::mem::swap;

use spielwerk_games::{Position, Seat};

use super::bounds::ProvenBounds;
use super::reward::Rewards;

/// A node: a move and the statistics of the position after it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) m: M,
    /// The number of visits.
    pub(super) visits: u32,
    first: u32,
    count: u32,
    /// The proven bounds.
    pub(super) bounds: ProvenBounds,
    /// Whether nothing below can change any more.
    pub(super) solved: bool,
    /// The mean reward.
    pub(super) mean_reward: Rewards,
    /// The static evaluation backed up by max^n (implicit minimax); exact where the node is solved.
    pub(super) minimax_value: Rewards,
}

impl<M> Node<M> {
    /// An unvisited node.
    pub(super) fn new(m: M, bounds: ProvenBounds, minimax_value: Rewards, seats: usize) -> Node<M> {
        Node {
            m,
            visits: 0,
            first: 0,
            count: 0,
            solved: bounds.is_settled(seats),
            bounds,
            mean_reward: minimax_value,
            minimax_value,
        }
    }

    /// Whether it is expanded.
    pub(super) fn has_children(&self) -> bool {
        self.count > 0
    }
}

/// A node's index in the vector.
pub(super) type Index = usize;

/// The search tree.
pub(super) struct Tree<P: Position> {
    /// The root's position, if there is one.
    position: Option<P>,
    nodes: Vec<Node<P::Move>>,
    spare: Vec<Node<P::Move>>,
    /// The maximum number of nodes.
    capacity: usize,
}

impl<P: Position> Tree<P> {
    /// The root, if there is one.
    pub(super) const ROOT: Index = 0;

    /// A tree of so many MiB (at least a few KiB).
    pub(super) fn new(mebibytes: usize) -> Tree<P> {
        let capacity = (mebibytes << 20).max(1 << 14) / (2 * size_of::<Node<P::Move>>());
        // Reserved memory costs nothing before it is used.
        Tree {
            position: None,
            nodes: Vec::with_capacity(capacity),
            spare: Vec::with_capacity(capacity),
            capacity,
        }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.position = None;
        self.nodes.clear();
    }

    /// Begins a new tree with a root that has these children.
    pub(super) fn set_root(&mut self, position: P, moves: &[Node<P::Move>]) {
        self.clear();
        if let Some(&first) = moves.first() {
            self.position = Some(position);
            self.nodes.push(Node { visits: 1, bounds: ProvenBounds::NONE, solved: false, ..first });
            self.add_children(Self::ROOT, moves);
            self.back_up(Self::ROOT, position.turn());
        }
    }

    /// Keeps the subtree of a position that the game has reached, and returns whether there is one.
    /// `history_keys` are the repetition keys of the game's positions up to it, with or without
    /// itself.
    pub(super) fn reuse_subtree(&mut self, position: &P, history_keys: &[u64]) -> bool {
        let Some(at) = self.find(position, history_keys) else {
            return false;
        };
        if at != Self::ROOT {
            self.reroot(at);
        }
        self.position = Some(*position);
        true
    }

    /// The node of a position, found by the moves of the game.
    fn find(&self, position: &P, history_keys: &[u64]) -> Option<Index> {
        let mut here = self.position?;
        let mut at = Self::ROOT;
        if here != *position {
            let start = history_keys.iter().rposition(|&key| key == here.repetition_key())?;
            let last = position.repetition_key();
            for key in history_keys[start + 1..].iter().copied().chain([last]) {
                if here.repetition_key() == key {
                    continue; // the last key was given twice
                }
                let next = |&child: &Index| here.play(self.nodes[child].m).repetition_key() == key;
                at = self.children(at).find(next)?;
                here = here.play(self.nodes[at].m);
            }
        }
        (here == *position && self.nodes[at].has_children()).then_some(at)
    }

    /// Keeps only the subtree of a node, which becomes the root. Copied breadth first.
    fn reroot(&mut self, root: Index) {
        self.spare.clear();
        self.spare.push(self.nodes[root]);
        let mut next = 0;
        while next < self.spare.len() {
            let Node { first, count, .. } = self.spare[next];
            if count > 0 {
                self.spare[next].first = self.spare.len() as u32;
                let children = first as usize..first as usize + count as usize;
                self.spare.extend_from_slice(&self.nodes[children]);
            }
            next += 1;
        }
        swap(&mut self.nodes, &mut self.spare);
    }

    /// Whether so many more nodes fit.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.capacity
    }

    /// Adds a node's children.
    pub(super) fn add_children(&mut self, at: Index, children: &[Node<P::Move>]) {
        let first = self.nodes.len() as u32;
        self.nodes.extend_from_slice(children);
        let node = &mut self.nodes[at];
        (node.first, node.count) = (first, children.len() as u32);
    }

    /// A node.
    #[inline]
    pub(super) fn node(&self, at: Index) -> &Node<P::Move> {
        &self.nodes[at]
    }

    /// The indices of a node's children.
    #[inline]
    pub(super) fn children(&self, at: Index) -> std::ops::Range<Index> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + count as usize
    }

    /// Adds a visit and its rewards.
    #[inline]
    pub(super) fn record_visit(&mut self, at: Index, rewards: &Rewards) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        if node.visits == 1 {
            node.mean_reward = *rewards;
            return;
        }
        let weight = 1.0 / node.visits as f32;
        for (mean, reward) in node.mean_reward.iter_mut().zip(rewards) {
            *mean += weight * (reward - *mean);
        }
    }

    /// Recomputes bounds and minimax value of a node from its children; returns whether anything
    /// has changed.
    pub(super) fn back_up(&mut self, at: Index, turn: Seat) -> bool {
        let children = &self.nodes[self.children(at)];
        let bounds = ProvenBounds::back_up(turn, children.iter().map(|child| child.bounds));
        let settled = bounds.is_settled(P::SEATS);
        let solved = settled || children.iter().all(|child| child.solved);
        let minimax_value = match settled {
            true => bounds.rewards(P::SEATS),
            false => best_minimax_value(children, turn),
        };
        let node = &mut self.nodes[at];
        let changed =
            (node.bounds, node.solved, node.minimax_value) != (bounds, solved, minimax_value);
        (node.bounds, node.solved, node.minimax_value) = (bounds, solved, minimax_value);
        changed
    }
}

/// The minimax value that is best for a seat: of equals, the first.
fn best_minimax_value<M>(children: &[Node<M>], turn: Seat) -> Rewards {
    let mut best = [-1.0; Seat::MAX_SEATS];
    for child in children {
        if child.minimax_value[turn.index()] > best[turn.index()] {
            best = child.minimax_value;
        }
    }
    best
}
