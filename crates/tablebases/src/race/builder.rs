//! Building and checking a race tablebase.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rayon::prelude::*;
use spielwerk_games::fauhalma::{RuleSet, spaces};

use super::breadth_first::BreadthFirstSearch;
use super::indexing::Indexing;
use super::solo_race::SoloRace;
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Builder, Checkpoint, Extent};
use crate::file::{TablebaseFile, TablebaseHeader, TablebaseWriter};

impl<R: RuleSet> Builder for SoloRace<R> {
    fn header(&self) -> TablebaseHeader {
        SoloRace::header(self)
    }

    fn estimate(&self) -> BuildEstimate {
        const EACH: Duration = Duration::from_nanos(300);
        let entries = self.indexing.entries();
        BuildEstimate::from_single_thread(entries as u64, entries as u64, EACH * entries as u32)
    }

    fn compute(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TablebaseWriter,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let search = BreadthFirstSearch::new(self);
        let from = checkpoint.load().map_or(0, |reached| search.resume(&reached));
        search.run(from, checkpoint, monitor)?;
        Ok(search.write(table)?)
    }

    /// The number of placements at each distance must be the expected one, and every entry must
    /// follow from its successors: one more than their minimum, or 0 at home.
    fn check(
        &self,
        table: &TablebaseFile,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let entries = &table.read_all()?[..];
        let (found, known) = (counts(&self.indexing, entries), self.counts());
        if !known.is_empty() && found != known {
            let what = format!("its placements by distance are {found:?}, not {known:?}");
            return Err(table.wrong(what).into());
        }
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (entries.len() / 500_000).max(1),
        };
        let (blocks, lows) = (self.indexing.blocks(), self.indexing.lows());
        let done = AtomicU64::new(0);
        blocks.par_iter().try_for_each(|block| {
            // The sample interval spans blocks: most blocks are shorter than one.
            let skipped = block.first.next_multiple_of(step) - block.first;
            for nth in (skipped..block.length).step_by(step) {
                let pegs = self.indexing.pegs(&block.with(lows[nth]));
                self.check_entry(entries, pegs).map_err(|what| table.wrong(what))?;
            }
            let done = done.fetch_add(1, Relaxed);
            monitor.report(format_args!("check"), done, blocks.len() as u64)
        })
    }
}

impl<R: RuleSet> SoloRace<R> {
    /// Compares one entry with its successors.
    fn check_entry(&self, entries: &[u8], pegs: u128) -> Result<(), String> {
        let mut follows = 0;
        if pegs != self.home {
            let mut least = u8::MAX;
            self.generate_moves(pegs, |m| {
                let after = pegs ^ m.from.set() ^ m.to.set();
                least = least.min(entries[self.indexing.index(after)]);
            });
            follows = least.saturating_add(1);
        }
        let found = entries[self.indexing.index(pegs)];
        if found == follows && found < u8::MAX {
            return Ok(());
        }
        let pegs: Vec<_> = spaces(pegs).collect();
        Err(format!("{pegs:?} is {found} moves from home, its successors say {follows}"))
    }
}

/// The number of placements at each distance.
pub(super) fn counts(indexing: &Indexing, entries: &[u8]) -> Vec<u64> {
    let nothing = || [0; 256];
    let blocks = indexing.blocks();
    let counts = blocks.par_iter().fold(nothing, |mut counts, block| {
        for &distance in &entries[block.first..][..block.length] {
            counts[usize::from(distance)] += block.images();
        }
        counts
    });
    let counts =
        counts.reduce(nothing, |one, other| std::array::from_fn(|nth| one[nth] + other[nth]));
    let furthest = counts.iter().rposition(|&count| count > 0);
    counts[..furthest.map_or(0, |furthest| furthest + 1)].to_vec()
}
