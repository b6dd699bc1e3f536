//! The tree that grows: nodes in one list of fixed size, children next to each other.
//!
//! Between two moves of a game the part that is still of use is copied to a second list of the same
//! size, and the two change roles. So the memory is what was asked for, whatever happens.

use std::mem::swap;

use games::{Position, Seat};

use super::chance::Chances;
use super::sure::Sure;

/// A move, and what is known about the position after it.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node<M> {
    pub(super) m: M,
    /// How often it was chosen.
    pub(super) visits: u32,
    first: u32,
    count: u32,
    /// What is proven.
    pub(super) sure: Sure,
    /// Whether nothing below can change any more.
    pub(super) closed: bool,
    /// The average of what came out.
    pub(super) average: Chances,
    /// What the best moves below lead to, by judgement; exact where the node is closed.
    pub(super) outlook: Chances,
}

impl<M> Node<M> {
    /// A move that was not chosen yet.
    pub(super) fn new(m: M, sure: Sure, outlook: Chances, seats: usize) -> Node<M> {
        Node {
            m,
            visits: 0,
            first: 0,
            count: 0,
            closed: sure.is_settled(seats),
            sure,
            average: outlook,
            outlook,
        }
    }

    /// Whether its moves are in the tree.
    pub(super) fn has_children(&self) -> bool {
        self.count > 0
    }
}

/// A node's place in the list.
pub(super) type Index = usize;

/// All nodes.
pub(super) struct Tree<P: Position> {
    /// What the root stands for, if there is one.
    position: Option<P>,
    nodes: Vec<Node<P::Move>>,
    spare: Vec<Node<P::Move>>,
    /// How many nodes fit.
    room: usize,
}

impl<P: Position> Tree<P> {
    /// The root, if there is one.
    pub(super) const ROOT: Index = 0;

    /// A tree of so many MiB (at least a few KiB).
    pub(super) fn new(mebibytes: usize) -> Tree<P> {
        let room = (mebibytes << 20).max(1 << 14) / (2 * size_of::<Node<P::Move>>());
        // Memory that is only reserved costs nothing before it is used.
        Tree {
            position: None,
            nodes: Vec::with_capacity(room),
            spare: Vec::with_capacity(room),
            room,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.position = None;
        self.nodes.clear();
    }

    /// Begins with a root that has these moves.
    pub(super) fn plant(&mut self, position: P, moves: &[Node<P::Move>]) {
        self.clear();
        if let Some(&first) = moves.first() {
            self.position = Some(position);
            self.nodes.push(Node { visits: 1, sure: Sure::NOTHING, closed: false, ..first });
            self.add(Self::ROOT, moves);
            self.refresh(Self::ROOT, position.turn());
        }
    }

    /// Keeps what is below a position that the game has come to, and says whether that is there.
    /// `played` are the keys of the game's positions up to it, with or without itself.
    pub(super) fn advance(&mut self, position: &P, played: &[u64]) -> bool {
        let Some(at) = self.find(position, played) else {
            return false;
        };
        if at != Self::ROOT {
            self.keep(at);
        }
        self.position = Some(*position);
        true
    }

    /// The node of a position, by the way on which the game came to it.
    fn find(&self, position: &P, played: &[u64]) -> Option<Index> {
        let mut here = self.position?;
        let mut at = Self::ROOT;
        if here != *position {
            let start = played.iter().rposition(|&key| key == here.key())?;
            for key in played[start + 1..].iter().copied().chain([position.key()]) {
                if here.key() == key {
                    continue; // the last one was told twice
                }
                let next = |&child: &Index| here.play(self.nodes[child].m).key() == key;
                at = self.children(at).find(next)?;
                here = here.play(self.nodes[at].m);
            }
        }
        (here == *position && self.nodes[at].has_children()).then_some(at)
    }

    /// Drops everything but what is below a node. Children move after their parents, in order.
    fn keep(&mut self, root: Index) {
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
        self.nodes.len() + more <= self.room
    }

    /// Gives a node its children.
    pub(super) fn add(&mut self, at: Index, children: &[Node<P::Move>]) {
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

    /// The places of a node's children.
    #[inline]
    pub(super) fn children(&self, at: Index) -> std::ops::Range<Index> {
        let Node { first, count, .. } = self.nodes[at];
        first as usize..first as usize + count as usize
    }

    /// Counts one more visit, and what came of it.
    #[inline]
    pub(super) fn count(&mut self, at: Index, chances: &Chances) {
        let node = &mut self.nodes[at];
        node.visits += 1;
        if node.visits == 1 {
            node.average = *chances;
            return;
        }
        let weight = 1.0 / node.visits as f32;
        for (average, chance) in node.average.iter_mut().zip(chances) {
            *average += weight * (chance - *average);
        }
    }

    /// Works out a node anew from its children, and says whether anything has changed.
    pub(super) fn refresh(&mut self, at: Index, turn: Seat) -> bool {
        let children = &self.nodes[self.children(at)];
        let sure = Sure::before(turn, children.iter().map(|child| child.sure));
        let settled = sure.is_settled(P::SEATS);
        let closed = settled || children.iter().all(|child| child.closed);
        let outlook = match settled {
            true => sure.chances(P::SEATS),
            false => best_outlook(children, turn),
        };
        let node = &mut self.nodes[at];
        let changed = (node.sure, node.closed, node.outlook) != (sure, closed, outlook);
        (node.sure, node.closed, node.outlook) = (sure, closed, outlook);
        changed
    }
}

/// The outlook that is best for a seat: the first of the best.
fn best_outlook<M>(children: &[Node<M>], turn: Seat) -> Chances {
    let mut best = [-1.0; Seat::MOST];
    for child in children {
        if child.outlook[turn.index()] > best[turn.index()] {
            best = child.outlook;
        }
    }
    best
}
