//! The search tree, which all threads of a search share.
//!
//! What changes in a node is atomic, so that no thread ever waits for another. Statistics need not be
//! exact: if two threads update a mean at the same time, one of the two rewards may be lost, which no
//! choice depends on (lock-free MCTS of Enzenberger and Müller). What is proven must be exact. Proven
//! bounds only ever get tighter, so each is the best of what all threads have found.
//!
//! A node owns its children, in blocks: the likeliest moves first, the others when they are needed.
//! Most nodes are visited a few times only, so most moves never get a node. Between two moves of a
//! game the subtree that is reused is taken out, and the rest is freed. The memory is limited.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};

use spielwerk_games::{Position, Seat};

use super::proof::Proof;

/// A node: a move and the statistics of the position after it.
#[derive(Debug)]
pub(super) struct Node<M> {
    pub(super) m: M,
    /// The prior probability of the move.
    pub(super) prior: f32,
    /// The visits, and in the upper half the iterations that are below it now (virtual losses).
    counts: AtomicU64,
    /// The mean reward of the seat that makes the move, as bits.
    mean_reward: AtomicU32,
    /// What is proven, packed.
    proof: AtomicU32,
    children: OnceLock<Box<Children<M>>>,
}

/// The children of a node in descending order of their priors, in blocks of growing size.
#[derive(Debug)]
pub(super) struct Children<M> {
    blocks: [OnceLock<Block<M>>; BLOCK_ENDS.len()],
}

/// Some children of a node.
#[derive(Debug)]
pub(super) struct Block<M> {
    pub(super) nodes: Box<[Node<M>]>,
    /// The prior of the first move after this block, if there is one.
    pub(super) next_prior: Option<f32>,
}

/// The number of children up to the end of each block.
pub(super) const BLOCK_ENDS: [usize; 3] = [4, 16, usize::MAX];

/// One iteration in the upper half of the counts.
const VIRTUAL_LOSS: u64 = 1 << 32;

impl<M> Node<M> {
    /// An unvisited node.
    pub(super) const fn new(m: M, prior: f32) -> Node<M> {
        Node {
            m,
            prior,
            counts: AtomicU64::new(0),
            mean_reward: AtomicU32::new(0),
            proof: AtomicU32::new(0),
            children: OnceLock::new(),
        }
    }

    /// The number of visits.
    #[inline]
    pub(super) fn visits(&self) -> u32 {
        self.counts.load(Relaxed) as u32
    }

    /// The number of visits, and of iterations that are below it now.
    #[inline]
    pub(super) fn visits_and_virtual_losses(&self) -> (u32, u32) {
        let counts = self.counts.load(Relaxed);
        (counts as u32, (counts >> 32) as u32)
    }

    /// The mean reward of the seat that makes the move.
    #[inline]
    pub(super) fn mean_reward(&self) -> f32 {
        f32::from_bits(self.mean_reward.load(Relaxed))
    }

    /// What is proven.
    #[inline]
    pub(super) fn proof(&self) -> Proof {
        // In one order for all threads, see `back_up`.
        Proof::unpack(self.proof.load(SeqCst))
    }

    /// Adds what the position itself proves.
    pub(super) fn set_proof(&self, proof: Proof) {
        self.tighten(proof);
    }

    /// The blocks of its children so far; none if it is not expanded.
    #[inline]
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block<M>> + Clone {
        let children = self.children.get();
        children.into_iter().flat_map(|children| children.blocks.iter().map_while(OnceLock::get))
    }

    /// Its children so far.
    #[inline]
    pub(super) fn children(&self) -> impl Iterator<Item = &Node<M>> + Clone {
        self.blocks().flat_map(|block| &block.nodes)
    }

    /// Whether it has any children yet. Another thread may have made room for them only.
    #[inline]
    pub(super) fn is_expanded(&self) -> bool {
        self.blocks().next().is_some()
    }

    /// The number of the next block of children, unless there are all of them.
    ///
    /// One pass over the blocks: another thread may add one at any time, and the number must belong to
    /// the block that was last when this one looked.
    pub(super) fn next_block(&self) -> Option<usize> {
        let next_of = |(number, block): (usize, &Block<M>)| block.next_prior.map(|_| number + 1);
        self.blocks().enumerate().last().map_or(Some(0), next_of)
    }

