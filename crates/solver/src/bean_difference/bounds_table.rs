//! Table of proven bounds on the pairs that the mover gets, in fixed memory, shared by all threads.
//!
//! ```text
//!   rest of the hash 31 │ check 15 │ work 6 │ upper 6 │ lower 6        hint 64
//! ```
//!
//! The index of a board is hashed by a bijection; the hash chooses a bucket of four entries, and its
//! low bits are in the entry, so that no board is ever taken for another: hashes in one bucket are
//! so near to each other that they differ there.
//!
//! Bounds hold on any path to the board, for they rest on no repetition. They are in one word with
//! the hash, so a thread reads them as another wrote them. A hint may be read half an entry late;
//! the check bits, a digest of it, tell in all but one of 2^15 such cases, and nothing is proven by
//! a hint.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use spielwerk_memory::{advise_huge_pages, prefetch};

/// Bits of a board's index.
const INDEX_BITS: u32 = 48;
/// Bits of the first word that do not identify the board, and those of them that are not the check.
const DATA_BITS: u32 = 33;
const BOUNDS_BITS: u32 = 18;
/// Words in a bucket, two for each entry.
const BUCKET_WORDS: usize = 8;
/// The smallest number of buckets with which the rest of a hash fits into an entry.
const MIN_BUCKETS: usize = 1 << (INDEX_BITS + 1 - (u64::BITS - DATA_BITS));

/// Proven bounds of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// The mover gets at least so many pairs.
    pub(super) lower: i8,
    /// The mover gets at most so many pairs.
    pub(super) upper: i8,
    /// The search effort, as a logarithm.
    pub(super) work: u8,
    /// More data of the search.
    pub(super) hint: u64,
}

impl Bounds {
    /// No bounds, for a board with so many pairs.
    pub(super) fn unknown(pairs: i8) -> Bounds {
        Bounds { lower: 0, upper: pairs, work: 0, hint: 0 }
    }

    /// Whether the mover gets so many pairs, if the bounds decide it.
    #[inline]
    pub(super) fn decides(&self, need: i8) -> Option<bool> {
        (self.lower >= need || self.upper < need).then_some(self.lower >= need)
    }

    /// The bounds with one more answer.
    #[inline]
    pub(super) fn tightened(self, need: i8, yes: bool) -> Bounds {
        if yes {
            Bounds { lower: self.lower.max(need), ..self }
        } else {
            Bounds { upper: self.upper.min(need - 1), ..self }
        }
    }

    fn pack(&self) -> u64 {
        let bounds = self.lower as u64 & 63 | (self.upper as u64 & 63) << 6;
        bounds | u64::from(self.work.min(63)) << 12 | digest(self.hint) << BOUNDS_BITS
    }

    /// Without the hint if it belongs to another entry.
    fn unpack(data: u64, hint: u64) -> Bounds {
        let six = |nth: u32| (data >> (6 * nth) & 63) as u8;
        let is_its_own = data >> BOUNDS_BITS & CHECK == digest(hint);
        let hint = if is_its_own { hint } else { 0 };
        Bounds { lower: six(0) as i8, upper: six(1) as i8, work: six(2), hint }
    }
}

const CHECK: u64 = (1 << (DATA_BITS - BOUNDS_BITS)) - 1;

/// Check bits of a hint.
#[inline]
fn digest(hint: u64) -> u64 {
    hint.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - (DATA_BITS - BOUNDS_BITS))
}

/// A table of bounds by board.
pub(super) struct BoundsTable {
    words: Box<[AtomicU64]>,
    /// The first word at the beginning of a cache line.
    first: usize,
    buckets: usize,
}

impl BoundsTable {
    /// A table of so many MiB, but at least sixteen.
    pub(super) fn new(mebibytes: usize) -> BoundsTable {
        let bucket_bytes = BUCKET_WORDS * size_of::<u64>();
        let buckets = ((mebibytes << 20) / bucket_bytes).max(MIN_BUCKETS);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(BUCKET_WORDS * (buckets + 1));
        advise_huge_pages(&words);
        let first = words.as_ptr().align_offset(bucket_bytes).min(BUCKET_WORDS);
        BoundsTable { words, first, buckets }
    }

    /// Begins to fetch the entry of a board from memory.
    #[inline]
    pub(super) fn prefetch(&self, index: u64) {
        prefetch(&self.bucket(index).0[0]);
    }

    /// The bounds of the board with this index.
    #[inline]
    pub(super) fn probe(&self, index: u64) -> Option<Bounds> {
        let (bucket, rest) = self.bucket(index);
        bucket.chunks_exact(2).find_map(|slot| {
            let word = slot[0].load(Relaxed);
            let is_it = word >> DATA_BITS == rest && word != 0;
            is_it.then(|| Bounds::unpack(word, slot[1].load(Relaxed)))
        })
    }

