//! A layer while it is built: backwards from the ends, one ply after the other.
//!
//! Capturing is obligatory, so positions are of two kinds. Who can capture leaves the layer with
//! every move, and finished layers below know what it is worth. Who cannot only makes paikas, which
//! stay in the layer and can be taken back one by one. So all captures are looked up first; then
//! the wins and losses in n plies are taken back to find those in n + 1. A paika to a lost position
//! wins; if a paika leads to a won one, the position before it is lost as soon as all its paikas
//! do. What is never reached is a draw.
//!
//! Each entry gets one value, which does not depend on the order of work, and doing a
//! piece of work again changes nothing: a build can be saved and resumed anywhere.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use games::Position;
use games::fanorona::Fanorona;
use rayon::prelude::*;

use super::layer::{Choice, Layer, Worth, pack};
use super::order::{Order, Piece};
use crate::build::{BuildError, Checkpoint, Watch};
use crate::file::{TableError, TableWriter};

/// The working state of one layer.
pub(super) struct Backwards<'a, const R: usize, const C: usize> {
    order: &'a Order<R, C>,
    below: &'a [Layer<R, C>],
    pieces: Vec<Piece>,
    entries: Vec<AtomicU8>,
    /// The greatest entry so far.
    furthest: AtomicU8,
}

/// Pieces looked up between two occasions to save.
const BATCH: usize = 64;
/// Pieces taken back between two: most of their positions are not wanted.
const STRETCH: usize = 256;

impl<'a, const R: usize, const C: usize> Backwards<'a, R, C> {
    /// Nothing is known yet. `below` has all layers with fewer stones, from two.
    pub(super) fn new(order: &'a Order<R, C>, below: &'a [Layer<R, C>]) -> Self {
        let mut entries = Vec::new();
        entries.resize_with(order.entries(), || AtomicU8::new(0));
        let pieces = order.pieces();
        Backwards { order, below, pieces, entries, furthest: AtomicU8::new(0) }
    }

    /// Takes over what an earlier run had reached. Returns the step to go on from.
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

    /// Goes on from a step to the end. First there is a step for each batch of captures, then one
    /// for each stretch of pieces with each number of plies.
    pub(super) fn complete(
        &self,
        from: usize,
        checkpoint: &mut Checkpoint,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let batches = self.pieces.len().div_ceil(BATCH);
        let stretches = self.pieces.len().div_ceil(STRETCH);
        for step in from.. {
            if step >= batches + stretches * usize::from(self.furthest.load(Relaxed)) {
                break;
            }
            let done = match step.checked_sub(batches) {
                None => {
                    let stage = format_args!("captures");
                    watch.report(stage, step as u64, batches as u64).map(|()| self.look_up(step))
                }
                Some(step) => {
                    let worth = Worth((step / stretches) as u8 + 1);
                    self.take_back(worth, step % stretches * STRETCH, watch)
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
    pub(super) fn write(&self, table: &mut TableWriter) -> Result<(), TableError> {
        for some in self.entries.chunks(1 << 16) {
            let worths: Vec<Worth> = some.iter().map(|entry| Worth(entry.load(Relaxed))).collect();
            table.write(&pack(&worths, self.entries.len()))?;
        }
        Ok(())
    }

    fn save(&self, file: &mut TableWriter, step: usize) -> Result<(), TableError> {
        for some in self.entries.chunks(1 << 16) {
            let bytes: Vec<u8> = some.iter().map(|entry| entry.load(Relaxed)).collect();
            file.write(&bytes)?;
        }
        file.write(&(step as u64).to_le_bytes())
    }

    /// Looks up what captures lead to, and who cannot move at all, in a batch of pieces.
    fn look_up(&self, batch: usize) {
        let pieces = &self.pieces[batch * BATCH..];
        pieces[..BATCH.min(pieces.len())].par_iter().for_each(|piece| {
            let mut furthest = 0;
            self.order.each(
                piece,
                |_| true,
                |index, mine, theirs| {
                    let position = Fanorona::<R, C>::facing(mine, theirs);
                    let worth = if position.can_capture() {
                        self.by_captures(&position)
                    } else if position.outcome().is_some() {
                        Worth::OVER
                    } else {
                        return;
                    };
                    self.entries[index].store(worth.0, Relaxed);
                    furthest = furthest.max(worth.0);
                },
            );
            self.furthest.fetch_max(furthest, Relaxed);
        });
    }

    /// What a position is worth whose moves all capture.
    fn by_captures(&self, position: &Fanorona<R, C>) -> Worth {
        let mut choice = Choice::NO_MOVE;
        let _ = position.moves(|m| {
            choice = choice.or_move(worth_below(self.below, &position.play(m)));
            std::ops::ControlFlow::Continue(())
        });
        choice.worth()
    }

    /// Takes the paikas back that lead to positions worth so much, in a stretch of pieces.
    fn take_back(&self, worth: Worth, from: usize, watch: &Watch) -> Result<(), BuildError> {
        let Some(before) = worth.0.checked_add(1).map(Worth) else {
            return Ok(());
        };
        let (done, total) = (AtomicU64::new(from as u64), self.pieces.len() as u64);
        let pieces = &self.pieces[from..];
        pieces[..STRETCH.min(pieces.len())].par_iter().try_for_each(|piece| {
            let is_it = |index: usize| self.entries[index].load(Relaxed) == worth.0;
            self.order.each(piece, is_it, |_, mine, theirs| {
                self.mark_before(mine, theirs, worth, before);
            });
            match done.fetch_add(1, Relaxed) {
                done if done % 64 == 0 => {
                    watch.report(format_args!("{} plies", worth.0), done, total)
                }
                _ => Ok(()),
            }
        })
    }

    /// Marks what follows for the positions one paika before this one.
    fn mark_before(&self, mine: u64, theirs: u64, worth: Worth, before: Worth) {
        let empty = Fanorona::<R, C>::BOARD & !(mine | theirs);
        for to in singles(theirs) {
            for from in singles(Fanorona::<R, C>::neighbours(to) & empty) {
                let position = Fanorona::<R, C>::facing(theirs ^ to ^ from, mine);
                if position.can_capture() {
                    continue;
                }
                let index = self.order.index(position.mine(), position.theirs());
                let is_open = self.entries[index].load(Relaxed) == 0;
                if is_open && (worth.is_loss() || self.is_lost(&position, worth)) {
                    self.order.each_index(position.mine(), position.theirs(), |index| {
                        self.entries[index].store(before.0, Relaxed);
                    });
                    self.furthest.fetch_max(before.0, Relaxed);
                }
            }
        }
    }

    /// Whether every paika leads to a position that is won within so many plies.
    fn is_lost(&self, position: &Fanorona<R, C>, within: Worth) -> bool {
        let (mine, theirs) = (position.mine(), position.theirs());
        singles(mine).all(|from| {
            singles(Fanorona::<R, C>::neighbours(from) & position.empty()).all(|to| {
                let index = self.order.index(theirs, mine ^ from ^ to);
                let after = Worth(self.entries[index].load(Relaxed));
                after.is_win() && after.0 <= within.0
            })
        })
    }
}

/// What a position with fewer stones is worth to its mover.
pub(super) fn worth_below<const R: usize, const C: usize>(
    below: &[Layer<R, C>],
    position: &Fanorona<R, C>,
) -> Worth {
    let (mine, theirs) = (position.mine(), position.theirs());
    if mine == 0 {
        return Worth::OVER;
    }
    let stones = (mine | theirs).count_ones() as usize;
    below[stones - 2].worth(mine, theirs)
}

/// The points of a set, each as a set.
#[inline]
fn singles(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
