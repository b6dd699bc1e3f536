//! The tablebases of Fanorona in the registry.

use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::{AnyPosition, Game};

use super::layer::name;
use super::{EndgameTablebase, MAX_STONES};
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::registry::Tablebase;
use crate::tablebase_dir::TablebaseDir;
use crate::{GameResult, ProbeResult};

/// All layers of all boards, the standard board first.
pub(crate) fn tablebases() -> Vec<Box<dyn Tablebase>> {
    fn of<const R: usize, const C: usize>(tablebases: &mut Vec<Box<dyn Tablebase>>) {
        for stones in 2..=MAX_STONES {
            tablebases.push(Box::new(Endgame::<R, C> { stones }));
        }
    }
    let mut tablebases = Vec::new();
    of::<5, 9>(&mut tablebases);
    of::<3, 3>(&mut tablebases);
    of::<3, 5>(&mut tablebases);
    of::<5, 3>(&mut tablebases);
    of::<3, 7>(&mut tablebases);
    of::<7, 3>(&mut tablebases);
    of::<5, 5>(&mut tablebases);
    of::<3, 9>(&mut tablebases);
    of::<9, 3>(&mut tablebases);
    of::<5, 7>(&mut tablebases);
    of::<7, 5>(&mut tablebases);
    tablebases
}

/// A layer, which depends on all layers below.
struct Endgame<const R: usize, const C: usize> {
    stones: usize,
}

impl<const R: usize, const C: usize> Tablebase for Endgame<R, C> {
    fn name(&self) -> String {
        name::<R, C>(self.stones)
    }

    fn description(&self) -> String {
        format!("who wins with {} stones left on the board", self.stones)
    }

    fn games(&self) -> Vec<&'static str> {
        vec![Fanorona::<R, C>::INFO.name]
    }

    fn estimate(&self, dir: &TablebaseDir) -> BuildEstimate {
        EndgameTablebase::<R, C>::estimate(dir, self.stones)
    }

    fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError> {
        EndgameTablebase::<R, C>::open_layer(dir, self.stones)
    }

    fn build(&self, dir: &TablebaseDir, monitor: &BuildMonitor) -> Result<(), BuildError> {
        EndgameTablebase::<R, C>::build(dir, self.stones, monitor).map(drop)
    }

    fn verify(
        &self,
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        EndgameTablebase::<R, C>::verify(dir, self.stones, extent, monitor)
    }

    fn probe(
        &self,
        dir: &TablebaseDir,
        position: &AnyPosition,
    ) -> Result<Option<ProbeResult>, TablebaseError> {
        let endgames = self.endgames(dir)?;
        let wdl = position.downcast_ref().and_then(|position| endgames.probe(position));
        endgames.damage()?;
        Ok(wdl.map(ProbeResult::Wdl))
    }

    fn results(
        &self,
        dir: &TablebaseDir,
        positions: &[AnyPosition],
    ) -> Result<Vec<Option<GameResult>>, TablebaseError> {
        let endgames = self.endgames(dir)?;
        let result = |position: &AnyPosition| {
            let wdl = endgames.result(position.downcast_ref()?)?;
            Some(GameResult { wdl, margin: None })
        };
        let results = positions.iter().map(result).collect();
        endgames.damage()?;
        Ok(results)
    }
}

impl<const R: usize, const C: usize> Endgame<R, C> {
    /// All layers up to this one.
    fn endgames(&self, dir: &TablebaseDir) -> Result<EndgameTablebase<R, C>, TablebaseError> {
        self.open(dir)?;
        let (endgames, refused) = EndgameTablebase::open_up_to(dir, self.stones);
        match refused.filter(|_| endgames.max_stones() < self.stones) {
            Some(refused) => Err(refused),
            None => Ok(endgames),
        }
    }
}
