//! One query by depth-first proof-number search (df-pn).
//!
//! The same search as [`spielwerk_search::proof`], over boards instead of positions: an
//! answer serves all positions with these houses, memory is fixed, and a bound for one query
//! decides many. `phi` is the proof number from the mover's point of view, `delta` the disproof
//! number.
//!
//! Threads search the same tree and meet in the table only. A board near the root that another
//! thread is searching counts as harder than it is (a virtual loss), so that this one chooses
//! another if that is about as good. What others have found is read again after every larger
//! subtree, and a thread leaves a subtree above which a board has been solved meanwhile.
//!
//! A repetition counts against the attacker. His successes never rest on one; his failures may, and
//! are then stored as a hint for this query only, never as a bound. Whether such hints are right is
//! verified when the holding strategy is collected.

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed};
use std::thread;

use spielwerk_games::bohnenspiel::ROW;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::PairsQuery;
use super::board::Board;
use super::bounds_table::{Bounds, BoundsTable};

/// An infinite proof number: impossible.
const INFINITE: u32 = (1 << 28) - 1;

/// The number of nodes between two calls of `on_progress`.
const PROGRESS_INTERVAL: u64 = 1 << 12;

/// Proof and disproof number from the mover's point of view.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct ProofNumbers {
    phi: u32,
    delta: u32,
    /// Whether a solved result rests on no repetition.
    path_independent: bool,
}

impl ProofNumbers {
    const fn solved(yes: bool, clean: bool) -> ProofNumbers {
        let (phi, delta) = if yes { (0, INFINITE) } else { (INFINITE, 0) };
        ProofNumbers { phi, delta, path_independent: clean }
    }

    const fn is_solved(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Packed as the hint for one query.
    #[inline]
    fn pack(&self, need: i8, attacker_to_move: bool) -> u64 {
        1 << 63
            | u64::from(attacker_to_move) << 62
            | (need as u64 & 63) << 56
            | u64::from(self.phi) << 28
            | u64::from(self.delta)
    }

    /// Unpacked from a hint, if it is about this query.
    #[inline]
    fn unpack(hint: u64, need: i8, attacker_to_move: bool) -> Option<ProofNumbers> {
        let is_it = hint >> 56 == 1 << 7 | u64::from(attacker_to_move) << 6 | need as u64 & 63;
        let (phi, delta) = ((hint >> 28) as u32 & INFINITE, hint as u32 & INFINITE);
        is_it.then_some(ProofNumbers { phi, delta, path_independent: false })
    }
}

/// A board after a move.
#[derive(Copy, Clone)]
struct Child {
    board: Board,
    index: u64,
    captured: i8,
    numbers: ProofNumbers,
}

/// What the threads of a search share.
pub(super) struct Search<'a> {
    tablebase: &'a EndgameTablebase,
    table: &'a BoundsTable,
    /// Called at intervals with the nodes searched since; returns whether to continue.
    on_progress: &'a (dyn Fn(u64, [u32; 2]) -> bool + Sync),
    threads: usize,
    /// How many threads are below a board, by some bits of its index.
    busy: Box<[AtomicU8]>,
    stopped: AtomicBool,
    /// Proof and disproof number of the root, for progress reports.
    root: [AtomicU32; 2],
}

/// Boards further from the root are not marked as busy: there threads seldom meet, and marks cost.
const MAX_MARKED_PLIES: usize = 32;
const BUSY_MARKS: usize = 1 << 16;

/// A subtree so large that other threads may have changed what this one knows of its siblings.
const LARGE_SUBTREE: u64 = 256;

/// The stack of a search thread: recursion is as deep as lines are long.
const STACK_BYTES: usize = 1 << 28;

/// The answer, if the rules, the tablebase or the table of bounds know it.
pub(super) fn known_answer(
    tablebase: &EndgameTablebase,
    table: &BoundsTable,
    query: PairsQuery,
) -> Option<bool> {
    let PairsQuery { board, pairs, need, .. } = query;
    known_result(tablebase, board, pairs, need)
        .or_else(|| table.probe(board.index())?.decides(need))
}

