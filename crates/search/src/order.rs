//! Which move to try first: alpha-beta saves what it saves by trying good moves early.
//!
//! After the table's move come the others by one sum, in hundredths: the judge's hint, a bonus for
//! killers (moves that refuted a sibling, or answered the same last move), and how the move fared
//! wherever else it was tried. Moves are opaque here, so they are remembered by a short hash;
//! when two share it, the order suffers a little and nothing else.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use games::{Position, Seat};

use crate::Judge;

/// A move that waits to be tried.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// The greater, the sooner it is tried.
    pub(crate) order: i32,
    /// Its number in the order of generation.
    pub(crate) index: u16,
    /// Its short hash.
    pub(crate) hash: u16,
}

/// Pushes every legal move, not ordered yet.
#[inline]
pub(crate) fn generate<P: Position>(position: &P, moves: &mut Vec<Candidate<P::Move>>) {
    let mut index = 0u16;
    let _ = position.moves(|m| {
        moves.push(Candidate { m, order: 0, index, hash: short_hash(&m) });
        index = index.saturating_add(1);
        ControlFlow::Continue(())
    });
}

/// How many candidates are picked one by one before the rest is sorted: most cuts come early.
const PICKED: usize = 3;

/// Makes sure that the candidate at a place is the best of those from there on, if it is so up to
/// that place already.
#[inline]
pub(crate) fn bring_best<M: Copy>(candidates: &mut [Candidate<M>], place: usize, ranked: usize) {
    let key = |c: &Candidate<M>| (-i64::from(c.order) << 16) + i64::from(c.index);
    match place - ranked {
        picked if picked < PICKED => {
            let best = (place..candidates.len()).min_by_key(|&i| key(&candidates[i]));
            if let Some(best) = best {
                candidates.swap(place, best);
            }
        }
        PICKED => candidates[place..].sort_unstable_by_key(key),
        _ => {}
    }
}

/// The last move: who made it, and its short hash.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Last {
    pub(crate) mover: Seat,
    pub(crate) hash: u16,
}

/// How much the memory counts beside the judge's hints, in the same hundredths.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Weights {
    /// What it counts that a move has just refuted a sibling, or the same last move.
    pub(crate) killer: i32,
    /// What it counts at most, for or against a move, how it fared elsewhere.
    pub(crate) history: i32,
}

/// What one thread has learned about moves.
pub(crate) struct Memory<M> {
    /// For each ply, the two moves that refuted most recently.
    killers: Vec<[Option<M>; 2]>,
    /// For each last move, what refuted it.
    answers: Vec<Option<M>>,
    /// For each seat and move, how it fared.
    fared: Vec<i16>,
}

const HASHES: usize = 1 << 14;
/// How well a move can have fared at most.
const FARED: i32 = 1 << 14;

impl<M: Copy + Eq + Hash> Memory<M> {
    pub(crate) fn new(plies: usize) -> Memory<M> {
        Memory {
            killers: vec![[None; 2]; plies],
            answers: vec![None; Seat::MOST * HASHES],
            fared: vec![0; Seat::MOST * HASHES],
        }
    }

    /// Another search begins: what was learned fades.
    pub(crate) fn fade(&mut self) {
        self.killers.fill([None; 2]);
        for fared in &mut self.fared {
            *fared /= 2;
        }
    }

    /// Gives every candidate its place in the order.
    pub(crate) fn rank<P: Position<Move = M>>(
        &self,
        position: &P,
        judge: &impl Judge<P>,
        weights: &Weights,
        (ply, last): (usize, Option<Last>),
        candidates: &mut [Candidate<M>],
    ) {
        let mover = position.turn();
        let killers = self.killers[ply];
        let answer = last.and_then(|last| self.answers[slot(last.mover, last.hash)]);
        for candidate in candidates {
            let m = Some(candidate.m);
            let fared = i32::from(self.fared[slot(mover, candidate.hash)]);
            let times = i32::from(killers.contains(&m)) + i32::from(answer == m);
            let learned = times * weights.killer + fared * weights.history / FARED;
            candidate.order = judge.hint(position, candidate.m).saturating_add(learned);
        }
    }

