//! Boards seen before, and how many pairs the mover gets there: a fixed piece of memory.
//!
//! ```text
//!   which board 31 │ … │ work 6 │ most 6 │ least 6        hint 64
//! ```
//!
//! The number of a board is shuffled, which can be undone; its upper bits choose one of many lines
//! of four entries, and the rest is in the entry, so that no board is ever taken for another. Bounds
//! and board are in one word, so threads need no lock: a *hint* that belongs to other bounds only
//! sends the search to the wrong place first.
//!
//! Bounds hold whatever the way to the board was, for they rest on no repetition.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Bits of a board's number.
const NUMBER: u32 = 48;
/// Bits of the first word that do not tell the board.
const DATA: u32 = 33;
/// Words in a line, two for each entry.
const LINE: usize = 8;
/// Lines there must be, so that the rest of a number fits into an entry.
const FEWEST: u32 = NUMBER - (u64::BITS - DATA);

/// What is known of a board.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// The pairs that the mover surely gets.
    pub(super) least: i8,
    /// He surely gets no more.
    pub(super) most: i8,
    /// How much work it was to find out, as a number of bits.
    pub(super) work: u8,
    /// What else a search wants to remember.
    pub(super) hint: u64,
}

impl Bounds {
    /// Nothing is known of a board with so many pairs.
    pub(super) fn open(pairs: i8) -> Bounds {
        Bounds { least: 0, most: pairs, work: 0, hint: 0 }
    }

    /// Whether the mover gets so many pairs, if that is sure.
    #[inline]
    pub(super) fn says(&self, need: i8) -> Option<bool> {
        (self.least >= need || self.most < need).then_some(self.least >= need)
    }

    /// The same with one answer more.
    #[inline]
    pub(super) fn with(self, need: i8, yes: bool) -> Bounds {
        if yes {
            Bounds { least: self.least.max(need), ..self }
        } else {
            Bounds { most: self.most.min(need - 1), ..self }
        }
    }

    fn pack(&self) -> u64 {
        self.least as u64 & 63 | (self.most as u64 & 63) << 6 | u64::from(self.work.min(63)) << 12
    }

    fn unpack(data: u64, hint: u64) -> Bounds {
        let six = |nth: u32| (data >> (6 * nth) & 63) as u8;
        Bounds { least: six(0) as i8, most: six(1) as i8, work: six(2), hint }
    }
}

/// A table of boards.
pub(super) struct Memory {
    words: Box<[AtomicU64]>,
    /// The first word at the beginning of a cache line.
    first: usize,
    /// The number of lines is this power of two.
    bits: u32,
}

impl Memory {
    /// Boards in so many MiB, rounded down to a power of two, but at least eight.
    pub(super) fn new(mebibytes: usize) -> Memory {
        let lines = (mebibytes << 20) / (LINE * size_of::<u64>());
        let bits = lines.max(1).ilog2().max(FEWEST);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(LINE * ((1 << bits) + 1));
        let first = words.as_ptr().align_offset(LINE * size_of::<u64>()).min(LINE);
        Memory { words, first, bits }
    }

    /// What is known of the board with this number.
    #[inline]
    pub(super) fn get(&self, number: u64) -> Option<Bounds> {
        let (line, rest) = self.find(number);
        line.chunks_exact(2).find_map(|slot| {
            let word = slot[0].load(Relaxed);
            let is_it = word >> DATA == rest && word != 0;
            is_it.then(|| Bounds::unpack(word, slot[1].load(Relaxed)))
        })
    }

    /// Remembers what is known of the board with this number, in place of what took least work.
    #[inline]
    pub(super) fn put(&self, number: u64, bounds: &Bounds) {
        let (line, rest) = self.find(number);
        let mut cheapest = (u8::MAX, line);
        for slot in line.chunks_exact(2) {
            let word = slot[0].load(Relaxed);
            if word == 0 || word >> DATA == rest {
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
        first.store(rest << DATA | bounds.pack(), Relaxed);
    }

    /// Every board there is, by its number.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u64, Bounds)> {
        let lines = self.words[self.first..].chunks_exact(LINE).take(1 << self.bits);
        lines.enumerate().flat_map(move |(line, words)| {
            words.chunks_exact(2).filter_map(move |slot| {
                let (word, hint) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
                let shuffled = (line as u64) << (NUMBER - self.bits) | word >> DATA;
                (word != 0).then(|| (restore(shuffled), Bounds::unpack(word, hint)))
            })
        })
    }

    /// The line of a board, and what is left of its number.
    #[inline]
    fn find(&self, number: u64) -> (&[AtomicU64], u64) {
        let shuffled = shuffle(number);
        let rest = NUMBER - self.bits;
        let line = (shuffled >> rest) as usize;
        (&self.words[self.first + LINE * line..][..LINE], shuffled & ((1 << rest) - 1))
    }
}

const MASK: u64 = (1 << NUMBER) - 1;
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

/// Spreads neighbouring numbers over all lines.
#[inline]
fn shuffle(number: u64) -> u64 {
    let folded = number ^ number >> (NUMBER / 2);
    let mixed = folded.wrapping_mul(FACTOR) & MASK;
    (mixed ^ mixed >> (NUMBER / 2)).wrapping_mul(FACTOR) & MASK
}

/// The number that was shuffled. Folding by half of the bits is undone by doing it again.
fn restore(shuffled: u64) -> u64 {
    let mixed = shuffled.wrapping_mul(INVERSE) & MASK;
    let folded = (mixed ^ mixed >> (NUMBER / 2)).wrapping_mul(INVERSE) & MASK;
    folded ^ folded >> (NUMBER / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffled_numbers_are_restored() {
        for number in [0, 1, 77, 1 << 40, MASK, 0x1234_5678_9abc] {
            assert_eq!(restore(shuffle(number)), number);
        }
    }

    #[test]
    fn what_was_put_is_there_and_listed() {
        let memory = Memory::new(1);
        let known = |nth: u64| Bounds {
            least: (nth % 30) as i8,
            most: 36,
            work: (nth % 64) as u8,
            hint: nth << 40,
        };
        let numbers = (0..1000).map(|nth| nth * 98_765_432_101);
        for (nth, number) in numbers.clone().enumerate() {
            memory.put(number, &known(nth as u64));
        }
        for (nth, number) in numbers.clone().enumerate() {
            assert_eq!(memory.get(number), Some(known(nth as u64)));
        }
        let mut listed: Vec<u64> = memory.entries().map(|(number, _)| number).collect();
        listed.sort_unstable();
        assert_eq!(listed, numbers.collect::<Vec<_>>());
    }
}
