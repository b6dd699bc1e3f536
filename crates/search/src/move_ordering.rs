//! Move ordering by killer moves, countermoves and history heuristic.
//!
//! After the transposition table's move the others are ordered by one sum, in hundredths: the
//! evaluator's order score, a bonus for killers and countermoves, and the history score. Move types
//! are opaque here, so history is indexed by a short hash; a collision only makes the order a
//! little worse.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use spielwerk_games::{Position, Seat};

use crate::Evaluator;

/// A move with its ordering score.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) m: M,
    /// Moves with greater scores are searched first.
    pub(crate) order_score: i32,
    /// Its index in the order of generation.
    pub(crate) index: u16,
    /// Its short hash.
    pub(crate) hash: u16,
}

/// Generates all legal moves, not yet scored.
#[inline]
pub(crate) fn generate<P: Position>(position: &P, moves: &mut Vec<Candidate<P::Move>>) {
    let mut index = 0u16;
    let _ = position.generate_moves(|m| {
        moves.push(Candidate { m, order_score: 0, index, hash: short_hash(&m) });
        index = index.saturating_add(1);
        ControlFlow::Continue(())
    });
}

/// How many moves are selected one by one before the rest is sorted: most cutoffs come early.
const SELECTED: usize = 3;

/// Selection sort, one step: brings the best of the remaining moves to this index. To be called for
/// one index after the other, beginning with `ranked`.
#[inline]
pub(crate) fn select_best<M: Copy>(candidates: &mut [Candidate<M>], index: usize, ranked: usize) {
    let key = |c: &Candidate<M>| (-i64::from(c.order_score) << 16) + i64::from(c.index);
    match index - ranked {
        picked if picked < SELECTED => {
            let best = (index..candidates.len()).min_by_key(|&i| key(&candidates[i]));
            if let Some(best) = best {
                candidates.swap(index, best);
            }
        }
        SELECTED => candidates[index..].sort_unstable_by_key(key),
        _ => {}
    }
}

/// The move that led to a node: who made it, and its short hash.
#[derive(Copy, Clone, Debug)]
pub(crate) struct LastMove {
    pub(crate) mover: Seat,
    pub(crate) hash: u16,
}

/// The weight of killers and history beside the evaluator's order score, in the same hundredths.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct OrderingWeights {
    /// The bonus of a killer move or a countermove.
    pub(crate) killer: i32,
    /// The largest bonus or malus of the history heuristic.
    pub(crate) history: i32,
}

/// Killer moves, countermoves and history scores of one thread.
pub(crate) struct MoveHistory<M> {
    /// For each ply, the two moves that caused the latest cutoffs.
    killers: Vec<[Option<M>; 2]>,
    /// For each last move, the move that refuted it.
    countermoves: Vec<Option<M>>,
    /// For each seat and move, its history score.
    history: Vec<i16>,
}

const MOVE_HASHES: usize = 1 << 14;
/// The limit of history scores.
const MAX_HISTORY: i32 = 1 << 14;

impl<M: Copy + Eq + Hash> MoveHistory<M> {
    pub(crate) fn new(plies: usize) -> MoveHistory<M> {
        MoveHistory {
            killers: vec![[None; 2]; plies],
            countermoves: vec![None; Seat::MAX_SEATS * MOVE_HASHES],
            history: vec![0; Seat::MAX_SEATS * MOVE_HASHES],
        }
    }

    /// Ages the scores before another search.
    pub(crate) fn decay(&mut self) {
        self.killers.fill([None; 2]);
        for history in &mut self.history {
            *history /= 2;
        }
    }

    /// Scores all moves for ordering.
    pub(crate) fn score_moves<P: Position<Move = M>>(
        &self,
        position: &P,
        evaluator: &impl Evaluator<P>,
        weights: &OrderingWeights,
        (ply, last): (usize, Option<LastMove>),
        candidates: &mut [Candidate<M>],
    ) {
        let mover = position.turn();
        let killers = self.killers[ply];
        let countermove = last.and_then(|last| self.countermoves[slot(last.mover, last.hash)]);
        for candidate in candidates {
            let m = Some(candidate.m);
            let history = i32::from(self.history[slot(mover, candidate.hash)]);
            let times = i32::from(killers.contains(&m)) + i32::from(countermove == m);
            let bonus = times * weights.killer + history * weights.history / MAX_HISTORY;
            candidate.order_score =
                evaluator.order_score(position, candidate.m).saturating_add(bonus);
        }
    }

