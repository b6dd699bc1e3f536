//! The tablebases of Fanorona in the registry.

use spielwerk_games::fanorona::Fanorona;
use spielwerk_games::{AnyPosition, Game};

use super::layer::{Wdl, name};
use super::{EndgameTablebase, MAX_STONES};
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::registry::Tablebase;
use crate::tablebase_dir::TablebaseDir;

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
        TablebaseFile::open_any(&dir.tablebase_path(&self.name())).map(|(file, _)| file)
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
    ) -> Result<Option<String>, TablebaseError> {
        self.open(dir)?;
        let (endgames, refused) = EndgameTablebase::<R, C>::open_up_to(dir, self.stones);
        if let Some(refused) = refused.filter(|_| endgames.max_stones() < self.stones) {
            return Err(refused);
        }
        let wdl = position.downcast_ref().and_then(|position| endgames.probe(position));
        let within = |plies: Option<u32>| match plies {
            Some(1) => " in 1 ply".into(),
            Some(plies) => format!(" in {plies} plies"),
            None => String::new(),
        };
        Ok(wdl.map(|wdl| match wdl {
            Wdl::Win(plies) => format!("the mover wins{}", within(plies)),
            Wdl::Draw => "a draw".into(),
            Wdl::Loss(plies) => format!("the mover loses{}", within(plies)),
        }))
    }
}
