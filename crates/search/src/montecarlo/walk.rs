//! One walk down the tree: choose, grow, play on, and tell all nodes on the way how it came out.

use std::ops::ControlFlow;

use games::{Position, Seat};
use rand::rngs::Xoshiro256PlusPlus;

use super::Settings;
use super::chance::{self, Chances};
use super::playout::playout;
use super::sure::{Sure, share};
use super::tree::{Index, Node, Tree};
use crate::{History, Judge, Over, Watch};

/// What one task's walks have in common.
pub(super) struct Walker<'a, P: Position, J> {
    pub(super) judge: &'a J,
    pub(super) settings: &'a Settings,
    pub(super) tree: &'a mut Tree<P>,
    pub(super) watch: Watch<'a>,
    pub(super) history: History,
    pub(super) random: Xoshiro256PlusPlus,
    /// The nodes of the present walk, with who is on turn after them.
    path: Vec<(Index, Seat)>,
    /// The length of the longest walk.
    pub(super) longest: usize,
    newborn: Vec<Node<P::Move>>,
    moves: Vec<P::Move>,
}

impl<'a, P: Position, J: Judge<P>> Walker<'a, P, J> {
    pub(super) fn new(
        judge: &'a J,
        settings: &'a Settings,
        tree: &'a mut Tree<P>,
        watch: Watch<'a>,
        history: History,
        random: Xoshiro256PlusPlus,
    ) -> Self {
        Walker {
            judge,
            settings,
            tree,
            watch,
            history,
            random,
            path: Vec::new(),
            longest: 0,
            newborn: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// Plants a new tree with these moves at the root.
    pub(super) fn plant(&mut self, position: &P, moves: &[P::Move]) -> Result<(), Over> {
        self.history.push(position.key());
        let born = self.bear(position, moves);
        self.history.rewind();
        born?;
        self.tree.plant(*position, &self.newborn);
        Ok(())
    }

    /// Goes one way down from the root. If that is cut short, nothing is counted.
    pub(super) fn walk(&mut self, root: &P) -> Result<(), Over> {
        self.path.clear();
        self.history.rewind();
        let (mut position, mut at) = (*root, Tree::<P>::ROOT);
        loop {
            self.path.push((at, position.turn()));
            let node = self.tree.node(at);
            if node.closed {
                break;
            }
            // Only between two does it matter what has been before.
            if P::SEATS == 2 {
                self.history.push(position.key());
            }
            if !node.has_children() {
                // A node grows when it is met for the second time, if there is room.
                if node.visits == 0 && self.settings.playout > 0 || !self.grow(&position)? {
                    break;
                }
                if self.settings.playout == 0 {
                    break;
                }
            }
            at = self.select(at, position.turn());
            self.watch.tick()?;
            position = position.play(self.tree.node(at).m);
        }
        let chances = self.come_out(&position)?;
        self.longest = self.longest.max(self.path.len() - 1);
        for &(at, _) in &self.path {
            self.tree.count(at, &chances);
        }
        Ok(())
    }

    /// What comes of a walk that has left the tree at a position.
    fn come_out(&mut self, position: &P) -> Result<Chances, Over> {
        let at = self.path.last().map_or(Tree::<P>::ROOT, |&(at, _)| at);
        let node = self.tree.node(at);
        if node.closed || self.settings.playout == 0 {
            return Ok(node.outlook);
        }
        let Walker { judge, settings, watch, random, moves, .. } = self;
        playout(position, *judge, settings, watch, random, moves)
    }

    /// Gives the last node of the path its children, if there is room, and passes on what that
    /// tells about the nodes before.
    fn grow(&mut self, position: &P) -> Result<bool, Over> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let _ = position.moves(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        let has_room = self.tree.has_room(moves.len());
        if has_room {
            self.bear(position, &moves)?;
            for (up, &(at, turn)) in self.path.iter().rev().enumerate() {
                if up == 0 {
                    self.tree.add(at, &self.newborn);
                }
                if !self.tree.refresh(at, turn) && up > 0 {
                    break;
                }
            }
        }
        self.moves = moves;
        Ok(has_room)
    }

    /// Makes nodes for the moves of a position.
    fn bear(&mut self, position: &P, moves: &[P::Move]) -> Result<(), Over> {
        self.newborn.clear();
        for &m in moves {
            self.watch.tick()?;
            let child = position.play(m);
            let sure = self.sure(&child);
            let outlook = match sure.is_settled(P::SEATS) {
                true => sure.chances(P::SEATS),
                false => chance::judged(self.judge, &child, self.settings.scale),
            };
            self.newborn.push(Node::new(m, sure, outlook, P::SEATS));
        }
        Ok(())
    }

    /// What is certain about a position from the beginning. Every node has but one way to it, so
    /// that it repeats another is a fact about it as any other.
    fn sure(&self, position: &P) -> Sure {
        if let Some(outcome) = position.outcome() {
            return Sure::of(&outcome);
        }
        if P::SEATS > 2 {
            return Sure::secured(position);
        }
        match self.judge.known(position) {
            Some(known) => Sure::known(known, position.turn()),
            None if self.history.repeats(position.key()) => Sure::DRAW,
            None => Sure::NOTHING,
        }
    }

    /// The child to go to: the one that promises most, or about which too little is known.
    fn select(&self, at: Index, turn: Seat) -> Index {
        let parent = self.tree.node(at);
        let curiosity = self.settings.curiosity * log2(parent.visits.max(1)).sqrt();
        let mut best = (f32::NEG_INFINITY, at);
        for child in self.tree.children(at) {
            let node = self.tree.node(child);
            let mut urge = promise(node, turn, P::SEATS, self.settings);
            if !node.closed {
                urge += curiosity / (node.visits as f32 + 1.0).sqrt();
            }
            if is_pointless(node.sure, parent.sure, turn, P::SEATS) {
                urge -= 1000.0;
            }
            if urge > best.0 {
                best = (urge, child);
            }
        }
        best.1
    }
}

/// What a move promises to the seat that makes it: what came of it and what it looks like, within
/// what is proven.
pub(super) fn promise<M>(node: &Node<M>, seat: Seat, seats: usize, settings: &Settings) -> f32 {
    let (average, outlook) = (node.average[seat.index()], node.outlook[seat.index()]);
    if node.closed {
        return outlook;
    }
    let mixed = average + settings.foresight * (outlook - average);
    mixed.clamp(share(node.sure.least(seat), seats), share(node.sure.most(seat, seats), seats))
}

/// Whether a seat cannot gain by a move: there is a better one, or one that makes as much sure.
pub(super) fn is_pointless(child: Sure, parent: Sure, seat: Seat, seats: usize) -> bool {
    let already = parent.least(seat);
    child.most(seat, seats) <= already && (already == 0 || child.least(seat) < already)
}

/// Near enough, and the same on every machine.
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
