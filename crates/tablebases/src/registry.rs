//! The registry of all tablebases by name.

use spielwerk_games::AnyPosition;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use thiserror::Error;

use crate::bohnenspiel::{EndgameTablebase, MAX_BEANS};
use crate::build::{BuildError, BuildEstimate, BuildMonitor, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::tablebase_dir::TablebaseDir;
use crate::{GameResult, ProbeResult, fanorona, race};

/// One buildable tablebase.
pub trait Tablebase: Send + Sync {
    /// Its name, also the name of its file.
    fn name(&self) -> String;

    /// A short description of its values.
    fn description(&self) -> String;

    /// The names of the games that use it.
    fn games(&self) -> Vec<&'static str>;

    /// The estimated cost of building it and its dependencies, as far as they are missing.
    fn estimate(&self, dir: &TablebaseDir) -> BuildEstimate;

    /// Opens its file, if it exists and has a valid header.
    fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError>;

    /// Builds it and its dependencies, as far as they are missing.
    fn build(&self, dir: &TablebaseDir, monitor: &BuildMonitor) -> Result<(), BuildError>;

    /// Verifies it and its dependencies: checksums, and entries against the rules.
    fn verify(
        &self,
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError>;

    /// The value of a position, if the tablebase has it.
    fn probe(
        &self,
        dir: &TablebaseDir,
        position: &AnyPosition,
    ) -> Result<Option<ProbeResult>, TablebaseError>;

    /// The result of the game from each of some positions on, where the tablebase decides it.
    fn results(
        &self,
        _dir: &TablebaseDir,
        positions: &[AnyPosition],
    ) -> Result<Vec<Option<GameResult>>, TablebaseError> {
        Ok(vec![None; positions.len()])
    }
}

/// All tablebases, grouped by game, small ones first.
pub fn tablebases() -> Vec<Box<dyn Tablebase>> {
    let mut tablebases = race::tablebases();
    tablebases.extend(fanorona::tablebases());
    for beans in (2..=MAX_BEANS).step_by(2) {
        tablebases.push(Box::new(Endgame { beans }));
    }
    tablebases
}

/// The tablebase with this name.
pub fn tablebase(name: &str) -> Result<Box<dyn Tablebase>, UnknownTablebase> {
    let found = tablebases().into_iter().find(|tablebase| tablebase.name() == name);
    found.ok_or_else(|| UnknownTablebase::new(name))
}

/// No tablebase has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no tablebase is called `{name}`; the nearest name is `{nearest}`")]
pub struct UnknownTablebase {
    /// The requested name, truncated.
    pub name: String,
    /// The most similar name.
    pub nearest: String,
}

impl UnknownTablebase {
    fn new(name: &str) -> UnknownTablebase {
        let name: String = name.chars().take(40).collect();
        let lower = name.to_lowercase();
        let names = tablebases().into_iter().map(|tablebase| tablebase.name());
        let nearest = names.min_by_key(|known| strsim::damerau_levenshtein(&lower, known));
        UnknownTablebase { name, nearest: nearest.unwrap_or_default() }
    }
}

/// A layer of Das Bohnenspiel's endgames, which depends on all layers below.
struct Endgame {
    beans: usize,
}

impl Tablebase for Endgame {
    fn name(&self) -> String {
        format!("bohnenspiel-{:02}", self.beans)
    }

    fn description(&self) -> String {
        format!("who gains how much with {} beans left on the board", self.beans)
    }

    fn games(&self) -> Vec<&'static str> {
        vec!["bohnenspiel"]
    }

    fn estimate(&self, dir: &TablebaseDir) -> BuildEstimate {
        EndgameTablebase::estimate(dir, self.beans)
    }

    fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError> {
        TablebaseFile::open_any(&dir.tablebase_path(&self.name())).map(|(file, _)| file)
    }

    fn build(&self, dir: &TablebaseDir, monitor: &BuildMonitor) -> Result<(), BuildError> {
        EndgameTablebase::build(dir, self.beans, monitor).map(drop)
    }

    fn verify(
        &self,
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        EndgameTablebase::verify(dir, self.beans, extent, monitor)
    }

    fn probe(
        &self,
        dir: &TablebaseDir,
        position: &AnyPosition,
    ) -> Result<Option<ProbeResult>, TablebaseError> {
        let endgames = self.endgames(dir)?;
        let difference =
            position.downcast_ref::<Bohnenspiel>().and_then(|position| endgames.probe(position));
        endgames.damage()?;
        Ok(difference.map(ProbeResult::BeanDifference))
    }

    fn results(
        &self,
        dir: &TablebaseDir,
        positions: &[AnyPosition],
    ) -> Result<Vec<Option<GameResult>>, TablebaseError> {
        let endgames = self.endgames(dir)?;
        let result = |position: &AnyPosition| {
            Some(GameResult::of_margin(endgames.margin(position.downcast_ref::<Bohnenspiel>()?)?))
        };
        let results = positions.iter().map(result).collect();
        endgames.damage()?;
        Ok(results)
    }
}

impl Endgame {
    /// All layers up to this one at least.
    fn endgames(&self, dir: &TablebaseDir) -> Result<EndgameTablebase, TablebaseError> {
        self.open(dir)?;
        let (endgames, refused) = EndgameTablebase::open(dir);
        match refused.filter(|_| endgames.max_beans() < self.beans) {
            Some(refused) => Err(refused),
            None => Ok(endgames),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once_and_leads_to_its_table() {
        let mut names: Vec<String> =
            tablebases().iter().map(|tablebase| tablebase.name()).collect();
        let all = names.len();
        for name in &names {
            assert_eq!(tablebase(name).unwrap().name(), *name);
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_misspelt_name_leads_to_the_nearest() {
        let error = tablebase("race-rombus-ws25").err().unwrap();
        assert_eq!(
            error.to_string(),
            "no tablebase is called `race-rombus-ws25`; the nearest name is `race-rhombus-ws25`"
        );
    }

    #[test]
    fn every_table_serves_games_that_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        for tablebase in tablebases() {
            assert!(tablebase.open(&dir).unwrap_err().is_missing());
            assert!(tablebase.estimate(&dir).bytes > 0 && !tablebase.games().is_empty());
            for name in tablebase.games() {
                assert!(spielwerk_games::game(name).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn a_tablebase_is_built_verified_and_probed_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let table = tablebase("bohnenspiel-04").unwrap();
        table.build(&dir, &BuildMonitor::silent()).unwrap();
        table.verify(&dir, Extent::Full, &BuildMonitor::silent()).unwrap();
        let game = spielwerk_games::game(table.games()[0]).unwrap();
        let position = game.read_position("0,0,0,0,1,0/1,0,1,0,0,1 34-34 w").unwrap();
        let says = table.probe(&dir, &position).unwrap();
        assert_eq!(says, Some(ProbeResult::BeanDifference(-4)));
        assert_eq!(says.unwrap().to_string(), "the mover gains 4 less from here on");
        assert_eq!(table.probe(&dir, &game.start()).unwrap(), None);
    }
}