    /// Whether a move is a killer at this ply.
    #[inline]
    pub(crate) fn is_killer(&self, ply: usize, m: M) -> bool {
        self.killers[ply].contains(&Some(m))
    }

    /// Updates all scores after a beta cutoff by the last of these moves; those before it failed
    /// to.
    pub(crate) fn update(
        &mut self,
        mover: Seat,
        (ply, last): (usize, Option<LastMove>),
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
            self.countermoves[slot(last.mover, last.hash)] = Some(best.m);
        }
        let weight = (16 * depth * depth).min(MAX_HISTORY / 8);
        self.update_history(mover, best.hash, weight);
        for candidate in failed {
            self.update_history(mover, candidate.hash, -weight);
        }
    }

    /// Adds a bonus or malus with history gravity: the nearer a score is to its limit, the less it
    /// changes.
    fn update_history(&mut self, mover: Seat, hash: u16, weight: i32) {
        let history = &mut self.history[slot(mover, hash)];
        let before = i32::from(*history);
        *history = (before + weight - before * weight.abs() / MAX_HISTORY)
            .clamp(1 - MAX_HISTORY, MAX_HISTORY - 1) as i16;
    }
}

fn slot(seat: Seat, hash: u16) -> usize {
    seat.index() * MOVE_HASHES + usize::from(hash)
}

/// A hash with [`MOVE_HASHES`] values.
#[inline]
pub(crate) fn short_hash<M: Hash>(m: &M) -> u16 {
    let mut hasher = MoveHasher(0);
    m.hash(&mut hasher);
    (hasher.0 >> (64 - MOVE_HASHES.trailing_zeros())) as u16
}

/// A multiplicative hasher of a few instructions per word: moves are a word or two.
struct MoveHasher(u64);

impl MoveHasher {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for MoveHasher {
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
    use proptest::prelude::*;
    use spielwerk_games::bohnenspiel::Bohnenspiel;

    fn candidates(orders: &[i32]) -> Vec<Candidate<usize>> {
        let candidate = |(m, &order)| Candidate { m, order_score: order, index: m as u16, hash: 0 };
        orders.iter().enumerate().map(candidate).collect()
    }

    proptest! {
        #[test]
        fn selection_and_sorting_give_the_same_order(
            orders in proptest::collection::vec(-50..50i32, 1..40),
            ranked in 0..2usize,
        ) {
            let mut picked = candidates(&orders);
            for index in ranked..picked.len() {
                select_best(&mut picked, index, ranked);
            }
            let mut sorted = candidates(&orders);
            sorted[ranked.min(orders.len())..].sort_by_key(|c| -c.order_score);
            let moves = |c: &[Candidate<usize>]| c.iter().map(|c| c.m).collect::<Vec<_>>();
            prop_assert_eq!(moves(&picked), moves(&sorted));
        }
    }

    #[test]
    fn indices_follow_the_order_of_generation() {
        let start = <Bohnenspiel as Position>::start();
        let mut moves = Vec::new();
        generate(&start, &mut moves);
        let listed: Vec<_> = moves.iter().map(|c| c.m).collect();
        assert_eq!(listed, start.legal_moves());
        assert!(moves.iter().enumerate().all(|(i, c)| usize::from(c.index) == i));
    }

    #[test]
    fn history_scores_stay_within_their_limit() {
        let mut move_history = MoveHistory::<usize>::new(4);
        let tried = candidates(&[0, 0]);
        for _ in 0..1000 {
            move_history.update(Seat::FIRST, (0, None), 40, &tried[..1]);
        }
        let history = move_history.history[slot(Seat::FIRST, 0)];
        assert!(i32::from(history) > MAX_HISTORY / 2 && i32::from(history) < MAX_HISTORY);
    }
}