impl<'a> Search<'a> {
    pub(super) fn new(
        tablebase: &'a EndgameTablebase,
        table: &'a BoundsTable,
        threads: usize,
        on_progress: &'a (dyn Fn(u64, [u32; 2]) -> bool + Sync),
    ) -> Search<'a> {
        let marks = if threads > 1 { BUSY_MARKS } else { 0 };
        Search {
            tablebase,
            table,
            on_progress,
            threads,
            busy: (0..marks).map(|_| AtomicU8::new(0)).collect(),
            stopped: AtomicBool::new(false),
            root: [AtomicU32::new(0), AtomicU32::new(0)],
        }
    }

    /// The answer, or `None` if it was stopped.
    pub(super) fn prove(&self, query: PairsQuery) -> Option<bool> {
        if self.threads == 1 {
            return Prover::new(self).prove(query);
        }
        thread::scope(|scope| {
            for _ in 1..self.threads {
                let helper = || {
                    Prover::new(self).prove(query);
                };
                // A thread that cannot be created only makes the search slower.
                let _ = thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, helper);
            }
            Prover::new(self).prove(query)
        })
    }

    #[inline]
    fn mark(&self, index: u64) -> Option<&AtomicU8> {
        self.busy.get((index.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as usize)
    }
}

/// One thread of a search.
struct Prover<'a> {
    search: &'a Search<'a>,
    /// The queries on the path from the root, and the number of boards before the last capture.
    path: Vec<PairsQuery>,
    last_capture: usize,
    nodes: u64,
    /// The length of the path to return to, because its last board was solved by another thread.
    return_to: usize,
}

