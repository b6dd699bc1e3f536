//! A strategy: the answer to an attack, as something that can be checked against the rules.
//!
//! A *win* is a set of positions with a rank each. Where the attacker is on turn, some move leads
//! on within the set to a lower rank, or to a win; where the defender is, every move does. Ranks
//! cannot fall for ever, so the attack ends, and it can only end in a win.
//!
//! To *hold* is a set of positions that is never left but to safety: where the defender is on turn
//! by some move, where the attacker is by every move. It needs no ranks, since the defender has
//! nothing against going round in it.

use std::collections::HashMap;

use games::Position;
use thiserror::Error;

use super::{ByKey, Ground, Node};

/// What a strategy is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The attacker wins.
    Win,
    /// The defender does not lose.
    Hold,
}

/// Positions that do not have to be left, or lead to a win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strategy<P: Position> {
    aim: Aim,
    root: Node<P>,
    ranks: HashMap<Node<P>, u32, ByKey>,
}

/// Where a strategy fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the strategy has a hole: nothing in it answers for {position}, {turn} to move")]
pub struct Flaw {
    /// The position.
    pub position: String,
    /// Whose turn it is there.
    pub turn: &'static str,
}

impl<P: Position> Strategy<P> {
    /// An empty strategy from a position.
    pub fn new(aim: Aim, root: Node<P>) -> Strategy<P> {
        Strategy { aim, root, ranks: HashMap::default() }
    }

    /// What it is for.
    pub fn aim(&self) -> Aim {
        self.aim
    }

    /// Where it begins.
    pub fn root(&self) -> Node<P> {
        self.root
    }

    /// Adds a position with its rank.
    pub fn add(&mut self, node: Node<P>, rank: u32) {
        self.ranks.insert(node, rank);
    }

    /// Whether a position is in it.
    pub fn has(&self, node: &Node<P>) -> bool {
        self.ranks.contains_key(node)
    }

    /// The rank of a position, if it is in it.
    pub fn rank(&self, node: &Node<P>) -> Option<u32> {
        self.ranks.get(node).copied()
    }

    /// How many positions it has. What is over or known beforehand is not among them.
    pub fn len(&self) -> usize {
        self.ranks.len()
    }

    /// Whether it has none, because all is known beforehand.
    pub fn is_empty(&self) -> bool {
        self.ranks.is_empty()
    }

    /// All positions with their ranks.
    pub fn iter(&self) -> impl Iterator<Item = (&Node<P>, u32)> {
        self.ranks.iter().map(|(node, &rank)| (node, rank))
    }

    /// Replays every position against the rules, and against what is known beforehand.
    pub fn check(&self, ground: &impl Ground<P>) -> Result<(), Flaw> {
        if !self.answers(self.root, u32::MAX, ground) {
            return Err(flaw(self.root));
        }
        let holds = |(&node, &rank): (&Node<P>, &u32)| {
            let next = node.list(ground);
            let mut answers = next.iter().map(|&next| self.answers(next, rank, ground));
            let chooses = node.attacking == (self.aim == Aim::Win);
            !next.is_empty()
                && if chooses { answers.any(|yes| yes) } else { answers.all(|yes| yes) }
        };
        match self.ranks.iter().find(|&entry| !holds(entry)) {
            Some((&node, _)) => Err(flaw(node)),
            None => Ok(()),
        }
    }

    /// Whether a position, come to from one of this rank, is settled as it should be or is in the
    /// strategy, lower down if it is to win.
    pub fn answers(&self, node: Node<P>, below: u32, ground: &impl Ground<P>) -> bool {
        match node.settled(ground) {
            Some(wins) => wins == (self.aim == Aim::Win),
            None => {
                let rank = self.ranks.get(&node);
                rank.is_some_and(|&rank| self.aim == Aim::Hold || rank < below)
            }
        }
    }
}

fn flaw<P: Position>(node: Node<P>) -> Flaw {
    let turn = if node.attacking { "the attacker" } else { "the defender" };
    Flaw { position: format!("{:?}", node.position), turn }
}
