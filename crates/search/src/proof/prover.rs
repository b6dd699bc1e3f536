//! Depth-first proof-number search (df-pn).
//!
//! Proof and disproof number are kept from the side to move's point of view: `phi` estimates the
//! work to show that it reaches its goal, a win for the attacker or safety for the defender, and
//! `delta` the work to show that it does not. One good move is enough, so phi is the least delta of
//! the children. To fail, all moves must, but their phis are not added: lines meet again, and a sum
//! counts the same work many times over, on large boards beyond all bounds. So delta is the greatest
//! phi, and one more for each other child that is not solved (weak proof-number search).
//!
//! A repetition on the path from the root counts for the defender. That makes every proof sound,
//! for it never rests on a repetition. A disproof may rest on one and be reused on another path
//! (the *graph history interaction* problem). So a disproof is only accepted when the positions it
//! rests on form a closed set that the attacker cannot leave. Positions where he can are removed
//! from the table and searched again.

use std::collections::{HashMap, HashSet};

use spielwerk_games::Position;

use super::strategy::{Goal, Strategy};
use super::{KeyHashing, Node, Oracle};

/// An infinite proof number: impossible.
const INFINITE: u32 = 1 << 30;

/// A table entry of proof-number search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ProofEntry {
    /// The proof number from the side to move's point of view.
    pub phi: u32,
    /// The disproof number from the side to move's point of view.
    pub delta: u32,
    /// When it was solved, counted in solved positions: a proof rests on earlier ones only.
    pub stamp: u32,
    /// The number of nodes searched below.
    pub work: u32,
}

impl ProofEntry {
    const fn new(phi: u32, delta: u32) -> ProofEntry {
        ProofEntry { phi, delta, stamp: 0, work: 0 }
    }

    /// A solved entry: whether the side to move reaches its goal.
    const fn solved(good: bool) -> ProofEntry {
        if good { ProofEntry::new(0, INFINITE) } else { ProofEntry::new(INFINITE, 0) }
    }

    const fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// Why a search ended without a proof.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ProofError {
    /// It was stopped. The table is kept.
    Stopped,
    /// The table is full of solved positions.
    OutOfMemory,
}

/// A df-pn search with its table.
pub struct Prover<'a, P: Position, O> {
    oracle: &'a O,
    table: HashMap<Node<P>, ProofEntry, KeyHashing>,
    path: HashSet<Node<P>, KeyHashing>,
    /// The maximum number of entries.
    capacity: usize,
    nodes: u64,
    stamps: u32,
    /// Called at intervals; returns whether to continue.
    on_progress: &'a mut dyn FnMut(ProofProgress<P>) -> bool,
}

/// The progress of a search.
pub struct ProofProgress<'a, P: Position> {
    /// The number of nodes searched.
    pub nodes: u64,
    table: &'a HashMap<Node<P>, ProofEntry, KeyHashing>,
}

impl<P: Position> ProofProgress<'_, P> {
    /// All table entries, for a checkpoint.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Node<P>, ProofEntry)> {
        self.table.iter().map(|(&node, &entry)| (node, entry))
    }
}

/// The number of nodes between two calls of `on_progress`.
const PROGRESS_INTERVAL: u64 = 1 << 14;

/// Bytes per entry, with the free slots of a hash table.
const ENTRY_BYTES: usize = 96;

impl<'a, P: Position, O: Oracle<P>> Prover<'a, P, O> {
    /// A search that may use so many MiB. `on_progress` is called at intervals and returns whether
    /// to continue.
    pub fn new(
        oracle: &'a O,
        mebibytes: usize,
        on_progress: &'a mut dyn FnMut(ProofProgress<P>) -> bool,
    ) -> Self {
        let capacity = ((mebibytes << 20) / ENTRY_BYTES).max(1000);
        let (table, path) = (HashMap::default(), HashSet::default());
        Prover { oracle, table, path, capacity, nodes: 0, stamps: 0, on_progress }
    }

    /// Proves or disproves that the attacker can force a win: returns the strategy of the player
    /// who reaches his goal.
    pub fn prove(&mut self, position: &P, attacking: bool) -> Result<Strategy<P>, ProofError> {
        let root = Node { position: self.oracle.canonical(position), attacker_to_move: attacking };
        loop {
            self.solve(root)?;
            let good = self.entry(root).phi == 0;
            if good == attacking {
                return Ok(self.winning_strategy(root));
            }
            let (strategy, open) = self.holding_strategy(root);
            if open.is_empty() {
                return Ok(strategy);
            }
            // All of them are removed first, so that none is solved by another.
            for node in &open {
                self.table.remove(node);
            }
            for node in open {
                self.solve(node)?;
            }
        }
    }

