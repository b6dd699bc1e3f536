//! Building and checking a layer.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rayon::prelude::*;

use super::bounds::Bounds;
use super::layer::{Layer, Reader, header, value_of_successors};
use super::packing::Packing;
use super::row::{Row, all_rows, beans_and_index, positions};
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Builder, Checkpoint, Extent};
use crate::file::{TablebaseFile, TablebaseHeader, TablebaseWriter};

/// Builds the layer with this many beans from all layers below.
pub(super) struct LayerBuilder<'a> {
    pub beans: usize,
    pub below: &'a [Layer],
}

impl Builder for LayerBuilder<'_> {
    fn header(&self) -> TablebaseHeader {
        header(self.beans)
    }

    fn estimate(&self) -> BuildEstimate {
        const NANOSECONDS: u64 = 200;
        let bytes = |beans: usize| Packing::new(beans as u8 / 2).bytes(positions(beans)) as u64;
        let entries = positions(self.beans) as u64;
        let below: u64 = (2..self.beans).step_by(2).map(bytes).sum();
        let time = Duration::from_nanos(NANOSECONDS * entries);
        BuildEstimate::from_single_thread(bytes(self.beans), entries + below, time)
    }

    fn compute(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TablebaseWriter,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        self.below.iter().try_for_each(Layer::load_all)?;
        let bounds = Bounds::new(self.beans, self.below)?;
        bounds.resume(checkpoint);
        let open = bounds.iterate_to_fixpoint(checkpoint, monitor)?;
        if open > 0 {
            monitor.report(format_args!("bounds do not meet in {open} positions"), 1, 1)?;
        }
        Ok(bounds.write(table, open)?)
    }

    /// Every entry must follow from its successors, played by the rules. A sample takes some of the
    /// mover's rows, and some of the opponent's for each.
    fn check(
        &self,
        table: &TablebaseFile,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (positions(self.beans) / 1_000_000).isqrt().max(1),
        };
        self.below.iter().try_for_each(Layer::load_all)?;
        table.load_all()?;
        let layer = Reader::new(self.beans, table)?;
        let below: Vec<Reader> = self.below.iter().map(Layer::read).collect();
        let opponents: Vec<Vec<Row>> = (0..=self.beans).map(all_rows).collect();
        let owns: Vec<Row> = opponents.iter().flatten().step_by(step).copied().collect();
        let done = AtomicU64::new(0);
        owns.par_iter().try_for_each(|&own| {
            for &opponent in opponents[self.beans - own.beans()].iter().step_by(step) {
                let position = [own, opponent];
                let found = layer.loaded(beans_and_index(position).1);
                let follows =
                    value_of_successors(position, |beans, index| match below.get(beans / 2) {
                        Some(layer) => layer.loaded(index),
                        None => layer.loaded(index),
                    });
                if found != follows {
                    let what = format!("{position:?} is {found:?}, its successors say {follows:?}");
                    return Err(table.wrong(what).into());
                }
            }
            let done = done.fetch_add(1, Relaxed);
            monitor.report(format_args!("check"), done, owns.len() as u64)
        })
    }
}
