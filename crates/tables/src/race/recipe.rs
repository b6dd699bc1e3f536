//! How a race table is built and checked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use games::fauhalma::{RuleSet, spaces};
use rayon::prelude::*;

use super::course::Course;
use super::layers::Layers;
use super::order::Order;
use crate::build::{BuildError, Checkpoint, Extent, Plan, Recipe, Watch};
use crate::file::{Label, TableFile, TableWriter};

impl<R: RuleSet> Recipe for Course<R> {
    fn label(&self) -> Label {
        Course::label(self)
    }

    fn plan(&self) -> Plan {
        const EACH: Duration = Duration::from_nanos(300);
        let entries = self.order.entries();
        Plan::shared(entries as u64, entries as u64, EACH * entries as u32)
    }

    fn fill(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TableWriter,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let layers = Layers::new(self);
        let from = checkpoint.load().map_or(0, |reached| layers.resume(reached.payload()));
        layers.complete(from, checkpoint, watch)?;
        Ok(layers.write(table)?)
    }

    /// There must be as many placements at each distance as are known, and every entry must follow
    /// from its successors: one more than the least of them, or 0 at home.
    fn check(&self, table: &TableFile, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        let entries = self.entries(table)?;
        let (found, known) = (counts(&self.order, entries), self.counts());
        if !known.is_empty() && found != known {
            let what = format!("its placements by distance are {found:?}, not {known:?}");
            return Err(table.wrong(what).into());
        }
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (entries.len() / 500_000).max(1),
        };
        let (blocks, lows) = (self.order.blocks(), self.order.lows());
        let done = AtomicU64::new(0);
        blocks.par_iter().try_for_each(|block| {
            // Steps go on from block to block: most blocks are shorter than one.
            let skipped = block.first.next_multiple_of(step) - block.first;
            for nth in (skipped..block.length).step_by(step) {
                let pegs = self.order.pegs(&block.with(lows[nth]));
                self.check_entry(entries, pegs).map_err(|what| table.wrong(what))?;
            }
            let done = done.fetch_add(1, Relaxed);
            watch.report(format_args!("check"), done, blocks.len() as u64)
        })
    }
}

impl<R: RuleSet> Course<R> {
    /// Compares one entry with its successors. The error says what is wrong.
    fn check_entry(&self, entries: &[u8], pegs: u128) -> Result<(), String> {
        let mut follows = 0;
        if pegs != self.home {
            let mut least = u8::MAX;
            self.moves(pegs, |m| {
                let after = pegs ^ m.from.set() ^ m.to.set();
                least = least.min(entries[self.order.index(after)]);
            });
            follows = least.saturating_add(1);
        }
        let found = entries[self.order.index(pegs)];
        if found == follows && found < u8::MAX {
            return Ok(());
        }
        let pegs: Vec<_> = spaces(pegs).collect();
        Err(format!("{pegs:?} is {found} moves from home, its successors say {follows}"))
    }
}

/// How many placements there are at each distance.
pub(super) fn counts(order: &Order, entries: &[u8]) -> Vec<u64> {
    let nothing = || [0; 256];
    let blocks = order.blocks();
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
