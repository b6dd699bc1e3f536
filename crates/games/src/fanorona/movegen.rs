//! Move generation: captures if there are any, else paikas.
//!
//! A capture is every stone, every chain, every point to stop at. Chains are kept in a queue, each with the captures that it can still make. The captures of the
//! first chain are taken one by one; the chain after each is a move, and joins the queue if it can
//! capture again. Breadth first, the processor can work on several independent chains at a time,
//! and whether a chain continues is not a branch that could be mispredicted: every chain is written
//! behind the queue, and the queue becomes longer or not.

use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::Move;
use super::captures::capturers;
use super::chain::Chain;
use super::points::{DIAGONAL, STRAIGHT, STRONG, around, bits, set};

/// The moves found. The capacity suffices for almost any position without allocation.
pub(super) type MoveList = SmallVec<[Move; 128]>;

/// Calls `each` for every move of the side whose stones are `mine`, until it breaks.
#[inline]
pub(super) fn generate(
    mine: u64,
    theirs: u64,
    empty: u64,
    mut each: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let capturers = capturers(mine, theirs, empty);
    if capturers != 0 {
        let mut found = MoveList::new();
        generate_captures(capturers, empty, theirs, &mut found);
        return found.into_iter().try_for_each(each);
    }
    for from in bits(mine) {
        for to in bits(around(set(from)) & empty) {
            each(Move::new(from, to, 0))?;
        }
    }
    ControlFlow::Continue(())
}

/// Calls `each` for the captures of these stones one by one, as they are found, until it breaks.
/// Chains with the same result are not recognised as one move, so a move can come more than once.
#[inline]
pub(super) fn search_captures(
    capturers: u64,
    theirs: u64,
    empty: u64,
    mut each: impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    bits(capturers)
        .try_for_each(|from| search_chain(Chain::begin(from, empty, theirs), theirs, &mut each))
}

/// Calls `each` for every continuation of a chain, depth first, until it breaks.
fn search_chain(
    mut chain: Chain,
    theirs: u64,
    each: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    while chain.can_capture() {
        let capture = chain.take_capture();
        let after = chain.after(capture);
        each(after.to_move(theirs))?;
        search_chain(after, theirs, each)?;
    }
    ControlFlow::Continue(())
}

/// The number of moves that [`generate`] finds.
#[inline]
pub(super) fn count(mine: u64, theirs: u64, empty: u64) -> u64 {
    let capturers = capturers(mine, theirs, empty);
    if capturers == 0 {
        return count_paikas(mine, empty);
    }
    let mut found = MoveList::new();
    generate_captures(capturers, empty, theirs, &mut found);
    found.len() as u64
}

/// The number of paikas: steps to empty points.
#[inline]
fn count_paikas(mine: u64, empty: u64) -> u64 {
    let along = |stones: u64, step: usize| {
        (stones & empty >> step).count_ones() + (stones & empty << step).count_ones()
    };
    let straight = STRAIGHT.map(|step| along(mine, step));
    let diagonal = DIAGONAL.map(|step| along(mine & STRONG, step));
    u64::from(straight[0] + straight[1] + diagonal[0] + diagonal[1])
}

/// Adds the moves of these stones, which must all be able to capture, each result once.
#[inline]
fn generate_captures(capturers: u64, empty: u64, theirs: u64, found: &mut MoveList) {
    let mut chains = [Chain::NONE; QUEUE_CAPACITY];
    // Takes the place of `chains` when those do not suffice.
    let mut more_chains = Vec::new();
    let mut stones = 0;
    for from in bits(capturers) {
        chains[stones] = Chain::begin(from, empty, theirs);
        stones += 1;
    }
    let mut filter = MoveFilter([0; MoveFilter::WORDS]);
    let mut queue = Queue { first: 0, end: stones };
    while !queue.is_empty() {
        let slots = if more_chains.is_empty() { &mut chains[..] } else { &mut more_chains[..] };
        // A single capture cannot be a duplicate: another first step would have to take a stone of
        // the line that the single one takes, but it captures along another line.
        while queue.first < stones && queue.end < slots.len() {
            found.push(queue.advance(slots).to_move(theirs));
        }
        while !queue.is_empty() && queue.end < slots.len() {
            let m = queue.advance(slots).to_move(theirs);
            if !filter.maybe_contains_then_insert(m) || !found.contains(&m) {
                found.push(m);
            }
        }
        if !queue.is_empty() {
            let mut larger = slots.to_vec();
            larger.resize(2 * slots.len(), Chain::NONE);
            more_chains = larger;
        }
    }
}

/// Capacity for the chains of almost any position, and for one chain of each stone in all.
const QUEUE_CAPACITY: usize = 64;

/// The range of the chains that can still capture.
struct Queue {
    /// The first chain.
    first: usize,
    /// One past the last chain.
    end: usize,
}

impl Queue {
    #[inline]
    const fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    /// The chain after the next capture. There must be one, and a free slot behind the queue.
    #[inline]
    fn advance(&mut self, chains: &mut [Chain]) -> Chain {
        let before = &mut chains[self.first];
        let capture = before.take_capture();
        let after = before.after(capture);
        self.first += usize::from(!before.can_capture());
        chains[self.end] = after;
        self.end += usize::from(after.can_capture());
        after
    }
}

/// A small Bloom filter of the moves found, to skip most searches for duplicates.
struct MoveFilter([u64; MoveFilter::WORDS]);

impl MoveFilter {
    const WORDS: usize = 16;

    /// Whether this move may have been inserted before; inserts it.
    #[inline]
    fn maybe_contains_then_insert(&mut self, m: Move) -> bool {
        let hash = m.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = &mut self.0[(hash >> 48) as usize % MoveFilter::WORDS];
        let mark = 1 << (hash >> 58);
        let seen = *word & mark != 0;
        *word |= mark;
        seen
    }
}
