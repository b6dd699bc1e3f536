//! Computing a layer by retrograde analysis, one ply after the other.
//!
//! Capturing is obligatory, so there are two kinds of positions. If the mover can capture, every
//! move leaves the layer, and the value is looked up in finished layers. Otherwise all moves are
//! paikas, which stay in the layer and can be unmoved. So all captures are resolved first; then the
//! wins and losses in n plies are unmoved to find those in n + 1. A paika to a lost position wins; a
//! position is lost as soon as all its paikas lead to won ones. What is never reached is a draw.
//!
//! The value of an entry does not depend on the order of work, and repeating work changes nothing:
//! a build can be saved and resumed anywhere.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use spielwerk_games::Position;
use spielwerk_games::fanorona::DynFanorona;

use super::indexing::{Chunk, Indexing};
use super::layer::{BackedUpValue, Layer, Value, pack};
use crate::build::{BuildError, BuildMonitor, Checkpoint};
use crate::file::{TablebaseError, TablebaseWriter};

/// The layer under construction.
pub(super) struct RetrogradeAnalysis<'a> {
    indexing: &'a Indexing,
    below: &'a [Layer],
    chunks: Vec<Chunk>,
    entries: Vec<AtomicU8>,
    /// The largest entry so far.
    furthest: AtomicU8,
}

/// Chunks whose captures are resolved between two opportunities to save.
const CAPTURE_BATCH: usize = 64;
/// Chunks whose paikas are unmoved between two: most of their positions are skipped.
const UNMOVE_BATCH: usize = 256;

impl<'a> RetrogradeAnalysis<'a> {
    /// A layer with all entries unknown. `below` has all layers with fewer stones, from two.
    pub(super) fn new(indexing: &'a Indexing, below: &'a [Layer]) -> Self {
        let mut entries = Vec::new();
        entries.resize_with(indexing.entries(), || AtomicU8::new(0));
        let chunks = indexing.chunks();
        RetrogradeAnalysis { indexing, below, chunks, entries, furthest: AtomicU8::new(0) }
    }

    /// Restores the state of an earlier run. Returns the step to resume from.
    pub(super) fn resume(&self, reached: &[u8]) -> usize {
        match reached.split_last_chunk() {
            Some((entries, step)) if entries.len() == self.entries.len() => {
                for (entry, &found) in self.entries.iter().zip(entries) {
                    entry.store(found, Relaxed);
                    self.furthest.fetch_max(found, Relaxed);
                }
                u64::from_le_bytes(*step) as usize
            }
            _ => 0,
        }
    }

    /// Runs from a step to the end. First there is a step for each batch of captures, then one for
    /// each batch of unmoves with each number of plies.
    pub(super) fn run(
        &self,
        from: usize,
        checkpoint: &mut Checkpoint,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let batches = self.chunks.len().div_ceil(CAPTURE_BATCH);
        let stretches = self.chunks.len().div_ceil(UNMOVE_BATCH);
        for step in from.. {
            if step >= batches + stretches * usize::from(self.furthest.load(Relaxed)) {
                break;
            }
            let done = match step.checked_sub(batches) {
                None => {
                    let stage = format_args!("captures");
                    monitor
                        .report(stage, step as u64, batches as u64)
                        .map(|()| self.resolve_captures(step))
                }
                Some(step) => {
                    let value = Value((step / stretches) as u8 + 1);
                    self.unmove_paikas(value, step % stretches * UNMOVE_BATCH, monitor)
                }
            };
            if done.is_err() || checkpoint.is_due() {
                let next = if done.is_err() { step } else { step + 1 };
                checkpoint.save(|file| self.save(file, next))?;
            }
            done?;
        }
        Ok(())
    }

    /// Writes the finished layer.
    pub(super) fn write(&self, table: &mut TablebaseWriter) -> Result<(), TablebaseError> {
        for some in self.entries.chunks(1 << 16) {
            let values: Vec<Value> = some.iter().map(|entry| Value(entry.load(Relaxed))).collect();
            table.write(&pack(&values, self.entries.len()))?;
        }
        Ok(())
    }

