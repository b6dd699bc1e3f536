//! What is known of each position of a large layer under construction: two bits, and a third one for
//! positions that were decided, but whose predecessors were not looked at since.
//!
//! A state is written as a capture is resolved, and changes at most once after that, from open to
//! decided, by clearing a bit. So writing twice does no harm, and parts of a checkpoint that are of
//! different age fit together: the older one only has more open positions.

use std::ops::Range;
use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Relaxed, SeqCst},
};

use spielwerk_memory::{advise_huge_pages, zeroed};

use super::indexing::Chunk;
use crate::build::{BuildError, Checkpoint};
use crate::file::{TablebaseError, TablebaseWriter};

/// What is known of a position: a value in the code of the file, or open.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct State(u64);

impl State {
    pub(super) const DRAW: State = State(0);
    pub(super) const LOSS: State = State(1);
    pub(super) const WIN: State = State(2);
    /// All moves are paikas, and no value follows from them so far. A draw, if that stays so.
    pub(super) const OPEN: State = State(3);
}

/// The low bit of each state of a word.
const LOW_BITS: u64 = u64::MAX / 3;
/// States in a word.
const PER_WORD: usize = 32;
/// The number of parts of a checkpoint, at most.
const PARTS: usize = 64;

/// The states of all positions.
pub(super) struct States {
    entries: usize,
    words: Box<[AtomicU64]>,
    /// A bit for each position whose predecessors are to be looked at.
    dirty: Box<[AtomicU64]>,
    /// The words in a part of the checkpoint, a power of two, and which parts have changed since the
    /// last one.
    part: usize,
    changed: Vec<AtomicBool>,
}

impl States {
    /// The memory for this many entries.
    pub(super) const fn bytes(entries: usize) -> usize {
        8 * (entries.div_ceil(PER_WORD) + entries.div_ceil(64))
    }

    /// All zero, which is a draw.
    pub(super) fn new(entries: usize) -> Result<States, BuildError> {
        let memory = || BuildError::Memory(States::bytes(entries));
        let words: Box<[AtomicU64]> = zeroed(entries.div_ceil(PER_WORD)).ok_or_else(memory)?;
        let dirty: Box<[AtomicU64]> = zeroed(entries.div_ceil(64)).ok_or_else(memory)?;
        advise_huge_pages(&words);
        advise_huge_pages(&dirty);
        let part = words.len().div_ceil(PARTS).next_power_of_two();
        let changed = (0..words.len().div_ceil(part)).map(|_| AtomicBool::new(false)).collect();
        Ok(States { entries, words, dirty, part, changed })
    }

    /// The state of a position.
    #[inline]
    pub(super) fn get(&self, index: usize) -> State {
        State(self.words[index / PER_WORD].load(SeqCst) >> (2 * (index % PER_WORD)) & 3)
    }

    /// Decides an open position. Returns whether it was open.
    #[inline]
    pub(super) fn decide(&self, index: usize, state: State) -> bool {
        let (nth, shift) = (index / PER_WORD, 2 * (index % PER_WORD));
        let before = self.words[nth].fetch_and(!((3 ^ state.0) << shift), SeqCst);
        self.set_changed(nth);
        State(before >> shift & 3) == State::OPEN
    }

    /// Remembers that the predecessors of a position are to be looked at.
    #[inline]
    pub(super) fn set_dirty(&self, index: usize) {
        self.dirty[index / 64].fetch_or(1 << (index % 64), SeqCst);
    }