    /// Adds a block of children. Returns false if another thread has done so before.
    pub(super) fn add_block(&self, number: usize, block: Block<M>) -> bool {
        let children = self.children.get_or_init(|| {
            Box::new(Children { blocks: std::array::from_fn(|_| OnceLock::new()) })
        });
        children.blocks[number].set(block).is_ok()
    }

    /// Begins an iteration below: a virtual loss, which sends other threads elsewhere.
    #[inline]
    pub(super) fn enter(&self) {
        self.counts.fetch_add(VIRTUAL_LOSS, Relaxed);
    }

    /// Ends an iteration: in place of the virtual loss, a visit with its reward.
    #[inline]
    pub(super) fn record_visit(&self, reward: f32) {
        let before = self.counts.fetch_sub(VIRTUAL_LOSS - 1, Relaxed);
        let mean = self.mean_reward();
        let mean = mean + (reward - mean) / (before as u32 + 1) as f32;
        self.mean_reward.store(mean.to_bits(), Relaxed);
    }

    /// Recomputes what is proven of an expanded node from its children; returns whether anything has
    /// changed.
    ///
    /// A thread that has changed a node recomputes its parent afterwards. Changes and readings of
    /// proofs are in one order for all threads, so of two that have changed siblings at the same
    /// time, the later one sees both.
    pub(super) fn back_up(&self, turn: Seat) -> bool {
        let unknown = self.next_block().map(|_| Proof::NONE);
        self.tighten(Proof::back_up(turn, self.children().map(Node::proof).chain(unknown)))
    }

    fn tighten(&self, proof: Proof) -> bool {
        let tightened = |before| Some(Proof::unpack(before).tightened(proof).pack());
        let Ok(before) = self.proof.fetch_update(SeqCst, SeqCst, tightened) else {
            return false;
        };
        tightened(before) != Some(before)
    }

    /// Takes out a child and frees the others; also says how many bytes that has freed. What is kept,
    /// often the most, need not be looked at.
    fn into_child(mut self, index: usize) -> (Option<Node<M>>, usize) {
        let blocks = self.children.take().map(|children| children.blocks);
        let blocks = blocks.into_iter().flatten().filter_map(OnceLock::into_inner);
        let (mut taken, mut freed, mut number) = (None, 0, 0);
        for block in blocks {
            freed += block_memory::<M>(block.nodes.len());
            for child in block.nodes {
                if number == index {
                    taken = Some(child);
                } else {
                    freed += child.memory();
                }
                number += 1;
            }
        }
        (taken, freed)
    }

    /// The memory of all that is below it, in bytes.
    fn memory(&self) -> usize {
        let block = |block: &Block<M>| {
            block_memory::<M>(block.nodes.len())
                + block.nodes.iter().map(Node::memory).sum::<usize>()
        };
        self.blocks().map(block).sum()
    }
}

/// The search tree.
pub(super) struct Tree<P: Position> {
    root: Option<Root<P>>,
    /// The memory used, in bytes.
    memory: AtomicUsize,
    /// The maximum.
    max_memory: usize,
}

struct Root<P: Position> {
    position: P,
    /// Its move has no meaning.
    node: Node<P::Move>,
}

impl<P: Position> Tree<P> {
    /// A tree of so many MiB (at least a few KiB).
    pub(super) fn new(mebibytes: usize) -> Tree<P> {
        let max_memory = (mebibytes << 20).max(1 << 14);
        Tree { root: None, memory: AtomicUsize::new(0), max_memory }
    }

    /// Removes all nodes.
    pub(super) fn clear(&mut self) {
        self.root = None;
        *self.memory.get_mut() = 0;
    }

    /// Begins a new tree with a root that has these children.
    pub(super) fn set_root(&mut self, position: P, children: Block<P::Move>) {
        self.clear();
        if let Some(first) = children.nodes.first() {
            let node = Node::new(first.m, 1.0);
            node.add_block(0, children);
            *self.memory.get_mut() = node.memory();
            self.root = Some(Root { position, node });
        }
    }

