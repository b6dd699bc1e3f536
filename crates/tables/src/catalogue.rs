//! All tables by name, for the rooms that know no games: commands and menus.

use games::AnyPosition;
use games::bohnenspiel::Bohnenspiel;
use thiserror::Error;

use crate::bohnenspiel::{Endgames, MOST};
use crate::build::{BuildError, Extent, Plan, Watch};
use crate::file::{TableError, TableFile};
use crate::place::Place;
use crate::{fanorona, race};

/// One table: what it holds, and all that can be done with it.
pub trait Entry: Send + Sync {
    /// Its name, and its file's.
    fn name(&self) -> String;

    /// What it holds, in a few words.
    fn holds(&self) -> String;

    /// The names of the games that it serves.
    fn games(&self) -> Vec<&'static str>;

    /// What it takes to build it, and whatever it stands on, where they are not there.
    fn plan(&self, place: &Place) -> Plan;

    /// Its file, if it is there and looks sound.
    fn open(&self, place: &Place) -> Result<TableFile, TableError>;

    /// Builds it, and whatever it stands on, where they are not there.
    fn build(&self, place: &Place, watch: &Watch) -> Result<(), BuildError>;

    /// Verifies it, and whatever it stands on: checksums, and entries against the rules.
    fn verify(&self, place: &Place, extent: Extent, watch: &Watch) -> Result<(), BuildError>;

    /// What it says of a position, in a few words, if it says anything.
    fn probe(&self, place: &Place, position: &AnyPosition) -> Result<Option<String>, TableError>;
}

/// All tables, those of one game together, small ones first.
pub fn entries() -> Vec<Box<dyn Entry>> {
    let mut entries = race::entries();
    entries.extend(fanorona::entries());
    for beans in (2..=MOST).step_by(2) {
        entries.push(Box::new(Endgame { beans }));
    }
    entries
}

/// The table with this name.
pub fn entry(name: &str) -> Result<Box<dyn Entry>, UnknownTable> {
    let found = entries().into_iter().find(|entry| entry.name() == name);
    found.ok_or_else(|| UnknownTable::new(name))
}

/// No table has this name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no table is called `{name}`; the nearest name is `{nearest}`")]
pub struct UnknownTable {
    /// What was asked for, cut if it is long.
    pub name: String,
    /// The name that looks most like it.
    pub nearest: String,
}

impl UnknownTable {
    fn new(name: &str) -> UnknownTable {
        let name: String = name.chars().take(40).collect();
        let lower = name.to_lowercase();
        let names = entries().into_iter().map(|entry| entry.name());
        let nearest = names.min_by_key(|known| strsim::damerau_levenshtein(&lower, known));
        UnknownTable { name, nearest: nearest.unwrap_or_default() }
    }
}

/// A layer of Das Bohnenspiel's endgames, which stands on all the layers below.
struct Endgame {
    beans: usize,
}

impl Entry for Endgame {
    fn name(&self) -> String {
        format!("bohnenspiel-{:02}", self.beans)
    }

    fn holds(&self) -> String {
        format!("who gains how much with {} beans left on the board", self.beans)
    }

    fn games(&self) -> Vec<&'static str> {
        vec!["bohnenspiel"]
    }

    fn plan(&self, place: &Place) -> Plan {
        Endgames::plan(place, self.beans)
    }

    fn open(&self, place: &Place) -> Result<TableFile, TableError> {
        TableFile::open_any(&place.table(&self.name())).map(|(file, _)| file)
    }

    fn build(&self, place: &Place, watch: &Watch) -> Result<(), BuildError> {
        Endgames::build(place, self.beans, watch).map(drop)
    }

    fn verify(&self, place: &Place, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        Endgames::verify(place, self.beans, extent, watch)
    }

    fn probe(&self, place: &Place, position: &AnyPosition) -> Result<Option<String>, TableError> {
        self.open(place)?;
        let (endgames, refused) = Endgames::open(place);
        if let Some(refused) = refused.filter(|_| endgames.beans() < self.beans) {
            return Err(refused);
        }
        let difference =
            position.get::<Bohnenspiel>().and_then(|position| endgames.probe(position));
        Ok(difference.map(|difference| match difference {
            0 => "both gain the same from here on".into(),
            1.. => format!("the mover gains {difference} more from here on"),
            _ => format!("the mover gains {} less from here on", -difference),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_there_once_and_leads_to_its_table() {
        let mut names: Vec<String> = entries().iter().map(|entry| entry.name()).collect();
        let all = names.len();
        for name in &names {
            assert_eq!(entry(name).unwrap().name(), *name);
        }
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_misspelt_name_leads_to_the_nearest() {
        let error = entry("race-rombus-ws25").err().unwrap();
        assert_eq!(
            error.to_string(),
            "no table is called `race-rombus-ws25`; the nearest name is `race-rhombus-ws25`"
        );
    }

    #[test]
    fn every_table_serves_games_that_there_are() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        for entry in entries() {
            assert!(entry.open(&place).unwrap_err().is_missing());
            assert!(entry.plan(&place).bytes > 0 && !entry.games().is_empty());
            for name in entry.games() {
                assert!(games::game(name).is_ok(), "{name}");
            }
        }
    }

    #[test]
    fn a_table_is_built_verified_and_probed_without_a_word_about_its_game() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::from(folder.path());
        let table = entry("bohnenspiel-04").unwrap();
        table.build(&place, &Watch::nobody()).unwrap();
        table.verify(&place, Extent::Full, &Watch::nobody()).unwrap();
        let game = games::game(table.games()[0]).unwrap();
        let position = game.read("0,0,0,0,1,0/1,0,1,0,0,1 34-34 w").unwrap();
        let says = table.probe(&place, &position).unwrap();
        assert_eq!(says.as_deref(), Some("the mover gains 4 less from here on"));
        assert_eq!(table.probe(&place, &game.start()).unwrap(), None);
    }
}
