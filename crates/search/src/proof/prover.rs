//! Proof-number search, depth first: always on where the least is missing to an answer.
//!
//! Two numbers say how much is missing: `phi` until whoever is on turn has what he wants, the
//! attacker a win or the defender safety, and `delta` until he surely has not. One good move is
//! enough, so phi is the least delta after a move; to fail, all moves must, so delta is the sum of
//! the phis.
//!
//! A position that comes again on the way from the root counts for the defender. That makes every
//! yes sound, for it never rests on a repetition. A no may rest on one, and be remembered where the
//! way was another (the problem of *graph history interaction*). So a no is only believed when the
//! positions it rests on are found to be closed: from none of them can the attacker get out.
//! Those where he can are forgotten and asked again.

use std::collections::{HashMap, HashSet};

use games::Position;

use super::strategy::{Aim, Strategy};
use super::{ByKey, Ground, Node};

/// Nothing can be missing more than this, which is to say: it cannot be had.
const NEVER: u32 = 1 << 30;

/// What is remembered of a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How much is missing until whoever is on turn has what he wants.
    pub phi: u32,
    /// How much is missing until he surely has not.
    pub delta: u32,
    /// When it was settled, counted in settled positions: an answer rests on earlier ones only.
    pub stamp: u32,
    /// Positions searched below.
    pub work: u32,
}

impl Entry {
    const fn new(phi: u32, delta: u32) -> Entry {
        Entry { phi, delta, stamp: 0, work: 0 }
    }

    /// A settled one, seen by whoever is on turn.
    const fn settled(good: bool) -> Entry {
        if good { Entry::new(0, NEVER) } else { Entry::new(NEVER, 0) }
    }

    const fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// Why a search ended without an answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It was told to stop. What was found out is kept.
    Stopped,
    /// All memory is full of settled positions.
    Full,
}

/// A search for proofs, with all that it has found out.
pub struct Prover<'a, P: Position, G> {
    ground: &'a G,
    seen: HashMap<Node<P>, Entry, ByKey>,
    path: HashSet<Node<P>, ByKey>,
    /// How many entries there may be.
    room: usize,
    nodes: u64,
    stamps: u32,
    /// Told what was found out so far; says whether to go on.
    watch: &'a mut dyn FnMut(Found<P>) -> bool,
}

/// What a search has found out so far.
pub struct Found<'a, P: Position> {
    /// How many positions were searched.
    pub nodes: u64,
    seen: &'a HashMap<Node<P>, Entry, ByKey>,
}

impl<P: Position> Found<'_, P> {
    /// All that was found out, to be kept for a later run.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Node<P>, Entry)> {
        self.seen.iter().map(|(&node, &entry)| (node, entry))
    }
}

/// So many positions are searched between two reports.
const BETWEEN: u64 = 1 << 14;

/// Bytes for an entry, with the gaps that a hash table leaves.
const BYTES: usize = 96;

impl<'a, P: Position, G: Ground<P>> Prover<'a, P, G> {
    /// A search that may use so many MiB. `watch` is told now and then what was found out, and says
    /// whether to go on.
    pub fn new(
        ground: &'a G,
        mebibytes: usize,
        watch: &'a mut dyn FnMut(Found<P>) -> bool,
    ) -> Self {
        let room = ((mebibytes << 20) / BYTES).max(1000);
        let (seen, path) = (HashMap::default(), HashSet::default());
        Prover { ground, seen, path, room, nodes: 0, stamps: 0, watch }
    }

    /// Whether the attacker can force a win from here, with the strategy of whoever is right.
    pub fn ask(&mut self, position: &P, attacking: bool) -> Result<Strategy<P>, Halt> {
        let root = Node { position: self.ground.fold(position), attacking };
        loop {
            self.settle(root)?;
            let good = self.entry(root).phi == 0;
            if good == attacking {
                return Ok(self.attack(root));
            }
            let (strategy, open) = self.defence(root);
            if open.is_empty() {
                return Ok(strategy);
            }
            // Forgotten first, all of them, so that none is answered by another.
            for node in &open {
                self.seen.remove(node);
            }
            for node in open {
                self.settle(node)?;
            }
        }
    }

