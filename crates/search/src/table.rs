//! Positions seen before, and what was found out about them.
//!
//! A fixed piece of memory, shared by all threads without a lock. Four entries fill a cache line, so
//! that looking one up costs one miss. An entry is two words, its data and its key XOR its data:
//! if two threads write the same entry at once, the words do not fit together and the entry is
//! nobody's.
//!
//! It takes no more memory than the search at hand can fill: a player of 10 ms a move would spend
//! a third of its time on getting pages it never looks at again, and miss the caches besides.
//!
//! ```text
//!   data:  score 24 │ move 16 │ depth 8 │ age 8 │ … │ proven 1 │ bound 2
//! ```
//!
//! A move is remembered as its number in the order in which the rules list them. That order is the
//! same whenever the position is, so the number means the same move whatever a move is made of,
//! and whoever uses it picks from a list of legal moves in any case.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use crate::{Limits, Score};

/// Which way the true score may lie from the one found.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is at most this: no move reached the window.
    Upper,
    /// The score is at least this: a move went beyond the window.
    Lower,
    /// The score is this.
    Exact,
}

/// What is remembered about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The score for the seat on turn, counted from this position ([`Score::from_here`]).
    pub score: Score,
    /// Which way the true one may lie.
    pub bound: Bound,
    /// How many plies were searched below.
    pub depth: u8,
    /// Whether no judgement is in it: the bound holds at any depth.
    pub proven: bool,
    /// The best move's number in the order of generation.
    pub best: Option<u16>,
}

/// A table of seen positions.
pub struct Table {
    words: Box<[AtomicU64]>,
    /// The first word at the beginning of a cache line.
    first: usize,
    buckets: usize,
    /// The most bytes it may take.
    most: usize,
    age: AtomicU8,
}

/// Bytes in a cache line.
const LINE: usize = 64;
/// Words in a cache line, which is a bucket.
const WORDS: usize = LINE / size_of::<u64>();
/// Bytes of an entry.
const ENTRY: usize = 2 * size_of::<u64>();
/// The least bytes a table takes.
const LEAST: usize = 1 << 12;
/// More nodes than any search visits in a microsecond.
const NODES_A_MICROSECOND: u128 = 4;
/// For how many searches of the same length there is room, since the earlier ones of a game help.
const SEARCHES: u128 = 4;

impl Table {
    /// A table of at most so many MiB (at least a few KiB).
    pub fn new(mebibytes: usize) -> Table {
        let most = (mebibytes << 20).max(LEAST);
        Table { most, ..Table::of(LEAST) }
    }

    /// A table of so many bytes.
    fn of(bytes: usize) -> Table {
        let buckets = bytes / LINE - 1;
        // Fresh pages of zeros come from the system when they are first used.
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box((buckets + 1) * WORDS);
        let first = words.as_ptr().align_offset(LINE).min(WORDS);
        Table { words, first, buckets, most: bytes, age: AtomicU8::new(0) }
    }

    /// Begins a search by so many threads: makes room for as much as it may find, and what is
    /// already there older, so that it may be overwritten.
    pub fn begin(&mut self, limits: &Limits, threads: usize) {
        let by_time =
            limits.time.map(|time| time.as_micros() * NODES_A_MICROSECOND * threads as u128);
        let by_nodes = limits.nodes.map(u128::from);
        let nodes = by_time.into_iter().chain(by_nodes).min().unwrap_or(u128::MAX);
        let wanted = nodes.saturating_mul(SEARCHES * ENTRY as u128).min(self.most as u128) as usize;
        // Growing fourfold, so that searches of changing length do not copy it again and again.
        let mut bytes = (self.buckets + 1) * LINE;
        while bytes < wanted {
            bytes = (4 * bytes).min(self.most);
        }
        if bytes > (self.buckets + 1) * LINE {
            let larger = Table { most: self.most, ..Table::of(bytes) };
            // A search limited by depth alone may be over before a few large pages are cleared.
            if limits.depth.is_none() || nodes < u128::MAX {
                ask_for_large_pages(&larger.words);
            }
            self.move_to(larger);
        }
        *self.age.get_mut() = self.age.get_mut().wrapping_add(1);
    }

