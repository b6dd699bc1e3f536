//! A strategy: a proof that can be verified against the rules.
//!
//! A *winning* strategy is a set of positions with a rank each. Where the attacker is to move, some
//! move leads to a position of lower rank in the set, or to a win; where the defender is, every
//! move does. Ranks cannot fall for ever, so the attack ends, and it can only end in a win.
//!
//! A *holding* strategy is a closed set of positions, left only to finished or known positions that
//! the attacker does not win: where the defender is to move by some move, where the attacker is by
//! every move. It needs no ranks, since infinite play counts for the defender.

use std::collections::HashMap;

use spielwerk_games::Position;
use thiserror::Error;

use super::{KeyHashing, Node, Oracle};

/// What a strategy achieves.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The attacker wins.
    Win,
    /// The defender does not lose.
    Hold,
}

/// A winning or holding strategy from a root position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<P: Position> {
    goal: Goal,
    root: Node<P>,
    ranks: HashMap<Node<P>, u32, KeyHashing>,
}

/// A position at which a strategy fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the strategy is incomplete: it does not cover {position}, {turn} to move")]
pub struct StrategyError {
    /// The position.
    pub position: String,
    /// The player to move there.
    pub turn: &'static str,
}

impl<P: Position> Strategy<P> {
    /// An empty strategy from a position.
    pub fn new(goal: Goal, root: Node<P>) -> Strategy<P> {
        Strategy { goal, root, ranks: HashMap::default() }
    }

    /// What it achieves.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The root position.
    pub fn root(&self) -> Node<P> {
        self.root
    }

    /// Adds a position with its rank.
    pub fn add(&mut self, node: Node<P>, rank: u32) {
        self.ranks.insert(node, rank);
    }

    /// Whether a position is in it.
    pub fn contains(&self, node: &Node<P>) -> bool {
        self.ranks.contains_key(node)
    }

    /// The rank of a position, if it is in it.
    pub fn rank(&self, node: &Node<P>) -> Option<u32> {
        self.ranks.get(node).copied()
    }

    /// The number of positions. Finished and tablebase positions are not included.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether it has no positions, because the root is finished or in the tablebase.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// All positions with their ranks.
    pub fn iter(&self) -> impl Iterator<Item = (&Node<P>, u32)> {
        self.ranks.iter().map(|(node, &rank)| (node, rank))
    }

    /// Verifies every position against the rules and the tablebase.
    pub fn verify(&self, oracle: &impl Oracle<P>) -> Result<(), StrategyError> {
        if !self.covers(self.root, u32::MAX, oracle) {
            return Err(strategy_error(self.root));
        }
        let holds = |(&node, &rank): (&Node<P>, &u32)| {
            let next = node.successor_list(oracle);
            let mut answers = next.iter().map(|&next| self.covers(next, rank, oracle));
            let chooses = node.attacker_to_move == (self.goal == Goal::Win);
            !next.is_empty()
                && if chooses { answers.any(|yes| yes) } else { answers.all(|yes| yes) }
        };
        match self.ranks.iter().find(|&entry| !holds(entry)) {
            Some((&node, _)) => Err(strategy_error(node)),
            None => Ok(()),
        }
    }

    /// Whether a position, reached from one of rank `below`, has the right known result or is in
    /// the strategy, in a winning one with a lower rank.
    pub fn covers(&self, node: Node<P>, below: u32, oracle: &impl Oracle<P>) -> bool {
        match node.known_result(oracle) {
            Some(wins) => wins == (self.goal == Goal::Win),
            None => {
                let rank = self.ranks.get(&node);
                rank.is_some_and(|&rank| self.goal == Goal::Hold || rank < below)
            }
        }
    }
}

fn strategy_error<P: Position>(node: Node<P>) -> StrategyError {
    let turn = if node.attacker_to_move { "the attacker" } else { "the defender" };
    StrategyError { position: format!("{:?}", node.position), turn }
}
