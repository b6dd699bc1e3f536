//! Lock-free transposition table.
//!
//! It is shared by all threads. A bucket of four entries fills a cache line, so that a probe costs
//! one miss. An entry is two words, its data and its key XOR its data (Hyatt's lockless hashing):
//! if two threads write the same entry at once, the words do not match and no key finds the entry.
//!
//! It takes no more memory than the search at hand can fill, and grows from one search to the next
//! only if it was well filled: fresh memory is slow when it is first used, within the time of a
//! search. A player of 10 ms a move would spend a third of its time on page faults for pages it never
//! uses again, and the first search of 100 ms nearly all of its time.
//!
//! ```text
//!   data:  score 24 │ move 16 │ depth 8 │ age 8 │ … │ proven 1 │ bound 2
//! ```
//!
//! A move is stored as its index in the order of move generation. That order depends only on the
//! position, so the index fits any move type, and the move is always taken from a list of legal
//! moves.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use spielwerk_memory::{advise_huge_pages, zeroed};

use crate::{Limits, Score};

/// How a stored score bounds the true one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is at most this: the node failed low.
    Upper,
    /// The score is at least this: the node failed high.
    Lower,
    /// The score is exact.
    Exact,
}

/// A transposition table entry.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The score for the seat to move, relative to this node ([`Score::to_tt`]).
    pub score: Score,
    /// How it bounds the true score.
    pub bound: Bound,
    /// The search depth in plies.
    pub depth: u8,
    /// Whether it rests on no heuristic estimate: the bound holds at any depth.
    pub proven: bool,
    /// The best move's index in the order of generation.
    pub best_move: Option<u16>,
}

/// A transposition table.
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// The first word at the beginning of a cache line.
    first_word: usize,
    buckets: usize,
    /// The maximum size.
    max_bytes: usize,
    age: AtomicU8,
}

/// Bytes in a cache line.
const CACHE_LINE: usize = 64;
/// Words in a cache line, which is a bucket.
const BUCKET_WORDS: usize = CACHE_LINE / size_of::<u64>();
/// Bytes of an entry.
const ENTRY_BYTES: usize = 2 * size_of::<u64>();
/// The minimum size of a table.
const MIN_BYTES: usize = 1 << 12;
/// More nodes than any search visits in a microsecond.
const MAX_NODES_PER_MICROSECOND: u128 = 4;
/// There is room for so many searches of the same length, since entries of earlier moves help.
const RETAINED_SEARCHES: u128 = 4;
/// So many bytes of fresh memory a microsecond of its time a search may begin to use, or four times as
/// many, since tables grow fourfold. Clearing 4 KiB takes a microsecond or two: a few percent.
const FRESH_BYTES_PER_MICROSECOND: u128 = 16;
/// A table of which an earlier search has used more than this many permille grows.
const MAX_HASHFULL: u32 = 250;
/// Tables of at least so many bytes get huge pages. Each takes long to clear, and a small table is
/// not accessed often enough to make up for it.
const MIN_HUGE_BYTES: usize = 16 << 20;

impl TranspositionTable {
    /// A table of at most so many MiB (at least a few KiB).
    pub fn new(mebibytes: usize) -> TranspositionTable {
        let most = (mebibytes << 20).max(MIN_BYTES);
        TranspositionTable { max_bytes: most, ..TranspositionTable::with_bytes(MIN_BYTES) }
    }

    /// A table of so many bytes.
    fn with_bytes(bytes: usize) -> TranspositionTable {
        let buckets = bytes / CACHE_LINE - 1;
        // Fresh pages of zeros come from the system when they are first used.
        let words = zeroed::<AtomicU64>((buckets + 1) * BUCKET_WORDS)
            .expect("the table was sized by what a caller can afford");
        let first = words.as_ptr().align_offset(CACHE_LINE).min(BUCKET_WORDS);
        TranspositionTable {
            words,
            first_word: first,
            buckets,
            max_bytes: bytes,
            age: AtomicU8::new(0),
        }
    }

