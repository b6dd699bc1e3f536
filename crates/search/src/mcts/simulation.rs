//! One iteration: selection, expansion, playout and backpropagation.

use std::ops::ControlFlow;

use rand::rngs::Xoshiro256PlusPlus;
use spielwerk_games::{Position, Seat};

use super::MctsConfig;
use super::bounds::{ProvenBounds, to_reward};
use super::playout::playout;
use super::reward::{self, Rewards};
use super::tree::{Index, Node, Tree};
use crate::{Aborted, Evaluator, NodeCounter, PositionHistory};

/// The state of all iterations of one search.
pub(super) struct Simulator<'a, P: Position, E> {
    pub(super) evaluator: &'a E,
    pub(super) config: &'a MctsConfig,
    pub(super) tree: &'a mut Tree<P>,
    pub(super) counter: NodeCounter<'a>,
    pub(super) position_history: PositionHistory,
    pub(super) random: Xoshiro256PlusPlus,
    /// The nodes of the present iteration, with the seat to move there.
    path: Vec<(Index, Seat)>,
    /// The greatest depth reached.
    pub(super) max_depth: usize,
    new_children: Vec<Node<P::Move>>,
    moves: Vec<P::Move>,
}

impl<'a, P: Position, E: Evaluator<P>> Simulator<'a, P, E> {
    pub(super) fn new(
        evaluator: &'a E,
        config: &'a MctsConfig,
        tree: &'a mut Tree<P>,
        counter: NodeCounter<'a>,
        position_history: PositionHistory,
        random: Xoshiro256PlusPlus,
    ) -> Self {
        Simulator {
            evaluator,
            config,
            tree,
            counter,
            position_history,
            random,
            path: Vec::new(),
            max_depth: 0,
            new_children: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Creates a new tree with these moves at the root.
    pub(super) fn create_root(&mut self, position: &P, moves: &[P::Move]) -> Result<(), Aborted> {
        self.position_history.push(position.repetition_key());
        let created = self.create_children(position, moves);
        self.position_history.reset_to_root();
        created?;
        self.tree.set_root(*position, &self.new_children);
        Ok(())
    }

    /// Runs one iteration from the root. If it is aborted, no reward is recorded.
    pub(super) fn run_iteration(&mut self, root: &P) -> Result<(), Aborted> {
        self.path.clear();
        self.position_history.reset_to_root();
        let (mut position, mut at) = (*root, Tree::<P>::ROOT);
        loop {
            self.path.push((at, position.turn()));
            let node = self.tree.node(at);
            if node.solved {
                break;
            }
            // Repetitions matter between two players only.
            if P::SEATS == 2 {
                self.position_history.push(position.repetition_key());
            }
            if !node.has_children() {
                // A node is expanded on its second visit, if there is room.
                if node.visits == 0 && self.config.playout_depth > 0 || !self.expand(&position)? {
                    break;
                }
                if self.config.playout_depth == 0 {
                    break;
                }
            }
            at = self.select(at, position.turn());
            self.counter.tick()?;
            position = position.play(self.tree.node(at).m);
        }
        let rewards = self.evaluate_leaf(&position)?;
        self.max_depth = self.max_depth.max(self.path.len() - 1);
        for &(at, _) in &self.path {
            self.tree.record_visit(at, &rewards);
        }
        Ok(())
    }

    /// The rewards of the leaf at the end of the path: by its minimax value or a playout.
    fn evaluate_leaf(&mut self, position: &P) -> Result<Rewards, Aborted> {
        let at = self.path.last().map_or(Tree::<P>::ROOT, |&(at, _)| at);
        let node = self.tree.node(at);
        if node.solved || self.config.playout_depth == 0 {
            return Ok(node.minimax_value);
        }
        let Simulator { evaluator, config, counter, random, moves, .. } = self;
        playout(position, *evaluator, config, counter, random, moves)
    }

    /// Expands the last node of the path, if there is room, and backs up bounds and minimax values.
    fn expand(&mut self, position: &P) -> Result<bool, Aborted> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let _ = position.generate_moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        let has_room = self.tree.has_room(moves.len());
        if has_room {
            self.create_children(position, &moves)?;
            for (up, &(at, turn)) in self.path.iter().rev().enumerate() {
                if up == 0 {
                    self.tree.add_children(at, &self.new_children);
                }
                if !self.tree.back_up(at, turn) && up > 0 {
                    break;
                }
            }
        }
        self.moves = moves;
        Ok(has_room)
    }

    /// Creates nodes for the moves of a position.
    fn create_children(&mut self, position: &P, moves: &[P::Move]) -> Result<(), Aborted> {
        self.new_children.clear();
        for &m in moves {
            self.counter.tick()?;
            let child = position.play(m);
            let bounds = self.proven_bounds(&child);
            let minimax_value = match bounds.is_settled(P::SEATS) {
                true => bounds.rewards(P::SEATS),
                false => reward::estimate(self.evaluator, &child, self.config.value_scale),
            };
            self.new_children.push(Node::new(m, bounds, minimax_value, P::SEATS));
        }
        Ok(())
    }

    /// The proven bounds of a new node. In a tree every node has one path only, so a repetition on
    /// that path is proven.
    fn proven_bounds(&self, position: &P) -> ProvenBounds {
        if let Some(outcome) = position.outcome() {
            return ProvenBounds::from_outcome(&outcome);
        }
        if P::SEATS > 2 {
            return ProvenBounds::secured(position);
        }
        match self.evaluator.probe(position) {
            Some(wdl) => ProvenBounds::from_wdl(wdl, position.turn()),
            None if self.position_history.is_repetition(position.repetition_key()) => {
                ProvenBounds::DRAW
            }
            None => ProvenBounds::NONE,
        }
    }

    /// Selection: the child with the greatest UCT value.
    fn select(&self, at: Index, turn: Seat) -> Index {
        let parent = self.tree.node(at);
        let exploration = self.config.exploration * log2(parent.visits.max(1)).sqrt();
        let mut best = (f32::NEG_INFINITY, at);
        for child in self.tree.children(at) {
            let node = self.tree.node(child);
            let mut uct = exploitation(node, turn, P::SEATS, self.config);
            if !node.solved {
                uct += exploration / (node.visits as f32 + 1.0).sqrt();
            }
            if is_dominated(node.bounds, parent.bounds, turn, P::SEATS) {
                uct -= 1000.0;
            }
            if uct > best.0 {
                best = (uct, child);
            }
        }
        best.1
    }
}

/// The exploitation term of UCT for the seat that makes the move: mean reward and implicit minimax
/// value, clamped to the proven bounds.
pub(super) fn exploitation<M>(
    node: &Node<M>,
    seat: Seat,
    seats: usize,
    config: &MctsConfig,
) -> f32 {
    let (mean, minimax_value) = (node.mean_reward[seat.index()], node.minimax_value[seat.index()]);
    if node.solved {
        return minimax_value;
    }
    let mixed = mean + config.minimax_weight * (minimax_value - mean);
    mixed.clamp(
        to_reward(node.bounds.pessimistic(seat), seats),
        to_reward(node.bounds.optimistic(seat, seats), seats),
    )
}

/// Whether a seat cannot gain by a move: another one guarantees as much or more.
pub(super) fn is_dominated(
    child: ProvenBounds,
    parent: ProvenBounds,
    seat: Seat,
    seats: usize,
) -> bool {
    let already = parent.pessimistic(seat);
    child.optimistic(seat, seats) <= already && (already == 0 || child.pessimistic(seat) < already)
}

/// An approximate logarithm that is the same on every machine.
fn log2(number: u32) -> f32 {
    let whole = number.ilog2();
    whole as f32 + (number as f32 / (1u32 << whole) as f32 - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_near_enough() {
        for number in [1, 2, 3, 5, 100, 12_345, u32::MAX] {
            assert!((log2(number) - (number as f32).log2()).abs() < 0.09, "{number}");
        }
    }
}
