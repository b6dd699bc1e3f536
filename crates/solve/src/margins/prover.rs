//! One question about a board by proof numbers, depth first: always on where the least is missing.
//!
//! The same search as [`search::proof`](::search::proof), over boards instead of positions: an
//! answer serves all positions with these houses, memory is fixed, and a bound for one need is one
//! for many. `phi` says how much is missing until the mover has what he needs, `delta` until he
//! surely has not.
//!
//! A board that comes again counts against the attacker. What the attacker achieves never rests on
//! that; what he does not may, and is then remembered as a hint for this question only, never as a
//! bound. Whether such hints are right shows when the defence is laid out.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use games::bohnenspiel::ROW;
use tables::bohnenspiel::Endgames;

use super::Question;
use super::board::Board;
use super::memory::{Bounds, Memory};
use super::search::settled;

/// Nothing can be missing more than this, which is to say: it cannot be had.
const NEVER: u32 = (1 << 28) - 1;

/// So many boards are searched between two reports.
const BETWEEN: u64 = 1 << 12;

/// How much is missing.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Missing {
    phi: u32,
    delta: u32,
    /// Whether it rests on no repetition, if it is settled.
    clean: bool,
}

impl Missing {
    const fn settled(yes: bool, clean: bool) -> Missing {
        let (phi, delta) = if yes { (0, NEVER) } else { (NEVER, 0) };
        Missing { phi, delta, clean }
    }