impl<'a> Prover<'a> {
    fn new(search: &'a Search<'a>) -> Prover<'a> {
        Prover { search, path: Vec::new(), last_capture: 0, nodes: 0, return_to: usize::MAX }
    }

    fn prove(&mut self, query: PairsQuery) -> Option<bool> {
        let index = query.board.index();
        loop {
            let numbers = self.proof_numbers(query, index);
            if numbers.is_solved() {
                (self.search.on_progress)(self.nodes % PROGRESS_INTERVAL, [0; 2]);
                return Some(numbers.phi == 0);
            }
            self.search(query, index, INFINITE, INFINITE);
            if self.search.stopped.load(Relaxed) {
                return None;
            }
        }
    }

    /// Reports progress, and looks for a board on the path that another thread has solved.
    #[cold]
    fn report(&mut self) {
        let numbers = [0, 1].map(|nth| self.search.root[nth].load(Relaxed));
        if !(self.search.on_progress)(PROGRESS_INTERVAL, numbers) {
            self.search.stopped.store(true, Relaxed);
        }
        if self.search.threads > 1 {
            let solved = |query: &PairsQuery| {
                self.stored(*query, query.board.index()).is_some_and(|it| it.is_solved())
            };
            if let Some(nth) = self.path.iter().position(solved) {
                self.return_to = nth + 1;
            }
        }
    }

    /// The numbers of a board in the table.
    #[inline]
    fn stored(&self, query: PairsQuery, index: u64) -> Option<ProofNumbers> {
        let PairsQuery { need, attacker_to_move, .. } = query;
        let bounds = self.search.table.probe(index)?;
        match bounds.decides(need) {
            Some(yes) => Some(ProofNumbers::solved(yes, true)),
            None => ProofNumbers::unpack(bounds.hint, need, attacker_to_move),
        }
    }

    /// The numbers of a board: known, from the table, or initialized heuristically.
    #[inline]
    fn proof_numbers(&self, query: PairsQuery, index: u64) -> ProofNumbers {
        let PairsQuery { board, pairs, need, .. } = query;
        if let Some(yes) = known_result(self.search.tablebase, board, pairs, need) {
            return ProofNumbers::solved(yes, true);
        }
        if let Some(numbers) = self.stored(query, index) {
            return numbers;
        }
        // Initialized by the number of moves, and by the gap between the pairs needed and the
        // estimate. That halves the work, as measured with 46 and 50 beans.
        const PAIR: u32 = 8;
        let choices = (0..ROW).filter(|&house| board.house(house) > 0).count() as u32;
        let gap = i32::from(need) - i32::from(board.estimate_pairs(pairs));
        let (short, over) = (gap.max(0) as u32, (1 - gap).max(0) as u32);
        ProofNumbers {
            phi: 1 + PAIR * short,
            delta: choices + PAIR * over,
            path_independent: false,
        }
    }

    /// Whether a board has been on the path since the last capture, with the same player to move.
    /// The last board of the path is its parent.
    #[inline]
    fn is_repeated(&self, board: Board) -> bool {
        self.path[self.last_capture..]
            .iter()
            .rev()
            .skip(1)
            .step_by(2)
            .any(|before| before.board == board)
    }

    /// Searches below a board until phi or delta reaches its threshold.
    fn search(
        &mut self,
        query: PairsQuery,
        index: u64,
        phi_limit: u32,
        delta_limit: u32,
    ) -> ProofNumbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS_INTERVAL) {
            self.report();
        }
        let before = self.nodes;
        self.path.push(query);
        let mark = self.search.mark(index).filter(|_| self.path.len() <= MAX_MARKED_PLIES);
        if let Some(mark) = mark {
            mark.fetch_add(1, Relaxed);
        }
        let (mut all, count) = self.children(query);
        let found = self.search_children(query, index, &mut all[..count], [phi_limit, delta_limit]);
        if let Some(mark) = mark {
            mark.fetch_sub(1, Relaxed);
        }
        self.path.pop();
        if !self.search.stopped.load(Relaxed) {
            self.store(query, index, found, self.nodes - before + 1);
        }
        found
    }

    fn search_children(
        &mut self,
        query: PairsQuery,
        index: u64,
        all: &mut [Child],
        [phi_limit, delta_limit]: [u32; 2],
    ) -> ProofNumbers {
        loop {
            let found = combine(all);
            let reached = found.phi >= phi_limit || found.delta >= delta_limit;
            let leaves = self.path.len() > self.return_to || self.search.stopped.load(Relaxed);
            if found.is_solved() || reached || leaves {
                return found;
            }
            if let [_] = self.path[..] {
                self.search.root[0].store(found.phi, Relaxed);
                self.search.root[1].store(found.delta, Relaxed);
            }
            let (best, second) = self.select(all, phi_limit);
            let best = &mut all[best];
            let rest = delta_limit.saturating_sub(found.delta);
            let next_phi = rest.saturating_add(best.numbers.phi).min(INFINITE);
            // The 1 + ε trick: a threshold somewhat above the second best avoids frequent
            // switching.
            let next_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1));
            let (last_capture, before) = (self.last_capture, self.nodes);
            if best.captured > 0 {
                self.last_capture = self.path.len();
            }
            best.numbers = self.search(query.child(best), best.index, next_phi, next_delta);
            self.last_capture = last_capture;
            let is_goal = self.path.len() == self.return_to;
            if is_goal {
                self.return_to = usize::MAX;
            }
            if is_goal || self.search.threads > 1 && self.nodes - before >= LARGE_SUBTREE {
                if let Some(numbers) = self.stored(query, index).filter(ProofNumbers::is_solved) {
                    return numbers;
                }
                self.refresh(query, all);
            }
        }
    }

    /// The child to search, and the delta of the next best one. Those that other threads are
    /// searching count as harder; those that have reached the limit would return at once.
    #[inline]
    fn select(&self, all: &[Child], limit: u32) -> (usize, u32) {
        let is_marked = self.search.threads > 1 && self.path.len() < MAX_MARKED_PLIES;
        let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
        for (nth, Child { numbers, index, .. }) in all.iter().enumerate() {
            let mark = self.search.mark(*index).filter(|_| is_marked);
            let threads = mark.map_or(0, |mark| u32::from(mark.load(Relaxed)));
            let delta = numbers.delta.saturating_add(threads * (numbers.delta / 2 + 8));
            if delta < least && numbers.delta < limit {
                (best, second, least) = (nth, least, delta);
            } else {
                second = second.min(delta);
            }
        }
        (best, second)
    }

    /// Reads again what the table has about the children.
    fn refresh(&self, query: PairsQuery, all: &mut [Child]) {
        for child in all.iter_mut().filter(|child| !child.numbers.is_solved()) {
            if let Some(numbers) = self.stored(query.child(child), child.index) {
                child.numbers = numbers;
            }
        }
    }

    /// The children with their numbers, and how many they are.
    #[inline]
    fn children(&self, query: PairsQuery) -> ([Child; ROW], usize) {
        let board = query.board;
        let numbers = ProofNumbers::solved(true, true);
        let (mut all, mut count) = ([Child { board, index: 0, captured: 0, numbers }; ROW], 0);
        for house in (0..ROW).filter(|&house| board.house(house) > 0) {
            let after = &mut all[count];
            (after.board, after.captured) = board.play(house);
            after.index = after.board.index();
            self.search.table.prefetch(after.index);
            count += 1;
        }
        for after in &mut all[..count] {
            after.numbers = self.proof_numbers(query.child(after), after.index);
            let quiet = after.captured == 0 && !after.numbers.is_solved();
            if quiet && self.is_repeated(after.board) {
                // The opponent is to move there: good for him if he is not the attacker.
                after.numbers = ProofNumbers::solved(query.attacker_to_move, false);
            }
        }
        (all, count)
    }

    /// Stores a result: as a bound only if it rests on no repetition.
    fn store(&self, query: PairsQuery, index: u64, found: ProofNumbers, work: u64) {
        let PairsQuery { pairs, need, attacker_to_move, .. } = query;
        let mut bounds = self.search.table.probe(index).unwrap_or(Bounds::unknown(pairs));
        if found.is_solved() && found.path_independent {
            bounds = bounds.tightened(need, found.phi == 0);
        }
        bounds.work = bounds.work.max(work.ilog2() as u8);
        bounds.hint = found.pack(need, attacker_to_move);
        self.search.table.store(index, &bounds);
    }
}