    /// Takes everything along into an empty table.
    fn move_to(&mut self, larger: Table) {
        let used = &self.words[self.first..][..self.buckets * WORDS];
        for slot in used.chunks_exact(2) {
            let data = slot[1].load(Relaxed);
            let bucket = larger.bucket(slot[0].load(Relaxed) ^ data);
            let empty = bucket.chunks_exact(2).find(|slot| slot[1].load(Relaxed) == 0);
            if let (true, Some(empty)) = (data != 0, empty) {
                empty[0].store(slot[0].load(Relaxed), Relaxed);
                empty[1].store(data, Relaxed);
            }
        }
        *self = Table { age: AtomicU8::new(*self.age.get_mut()), ..larger };
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for word in &mut self.words {
            *word.get_mut() = 0;
        }
        *self.age.get_mut() = 0;
    }

    /// What is remembered about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|slot| {
            let data = slot[1].load(Relaxed);
            (slot[0].load(Relaxed) ^ data == key && data != 0).then(|| unpack(data))
        })
    }

    /// Remembers something about the position with this key, instead of what matters least.
    #[inline]
    pub fn put(&self, key: u64, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let mut cheapest = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (place, slot) in bucket.chunks_exact(2).enumerate() {
            let data = slot[1].load(Relaxed);
            if data == 0 {
                cheapest = (i32::MIN, place);
                break;
            }
            if slot[0].load(Relaxed) ^ data == key {
                let old = unpack(data);
                if !replaces(&entry, &old, age_of(data) == age) {
                    return;
                }
                entry.best = entry.best.or(old.best);
                cheapest = (i32::MIN, place);
                break;
            }
            // A search that has passed since is worth four plies.
            let worth = i32::from(depth_of(data)) - 4 * i32::from(age.wrapping_sub(age_of(data)));
            if worth < cheapest.0 {
                cheapest = (worth, place);
            }
        }
        let slot = &bucket[2 * cheapest.1..];
        let data = pack(&entry, age);
        slot[0].store(key ^ data, Relaxed);
        slot[1].store(data, Relaxed);
    }

    /// How full it is with entries of the present search, in thousandths, by a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let data = self.words[self.first..]
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
        &self.words[self.first + WORDS * bucket..][..WORDS]
    }
}

/// Has the system hand out memory in pages of 2 MiB where it would choose small ones.
///
/// A search touches its table all over. With small pages nearly every first visit of a line is a
/// fault, which at 10 ms a move took a third of the time of a game of Bohnenspiel.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system's advice has no safe interface")]
fn ask_for_large_pages(words: &[AtomicU64]) {
    use rustix::mm::{Advice, madvise};
    /// What the system's smallest pages are multiples of on every machine.
    const PAGE: usize = 1 << 16;
    let start = words.as_ptr() as usize;
    let (first, end) = (start.next_multiple_of(PAGE), (start + size_of_val(words)) / PAGE * PAGE);
    if first < end {
        let offset = first - start;
        // SAFETY: the range lies inside `words`, and this advice changes neither what is in the
        // pages nor who may use them. Refused advice leaves the pages small, which is no error.
        let _ = unsafe {
            madvise(
                words.as_ptr().byte_add(offset).cast_mut().cast(),
                end - first,
                Advice::LinuxHugepage,
            )
        };
    }
}

/// Elsewhere the system chooses.
#[cfg(not(target_os = "linux"))]
fn ask_for_large_pages(_: &[AtomicU64]) {}

/// Whether a new entry is worth more than the old one of the same position.
fn replaces(new: &Entry, old: &Entry, same_search: bool) -> bool {
    if old.proven && old.bound == Bound::Exact && !new.proven {
        return false;
    }
    new.bound == Bound::Exact
        || !same_search
        || new.depth.saturating_add(3) > old.depth
        || new.proven
}

/// Whatever is packed is not zero, because no bound is: zero is an empty slot.
fn pack(entry: &Entry, age: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    // Lists of more than 65,534 moves do not occur; their last ones would not be remembered.
    let best = entry.best.map_or(0, |index| index.saturating_add(1));
    bound
        | u64::from(entry.proven) << 2
        | u64::from(age) << 8
        | u64::from(entry.depth) << 16
        | u64::from(best) << 24
        | (entry.score.bits() as u64) << 40
}