    const fn is_settled(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// As the hint for one question.
    #[inline]
    fn pack(&self, need: i8, attacking: bool) -> u64 {
        1 << 63
            | u64::from(attacking) << 62
            | (need as u64 & 63) << 56
            | u64::from(self.phi) << 28
            | u64::from(self.delta)
    }

    /// From a hint, if it is about this question.
    #[inline]
    fn unpack(hint: u64, need: i8, attacking: bool) -> Option<Missing> {
        let is_it = hint >> 56 == 1 << 7 | u64::from(attacking) << 6 | need as u64 & 63;
        let (phi, delta) = ((hint >> 28) as u32 & NEVER, hint as u32 & NEVER);
        is_it.then_some(Missing { phi, delta, clean: false })
    }
}

/// A board after a move.
#[derive(Copy, Clone)]
struct After {
    board: Board,
    captured: i8,
    missing: Missing,
}

/// A search for an answer.
pub(super) struct Prover<'a> {
    tables: &'a Endgames,
    memory: &'a Memory,
    /// Told now and then how many boards were searched since; says whether to go on.
    watch: &'a (dyn Fn(u64) -> bool + Sync),
    /// What is missing at the root, for whoever watches: until yes, and until no.
    root: &'a [AtomicU32; 2],
    /// The boards on the way from the root, and where the last capture is on it.
    path: Vec<Board>,
    run: usize,
    nodes: u64,
    stopped: bool,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        tables: &'a Endgames,
        memory: &'a Memory,
        watch: &'a (dyn Fn(u64) -> bool + Sync),
        root: &'a [AtomicU32; 2],
    ) -> Prover<'a> {
        Prover { tables, memory, watch, root, path: Vec::new(), run: 0, nodes: 0, stopped: false }
    }

    /// The answer, or nothing if it was stopped.
    pub(super) fn ask(&mut self, question: Question) -> Option<bool> {
        loop {
            let missing = self.missing(question);
            if missing.is_settled() {
                (self.watch)(self.nodes % BETWEEN);
                return Some(missing.phi == 0);
            }
            self.search(question, NEVER, NEVER);
            if self.stopped {
                return None;
            }
        }
    }

    /// What is known or remembered of a board, or a first guess.
    #[inline]
    fn missing(&self, question: Question) -> Missing {
        let Question { board, pairs, need, attacking } = question;
        if let Some(yes) = settled(self.tables, board, pairs, need) {
            return Missing::settled(yes, true);
        }
        if let Some(known) = self.memory.get(board.number()) {
            if let Some(yes) = known.says(need) {
                return Missing::settled(yes, true);
            }
            if let Some(missing) = Missing::unpack(known.hint, need, attacking) {
                return missing;
            }
        }
        // Every choice is one that must fail, and every pair between what is needed and what seems
        // likely is a long way to go. That halves the work, as measured with 46 and 50 beans.
        const PAIR: u32 = 8;
        let choices = (0..ROW).filter(|&house| board.house(house) > 0).count() as u32;
        let gap = i32::from(need) - i32::from(board.guess(pairs));
        let (short, over) = (gap.max(0) as u32, (1 - gap).max(0) as u32);
        Missing { phi: 1 + PAIR * short, delta: choices + PAIR * over, clean: false }
    }

    /// Whether a board has been on the way since the last capture, with the same player on turn.
    /// The last on the way is the one it was come to from.
    #[inline]
    fn is_repeated(&self, board: Board) -> bool {
        self.path[self.run..].iter().rev().skip(1).step_by(2).any(|&before| before == board)
    }

    /// Searches below a board until one of its numbers reaches its limit.
    fn search(&mut self, question: Question, phi_limit: u32, delta_limit: u32) -> Missing {
        self.nodes += 1;
        if self.nodes.is_multiple_of(BETWEEN) {
            self.stopped |= !(self.watch)(BETWEEN);
        }
        let before = self.nodes;
        self.path.push(question.board);
        let (mut all, count) = self.list(question);
        let all = &mut all[..count];
        let found = loop {
            let (best, second, found) = combined(all);
            let reached = found.phi >= phi_limit || found.delta >= delta_limit;
            if found.is_settled() || reached || self.stopped {
                break found;
            }
            if let [_] = self.path[..] {
                self.root[0].store(found.phi, Relaxed);
                self.root[1].store(found.delta, Relaxed);
            }
            let best = &mut all[best];
            let rest = delta_limit.saturating_sub(found.delta);
            let next_phi = rest.saturating_add(best.missing.phi).min(NEVER);
            // A little patience before going over to the second best saves much going to and fro.
            let next_delta = phi_limit.min(second.saturating_add(second / 4).saturating_add(1));
            let run = self.run;
            if best.captured > 0 {
                self.run = self.path.len();
            }
            best.missing = self.search(question.after(best), next_phi, next_delta);
            self.run = run;
        };
        self.path.pop();
        if !self.stopped {
            self.learn(question, found, self.nodes - before + 1);
        }
        found
    }

    /// The boards after each move, with what is missing there, and how many they are.
    #[inline]
    fn list(&self, question: Question) -> ([After; ROW], usize) {
        let board = question.board;
        let nothing = After { board, captured: 0, missing: Missing::settled(true, true) };
        let (mut all, mut count) = ([nothing; ROW], 0);
        for house in (0..ROW).filter(|&house| board.house(house) > 0) {
            let after = &mut all[count];
            (after.board, after.captured) = board.play(house);
            after.missing = self.missing(question.after(after));
            let quiet = after.captured == 0 && !after.missing.is_settled();
            if quiet && self.is_repeated(after.board) {
                // The opponent is on turn there: good for him if it is not he who attacks.
                after.missing = Missing::settled(question.attacking, false);
            }
            count += 1;
        }
        (all, count)
    }

    /// Remembers what was found: as a bound only if it rests on no repetition.
    fn learn(&self, question: Question, found: Missing, work: u64) {
        let Question { board, pairs, need, attacking } = question;
        let mut known = self.memory.get(board.number()).unwrap_or(Bounds::open(pairs));
        if found.is_settled() && found.clean {
            known = known.with(need, found.phi == 0);
        }
        known.work = known.work.max(work.ilog2() as u8);
        known.hint = found.pack(need, attacking);
        self.memory.put(board.number(), &known);
    }
}

impl Question {
    /// The same question to the opponent, after a move.
    #[inline]
    fn after(&self, after: &After) -> Question {
        Question {
            board: after.board,
            pairs: self.pairs - after.captured,
            // He must not get what would be left over, whatever is captured on the way.
            need: self.pairs - self.need + 1,
            attacking: !self.attacking,
        }
    }
}

/// The best of all moves, what is missing by the second best, and what is missing before them: one
/// good move is enough, but to fail all must.
#[inline]
fn combined(all: &[After]) -> (usize, u32, Missing) {
    let (mut best, mut least, mut second, mut sum) = (0, u32::MAX, u32::MAX, 0);
    for (nth, After { missing, .. }) in all.iter().enumerate() {
        sum += missing.phi;
        if missing.delta < least {
            (best, second, least) = (nth, least, missing.delta);
        } else {
            second = second.min(missing.delta);
        }
    }
    let found = if least == 0 {
        let clean = all.iter().any(|after| after.missing.delta == 0 && after.missing.clean);
        Missing::settled(true, clean)
    } else if sum == 0 {
        Missing::settled(false, all.iter().all(|after| after.missing.clean))
    } else {
        // Great sums are not the same as never.
        Missing { phi: least.min(NEVER - 1), delta: sum.min(NEVER - 1), clean: false }
    };
    (best, second, found)
}