    /// Begins a search by so many threads: grows the table to what the limits can fill, and ages
    /// the entries, so that old ones are replaced first.
    pub fn new_search(&mut self, limits: &Limits, threads: usize) {
        let by_time =
            limits.time.map(|time| time.as_micros() * MAX_NODES_PER_MICROSECOND * threads as u128);
        let by_nodes = limits.nodes.map(u128::from);
        let nodes = by_time.into_iter().chain(by_nodes).min().unwrap_or(u128::MAX);
        let useful = nodes.saturating_mul(RETAINED_SEARCHES * ENTRY_BYTES as u128);
        let before = (self.buckets + 1) * CACHE_LINE;
        let affordable = limits.time.map_or(u128::MAX, |time| {
            let is_full = self.hashfull() > MAX_HASHFULL;
            let grown = if is_full { 4 * before as u128 } else { 0 };
            grown.max(time.as_micros() * FRESH_BYTES_PER_MICROSECOND)
        });
        let wanted = useful.min(affordable).min(self.max_bytes as u128) as usize;
        // Growing fourfold, so that searches of changing length do not copy it again and again.
        let mut bytes = before;
        while bytes < wanted {
            bytes = (4 * bytes).min(self.max_bytes);
        }
        if bytes > before {
            let larger = TranspositionTable {
                max_bytes: self.max_bytes,
                ..TranspositionTable::with_bytes(bytes)
            };
            // A search limited by depth alone may be over before a few huge pages are cleared.
            if bytes >= MIN_HUGE_BYTES && (limits.depth.is_none() || nodes < u128::MAX) {
                // With small pages nearly every first access to a bucket is a page fault, which at
                // 10 ms a move took a third of the time of a game of Bohnenspiel.
                advise_huge_pages(&larger.words);
            }
            self.rehash_into(larger);
        }
        *self.age.get_mut() = self.age.get_mut().wrapping_add(1);
    }

    /// Moves all entries to an empty table, which takes the place of this one.
    fn rehash_into(&mut self, larger: TranspositionTable) {
        let used = &self.words[self.first_word..][..self.buckets * BUCKET_WORDS];
        for slot in used.chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            let bucket = larger.bucket(slot[0].load(Relaxed) ^ data);
            let empty = bucket.chunks_exact(2).find(|slot| slot[1].load(Relaxed) == 0);
            if let (true, Some(empty)) = (data != 0, empty) {
                empty[0].store(slot[0].load(Relaxed), Relaxed);
                empty[1].store(data, Relaxed);
            }
        }
        *self = TranspositionTable { age: AtomicU8::new(*self.age.get_mut()), ..larger };
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Stores an entry for the position with this key, in place of the least valuable one.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let age = self.age.load(Relaxed);
        let mut cheapest = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (index, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                cheapest = (i32::MIN, index);
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                let old = unpack(data);
                if !replaces(&entry, &old, age_of(data) == age) {
                    return;
                }
                entry.best_move = entry.best_move.or(old.best_move);
                cheapest = (i32::MIN, index);
                break;
            }
            // Each search that has passed since counts as four plies.
            let value = i32::from(depth_of(data)) - 4 * i32::from(age.wrapping_sub(age_of(data)));
            if value < cheapest.0 {
                cheapest = (value, index);
            }
        }
        let slot = &bucket[2 * cheapest.1..];
        let data = pack(&entry, age);
        slot[0].store(key ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// The permille of entries used by the present search, by a sample (UCI's `hashfull`).
    pub fn hashfull(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let data = self.words[self.first_word..]
            .chunks_exact(2)
            .take(1000.min(4 * self.buckets))
            .map(|slot| slot[1].load(Relaxed));
        let (mut used, mut seen) = (0, 0);
        for data in data {
            seen += 1;
            used += u32::from(data != 0 && age_of(data) == age);
        }
        1000 * used / seen.max(1)
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let bucket = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        &self.words[self.first_word + BUCKET_WORDS * bucket..][..BUCKET_WORDS]
    }
}

/// Whether a new entry is worth more than the old one of the same position.
fn replaces(new: &TtEntry, old: &TtEntry, same_search: bool) -> bool {
    if old.proven && old.bound == Bound::Exact && !new.proven {
        return false;
    }
    new.bound == Bound::Exact
        || !same_search
        || new.depth.saturating_add(3) > old.depth
        || new.proven
}

/// Whatever is packed is not zero, because no bound is: zero is an empty slot.
fn pack(entry: &TtEntry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    // Lists of more than 65,534 moves do not occur; their last ones would not be stored.
    let best = entry.best_move.map_or(0, |index| index.saturating_add(1));
    bound
        | u64::from(entry.proven) << 2
        | u64::from(age) << 8
        | u64::from(entry.depth) << 16
        | u64::from(best) << 24
        | (entry.score.bits() as u64) << 40
}

fn unpack(data: u64) -> TtEntry {
    TtEntry {
        score: Score::from_bits((data as i64 >> 40) as i32),
        bound: match data & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth_of(data),
        proven: data >> 2 & 1 == 1,
        best_move: ((data >> 24) as u16).checked_sub(1),
    }
}

const fn age_of(data: u64) -> u8 {
    (data >> 8) as u8
}

