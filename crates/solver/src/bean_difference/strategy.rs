//! Builds a strategy over positions, which can be verified, from the answers about boards.
//!
//! A winning strategy is collected depth first: where the attacker is to move, one move by which he
//! still succeeds, where the defender is, all moves. Ranks are assigned on return, each one above
//! those it rests on. A position on the present path is not accepted as a continuation, since a
//! proof must not rest on itself.
//!
//! A holding strategy needs no ranks: it is a closed set of positions that the attacker cannot
//! leave. If he can leave one of them, it was thought safe because of a repetition on some other
//! path; its hint is cleared and it is searched again.

use std::collections::HashSet;

use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_search::proof::{Goal, Node, Strategy};

use super::board::Board;
use super::bounds_table::Bounds;
use super::{PairsQuery, SolverContext};
use crate::SolveError;
use crate::solvable::Solvable;

/// The question whether the attacker can win.
pub(super) struct Attack<'a, const BEANS: u8> {
    context: &'a SolverContext<'a>,
    root: Node<Bohnenspiel<BEANS>>,
}

type AttackNode<const BEANS: u8> = Node<Bohnenspiel<BEANS>>;

impl<'a, const BEANS: u8> Attack<'a, BEANS> {
    /// About a canonical position; `attacker_to_move` says whether the mover is the attacker.
    pub(super) fn new(
        context: &'a SolverContext<'a>,
        position: &Bohnenspiel<BEANS>,
        attacker_to_move: bool,
    ) -> Attack<'a, BEANS> {
        Attack { context, root: Node { position: *position, attacker_to_move } }
    }

    /// Whether the attacker wins. A yes is proven; a no only when there is a holding strategy.
    pub(super) fn succeeds(&self) -> Result<bool, SolveError> {
        let about =
            if self.root.attacker_to_move { "can the mover win" } else { "can the opponent win" };
        self.attacker_wins(self.root, about)
    }

    /// The strategy of a defender who is thought safe. `None` if it is not closed: the positions
    /// that can be left are searched again, and so must be the root.
    pub(super) fn holding_strategy(
        &self,
    ) -> Result<Option<Strategy<Bohnenspiel<BEANS>>>, SolveError> {
        let (strategy, holes) = self.collect_defence()?;
        if holes.is_empty() {
            return Ok(Some(strategy));
        }
        // All hints are cleared first, so that none is answered by another.
        for node in &holes {
            self.clear_hint(*node);
        }
        for node in holes {
            self.attacker_wins(node, "proof")?;
        }
        self.clear_hint(self.root);
        Ok(None)
    }

    /// Clears the hint of a board and keeps its bounds.
    fn clear_hint(&self, node: AttackNode<BEANS>) {
        let number = pairs_query(node).board.index();
        if let Some(bounds) = self.context.table.probe(number) {
            self.context.table.store(number, &Bounds { hint: 0, ..bounds });
        }
    }

    fn attacker_wins(&self, node: AttackNode<BEANS>, about: &str) -> Result<bool, SolveError> {
        if let Some(wins) = self.outcome(node) {
            return Ok(wins);
        }
        let yes = self.context.answer(pairs_query(node), about)?;
        Ok(yes == node.attacker_to_move)
    }

    /// Whether the attacker wins, if the bounds in the table decide it.
    fn stored_result(&self, node: AttackNode<BEANS>) -> Option<bool> {
        let PairsQuery { board, need, .. } = pairs_query(node);
        let bounds = self.context.table.probe(board.index())?;
        Some(bounds.decides(need)? == node.attacker_to_move)
    }

    /// Whether the attacker has won, if the game is finished.
    fn outcome(&self, node: AttackNode<BEANS>) -> Option<bool> {
        let outcome = node.position.outcome()?;
        let wanted = if node.attacker_to_move { 2 } else { 0 };
        Some(outcome.half_points(node.position.turn()) == wanted)
    }

    /// Whether a position is finished or in the tablebase, and so needs no place in a strategy.
    fn is_known(&self, node: AttackNode<BEANS>) -> bool {
        node.position.outcome().is_some() || self.context.tablebase.probe(&node.position).is_some()
    }

    /// All children.
    fn successors(&self, node: AttackNode<BEANS>) -> Vec<AttackNode<BEANS>> {
        let next = |m| Node {
            position: node.position.play(m).canonical(),
            attacker_to_move: !node.attacker_to_move,
        };
        node.position.legal_moves().into_iter().map(next).collect()
    }

    /// The children for the player who chooses, best first: those that need no place in the
    /// strategy or have one, then those that the table proves.
    fn choices(
        &self,
        node: AttackNode<BEANS>,
        strategy: &Strategy<Bohnenspiel<BEANS>>,
    ) -> Vec<AttackNode<BEANS>> {
        let mut choices = self.successors(node);
        choices.sort_by_cached_key(|&next| {
            if self.is_known(next) || strategy.contains(&next) {
                0
            } else {
                1 + u8::from(self.stored_result(next) != Some(node.attacker_to_move))
            }
        });
        choices
    }

    /// The strategy of a winning attacker.
    pub(super) fn winning_strategy(&self) -> Result<Strategy<Bohnenspiel<BEANS>>, SolveError> {
        let mut strategy = Strategy::new(Goal::Win, self.root);
        match self.add_attack(self.root, &mut strategy, &mut HashSet::new())? {
            Some(_) => Ok(strategy),
            None => unreachable!("what is proven rests on what is not itself"),
        }
    }

    /// Adds a position that the attacker wins, and returns its rank. `None` if it is on the present
    /// path.
    fn add_attack(
        &self,
        node: AttackNode<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<AttackNode<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        if self.is_known(node) {
            return Ok(Some(0));
        }
        if let Some(rank) = strategy.rank(&node) {
            return Ok(Some(rank));
        }
        if !path.insert(node) {
            return Ok(None);
        }
        let highest = if node.attacker_to_move {
            self.add_one_move(node, strategy, path)?
        } else {
            self.add_all_moves(node, strategy, path)?
        };
        path.remove(&node);
        let rank = highest.map(|highest| highest + 1);
        if let Some(rank) = rank {
            strategy.add(node, rank);
        }
        Ok(rank)
    }

    fn add_one_move(
        &self,
        node: AttackNode<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<AttackNode<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        for next in self.choices(node, strategy) {
            if self.attacker_wins(next, "proof")?
                && let Some(rank) = self.add_attack(next, strategy, path)?
            {
                return Ok(Some(rank));
            }
        }
        Ok(None)
    }

    fn add_all_moves(
        &self,
        node: AttackNode<BEANS>,
        strategy: &mut Strategy<Bohnenspiel<BEANS>>,
        path: &mut HashSet<AttackNode<BEANS>>,
    ) -> Result<Option<u32>, SolveError> {
        let mut highest = 0;
        for next in self.successors(node) {
            match self.add_attack(next, strategy, path)? {
                Some(rank) => highest = rank.max(highest),
                None => return Ok(None),
            }
        }
        Ok(Some(highest))
    }

    /// A holding strategy, and the positions at which it fails.
    fn collect_defence(
        &self,
    ) -> Result<(Strategy<Bohnenspiel<BEANS>>, Vec<AttackNode<BEANS>>), SolveError> {
        let mut strategy = Strategy::new(Goal::Hold, self.root);
        let (mut open, mut holes) = (vec![self.root], Vec::new());
        while let Some(node) = open.pop() {
            if self.is_known(node) || strategy.contains(&node) {
                continue;
            }
            strategy.add(node, 0);
            let mut safe = Vec::new();
            for next in self.choices(node, &strategy) {
                if !self.attacker_wins(next, "proof")? {
                    safe.push(next);
                } else if node.attacker_to_move {
                    safe.clear();
                    break;
                }
                if !node.attacker_to_move && !safe.is_empty() {
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

/// The query about a position: a yes is good for the attacker if he is the mover, and for the
/// defender if not.
pub(super) fn pairs_query<const BEANS: u8>(node: AttackNode<BEANS>) -> PairsQuery {
    let position = &node.position;
    let board = Board::from_position(position);
    let mover = position.turn();
    let attacker = if node.attacker_to_move { mover } else { mover.opponent() };
    // To win is to have more than half, with what is in the store and so many pairs more.
    let missing = i32::from(Bohnenspiel::<BEANS>::HALF) - i32::from(position.store(attacker));
    let need = (missing.div_euclid(2) + 1) as i8;
    let pairs = board.beans() as i8 / 2;
    let need = if node.attacker_to_move { need } else { pairs - need + 1 };
    PairsQuery { board, pairs, need, attacker_to_move: node.attacker_to_move }
}
