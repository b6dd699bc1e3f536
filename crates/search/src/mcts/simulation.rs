//! One iteration: selection, expansion, evaluation and backpropagation.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use spielwerk_games::{Position, Seat};

use super::bounds::{ProvenBounds, to_reward};
use super::priors::{ScoredMove, new_block, score_moves};
use super::proof::Proof;
use super::tree::{BLOCK_ENDS, Node, Tree};
use super::{MctsConfig, Rewards};
use crate::{Aborted, Evaluator, NodeCounter, PositionHistory};

/// The beginning of a path is kept as far as its nodes have so many visits.
const MANY_VISITS: u32 = 64;
/// How many iterations in a row keep it.
const REPEATS: u32 = 3;

/// What all threads of a search share.
pub(super) struct Shared<'a, P: Position, E> {
    pub(super) evaluator: &'a E,
    pub(super) config: &'a MctsConfig,
    pub(super) tree: &'a Tree<P>,
    pub(super) root: &'a Node<P::Move>,
    pub(super) position: P,
    /// What a unit of remaining distance costs in this search.
    pub(super) hurry: f32,
    /// The greatest depth reached.
    pub(super) max_depth: AtomicU32,
}

/// The state of one thread.
pub(super) struct Simulator<'a, P: Position, E> {
    shared: &'a Shared<'a, P, E>,
    pub(super) counter: NodeCounter<'a>,
    position_history: PositionHistory,
    /// The nodes of the present iteration below the root.
    path: Vec<Step<'a, P>>,
    /// The nodes at the beginning of the path that the next iteration keeps.
    kept: usize,
    /// How many iterations more keep them.
    repeats: u32,
    /// The moves of a position that is expanded, their scores, and both together.
    moves: Vec<P::Move>,
    scores: Vec<i32>,
    scored: Vec<ScoredMove<P::Move>>,
}

/// A node on a path.
#[derive(Copy, Clone)]
struct Step<'a, P: Position> {
    node: &'a Node<P::Move>,
    /// The seat that makes its move.
    mover: Seat,
    /// The position after it.
    position: P,
}

impl<'a, P: Position, E: Evaluator<P>> Simulator<'a, P, E> {
    pub(super) fn new(
        shared: &'a Shared<'a, P, E>,
        counter: NodeCounter<'a>,
        position_history: PositionHistory,
    ) -> Self {
        let (path, moves) = (Vec::new(), Vec::new());
        let (scores, scored) = (Vec::new(), Vec::new());
        let (kept, repeats) = (0, 0);
        Simulator { shared, counter, position_history, path, kept, repeats, moves, scores, scored }
    }

    /// Runs one iteration, which counts as one node.
    ///
    /// One visit more hardly changes the choice among the children of a node with many visits. So a few
    /// iterations in a row keep the beginning of the path, and only the first of them selects it from the
    /// root (as in depth-first UCT).
    pub(super) fn run_iteration(&mut self) -> Result<(), Aborted> {
        self.counter.tick()?;
        let Shared { root, position, .. } = *self.shared;
        self.path.truncate(self.kept);
        self.position_history.reset_to_line(self.kept);
        root.enter();
        for step in &self.path {
            step.node.enter();
        }
        let last = self.path.last();
        let (node, position) = last.map_or((root, position), |step| (step.node, step.position));
        let rewards = self.descend(node, position);
        self.shared.max_depth.fetch_max(self.path.len() as u32, Relaxed);
        root.record_visit(0.0);
        for step in &self.path {
            step.node.record_visit(rewards[step.mover.index()]);
        }
        self.keep_path();
        Ok(())
    }

    /// Decides how much of the path the next iteration keeps.
    fn keep_path(&mut self) {
        if self.repeats > 0 {
            self.repeats -= 1;
        } else {
            let has_many = |step: &&Step<P>| step.node.visits() >= MANY_VISITS;
            self.kept = self.path.iter().take_while(has_many).count();
            self.repeats = REPEATS;
        }
        if self.repeats == 0 {
            self.kept = 0;
        }
    }