    /// Whether a move has refuted a sibling of this ply.
    #[inline]
    pub(crate) fn is_killer(&self, ply: usize, m: M) -> bool {
        self.killers[ply].contains(&Some(m))
    }

    /// The last of these moves refuted the position after all before it had failed to.
    pub(crate) fn learn(
        &mut self,
        mover: Seat,
        (ply, last): (usize, Option<Last>),
        depth: i32,
        tried: &[Candidate<M>],
    ) {
        let Some((best, failed)) = tried.split_last() else {
            return;
        };
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best.m) {
            *killers = [Some(best.m), killers[0]];
        }
        if let Some(last) = last {
            self.answers[slot(last.mover, last.hash)] = Some(best.m);
        }
        let weight = (16 * depth * depth).min(FARED / 8);
        self.fare(mover, best.hash, weight);
        for candidate in failed {
            self.fare(mover, candidate.hash, -weight);
        }
    }

    /// Moves a mark towards its end, the slower the nearer it is.
    fn fare(&mut self, mover: Seat, hash: u16, weight: i32) {
        let fared = &mut self.fared[slot(mover, hash)];
        let before = i32::from(*fared);
        *fared =
            (before + weight - before * weight.abs() / FARED).clamp(1 - FARED, FARED - 1) as i16;
    }
}

fn slot(seat: Seat, hash: u16) -> usize {
    seat.index() * HASHES + usize::from(hash)
}

/// A hash of [`HASHES`] values.
#[inline]
pub(crate) fn short_hash<M: Hash>(m: &M) -> u16 {
    let mut hasher = Stir(0);
    m.hash(&mut hasher);
    (hasher.0 >> (64 - HASHES.trailing_zeros())) as u16
}

/// A few instructions a word: moves are a word or two.
struct Stir(u64);

impl Stir {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Stir {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.word(u64::from(byte));
        }
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.word(u64::from(word));
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.word(u64::from(word));
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.word(u64::from(word));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.word(word);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.word(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::bohnenspiel::Bohnenspiel;
    use proptest::prelude::*;

    fn candidates(orders: &[i32]) -> Vec<Candidate<usize>> {
        let candidate = |(m, &order)| Candidate { m, order, index: m as u16, hash: 0 };
        orders.iter().enumerate().map(candidate).collect()
    }

    proptest! {
        #[test]
        fn picking_and_sorting_give_one_order(
            orders in proptest::collection::vec(-50..50i32, 1..40),
            ranked in 0..2usize,
        ) {
            let mut picked = candidates(&orders);
            for place in ranked..picked.len() {
                bring_best(&mut picked, place, ranked);
            }
            let mut sorted = candidates(&orders);
            sorted[ranked.min(orders.len())..].sort_by_key(|c| -c.order);
            let moves = |c: &[Candidate<usize>]| c.iter().map(|c| c.m).collect::<Vec<_>>();
            prop_assert_eq!(moves(&picked), moves(&sorted));
        }
    }

    #[test]
    fn candidates_are_numbered_as_the_rules_list_them() {
        let start = <Bohnenspiel as Position>::start();
        let mut moves = Vec::new();
        generate(&start, &mut moves);
        let listed: Vec<_> = moves.iter().map(|c| c.m).collect();
        assert_eq!(listed, start.list());
        assert!(moves.iter().enumerate().all(|(i, c)| usize::from(c.index) == i));
    }

    #[test]
    fn marks_never_leave_their_range() {
        let mut memory = Memory::<usize>::new(4);
        let tried = candidates(&[0, 0]);
        for _ in 0..1000 {
            memory.learn(Seat::FIRST, (0, None), 40, &tried[..1]);
        }
        let fared = memory.fared[slot(Seat::FIRST, 0)];
        assert!(i32::from(fared) > FARED / 2 && i32::from(fared) < FARED);
    }
}