    /// Takes the dirty bits of a range, word by word.
    pub(super) fn take_dirty(&self, range: Range<usize>) -> impl Iterator<Item = usize> {
        (range.start / 64..range.end.div_ceil(64)).flat_map(move |nth| {
            // A bit that is set after this was read is left to the next sweep, which there is, since
            // whoever set it was at work on a dirty position.
            let mut word = self.dirty[nth].load(Relaxed);
            if word != 0 {
                let below = |index: usize| match index.saturating_sub(64 * nth) {
                    bits @ 0..64 => (1 << bits) - 1,
                    _ => u64::MAX,
                };
                let mask = below(range.end) & !below(range.start);
                word = self.dirty[nth].fetch_and(!mask, SeqCst) & mask;
            }
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                (word != 0).then(|| {
                    word &= word - 1;
                    64 * nth + bit
                })
            })
        })
    }

    #[inline]
    fn set_changed(&self, word: usize) {
        let changed = &self.changed[word / self.part];
        if !changed.load(Relaxed) {
            changed.store(true, Relaxed);
        }
    }

    /// Restores the state of an earlier run, as far as it was saved. Returns the number of chunks
    /// whose captures are resolved.
    pub(super) fn resume(&self, checkpoint: &Checkpoint, chunks: &[Chunk]) -> usize {
        let mut resolved = chunks.len();
        for (nth, words) in self.words.chunks(self.part).enumerate() {
            let saved = checkpoint.load_part(nth);
            let saved = saved.as_deref().and_then(|saved| saved.split_last_chunk());
            let saved = saved.filter(|(bytes, _)| bytes.len() == 8 * words.len());
            let mut until = 0;
            if let Some((bytes, progress)) = saved {
                let (saved, _) = bytes.as_chunks();
                for (word, &saved) in words.iter().zip(saved) {
                    word.store(u64::from_le_bytes(saved), Relaxed);
                }
                until = u64::from_le_bytes(*progress) as usize;
            }
            let end = PER_WORD * (nth + 1) * self.part;
            if until < chunks.partition_point(|chunk| chunk.first < end) {
                resolved = resolved.min(until);
            }
        }
        resolved
    }

    /// Saves the parts that have changed, each with the number of chunks that are resolved.
    pub(super) fn save(
        &self,
        checkpoint: &mut Checkpoint,
        resolved: usize,
    ) -> Result<(), TablebaseError> {
        let parts = 0..self.changed.len();
        let changed = parts.filter(|&part| self.changed[part].swap(false, Relaxed));
        checkpoint.save_parts(changed, |part, file| {
            let end = self.words.len().min((part + 1) * self.part);
            write_words(file, &self.words[part * self.part..end], |word| word)?;
            file.write(&(resolved as u64).to_le_bytes())
        })
    }

    /// Writes the finished layer, where what is still open is a draw.
    pub(super) fn write(&self, table: &mut TablebaseWriter) -> Result<(), TablebaseError> {
        let draw = |word: u64| {
            let open = word & word >> 1 & LOW_BITS;
            word & !(3 * open)
        };
        let (full, rest) = self.words.split_at(self.entries / PER_WORD);
        write_words(table, full, draw)?;
        let bytes = (self.entries % PER_WORD).div_ceil(4);
        let rest = rest.iter().flat_map(|word| draw(word.load(Relaxed)).to_le_bytes());
        table.write(&rest.take(bytes).collect::<Vec<u8>>())
    }
}

/// Writes words, changed by a function, in little-endian order.
fn write_words(
    file: &mut TablebaseWriter,
    words: &[AtomicU64],
    change: impl Fn(u64) -> u64,
) -> Result<(), TablebaseError> {
    words.chunks(1 << 13).try_for_each(|some| {
        let bytes = some.iter().map(|word| change(word.load(Relaxed)).to_le_bytes());
        file.write(bytes.collect::<Vec<_>>().as_flattened())
    })
}

/// Collects the states of ascending positions, to write each word once.
pub(super) struct StateWriter<'a> {
    states: &'a States,
    nth: usize,
    word: u64,
}

impl<'a> StateWriter<'a> {
    /// A writer that begins with this position.
    pub(super) fn new(states: &'a States, first: usize) -> StateWriter<'a> {
        StateWriter { states, nth: first / PER_WORD, word: 0 }
    }

    /// Sets the state of a position.
    #[inline]
    pub(super) fn set(&mut self, index: usize, state: State) {
        if index / PER_WORD != self.nth {
            self.flush();
            self.nth = index / PER_WORD;
        }
        self.word |= state.0 << (2 * (index % PER_WORD));
    }

    /// Writes what is left.
    pub(super) fn flush(&mut self) {
        // Two chunks can share a word.
        self.states.words[self.nth].fetch_or(self.word, SeqCst);
        self.states.set_changed(self.nth);
        self.word = 0;
    }
}
