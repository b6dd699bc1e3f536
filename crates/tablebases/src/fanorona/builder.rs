//! Building and checking a layer.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rayon::prelude::*;
use spielwerk_games::Position;
use spielwerk_games::fanorona::DynFanorona;

use super::indexing::Indexing;
use super::layer::{BackedUpValue, Layer, Value, agree, bytes, has_plies, header, read};
use super::retrograde::{RetrogradeAnalysis, value_below};
use super::wdl_retrograde::WdlRetrogradeAnalysis;
use super::wdl_states::States;
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Builder, Checkpoint, Extent};
use crate::file::{TablebaseFile, TablebaseHeader, TablebaseWriter};

/// Builds the layer of an indexing from all layers below.
pub(super) struct LayerBuilder<'a> {
    pub(super) indexing: &'a Indexing,
    pub(super) below: &'a [Layer],
}

impl Builder for LayerBuilder<'_> {
    fn header(&self) -> TablebaseHeader {
        header(self.indexing)
    }

    fn estimate(&self) -> BuildEstimate {
        const EACH_WITH_PLIES: u64 = 900;
        const EACH: u64 = 200;
        let entries = self.indexing.entries();
        let (nanoseconds, memory) = if has_plies(entries) {
            (EACH_WITH_PLIES, entries)
        } else {
            (EACH, States::bytes(entries))
        };
        BuildEstimate::from_single_thread(
            bytes(entries) as u64,
            (memory + self.indexing.layers_below().map(bytes).sum::<usize>()) as u64,
            Duration::from_nanos(nanoseconds * entries as u64),
        )
    }

    fn compute(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TablebaseWriter,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        self.below.iter().try_for_each(Layer::load_all)?;
        if !has_plies(self.indexing.entries()) {
            let retrograde = WdlRetrogradeAnalysis::new(self.indexing, self.below)?;
            retrograde.run(checkpoint, monitor)?;
            return Ok(retrograde.write(table)?);
        }
        let retrograde = RetrogradeAnalysis::new(self.indexing, self.below);
        let from = checkpoint.load().map_or(0, |reached| retrograde.resume(&reached));
        retrograde.run(from, checkpoint, monitor)?;
        Ok(retrograde.write(table)?)
    }

    /// Every entry must follow from its successors, played by the rules. With plies that is a proof,
    /// since wins cannot support each other in a cycle.
    fn check(
        &self,
        table: &TablebaseFile,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        self.below.iter().try_for_each(Layer::load_all)?;
        table.load_all()?;
        let entries = self.indexing.entries();
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (entries / 1_000_000).max(1),
        };
        let chunks = self.indexing.chunks();
        let done = AtomicU64::new(0);
        chunks.par_iter().try_for_each(|chunk| {
            let mut wrong = None;
            let range = chunk.range();
            let indices = (range.start.next_multiple_of(step)..range.end).step_by(step);
            self.indexing.for_each_position_of(chunk, indices, |index, mine, theirs| {
                let found = entry(table, entries, index);
                let follows = self.value_of_successors(table, mine, theirs);
                if !agree(found, follows, entries) {
                    let position = self.position(mine, theirs);
                    wrong =
                        Some(format!("{position:?} is {found:?}, its successors say {follows:?}"));
                }
            });
            if let Some(what) = wrong {
                return Err(table.wrong(what).into());
            }
            let done = done.fetch_add(1, Relaxed);
            monitor.report(format_args!("check"), done, chunks.len() as u64)
        })
    }
}

impl LayerBuilder<'_> {
    fn position(&self, mine: u64, theirs: u64) -> DynFanorona {
        DynFanorona::from_stones(self.indexing.size(), mine, theirs)
    }

    /// The value of a position computed from its successors.
    fn value_of_successors(&self, table: &TablebaseFile, mine: u64, theirs: u64) -> Value {
        let position = self.position(mine, theirs);
        if position.outcome().is_some() {
            return Value::OVER;
        }
        let mut backed_up = BackedUpValue::NO_MOVE;
        let _ = position.generate_moves(|m| {
            let next = position.play(m);
            backed_up = backed_up.with_move(if m.is_capture() {
                value_below(self.below, &next)
            } else {
                let index = self.indexing.index(next.mine(), next.theirs());
                entry(table, self.indexing.entries(), index)
            });
            ControlFlow::Continue(())
        });
        backed_up.value()
    }
}

/// An entry of a table that is in memory as a whole, so none is missing.
fn entry(table: &TablebaseFile, entries: usize, index: usize) -> Value {
    read(table, entries, index).unwrap_or(Value::DRAW)
}
