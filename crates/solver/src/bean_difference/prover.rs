//! One query by depth-first proof-number search (df-pn).
//!
//! The same search as [`spielwerk_search::proof`], over boards instead of positions: an
//! answer serves all positions with these houses, memory is fixed, and a bound for one query
//! decides many. `phi` is the proof number from the mover's point of view, `delta` the disproof
//! number.
//!
//! A repetition counts against the attacker. His successes never rest on one; his failures may, and
//! are then stored as a hint for this query only, never as a bound. Whether such hints are right is
//! verified when the holding strategy is collected.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use spielwerk_games::bohnenspiel::ROW;
use spielwerk_tablebases::bohnenspiel::EndgameTablebase;

use super::PairsQuery;
use super::alpha_beta::known_result;
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
    captured: i8,
    numbers: ProofNumbers,
}

/// A df-pn search.
pub(super) struct Prover<'a> {
    tablebase: &'a EndgameTablebase,
    table: &'a BoundsTable,
    /// Called at intervals with the nodes searched since; returns whether to continue.
    on_progress: &'a (dyn Fn(u64) -> bool + Sync),
    /// Proof and disproof number of the root, for progress reports.
    root: &'a [AtomicU32; 2],
    /// The boards on the path from the root, and the number of boards before the last capture.
    path: Vec<Board>,
    last_capture: usize,
    nodes: u64,
    stopped: bool,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        tablebase: &'a EndgameTablebase,
        table: &'a BoundsTable,
        on_progress: &'a (dyn Fn(u64) -> bool + Sync),
        root: &'a [AtomicU32; 2],
    ) -> Prover<'a> {
        Prover {
            tablebase,
            table,
            on_progress,
            root,
            path: Vec::new(),
            last_capture: 0,
            nodes: 0,
            stopped: false,
        }
    }

    /// The answer, or `None` if it was stopped.
    pub(super) fn prove(&mut self, query: PairsQuery) -> Option<bool> {
        loop {
            let numbers = self.proof_numbers(query);
            if numbers.is_solved() {
                (self.on_progress)(self.nodes % PROGRESS_INTERVAL);
                return Some(numbers.phi == 0);
            }
            self.search(query, INFINITE, INFINITE);
            if self.stopped {
                return None;
            }
        }
    }

    /// The numbers of a board: known, from the table, or initialized heuristically.
    #[inline]
    fn proof_numbers(&self, query: PairsQuery) -> ProofNumbers {
        let PairsQuery { board, pairs, need, attacker_to_move } = query;
        if let Some(yes) = known_result(self.tablebase, board, pairs, need) {
            return ProofNumbers::solved(yes, true);
        }
        if let Some(bounds) = self.table.probe(board.index()) {
            if let Some(yes) = bounds.decides(need) {
                return ProofNumbers::solved(yes, true);
            }
            if let Some(numbers) = ProofNumbers::unpack(bounds.hint, need, attacker_to_move) {
                return numbers;
            }
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
            .any(|&before| before == board)
    }

    /// Searches below a board until phi or delta reaches its threshold.
    fn search(&mut self, query: PairsQuery, phi_limit: u32, delta_limit: u32) -> ProofNumbers {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PROGRESS_INTERVAL) {
            self.stopped |= !(self.on_progress)(PROGRESS_INTERVAL);
        }
        let before = self.nodes;
        self.path.push(query.board);
        let (mut all, count) = self.children(query);
        let all = &mut all[..count];
        let found = loop {
            let (best, second, found) = combine(all);
            let reached = found.phi >= phi_limit || found.delta >= delta_limit;
            if found.is_solved() || reached || self.stopped {
                break found;
            }
            if let [_] = self.path[..] {
                self.root[0].store(found.phi, Relaxed);
                self.root[1].store(found.delta, Relaxed);
            }
            let best = &mut all[best];
            let rest = delta_limit.saturating_sub(found.delta);
            let next_phi = rest.saturating_add(best.numbers.phi).min(INFINITE);
            // The 1 + ε trick: a threshold somewhat above the second best avoids frequent
            // switching.
            let next_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1));
            let last_capture = self.last_capture;
            if best.captured > 0 {
                self.last_capture = self.path.len();
            }
            best.numbers = self.search(query.child(best), next_phi, next_delta);
            self.last_capture = last_capture;
        };
        self.path.pop();
        if !self.stopped {
            self.store(query, found, self.nodes - before + 1);
        }
        found
    }

    /// The children with their numbers, and how many they are.
    #[inline]
    fn children(&self, query: PairsQuery) -> ([Child; ROW], usize) {
        let board = query.board;
        let empty = Child { board, captured: 0, numbers: ProofNumbers::solved(true, true) };
        let (mut all, mut count) = ([empty; ROW], 0);
        for house in (0..ROW).filter(|&house| board.house(house) > 0) {
            let after = &mut all[count];
            (after.board, after.captured) = board.play(house);
            after.numbers = self.proof_numbers(query.child(after));
            let quiet = after.captured == 0 && !after.numbers.is_solved();
            if quiet && self.is_repeated(after.board) {
                // The opponent is to move there: good for him if he is not the attacker.
                after.numbers = ProofNumbers::solved(query.attacker_to_move, false);
            }
            count += 1;
        }
        (all, count)
    }

    /// Stores a result: as a bound only if it rests on no repetition.
    fn store(&self, query: PairsQuery, found: ProofNumbers, work: u64) {
        let PairsQuery { board, pairs, need, attacker_to_move } = query;
        let mut bounds = self.table.probe(board.index()).unwrap_or(Bounds::unknown(pairs));
        if found.is_solved() && found.path_independent {
            bounds = bounds.tightened(need, found.phi == 0);
        }
        bounds.work = bounds.work.max(work.ilog2() as u8);
        bounds.hint = found.pack(need, attacker_to_move);
        self.table.store(board.index(), &bounds);
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

/// The best move, the delta of the second best, and the parent's numbers: one good move is enough,
/// but to fail all must.
#[inline]
fn combine(all: &[Child]) -> (usize, u32, ProofNumbers) {
    let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, u32::MAX, 0);
    for (nth, Child { numbers, .. }) in all.iter().enumerate() {
        sum += numbers.phi;
        if numbers.delta < least {
            (best, second, least) = (nth, least, numbers.delta);
        } else {
            second = second.min(numbers.delta);
        }
    }
    let found = if least == 0 {
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
    };
    (best, second, found)
}