const fn depth_of(data: u64) -> u8 {
    (data >> 16) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn entry(depth: u8) -> TtEntry {
        TtEntry {
            score: Score::estimate(-17),
            bound: Bound::Lower,
            depth,
            proven: false,
            best_move: Some(3),
        }
    }

    /// Keys that fall into the same bucket, since only their lowest bits differ.
    fn neighbours() -> impl Iterator<Item = u64> {
        (1..).map(|n| (0x1234 << 48) + n)
    }

    proptest! {
        #[test]
        fn entries_survive_packing(
            score in prop_oneof![
                any::<i32>().prop_map(Score::estimate),
                (0..500u32).prop_map(Score::win_in),
                (0..500u32).prop_map(Score::proven_loss),
                Just(Score::DRAW),
            ],
            bound in prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)],
            (depth, proven, age) in any::<(u8, bool, u8)>(),
            best_move in prop_oneof![Just(None), (0..u16::MAX).prop_map(Some)],
        ) {
            let entry = TtEntry { score, bound, depth, proven, best_move };
            prop_assert_eq!(unpack(pack(&entry, age)), entry);
            prop_assert_eq!(age_of(pack(&entry, age)), age);
        }

        #[test]
        fn the_last_stored_entry_is_found(keys in proptest::collection::vec(any::<u64>(), 1..200)) {
            let table = TranspositionTable::new(0);
            for (depth, &key) in keys.iter().enumerate() {
                table.store(key, entry(depth as u8));
                prop_assert_eq!(table.probe(key), Some(entry(depth as u8)));
            }
        }
    }

    #[test]
    fn buckets_begin_at_cache_lines() {
        let table = TranspositionTable::new(1);
        for key in [0, 1 << 40, u64::MAX] {
            assert_eq!(table.bucket(key).as_ptr().addr() % CACHE_LINE, 0);
            assert_eq!(table.bucket(key).len(), BUCKET_WORDS);
        }
    }

    #[test]
    fn the_shallowest_entry_is_replaced_first() {
        let table = TranspositionTable::new(0);
        let keys: Vec<u64> = neighbours().take(5).collect();
        for (&key, depth) in keys.iter().zip([9, 4, 7, 8, 6]) {
            table.store(key, entry(depth));
        }
        let found: Vec<bool> = keys.iter().map(|&key| table.probe(key).is_some()).collect();
        assert_eq!(found, [true, false, true, true, true]);
    }

    #[test]
    fn entries_of_old_searches_are_replaced_first() {
        let mut table = TranspositionTable::new(0);
        let keys: Vec<u64> = neighbours().take(5).collect();
        table.store(keys[0], entry(5));
        table.new_search(&Limits::nodes(1), 1);
        table.new_search(&Limits::nodes(1), 1);
        for (&key, depth) in keys[1..].iter().zip([1, 2, 3, 4]) {
            table.store(key, entry(depth));
        }
        assert_eq!(table.probe(keys[0]), None);
        assert!(keys[1..].iter().all(|&key| table.probe(key).is_some()));
    }

    #[test]
    fn a_longer_search_grows_the_table_and_keeps_its_entries() {
        let mut table = TranspositionTable::new(1);
        let small = table.words.len();
        let keys: Vec<u64> = (1..=20).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        keys.iter().for_each(|&key| table.store(key, entry(5)));
        table.new_search(&Limits::nodes(10), 1);
        assert_eq!(table.words.len(), small);
        table.new_search(&Limits::nodes(10_000), 1);
        assert!(table.words.len() > small);
        assert!(keys.iter().all(|&key| table.probe(key) == Some(entry(5))));
        table.new_search(&Limits::default(), 1);
        assert_eq!(table.words.len() * size_of::<u64>(), 1 << 20);
        table.new_search(&Limits::nodes(10), 1);
        assert_eq!(table.words.len() * size_of::<u64>(), 1 << 20, "it never shrinks");
    }

    #[test]
    fn a_move_is_kept_when_a_new_entry_has_none() {
        let table = TranspositionTable::new(0);
        table.store(77, entry(5));
        table.store(77, TtEntry { best_move: None, ..entry(6) });
        assert_eq!(table.probe(77), Some(entry(6)));
    }

    #[test]
    fn a_proven_result_is_not_replaced_by_an_estimate() {
        let table = TranspositionTable::new(0);
        let proven = TtEntry { score: Score::DRAW, bound: Bound::Exact, proven: true, ..entry(2) };
        table.store(77, proven);
        table.store(77, entry(20));
        assert_eq!(table.probe(77), Some(proven));
    }

    #[test]
    fn torn_writes_are_not_found() {
        let table = TranspositionTable::new(0);
        table.store(77, entry(5));
        let torn = pack(&entry(6), 0);
        table.bucket(77)[1].store(torn, Relaxed);
        assert_eq!(table.probe(77), None);
    }

    #[test]
    fn clearing_removes_all_entries() {
        let mut table = TranspositionTable::new(0);
        for key in neighbours().take(4) {
            table.store(key, entry(5));
        }
        table.clear();
        assert!(neighbours().take(4).all(|key| table.probe(key).is_none()));
        assert_eq!(table.hashfull(), 0);
    }
}