    /// Goes down to a leaf and returns its rewards.
    fn descend(&mut self, mut node: &'a Node<P::Move>, mut position: P) -> Rewards {
        loop {
            let proof = node.proof();
            if proof.bounds.is_settled(P::SEATS) {
                return proof.bounds.rewards(P::SEATS);
            }
            if proof.is_repetition {
                return self.evaluate_repetition(&position);
            }
            if node.visits() == 0 && !self.path.is_empty() {
                return self.visit_first(node, &position);
            }
            if !node.is_expanded() && !self.expand(node, &position) {
                return self.evaluate(&position);
            }
            self.position_history.push(position.repetition_key());
            let mover = position.turn();
            node = match self.select(node, mover) {
                Selection::Child(child) => child,
                Selection::NextBlock(best) => {
                    let known = node.children().count();
                    self.expand(node, &position);
                    node.children().nth(known).unwrap_or(best)
                }
            };
            node.enter();
            position = position.play(node.m);
            self.path.push(Step { node, mover, position });
        }
    }

    /// The first visit of a node: proven results are found, other positions are evaluated.
    fn visit_first(&mut self, node: &Node<P::Move>, position: &P) -> Rewards {
        let proof = self.proof_of_position(position);
        if proof != Proof::NONE {
            node.set_proof(proof);
            self.back_up(proof);
        }
        if proof.bounds.is_settled(P::SEATS) {
            proof.bounds.rewards(P::SEATS)
        } else if proof.is_repetition {
            self.evaluate_repetition(position)
        } else {
            self.evaluate(position)
        }
    }

    /// What a position proves by itself. In a tree every node has one path only, so between two
    /// players a repetition on that path is a proven draw. Among more it is no result.
    fn proof_of_position(&self, position: &P) -> Proof {
        if let Some(outcome) = position.outcome() {
            return Proof::of_position(ProvenBounds::from_outcome(&outcome));
        }
        let repetition_key = position.repetition_key();
        if P::SEATS > 2 {
            return Proof {
                is_repetition: self.position_history.contains(repetition_key),
                ..Proof::of_position(ProvenBounds::secured(position))
            };
        }
        Proof::of_position(match self.shared.evaluator.probe(position) {
            Some(wdl) => ProvenBounds::from_wdl(wdl, position.turn()),
            None if self.position_history.is_repetition(repetition_key) => ProvenBounds::DRAW,
            None => ProvenBounds::NONE,
        })
    }

    /// Backs up what is proven of the last node of the path, as far as it changes anything.
    fn back_up(&self, proof: Proof) {
        let parents = self.path.iter().rev().skip(1).map(|step| step.node);
        let mut proven = proof.bounds;
        for (step, parent) in self.path.iter().rev().zip(parents.chain([self.shared.root])) {
            // A secured place is known to all nodes below the one where it was taken.
            if parent.proof().bounds == proven || !parent.back_up(step.mover) {
                return;
            }
            proven = parent.proof().bounds;
        }
    }

    /// The rewards of a leaf by its evaluation: at the end of the line of tactical moves with the
    /// best order scores, if there is one.
    fn evaluate(&self, position: &P) -> Rewards {
        let Shared { evaluator, config, .. } = self.shared;
        let mut position = *position;
        for _ in 0..config.quiescence_depth {
            if !evaluator.needs_quiescence(&position) {
                break;
            }
            let Some(m) = best_tactical_move(*evaluator, &position) else {
                break;
            };
            position = position.play(m);
            if let Some(outcome) = position.outcome() {
                return ProvenBounds::from_outcome(&outcome).rewards(P::SEATS);
            }
        }
        evaluator.expected_points(&position, self.shared.hurry)
    }

    /// The rewards of a repeated position: its evaluation, but worse for who has repeated it. If all
    /// wait for somebody else to go first, nobody finishes.
    fn evaluate_repetition(&self, position: &P) -> Rewards {
        let Shared { evaluator, hurry, .. } = self.shared;
        let mut rewards = evaluator.expected_points(position, *hurry);
        if let Some(step) = self.path.last() {
            rewards[step.mover.index()] -= self.shared.config.repetition_penalty;
        }
        rewards
    }

    /// Adds the next block of a node's children, unless the tree is full.
    pub(super) fn expand(&mut self, node: &Node<P::Move>, position: &P) -> bool {
        let Shared { evaluator, config, tree, .. } = self.shared;
        let Some(number) = node.next_block() else {
            return false;
        };
        let moves = &mut self.moves;
        moves.clear();
        let _ = position.generate_moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        let start = if number == 0 { 0 } else { BLOCK_ENDS[number - 1] };
        let size = moves.len().min(BLOCK_ENDS[number]) - start;
        if !tree.reserve(size) {
            return false;
        }
        evaluator.policy_scores(position, moves, &mut self.scores);
        score_moves(moves, &self.scores, &mut self.scored);
        let range = start..BLOCK_ENDS[number];
        let block = new_block(&mut self.scored, range, config.prior_temperature);
        if !node.add_block(number, block) {
            tree.release(size);
        }
        true
    }

