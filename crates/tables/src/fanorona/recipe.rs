//! How a layer is built and checked.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use games::fanorona::Fanorona;
use games::{Game, Position};
use rayon::prelude::*;

use super::backwards::{Backwards, worth_below};
use super::layer::{Choice, Layer, Worth, agree, bytes, label, read};
use super::order::Order;
use crate::build::{BuildError, Checkpoint, Extent, Plan, Recipe, Watch};
use crate::file::{Label, TableFile, TableWriter};

/// The layer of an order, on top of all the layers below.
pub(super) struct LayerRecipe<'a, const R: usize, const C: usize> {
    pub(super) order: &'a Order<R, C>,
    pub(super) below: &'a [Layer<R, C>],
}

impl<const R: usize, const C: usize> Recipe for LayerRecipe<'_, R, C> {
    fn label(&self) -> Label {
        label(self.order)
    }

    fn plan(&self) -> Plan {
        const EACH: Duration = Duration::from_nanos(900);
        let entries = self.order.entries();
        Plan::shared(bytes(entries) as u64, entries as u64, EACH * entries as u32)
    }

    fn fill(
        &self,
        checkpoint: &mut Checkpoint,
        table: &mut TableWriter,
        watch: &Watch,
    ) -> Result<(), BuildError> {
        let backwards = Backwards::new(self.order, self.below);
        let from = checkpoint.load().map_or(0, |reached| backwards.resume(reached.payload()));
        backwards.complete(from, checkpoint, watch)?;
        Ok(backwards.write(table)?)
    }

    /// Every entry must follow from its successors, played by the plain rules. With plies that is
    /// proof: no win can rest on another that rests on it.
    fn check(&self, table: &TableFile, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        let entries = self.order.entries();
        let step = match extent {
            Extent::Full => 1,
            Extent::Sample => (entries / 1_000_000).max(1),
        };
        let pieces = self.order.pieces();
        let done = AtomicU64::new(0);
        pieces.par_iter().try_for_each(|piece| {
            let mut wrong = None;
            self.order.each(
                piece,
                |index| index.is_multiple_of(step),
                |index, mine, theirs| {
                    let found = read(table.payload(), entries, index);
                    let follows = self.follows(table, mine, theirs);
                    if !agree(found, follows, entries) {
                        let position = Fanorona::<R, C>::facing(mine, theirs).setup();
                        wrong = Some(format!(
                            "{position} is {found:?}, its successors say {follows:?}"
                        ));
                    }
                },
            );
            if let Some(what) = wrong {
                return Err(table.wrong(what).into());
            }
            let done = done.fetch_add(1, Relaxed);
            watch.report(format_args!("check"), done, pieces.len() as u64)
        })
    }
}

impl<const R: usize, const C: usize> LayerRecipe<'_, R, C> {
    /// What a position is worth by its successors.
    fn follows(&self, table: &TableFile, mine: u64, theirs: u64) -> Worth {
        let position = Fanorona::<R, C>::facing(mine, theirs);
        if position.outcome().is_some() {
            return Worth::OVER;
        }
        let mut choice = Choice::NO_MOVE;
        let _ = position.moves(|m| {
            let next = position.play(m);
            choice = choice.or_move(if m.is_capture() {
                worth_below(self.below, &next)
            } else {
                let index = self.order.index(next.mine(), next.theirs());
                read(table.payload(), self.order.entries(), index)
            });
            ControlFlow::Continue(())
        });
        choice.worth()
    }
}