    /// The number of nodes searched.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The progress so far.
    pub fn progress(&self) -> ProofProgress<'_, P> {
        ProofProgress { nodes: self.nodes, table: &self.table }
    }

    /// Restores an entry from a checkpoint.
    pub fn restore(&mut self, node: Node<P>, entry: ProofEntry) {
        self.stamps = self.stamps.max(entry.stamp);
        self.table.insert(node, entry);
    }

    /// Searches until a position is solved.
    fn solve(&mut self, root: Node<P>) -> Result<(), ProofError> {
        self.path.clear();
        while !self.entry(root).is_solved() {
            self.search(root, INFINITE, INFINITE)?;
        }
        Ok(())
    }

    /// The entry of a position: from the table, the rules or the tablebase; else initialized by its
    /// number of moves.
    fn entry(&self, node: Node<P>) -> ProofEntry {
        if let Some(&entry) = self.table.get(&node) {
            return entry;
        }
        match node.known_result(self.oracle) {
            Some(wins) => ProofEntry::solved(wins == node.attacker_to_move),
            None => ProofEntry::new(1, (node.position.count_moves() as u32).max(1)),
        }
    }

    /// Searches below a position until phi or delta reaches its threshold.
    fn search(
        &mut self,
        node: Node<P>,
        phi_limit: u32,
        delta_limit: u32,
    ) -> Result<(), ProofError> {
        self.count_node()?;
        let before = self.nodes;
        let successors = node.successor_list(self.oracle);
        let mut entries: Vec<ProofEntry> =
            successors.iter().map(|&next| self.entry(next)).collect();
        self.path.insert(node);
        // A repetition counts for the defender, whoever moves.
        for (next, entry) in successors.iter().zip(&mut entries) {
            if self.path.contains(next) {
                *entry = ProofEntry::solved(!next.attacker_to_move);
            }
        }
        let result = loop {
            let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
            let (mut greatest, mut unsolved) = (0, 0_u32);
            for (nth, entry) in entries.iter().enumerate() {
                greatest = greatest.max(entry.phi);
                unsolved += u32::from(!entry.is_solved());
                if entry.delta < least {
                    (best, second, least) = (nth, least, entry.delta);
                } else {
                    second = second.min(entry.delta);
                }
            }
            let others = unsolved.saturating_sub(1);
            let delta = if least == 0 { INFINITE } else { (greatest + others).min(INFINITE) };
            let phi = least.min(INFINITE);
            if phi >= phi_limit || delta >= delta_limit {
                break Ok((phi, delta));
            }
            let next = successors[best];
            let next_phi = delta_limit - others;
            // The 1 + ε trick: a threshold somewhat above the second best avoids frequent
            // switching.
            let next_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1));
            if let Err(error) = self.search(next, next_phi, next_delta) {
                break Err(error);
            }
            entries[best] = self.entry(next);
        };
        self.path.remove(&node);
        let (phi, delta) = result?;
        let work = (self.nodes - before).min(u64::from(u32::MAX)) as u32;
        let mut entry = ProofEntry { work, ..ProofEntry::new(phi, delta) };
        if entry.is_solved() {
            self.stamps += 1;
            entry.stamp = self.stamps;
        }
        self.table.insert(node, entry);
        Ok(())
    }

    /// Counts a node, reports progress, and frees space when the table is full.
    fn count_node(&mut self) -> Result<(), ProofError> {
        self.nodes += 1;
        let progress = ProofProgress { nodes: self.nodes, table: &self.table };
        if self.nodes.is_multiple_of(PROGRESS_INTERVAL) && !(self.on_progress)(progress) {
            return Err(ProofError::Stopped);
        }
        let mut min_work = 1;
        while self.table.len() >= self.capacity {
            self.table.retain(|_, entry| entry.is_solved() || entry.work > min_work);
            if min_work > 1 << 24 {
                return Err(ProofError::OutOfMemory);
            }
            min_work *= 4;
        }
        Ok(())
    }

    /// The attacker's strategy from a position that he wins. Each step goes to one solved earlier.
    fn winning_strategy(&self, root: Node<P>) -> Strategy<P> {
        let mut strategy = Strategy::new(Goal::Win, root);
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            if strategy.contains(&node) || node.known_result(self.oracle).is_some() {
                continue;
            }
            strategy.add(node, self.entry(node).stamp);
            let mut next = node.successor_list(self.oracle);
            next.retain(|&next| !node.attacker_to_move || self.entry(next).delta == 0);
            next.sort_by_cached_key(|&next| self.entry(next).stamp);
            next.truncate(if node.attacker_to_move { 1 } else { usize::MAX });
            open.extend(next);
        }
        strategy
    }

    /// The defender's strategy from a disproved position, and the positions that it fails to cover.
    fn holding_strategy(&self, root: Node<P>) -> (Strategy<P>, Vec<Node<P>>) {
        let mut strategy = Strategy::new(Goal::Hold, root);
        let (mut open, mut holes) = (vec![root], Vec::new());
        let is_safe = |node: Node<P>| {
            let entry = self.entry(node);
            if node.attacker_to_move { entry.delta == 0 } else { entry.phi == 0 }
        };
        while let Some(node) = open.pop() {
            if strategy.contains(&node) || node.known_result(self.oracle).is_some() {
                continue;
            }
            strategy.add(node, 0);
            let next = node.successor_list(self.oracle);
            if node.attacker_to_move {
                if next.iter().all(|&next| is_safe(next)) {
                    open.extend(next);
                } else {
                    holes.push(node);
                }
            } else {
                let is_covered = |next: &&Node<P>| {
                    strategy.contains(next) || next.known_result(self.oracle).is_some()
                };
                let mut safe = next.iter().filter(|&&next| is_safe(next));
                // Positions that are covered already are preferred: the strategy stays smaller.
                match safe.clone().find(is_covered).or_else(|| safe.next()) {
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
    use super::super::retrograde;
    use super::*;
    use spielwerk_games::Wdl;
    use spielwerk_games::fanorona::Fanorona;

    /// Fanorona without a tablebase: stones only, no counters.
    struct Stones;

    impl<const R: usize, const C: usize> Oracle<Fanorona<R, C>> for Stones {
        fn canonical(&self, position: &Fanorona<R, C>) -> Fanorona<R, C> {
            Fanorona::from_stones(position.mine(), position.theirs())
        }

        fn probe(&self, _: &Fanorona<R, C>) -> Option<Wdl> {
            None
        }
    }

    #[test]
    fn small_boards_have_as_many_positions_as_are_known() {
        let small = retrograde(&Stones, &Fanorona::<3, 3>::start(), 10_000).unwrap();
        assert_eq!((small.positions(), small.result()), (1_012, Wdl::Win(Some(11))));
        let tall = retrograde(&Stones, &Fanorona::<5, 3>::start(), 200_000).unwrap();
        assert_eq!(tall.positions(), 185_204);
        assert!(matches!(tall.result(), Wdl::Win(_)));
        let wide = retrograde(&Stones, &Fanorona::<3, 5>::start(), 500_000).unwrap();
        assert_eq!(wide.positions(), 444_908);
        assert!(matches!(wide.result(), Wdl::Win(_)));
        assert!(retrograde(&Stones, &Fanorona::<3, 5>::start(), 444_907).is_none());
    }

    /// Every position of the smallest board, by proof-number search and by retrograde analysis.
    #[test]
    fn proofs_agree_with_retrograde_analysis() {
        let all = retrograde(&Stones, &Fanorona::<3, 3>::start(), 10_000).unwrap();
        let mut on_progress = |_: ProofProgress<_>| true;
        let mut prover = Prover::new(&Stones, 16, &mut on_progress);
        for (position, wdl) in all.results() {
            for attacking in [true, false] {
                let strategy = prover.prove(&position, attacking).unwrap();
                strategy.verify(&Stones).unwrap();
                let wins = match wdl {
                    Wdl::Win(_) => attacking,
                    Wdl::Draw => false,
                    Wdl::Loss(_) => !attacking,
                };
                assert_eq!(strategy.goal() == Goal::Win, wins, "{position:?}");
            }
        }
    }

    /// Every position of a strategy is needed, and ranks must decrease.
    #[test]
    fn an_incomplete_strategy_is_rejected() {
        let mut on_progress = |_: ProofProgress<_>| true;
        let mut prover = Prover::new(&Stones, 16, &mut on_progress);
        for attacking in [true, false] {
            let strategy = prover.prove(&Fanorona::<3, 3>::start(), attacking).unwrap();
            strategy.verify(&Stones).unwrap();
            for (missing, _) in strategy.iter() {
                let mut holed = Strategy::new(strategy.goal(), strategy.root());
                let rest = strategy.iter().filter(|(node, _)| *node != missing);
                rest.for_each(|(&node, rank)| holed.add(node, rank));
                assert!(holed.verify(&Stones).is_err(), "without {missing:?}");
            }
        }
        let attack = prover.prove(&Fanorona::<3, 3>::start(), true).unwrap();
        let mut flat = Strategy::new(Goal::Win, attack.root());
        attack.iter().for_each(|(&node, _)| flat.add(node, 1));
        assert!(flat.verify(&Stones).is_err());
    }
}