    /// Selection: the child with the greatest PUCT value for the seat to move.
    fn select(&self, node: &'a Node<P::Move>, turn: Seat) -> Selection<'a, P::Move> {
        let config = self.shared.config;
        let (visits, virtual_losses) = node.visits_and_virtual_losses();
        let exploration = config.exploration * ((visits + virtual_losses) as f32).sqrt();
        let bounds = node.proof().bounds;
        let mut best: Option<(f32, &Node<P::Move>)> = None;
        let mut siblings = VisitedSiblings::default();
        let mut next_prior = None;
        for block in node.blocks() {
            for child in &block.nodes {
                let (visits, virtual_losses) = child.visits_and_virtual_losses();
                let tried = visits + virtual_losses;
                if tried == 0 {
                    // Of those that are left this has the greatest prior.
                    let puct = siblings.first_play_urgency(config) + exploration * child.prior;
                    let better = best.filter(|&(highest, _)| highest >= puct);
                    return Selection::Child(better.map_or(child, |(_, visited)| visited));
                }
                let sum = child.mean_reward() * visits as f32;
                siblings.add(sum, visits, child.prior);
                let mut value = sum / tried as f32;
                let proof = child.proof();
                if proof.bounds != ProvenBounds::NONE {
                    value = clamped(value, proof.bounds, turn, P::SEATS);
                    if is_dominated(proof.bounds, bounds, turn, P::SEATS) {
                        value -= 1000.0;
                    }
                }
                let puct = value + exploration * child.prior / (tried + 1) as f32;
                if best.is_none_or(|(highest, _)| puct > highest) {
                    best = Some((puct, child));
                }
            }
            next_prior = block.next_prior;
        }
        let Some((highest, child)) = best else {
            unreachable!("a position that is not over has a move");
        };
        match next_prior {
            Some(prior) if siblings.first_play_urgency(config) + exploration * prior > highest => {
                Selection::NextBlock(child)
            }
            _ => Selection::Child(child),
        }
    }
}

/// What selection finds.
enum Selection<'a, M> {
    /// This child.
    Child(&'a Node<M>),
    /// The first child of the next block; this one, if there is no room for it.
    NextBlock(&'a Node<M>),
}

/// The sums over all visited children of a node.
#[derive(Default)]
struct VisitedSiblings {
    rewards: f32,
    visits: f32,
    priors: f32,
}

impl VisitedSiblings {
    #[inline]
    fn add(&mut self, rewards: f32, visits: u32, prior: f32) {
        self.rewards += rewards;
        self.visits += visits as f32;
        self.priors += prior;
    }

    /// The value of a child that was not visited yet.
    #[inline]
    fn first_play_urgency(&self, config: &MctsConfig) -> f32 {
        if self.visits == 0.0 {
            return 0.0;
        }
        self.rewards / self.visits - config.fpu_reduction * self.priors.sqrt()
    }
}

/// The tactical move with the best order score.
fn best_tactical_move<P: Position>(evaluator: &impl Evaluator<P>, position: &P) -> Option<P::Move> {
    let mut best: Option<(i32, P::Move)> = None;
    let _ = position.generate_moves(|m| {
        if evaluator.is_tactical(position, m) {
            let score = evaluator.order_score(position, m);
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, m));
            }
        }
        ControlFlow::Continue(())
    });
    best.map(|(_, m)| m)
}

/// A reward of a seat within its proven bounds. A remaining distance may make it negative where
/// nothing is proven.
#[inline]
pub(super) fn clamped(reward: f32, bounds: ProvenBounds, seat: Seat, seats: usize) -> f32 {
    let reward = reward.min(to_reward(bounds.optimistic(seat, seats), seats));
    match bounds.pessimistic(seat) {
        0 => reward,
        pessimistic => reward.max(to_reward(pessimistic, seats)),
    }
}

/// Whether a seat cannot gain by a move: another one guarantees as much or more.
#[inline]
pub(super) fn is_dominated(
    child: ProvenBounds,
    parent: ProvenBounds,
    seat: Seat,
    seats: usize,
) -> bool {
    let already = parent.pessimistic(seat);
    child.optimistic(seat, seats) <= already && (already == 0 || child.pessimistic(seat) < already)
}