fn unpack(data: u64) -> Entry {
    Entry {
        score: Score::from_bits((data as i64 >> 40) as i32),
        bound: match data & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
        depth: depth_of(data),
        proven: data >> 2 & 1 == 1,
        best: ((data >> 24) as u16).checked_sub(1),
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

    fn entry(depth: u8) -> Entry {
        Entry {
            score: Score::judged(-17),
            bound: Bound::Lower,
            depth,
            proven: false,
            best: Some(3),
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
                any::<i32>().prop_map(Score::judged),
                (0..500u32).prop_map(Score::win_in),
                (0..500u32).prop_map(Score::lost_after),
                Just(Score::DRAW),
            ],
            bound in prop_oneof![Just(Bound::Upper), Just(Bound::Lower), Just(Bound::Exact)],
            (depth, proven, age) in any::<(u8, bool, u8)>(),
            best in prop_oneof![Just(None), (0..u16::MAX).prop_map(Some)],
        ) {
            let entry = Entry { score, bound, depth, proven, best };
            prop_assert_eq!(unpack(pack(&entry, age)), entry);
            prop_assert_eq!(age_of(pack(&entry, age)), age);
        }

        #[test]
        fn what_was_put_last_is_there(keys in proptest::collection::vec(any::<u64>(), 1..200)) {
            let table = Table::new(0);
            for (depth, &key) in keys.iter().enumerate() {
                table.put(key, entry(depth as u8));
                prop_assert_eq!(table.get(key), Some(entry(depth as u8)));
            }
        }
    }

    #[test]
    fn buckets_begin_at_cache_lines() {
        let table = Table::new(1);
        for key in [0, 1 << 40, u64::MAX] {
            assert_eq!(table.bucket(key).as_ptr().addr() % LINE, 0);
            assert_eq!(table.bucket(key).len(), WORDS);
        }
    }

    #[test]
    fn the_shallowest_gives_way_first() {
        let table = Table::new(0);
        let keys: Vec<u64> = neighbours().take(5).collect();
        for (&key, depth) in keys.iter().zip([9, 4, 7, 8, 6]) {
            table.put(key, entry(depth));
        }
        let found: Vec<bool> = keys.iter().map(|&key| table.get(key).is_some()).collect();
        assert_eq!(found, [true, false, true, true, true]);
    }

    #[test]
    fn old_searches_give_way_before_new_ones() {
        let mut table = Table::new(0);
        let keys: Vec<u64> = neighbours().take(5).collect();
        table.put(keys[0], entry(5));
        table.begin(&Limits::nodes(1), 1);
        table.begin(&Limits::nodes(1), 1);
        for (&key, depth) in keys[1..].iter().zip([1, 2, 3, 4]) {
            table.put(key, entry(depth));
        }
        assert_eq!(table.get(keys[0]), None);
        assert!(keys[1..].iter().all(|&key| table.get(key).is_some()));
    }

    #[test]
    fn a_longer_search_gets_more_room_and_keeps_what_is_known() {
        let mut table = Table::new(1);
        let small = table.words.len();
        let keys: Vec<u64> = (1..=20).map(|n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        keys.iter().for_each(|&key| table.put(key, entry(5)));
        table.begin(&Limits::nodes(10), 1);
        assert_eq!(table.words.len(), small);
        table.begin(&Limits::nodes(10_000), 1);
        assert!(table.words.len() > small);
        assert!(keys.iter().all(|&key| table.get(key) == Some(entry(5))));
        table.begin(&Limits::default(), 1);
        assert_eq!(table.words.len() * size_of::<u64>(), 1 << 20);
        table.begin(&Limits::nodes(10), 1);
        assert_eq!(table.words.len() * size_of::<u64>(), 1 << 20, "it never shrinks");
    }

    #[test]
    fn a_move_is_kept_when_a_new_entry_has_none() {
        let table = Table::new(0);
        table.put(77, entry(5));
        table.put(77, Entry { best: None, ..entry(6) });
        assert_eq!(table.get(77), Some(entry(6)));
    }

    #[test]
    fn a_proven_result_is_not_lost_to_a_judgement() {
        let table = Table::new(0);
        let proven = Entry { score: Score::DRAW, bound: Bound::Exact, proven: true, ..entry(2) };
        table.put(77, proven);
        table.put(77, entry(20));
        assert_eq!(table.get(77), Some(proven));
    }

    #[test]
    fn words_that_do_not_fit_together_are_nobodys() {
        let table = Table::new(0);
        table.put(77, entry(5));
        let torn = pack(&entry(6), 0);
        table.bucket(77)[1].store(torn, Relaxed);
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn clearing_forgets_all() {
        let mut table = Table::new(0);
        for key in neighbours().take(4) {
            table.put(key, entry(5));
        }
        table.clear();
        assert!(neighbours().take(4).all(|key| table.get(key).is_none()));
        assert_eq!(table.fullness(), 0);
    }
}