    /// Stores the bounds of the board with this index, in place of the entry with the least work.
    #[inline]
    pub(super) fn store(&self, index: u64, bounds: &Bounds) {
        let (bucket, rest) = self.bucket(index);
        let mut cheapest = (u8::MAX, bucket);
        for slot in bucket.chunks_exact(2) {
            let word = slot[0].load(Relaxed);
            if word == 0 || word >> DATA_BITS == rest {
                cheapest.1 = slot;
                break;
            }
            let work = Bounds::unpack(word, 0).work;
            if work < cheapest.0 {
                cheapest = (work, slot);
            }
        }
        let [first, second, ..] = cheapest.1 else { return };
        second.store(bounds.hint, Relaxed);
        first.store(rest << DATA_BITS | bounds.pack(), Relaxed);
    }

    /// All entries, by board index.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Bounds)> {
        let buckets = self.words[self.first..].chunks_exact(BUCKET_WORDS).take(self.buckets);
        buckets.enumerate().flat_map(move |(bucket, words)| {
            // The least hash of the bucket; the others follow it closely.
            let least = ((bucket as u128) << INDEX_BITS).div_ceil(self.buckets as u128) as u64;
            words.chunks_exact(2).filter_map(move |slot| {
                let (word, hint) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
                let after = (word >> DATA_BITS).wrapping_sub(least) & REST;
                (word != 0).then(|| (unhash(least + after), Bounds::unpack(word, hint)))
            })
        })
    }

    /// The bucket of a board, and the rest of its hash.
    #[inline]
    fn bucket(&self, index: u64) -> (&[AtomicU64], u64) {
        let hashed = hash(index);
        let bucket = ((u128::from(hashed) * self.buckets as u128) >> INDEX_BITS) as usize;
        (&self.words[self.first + BUCKET_WORDS * bucket..][..BUCKET_WORDS], hashed & REST)
    }
}

/// The bits of a hash that are in an entry.
const REST: u64 = (1 << (u64::BITS - DATA_BITS)) - 1;
const MASK: u64 = (1 << INDEX_BITS) - 1;
const FACTOR: u64 = 0x9e37_79b9_7f4b;
/// The factor's inverse modulo 2⁴⁸, by Newton's method.
const INVERSE: u64 = {
    let (mut inverse, mut step) = (FACTOR, 0);
    while step < 6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        step += 1;
    }
    inverse & MASK
};

/// A bijective hash of board indices.
#[inline]
fn hash(index: u64) -> u64 {
    let folded = index ^ index >> (INDEX_BITS / 2);
    let mixed = folded.wrapping_mul(FACTOR) & MASK;
    (mixed ^ mixed >> (INDEX_BITS / 2)).wrapping_mul(FACTOR) & MASK
}

/// The inverse of [`hash`]. An xor-shift by half of the bits is its own inverse.
fn unhash(hashed: u64) -> u64 {
    let mixed = hashed.wrapping_mul(INVERSE) & MASK;
    let folded = (mixed ^ mixed >> (INDEX_BITS / 2)).wrapping_mul(INVERSE) & MASK;
    folded ^ folded >> (INDEX_BITS / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashing_is_reversible() {
        for index in [0, 1, 77, 1 << 40, MASK, 0x1234_5678_9abc] {
            assert_eq!(unhash(hash(index)), index);
        }
    }

    #[test]
    fn stored_bounds_are_found_and_listed() {
        for mebibytes in [1, 37] {
            entries_are_found_and_listed(&BoundsTable::new(mebibytes));
        }
    }

    fn entries_are_found_and_listed(table: &BoundsTable) {
        let bounds = |nth: u64| Bounds {
            lower: (nth % 30) as i8,
            upper: 36,
            work: (nth % 64) as u8,
            hint: nth << 40 | 1,
        };
        let indices = (0..1000).map(|nth| nth * 98_765_432_101);
        for (nth, index) in indices.clone().enumerate() {
            table.store(index, &bounds(nth as u64));
        }
        for (nth, index) in indices.clone().enumerate() {
            assert_eq!(table.probe(index), Some(bounds(nth as u64)));
        }
        let mut listed: Vec<u64> = table.entries().map(|(index, _)| index).collect();
        listed.sort_unstable();
        assert_eq!(listed, indices.collect::<Vec<_>>());
    }

    #[test]
    fn a_hint_of_another_entry_is_dropped() {
        let [one, other] = [7, 1 << 60].map(|hint| Bounds { hint, ..Bounds::unknown(20) });
        assert_eq!(Bounds::unpack(one.pack(), one.hint), one);
        assert_eq!(Bounds::unpack(one.pack(), other.hint), Bounds::unknown(20));
    }
}
