//! How a layer is built and checked.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rayon::prelude::*;

use super::bounds::Bounds;
use super::layer::{Layer, Reader, follows, label};
use super::row::{Row, all_rows, number, positions};
use crate::build::{BuildError, Checkpoint, Extent, Plan, Recipe, Watch};
use crate::file::{Label, TableFile, TableWriter};

/// The layer with this many beans, on top of all the layers below.
pub(super) struct LayerRecipe<'a> {
    pub beans: usize,
    pub below: &'a [Layer],
}

impl Recipe for LayerRecipe<'_> {
    fn label(&self) -> Label {
        label(self.beans)
    }

    fn plan(&self) -> Plan {
        const EACH: Duration = Duration::from_nanos(200);
        let entries = positions(self.beans) as u64;
        let below: usize = (2..self.beans).step_by(2).map(positions).sum();
        let memory = entries + below as u64 / 2;
        Plan::shared(entries.div_ceil(2), memory, EACH * entries as u32)
    }

    fn fill(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TableWriter,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let bounds = Bounds::new(self.beans, self.below);
        if let Some(reached) = checkpoint.load() {
            bounds.resume(reached.payload());
        }
        let open = bounds.complete(checkpoint, watch)?;
        if open > 0 {
            watch.report(format_args!("bounds do not meet in {open} positions"), 1, 1)?;
        }
        Ok(bounds.write(table, open)?)
    }

    /// Every entry must follow from its successors, played by the plain rules. A sample takes some
    /// of the mover's rows, and some of the opponent's against each.
    fn check(&self, table: &TableFile, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (positions(self.beans) / 1_000_000).isqrt().max(1),
        };
        let layer = Reader::new(self.beans, table)?;
        let below: Vec<Reader> = self.below.iter().map(Layer::read).collect();
        let opponents: Vec<Vec<Row>> = (0..=self.beans).map(all_rows).collect();
        let owns: Vec<Row> = opponents.iter().flatten().step_by(step).copied().collect();
        let done = AtomicU64::new(0);
        owns.par_iter().try_for_each(|&own| {
            for &opponent in opponents[self.beans - own.beans()].iter().step_by(step) {
                let position = [own, opponent];
                let found = layer.get(number(position).1);
                let follows = follows(position, |beans, index| match below.get(beans / 2) {
                    Some(layer) => layer.get(index),
                    None => layer.get(index),
                });
                if found != follows {
                    let what = format!("{position:?} is {found:?}, its successors say {follows:?}");
                    return Err(table.wrong(what).into());
                }
            }
            let done = done.fetch_add(1, Relaxed);
            watch.report(format_args!("check"), done, owns.len() as u64)
        })
    }
}