    /// How many positions were searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What was found out so far.
    pub fn found(&self) -> Found<'_, P> {
        Found { nodes: self.nodes, seen: &self.seen }
    }

    /// Takes over what an earlier run has found out.
    pub fn remember(&mut self, node: Node<P>, entry: Entry) {
        self.stamps = self.stamps.max(entry.stamp);
        self.seen.insert(node, entry);
    }

    /// Searches until a position is settled.
    fn settle(&mut self, root: Node<P>) -> Result<(), Halt> {
        self.path.clear();
        while !self.entry(root).is_settled() {
            self.search(root, NEVER, NEVER)?;
        }
        Ok(())
    }

    /// What is known or remembered of a position, or a first guess: all its moves are missing.
    fn entry(&self, node: Node<P>) -> Entry {
        if let Some(&entry) = self.seen.get(&node) {
            return entry;
        }
        match node.settled(self.ground) {
            Some(wins) => Entry::settled(wins == node.attacking),
            None => Entry::new(1, (node.position.count() as u32).max(1)),
        }
    }

    /// Searches below a position until one of its numbers reaches its limit.
    fn search(&mut self, node: Node<P>, phi_limit: u32, delta_limit: u32) -> Result<(), Halt> {
        self.count()?;
        let before = self.nodes;
        let successors = node.list(self.ground);
        let mut entries: Vec<Entry> = successors.iter().map(|&next| self.entry(next)).collect();
        self.path.insert(node);
        // Who comes back to where he was has not got on: good for the defender, whoever moves.
        for (next, entry) in successors.iter().zip(&mut entries) {
            if self.path.contains(next) {
                *entry = Entry::settled(!next.attacking);
            }
        }
        let result = loop {
            let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, u32::MAX, 0_u32);
            for (nth, entry) in entries.iter().enumerate() {
                sum = (sum + entry.phi).min(NEVER);
                if entry.delta < least {
                    (best, second, least) = (nth, least, entry.delta);
                } else {
                    second = second.min(entry.delta);
                }
            }
            let (phi, delta) = (least.min(NEVER), if least == 0 { NEVER } else { sum });
            if phi >= phi_limit || delta >= delta_limit {
                break Ok((phi, delta));
            }
            let next = successors[best];
            let next_phi = (delta_limit - (delta - entries[best].phi)).min(NEVER);
            // A little patience before going over to the second best saves much going to and fro.
            let next_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1));
            if let Err(halt) = self.search(next, next_phi, next_delta) {
                break Err(halt);
            }
            entries[best] = self.entry(next);
        };
        self.path.remove(&node);
        let (phi, delta) = result?;
        let work = (self.nodes - before).min(u64::from(u32::MAX)) as u32;
        let mut entry = Entry { work, ..Entry::new(phi, delta) };
        if entry.is_settled() {
            self.stamps += 1;
            entry.stamp = self.stamps;
        }
        self.seen.insert(node, entry);
        Ok(())
    }

    /// Counts a position, reports now and then, makes room when there is none.
    fn count(&mut self) -> Result<(), Halt> {
        self.nodes += 1;
        let found = Found { nodes: self.nodes, seen: &self.seen };
        if self.nodes.is_multiple_of(BETWEEN) && !(self.watch)(found) {
            return Err(Halt::Stopped);
        }
        let mut worth_keeping = 1;
        while self.seen.len() >= self.room {
            self.seen.retain(|_, entry| entry.is_settled() || entry.work > worth_keeping);
            if worth_keeping > 1 << 24 {
                return Err(Halt::Full);
            }
            worth_keeping *= 4;
        }
        Ok(())
    }

    /// The attacker's strategy from a position that he wins. Each step goes to one settled earlier.
    fn attack(&self, root: Node<P>) -> Strategy<P> {
        let mut strategy = Strategy::new(Aim::Win, root);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if strategy.has(&node) || node.settled(self.ground).is_some() {
                continue;
            }
            strategy.add(node, self.entry(node).stamp);
            let mut next = node.list(self.ground);
            next.retain(|&next| !node.attacking || self.entry(next).delta == 0);
            next.sort_by_key(|&next| self.entry(next).stamp);
            next.truncate(if node.attacking { 1 } else { usize::MAX });
            open.extend(next);
        }
        strategy
    }

    /// The defender's strategy from a position that is thought safe, and the positions in which it
    /// has a hole.
    fn defence(&self, root: Node<P>) -> (Strategy<P>, Vec<Node<P>>) {
        let mut strategy = Strategy::new(Aim::Hold, root);
        let (mut open, mut holes) = (vec![root], Vec::new());
        let is_safe = |node: Node<P>| {
            let entry = self.entry(node);
            if node.attacking { entry.delta == 0 } else { entry.phi == 0 }
        };
        while let Some(node) = open.pop() {
            if strategy.has(&node) || node.settled(self.ground).is_some() {
                continue;
            }
            strategy.add(node, 0);
            let next = node.list(self.ground);
            if node.attacking {
                if next.iter().all(|&next| is_safe(next)) {
                    open.extend(next);
                } else {
                    holes.push(node);
                }
            } else {
                let known =
                    |next: &&Node<P>| strategy.has(next) || next.settled(self.ground).is_some();
                let mut safe = next.iter().filter(|&&next| is_safe(next));
                // Where it has been already, a strategy need not grow.
                match safe.clone().find(known).or_else(|| safe.next()) {
                    Some(&next) => open.push(next),
                    None => holes.push(node),
                }
            }
        }
        (strategy, holes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::whole;
    use super::*;
    use crate::Known;
    use games::fanorona::Fanorona;

    /// Fanorona without tables: stones and nothing else.
    struct Stones;

    impl<const R: usize, const C: usize> Ground<Fanorona<R, C>> for Stones {
        fn fold(&self, position: &Fanorona<R, C>) -> Fanorona<R, C> {
            Fanorona::facing(position.mine(), position.theirs())
        }

        fn known(&self, _: &Fanorona<R, C>) -> Option<Known> {
            None
        }
    }

    #[test]
    fn small_boards_have_as_many_positions_as_are_known() {
        let small = whole(&Stones, &Fanorona::<3, 3>::start(), 10_000).unwrap();
        assert_eq!((small.positions(), small.result()), (1_012, Known::Win(Some(11))));
        let tall = whole(&Stones, &Fanorona::<5, 3>::start(), 200_000).unwrap();
        assert_eq!(tall.positions(), 185_204);
        assert!(matches!(tall.result(), Known::Win(_)));
        let wide = whole(&Stones, &Fanorona::<3, 5>::start(), 500_000).unwrap();
        assert_eq!(wide.positions(), 444_908);
        assert!(matches!(wide.result(), Known::Win(_)));
        assert!(whole(&Stones, &Fanorona::<3, 5>::start(), 444_907).is_none());
    }

    /// Every position of the smallest board, asked one by one and all at once.
    #[test]
    fn proofs_agree_with_the_whole_game() {
        let all = whole(&Stones, &Fanorona::<3, 3>::start(), 10_000).unwrap();
        let mut go_on = |_: Found<_>| true;
        let mut prover = Prover::new(&Stones, 16, &mut go_on);
        for (position, known) in all.results() {
            for attacking in [true, false] {
                let strategy = prover.ask(&position, attacking).unwrap();
                strategy.check(&Stones).unwrap();
                let wins = match known {
                    Known::Win(_) => attacking,
                    Known::Draw => false,
                    Known::Loss(_) => !attacking,
                };
                assert_eq!(strategy.aim() == Aim::Win, wins, "{position:?}");
            }
        }
    }

    /// Nothing in a strategy is there for nothing, and no rank may be higher than it should.
    #[test]
    fn a_strategy_with_a_hole_is_refused() {
        let mut go_on = |_: Found<_>| true;
        let mut prover = Prover::new(&Stones, 16, &mut go_on);
        for attacking in [true, false] {
            let strategy = prover.ask(&Fanorona::<3, 3>::start(), attacking).unwrap();
            strategy.check(&Stones).unwrap();
            for (missing, _) in strategy.iter() {
                let mut holed = Strategy::new(strategy.aim(), strategy.root());
                let rest = strategy.iter().filter(|(node, _)| *node != missing);
                rest.for_each(|(&node, rank)| holed.add(node, rank));
                assert!(holed.check(&Stones).is_err(), "without {missing:?}");
            }
        }
        let attack = prover.ask(&Fanorona::<3, 3>::start(), true).unwrap();
        let mut flat = Strategy::new(Aim::Win, attack.root());
        attack.iter().for_each(|(&node, _)| flat.add(node, 1));
        assert!(flat.check(&Stones).is_err());
    }
}
