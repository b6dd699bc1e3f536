//! The payload of a tablebase in memory, filled block by block as it is used.

use spielwerk_memory::{advise_huge_pages, zeroed};
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU64};
use std::sync::{Mutex, PoisonError};

/// The size of a block: small enough to be read at once, large enough that checksums are few.
pub(super) const BLOCK_BYTES: usize = 1 << 16;

/// What is known of a block.
const UNREAD: u8 = 0;
const SOUND: u8 = 1;
const DAMAGED: u8 = 2;

/// One allocation for all blocks, so that a byte costs one access to memory: the states of the blocks
/// stay in the cache. The system provides a page when it is first written to, so blocks that are not
/// used cost no memory.
#[derive(Debug)]
pub(super) struct Blocks {
    /// Little-endian words, the last one filled up with zeros. They are written only while their
    /// block is unread and the lock is held, so relaxed accesses suffice: the state of the block is
    /// stored after its words and loaded before them.
    words: Box<[AtomicU64]>,
    /// The number of bytes.
    length: usize,
    states: Box<[AtomicU8]>,
    loading: Mutex<()>,
}

const WORD_BYTES: usize = size_of::<u64>();
const BLOCK_WORDS: usize = BLOCK_BYTES / WORD_BYTES;

impl Blocks {
    /// Blocks for so many bytes, or `None` if the address space does not suffice.
    pub(super) fn new(length: usize) -> Option<Blocks> {
        let words = zeroed(length.div_ceil(WORD_BYTES))?;
        advise_huge_pages(&words);
        let states = zeroed(length.div_ceil(BLOCK_BYTES))?;
        Some(Blocks { words, length, states, loading: Mutex::new(()) })
    }

    /// How many bytes there are.
    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// How many blocks there are.
    pub(super) fn count(&self) -> usize {
        self.states.len()
    }

    /// Whether a block has been read or found to be damaged.
    pub(super) fn is_known(&self, number: usize) -> bool {
        self.states[number].load(Acquire) != UNREAD
    }

    /// A word. `read` reads its block if it is the first of that block; `None` if that failed, or if
    /// there is no such word.
    #[inline]
    pub(super) fn word(
        &self,
        nth: usize,
        read: impl FnOnce(usize) -> Option<Vec<u8>>,
    ) -> Option<u64> {
        let word = self.words.get(nth)?;
        let number = nth / BLOCK_WORDS;
        if self.states[number].load(Acquire) == SOUND || self.fill(number, read) {
            Some(word.load(Relaxed))
        } else {
            None
        }
    }

    /// A byte, as [`word`](Blocks::word).
    #[inline]
    pub(super) fn byte(
        &self,
        index: usize,
        read: impl FnOnce(usize) -> Option<Vec<u8>>,
    ) -> Option<u8> {
        if index >= self.length {
            return None;
        }
        let word = self.word(index / WORD_BYTES, read)?;
        Some((word >> (8 * (index % WORD_BYTES))) as u8)
    }

    /// Fills a block unless that has been tried; answers whether it is sound.
    #[cold]
    pub(super) fn fill(&self, number: usize, read: impl FnOnce(usize) -> Option<Vec<u8>>) -> bool {
        // A thread that panicked while it read has not stored a state, so the block is still unread.
        let _lock = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        let state = &self.states[number];
        if state.load(Relaxed) == UNREAD {
            let found = read(number);
            let known = if found.is_some() { SOUND } else { DAMAGED };
            let words = &self.words[number * BLOCK_WORDS..];
            for (to, from) in words.iter().zip(found.unwrap_or_default().chunks(WORD_BYTES)) {
                let mut bytes = [0; WORD_BYTES];
                bytes[..from.len()].copy_from_slice(from);
                to.store(u64::from_le_bytes(bytes), Relaxed);
            }
            state.store(known, Release);
        }
        state.load(Relaxed) == SOUND
    }
}
