//! The tablebases of Fanorona in the registry.

use spielwerk_games::AnyPosition;
use spielwerk_games::fanorona::{BoardSize, DynFanorona};

use super::layer::name;
use super::{EndgameTablebase, MAX_STONES};
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::registry::Tablebase;
use crate::tablebase_dir::TablebaseDir;
use crate::{GameResult, ProbeResult};

/// All layers of all boards, the standard board first.
pub(crate) fn tablebases() -> Vec<Box<dyn Tablebase>> {
    let mut tablebases: Vec<Box<dyn Tablebase>> = Vec::new();
    for size in BoardSize::ALL {
        for stones in 2..=MAX_STONES {
            tablebases.push(Box::new(Endgame { size, stones }));
        }
    }
    tablebases
}

/// A layer, which depends on all layers below.
struct Endgame {
    size: BoardSize,
    stones: usize,
}

impl Tablebase for Endgame {
    fn name(&self) -> String {
        name(self.size, self.stones)
    }

    fn description(&self) -> String {
        format!("who wins with {} stones left on the board", self.stones)
    }

    fn games(&self) -> Vec<&'static str> {
        vec![self.size.game_name()]
    }

    fn estimate(&self, dir: &TablebaseDir) -> BuildEstimate {
        EndgameTablebase::estimate(dir, self.size, self.stones)
    }

    fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError> {
        EndgameTablebase::open_layer(dir, self.size, self.stones)
    }

    fn build(&self, dir: &TablebaseDir, monitor: &BuildMonitor) -> Result<(), BuildError> {
        EndgameTablebase::build(dir, self.size, self.stones, monitor).map(drop)
    }

    fn verify(
        &self,
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        EndgameTablebase::verify(dir, self.size, self.stones, extent, monitor)
    }

    fn probe(
        &self,
        dir: &TablebaseDir,
        position: &AnyPosition,
    ) -> Result<Option<ProbeResult>, TablebaseError> {
        let endgames = self.endgames(dir)?;
        let wdl = self.position(position).and_then(|position| endgames.probe(&position));
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
            let wdl = endgames.result(&self.position(position)?)?;
            Some(GameResult { wdl, margin: None })
        };
        let results = positions.iter().map(result).collect();
        endgames.damage()?;
        Ok(results)
    }
}

impl Endgame {
    /// The position, if it is on a board of this size.
    fn position(&self, position: &AnyPosition) -> Option<DynFanorona> {
        DynFanorona::from_any(position).filter(|_| position.info().name == self.size.game_name())
    }

    /// All layers up to this one.
    fn endgames(&self, dir: &TablebaseDir) -> Result<EndgameTablebase, TablebaseError> {
        self.open(dir)?;
        let (endgames, refused) = EndgameTablebase::open_up_to(dir, self.size, self.stones);
        match refused.filter(|_| endgames.max_stones() < self.stones) {
            Some(refused) => Err(refused),
            None => Ok(endgames),
        }
    }
}