impl PairsQuery {
    /// The opponent's query after a move.
    #[inline]
    fn child(&self, after: &Child) -> PairsQuery {
        PairsQuery {
            board: after.board,
            pairs: self.pairs - after.captured,
            // The mover succeeds if the opponent does not get so many of all pairs.
            need: self.pairs - self.need + 1,
            attacker_to_move: !self.attacker_to_move,
        }
    }
}

/// Whether the mover gets so many pairs, where the rules or the tablebase decide it.
#[inline]
pub(super) fn known_result(
    tablebase: &EndgameTablebase,
    board: Board,
    pairs: i8,
    need: i8,
) -> Option<bool> {
    if need <= 0 || need > pairs {
        return Some(need <= 0);
    }
    let rows = board.rows();
    match rows {
        [0, _] => return Some(false),
        [_, 0] => return Some(true),
        _ if 2 * pairs as usize > tablebase.max_beans() => return None,
        _ => {}
    }
    let [least, most] = tablebase.pairs(rows)?;
    if least as i8 >= need { Some(true) } else { ((most as i8) < need).then_some(false) }
}

/// The parent's numbers: one good move is enough, but to fail all must.
#[inline]
fn combine(all: &[Child]) -> ProofNumbers {
    let least = all.iter().map(|after| after.numbers.delta).min().unwrap_or(INFINITE);
    let sum: u32 = all.iter().map(|after| after.numbers.phi).sum();
    if least == 0 {
        let clean =
            all.iter().any(|after| after.numbers.delta == 0 && after.numbers.path_independent);
        ProofNumbers::solved(true, clean)
    } else if sum == 0 {
        ProofNumbers::solved(false, all.iter().all(|after| after.numbers.path_independent))
    } else {
        // Large sums must not become infinite.
        ProofNumbers {
            phi: least.min(INFINITE - 1),
            delta: sum.min(INFINITE - 1),
            path_independent: false,
        }
    }
}