    /// The root, if there is one.
    pub(super) fn root(&self) -> Option<&Node<P::Move>> {
        self.root.as_ref().map(|root| &root.node)
    }

    /// Keeps the subtree of a position that the game has reached, and returns whether there is one.
    /// `history_keys` are the repetition keys of the game's positions up to it, with or without
    /// itself.
    pub(super) fn reuse_subtree(&mut self, position: &P, history_keys: &[u64]) -> bool {
        let Some(path) = self.find(position, history_keys) else {
            return false;
        };
        let Some(Root { mut node, .. }) = self.root.take() else {
            return false;
        };
        let memory = self.memory.get_mut();
        for index in path {
            let (child, freed) = node.into_child(index);
            let Some(child) = child else {
                self.clear();
                return false;
            };
            *memory -= freed;
            node = child;
        }
        self.root = Some(Root { position: *position, node });
        true
    }

    /// The path to the node of a position, found by the moves of the game: indices of children.
    fn find(&self, position: &P, history_keys: &[u64]) -> Option<Vec<usize>> {
        let root = self.root.as_ref()?;
        let (mut here, mut node, mut path) = (root.position, &root.node, Vec::new());
        if here != *position {
            let start = history_keys.iter().rposition(|&key| key == here.repetition_key())?;
            let last = position.repetition_key();
            for key in history_keys[start + 1..].iter().copied().chain([last]) {
                if here.repetition_key() == key {
                    continue; // the last key was given twice
                }
                let leads_there = |(_, child): &(usize, &Node<P::Move>)| {
                    here.play(child.m).repetition_key() == key
                };
                let (index, child) = node.children().enumerate().find(leads_there)?;
                node = child;
                here = here.play(node.m);
                path.push(index);
            }
        }
        (here == *position && node.is_expanded()).then_some(path)
    }

    /// Takes memory for a block of so many nodes, if there is enough.
    pub(super) fn reserve(&self, nodes: usize) -> bool {
        let bytes = block_memory::<P::Move>(nodes);
        let has_room = self.memory.fetch_add(bytes, Relaxed) + bytes <= self.max_memory;
        if !has_room {
            self.release(nodes);
        }
        has_room
    }

    /// Gives back memory that was not used after all.
    pub(super) fn release(&self, nodes: usize) {
        self.memory.fetch_sub(block_memory::<P::Move>(nodes), Relaxed);
    }
}

/// The memory of a block of so many nodes, in bytes: with its part of the list of blocks, and what
/// the allocator needs.
const fn block_memory<M>(nodes: usize) -> usize {
    nodes * size_of::<Node<M>>() + size_of::<Children<M>>() / BLOCK_ENDS.len() + 32
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn what_is_freed_and_what_is_kept_is_all_there_was() {
        let leaf = |_| Node::new(0_u8, 0.1);
        let block = |nodes| Block { nodes: (0..nodes).map(leaf).collect(), next_prior: None };
        let root = Node::new(0_u8, 1.0);
        root.add_block(0, Block { next_prior: Some(0.1), ..block(4) });
        root.add_block(1, block(3));
        for (number, child) in root.children().enumerate() {
            child.add_block(0, block(number + 1));
        }
        let all = root.memory();
        let (child, freed) = root.into_child(5);
        let child = child.unwrap();
        assert_eq!(child.children().count(), 6);
        assert_eq!(freed + child.memory(), all);
        assert_eq!(child.into_child(6).0.map(|node| node.m), None);
    }

    #[test]
    fn no_block_is_asked_for_after_the_last_one() {
        let nodes: Vec<Node<u8>> = (0..200_000).map(|_| Node::new(0, 1.0)).collect();
        let block = || Block { nodes: Box::new([Node::new(0, 1.0)]), next_prior: None };
        let reached = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                for (index, node) in nodes.iter().enumerate() {
                    reached.store(index, SeqCst);
                    node.add_block(0, block());
                }
                reached.store(nodes.len(), SeqCst);
            });
            // The node whose only block is being added now.
            while let Some(node) = nodes.get(reached.load(SeqCst)) {
                assert!(matches!(node.next_block(), None | Some(0)));
            }
        });
    }
}