    fn save(&self, file: &mut TablebaseWriter, step: usize) -> Result<(), TablebaseError> {
        for some in self.entries.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().map(|entry| entry.load(Relaxed)).collect();
            file.write(&bytes)?;
        }
        file.write(&(step as u64).to_le_bytes())
    }

    /// Resolves captures, and positions without a move, in a batch of chunks.
    fn resolve_captures(&self, batch: usize) {
        let chunks = &self.chunks[batch * CAPTURE_BATCH..];
        chunks[..CAPTURE_BATCH.min(chunks.len())].par_iter().for_each(|chunk| {
            let mut furthest = 0;
            self.indexing.for_each_position(
                chunk,
                |_| true,
                |index, mine, theirs| {
                    let position = DynFanorona::from_stones(self.indexing.size(), mine, theirs);
                    let value = if position.can_capture() {
                        self.value_by_captures(&position)
                    } else if position.outcome().is_some() {
                        Value::OVER
                    } else {
                        return;
                    };
                    self.entries[index].store(value.0, Relaxed);
                    furthest = furthest.max(value.0);
                },
            );
            self.furthest.fetch_max(furthest, Relaxed);
        });
    }

    /// The value of a position whose moves all capture.
    fn value_by_captures(&self, position: &DynFanorona) -> Value {
        let mut backed_up = BackedUpValue::NO_MOVE;
        let _ = position.generate_moves(|m| {
            backed_up = backed_up.with_move(value_below(self.below, &position.play(m)));
            std::ops::ControlFlow::Continue(())
        });
        backed_up.value()
    }

    /// Unmoves the paikas that lead to positions of this value, in a batch of chunks.
    fn unmove_paikas(
        &self,
        value: Value,
        from: usize,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let Some(before) = value.0.checked_add(1).map(Value) else {
            return Ok(());
        };
        let (done, total) = (AtomicU64::new(from as u64), self.chunks.len() as u64);
        let chunks = &self.chunks[from..];
        chunks[..UNMOVE_BATCH.min(chunks.len())].par_iter().try_for_each(|chunk| {
            let is_it = |index: usize| self.entries[index].load(Relaxed) == value.0;
            self.indexing.for_each_position(chunk, is_it, |_, mine, theirs| {
                self.mark_predecessors(mine, theirs, value, before);
            });
            match done.fetch_add(1, Relaxed) {
                done if done % 64 == 0 => {
                    monitor.report(format_args!("{} plies", value.0), done, total)
                }
                _ => Ok(()),
            }
        })
    }

    /// Marks the predecessors of a position, one paika before it, whose value follows from it.
    fn mark_predecessors(&self, mine: u64, theirs: u64, value: Value, before: Value) {
        let size = self.indexing.size();
        let empty = size.board() & !(mine | theirs);
        for to in singles(theirs) {
            for from in singles(size.neighbours(to) & empty) {
                let position = DynFanorona::from_stones(size, theirs ^ to ^ from, mine);
                if position.can_capture() {
                    continue;
                }
                let index = self.indexing.index(position.mine(), position.theirs());
                let is_open = self.entries[index].load(Relaxed) == 0;
                if is_open && (value.is_loss() || self.is_lost(&position, value)) {
                    self.indexing.for_each_index(position.mine(), position.theirs(), |index| {
                        self.entries[index].store(before.0, Relaxed);
                    });
                    self.furthest.fetch_max(before.0, Relaxed);
                }
            }
        }
    }

    /// Whether every paika leads to a position that is won within this many plies.
    fn is_lost(&self, position: &DynFanorona, within: Value) -> bool {
        let (mine, theirs) = (position.mine(), position.theirs());
        singles(mine).all(|from| {
            singles(position.neighbours(from) & position.empty()).all(|to| {
                let index = self.indexing.index(theirs, mine ^ from ^ to);
                let after = Value(self.entries[index].load(Relaxed));
                after.is_win() && after.0 <= within.0
            })
        })
    }
}

/// The value of a position with fewer stones for its mover.
pub(super) fn value_below(below: &[Layer], position: &DynFanorona) -> Value {
    let (mine, theirs) = (position.mine(), position.theirs());
    if mine == 0 {
        return Value::OVER;
    }
    let stones = (mine | theirs).count_ones() as usize;
    // All layers below are in memory, so no value is missing.
    below[stones - 2].value(mine, theirs).unwrap_or(Value::DRAW)
}

/// The points of a bitboard, each as a bitboard.
#[inline]
pub(super) fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
