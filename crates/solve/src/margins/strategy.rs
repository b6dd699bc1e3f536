//! From answers about boards to a strategy over positions, which anybody can check.
//!
//! An attack is followed move by move: where the attacker is on turn, to one board from which he
//! still succeeds, where the defender is, to all. Ranks are given on the way back, each one above
//! those it rests on. What was proven can rest on itself only if it is followed by other moves than
//! it was proven with, so a position that is still being followed is no way on.
//!
//! A defence needs no ranks: it is a set of positions that the attacker cannot get out of. If one of
//! them turns out to have a way out, it was thought safe because of a repetition on some other way;
//! it is forgotten and asked again.

use std::collections::HashSet;

use ::search::proof::{Aim, Node, Strategy};
use games::Position;
use games::bohnenspiel::Bohnenspiel;

use super::board::Board;
use super::memory::Bounds;
use super::{Desk, Question};
use crate::SolveError;
use crate::solvable::Solvable;

/// The question whether one of the players can win.
pub(super) struct Attack<'a, const BEANS: u8> {
    desk: &'a Desk<'a>,
    root: Node<Bohnenspiel<BEANS>>,
}

type Place<const BEANS: u8> = Node<Bohnenspiel<BEANS>>;

impl<'a, const BEANS: u8> Attack<'a, BEANS> {
    /// About a folded position; `attacking` says whether it is the mover who attacks.
    pub(super) fn new(
        desk: &'a Desk<'a>,
        position: &Bohnenspiel<BEANS>,
        attacking: bool,
    ) -> Attack<'a, BEANS> {
        Attack { desk, root: Node { position: *position, attacking } }
    }

    /// Whether the attacker wins. A yes is sure; a no is when there is a defence.
    pub(super) fn succeeds(&self, threads: usize) -> Result<bool, SolveError> {
        let about = if self.root.attacking { "can the mover win" } else { "can the opponent win" };
        self.wins(self.root, threads, about)
    }

    /// The strategy of a defender who is thought safe. Nothing, if that has holes: they are mended,
    /// and it is to be seen anew whether the attacker wins.
    pub(super) fn defence(&self) -> Result<Option<Strategy<Bohnenspiel<BEANS>>>, SolveError> {
        let (strategy, holes) = self.hold()?;
        if holes.is_empty() {
            return Ok(Some(strategy));
        }
        // Forgotten first, all of them, so that none is answered by another.
        for node in &holes {
            self.forget(*node);
        }
        for node in holes {
            self.wins(node, 1, "proof")?;
        }
        self.forget(self.root);
        Ok(None)
    }

    /// Forgets all of a board but its bounds.
    fn forget(&self, node: Place<BEANS>) {
        let number = question(node).board.number();
        if let Some(known) = self.desk.memory.get(number) {
            self.desk.memory.put(number, &Bounds { hint: 0, ..known });
        }
    }

    fn wins(&self, node: Place<BEANS>, threads: usize, about: &str) -> Result<bool, SolveError> {
        if let Some(wins) = self.over(node) {
            return Ok(wins);
        }
        let yes = self.desk.settle(question(node), threads, about)?;
        Ok(yes == node.attacking)
    }

    /// Whether the attacker wins, where that is remembered.
    fn remembered(&self, node: Place<BEANS>) -> Option<bool> {
        let Question { board, need, .. } = question(node);
        let known = self.desk.memory.get(board.number())?;
        Some(known.says(need)? == node.attacking)
    }

    /// Whether the attacker has won, if the game is over.
    fn over(&self, node: Place<BEANS>) -> Option<bool> {
        let outcome = node.position.outcome()?;
        let wanted = if node.attacking { 2 } else { 0 };
        Some(outcome.halves(node.position.turn()) == wanted)
    }

    /// Whether a position is settled without a search, and stands in no strategy.
    fn is_plain(&self, node: Place<BEANS>) -> bool {
        node.position.outcome().is_some() || self.desk.tables.probe(&node.position).is_some()
    }

    /// Every position after a move.
    fn after(&self, node: Place<BEANS>) -> Vec<Place<BEANS>> {
        let next =
            |m| Node { position: node.position.play(m).folded(), attacking: !node.attacking };
        node.position.list().into_iter().map(next).collect()
    }

    /// The same for whoever chooses, best first: what needs no place in the strategy, or has one,
    /// then what is remembered as right.
    fn choices(
        &self,
        node: Place<BEANS>,
        strategy: &Strategy<Bohnenspiel<BEANS>>,
    ) -> Vec<Place<BEANS>> {
        let mut choices = self.after(node);
        choices.sort_by_cached_key(|&next| {
            if self.is_plain(next) || strategy.has(&next) {
                0
            } else {
                1 + u8::from(self.remembered(next) != Some(node.attacking))
            }
        });
        choices
    }

    /// The strategy of an attacker who wins.
    pub(super) fn attack(&self) -> Result<Strategy<Bohnenspiel<BEANS>>, SolveError> {
        let mut strategy = Strategy::new(Aim::Win, self.root);
        match self.follow(self.root, &mut strategy, &mut HashSet::new())? {
            Some(_) => Ok(strategy),
            None => unreachable!("what is proven rests on what is not itself"),
        }
    }

    /// Follows an attack that succeeds, and returns its rank. Nothing, if it comes back to a
    /// position that is being followed.
    fn follow(
        &self,
        node: Place<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<Place<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        if self.is_plain(node) {
            return Ok(Some(0));
        }
        if let Some(rank) = strategy.rank(&node) {
            return Ok(Some(rank));
        }
        if !path.insert(node) {
            return Ok(None);
        }
        let highest = if node.attacking {
            self.follow_one(node, strategy, path)?
        } else {
            self.follow_all(node, strategy, path)?
        };
        path.remove(&node);
        let rank = highest.map(|highest| highest + 1);
        if let Some(rank) = rank {
            strategy.add(node, rank);
        }
        Ok(rank)
    }

    fn follow_one(
        &self,
        node: Place<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<Place<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        for next in self.choices(node, strategy) {
            if self.wins(next, 1, "proof")?
                && let Some(rank) = self.follow(next, strategy, path)?
            {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }

    fn follow_all(
        &self,
        node: Place<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<Place<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        let mut highest = 0;
        for next in self.after(node) {
            match self.follow(next, strategy, path)? {
                Some(rank) => highest = rank.max(highest),
                None => return Ok(None),
            }
        }
        Ok(Some(highest))
    }

    /// A defence, and the positions in which it has a hole.
    fn hold(&self) -> Result<(Strategy<Bohnenspiel<BEANS>>, Vec<Place<BEANS>>), SolveError> {
        let mut strategy = Strategy::new(Aim::Hold, self.root);
        let (mut open, mut holes) = (vec![self.root], Vec::new());
        while let Some(node) = open.pop() {
            if self.is_plain(node) || strategy.has(&node) {
                continue;
            }
            strategy.add(node, 0);
            let mut safe = Vec::new();
            for next in self.choices(node, &strategy) {
                if !self.wins(next, 1, "proof")? {
                    safe.push(next);
                } else if node.attacking {
                    safe.clear();
                    break;
                }
                if !node.attacking && !safe.is_empty() {
                    break;
                }
            }
            if safe.is_empty() {
                holes.push(node);
            }
            open.append(&mut safe);
        }
        Ok((strategy, holes))
    }
}

/// What is asked of a position: a yes is good for the attacker if he is the mover, and for the
/// defender if not.
fn question<const BEANS: u8>(node: Place<BEANS>) -> Question {
    let position = &node.position;
    let board = Board::of(position);
    let mover = position.turn();
    let attacker = if node.attacking { mover } else { mover.opponent() };
    // To win is to have more than half, with what is in the store and so many pairs more.
    let missing = i32::from(Bohnenspiel::<BEANS>::HALF) - i32::from(position.store(attacker));
    let need = (missing.div_euclid(2) + 1) as i8;
    let pairs = board.beans() as i8 / 2;
    let need = if node.attacking { need } else { pairs - need + 1 };
    Question { board, pairs, need, attacking: node.attacking }
}
