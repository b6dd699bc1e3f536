//! All turns that capture: every stone, every chain, every place to stop.
//!
//! Walks wait in a queue, each with the captures that it can still make. One capture after the
//! other is taken off the first walk in the queue; the walk after it is a turn, and joins the
//! queue if it can capture again. Going breadth first, a processor finds several independent
//! walks to work on at a time, and whether a chain goes on is no branch that it could guess wrong:
//! every walk is written behind the queue, and the queue becomes longer or not.

use smallvec::SmallVec;

use super::Move;
use super::points::bits;
use super::walk::Walk;

/// The turns found. There is room for those of almost any position without allocation.
pub(super) type Found = SmallVec<[Move; 128]>;

/// Adds the turns of these stones, which must all be able to capture, each result once.
#[inline]
pub(super) fn find(capturers: u64, empty: u64, theirs: u64, found: &mut Found) {
    let mut walks: SmallVec<[Walk; USUAL]> = SmallVec::from_elem(Walk::NONE, USUAL);
    let mut stones = 0;
    for from in bits(capturers) {
        walks[stones] = Walk::begin(from, empty, theirs);
        stones += 1;
    }
    let mut seen = Seen([0; Seen::WORDS]);
    let mut queue = Queue { first: 0, end: stones };
    while !queue.is_empty() {
        let room = walks.as_mut_slice();
        // A single capture has no other way to its result: another first step would have to take
        // a stone off the line that the single one takes, but it captures along another line.
        while queue.first < stones && queue.end < room.len() {
            found.push(queue.advance(room).result(theirs));
        }
        while !queue.is_empty() && queue.end < room.len() {
            let m = queue.advance(room).result(theirs);
            if !seen.perhaps(m) || !found.contains(&m) {
                found.push(m);
            }
        }
        if !queue.is_empty() {
            walks.resize(2 * walks.len(), Walk::NONE);
        }
    }
}

/// Room for the walks of almost any position, and for one of each stone in all.
const USUAL: usize = 64;

/// Where the walks that can still capture are.
struct Queue {
    /// The first of them.
    first: usize,
    /// The place behind the last.
    end: usize,
}

impl Queue {
    #[inline]
    const fn is_empty(&self) -> bool {
        self.first >= self.end
    }

    /// The walk after the next capture. There must be one, and room behind the queue.
    #[inline]
    fn advance(&mut self, walks: &mut [Walk]) -> Walk {
        let before = &mut walks[self.first];
        let capture = before.take_capture();
        let after = before.after(capture);
        self.first += usize::from(!before.can_capture());
        walks[self.end] = after;
        self.end += usize::from(after.can_capture());
        after
    }
}

/// Remembers moves, not quite exactly but at little cost.
struct Seen([u64; Seen::WORDS]);

impl Seen {
    const WORDS: usize = 16;

    /// Whether this move may have been seen before; from now on it has.
    #[inline]
    fn perhaps(&mut self, m: Move) -> bool {
        let hash = m.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = &mut self.0[(hash >> 48) as usize % Seen::WORDS];
        let mark = 1 << (hash >> 58);
        let seen = *word & mark != 0;
        *word |= mark;
        seen
    }
}
