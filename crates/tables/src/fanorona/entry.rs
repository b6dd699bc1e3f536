//! The tables of Fanorona in the catalogue.

use games::fanorona::Fanorona;
use games::{AnyPosition, Game};

use super::layer::{Fate, name};
use super::{Endgames, MOST};
use crate::build::{BuildError, Extent, Plan, Watch};
use crate::catalogue::Entry;
use crate::file::{TableError, TableFile};
use crate::place::Place;

/// All layers of all boards, the usual board first.
pub(crate) fn entries() -> Vec<Box<dyn Entry>> {
    fn of<const R: usize, const C: usize>(entries: &mut Vec<Box<dyn Entry>>) {
        for stones in 2..=MOST {
            entries.push(Box::new(Endgame::<R, C> { stones }));
        }
    }
    let mut entries = Vec::new();
    of::<5, 9>(&mut entries);
    of::<3, 3>(&mut entries);
    of::<3, 5>(&mut entries);
    of::<5, 3>(&mut entries);
    of::<3, 7>(&mut entries);
    of::<7, 3>(&mut entries);
    of::<5, 5>(&mut entries);
    of::<3, 9>(&mut entries);
    of::<9, 3>(&mut entries);
    of::<5, 7>(&mut entries);
    of::<7, 5>(&mut entries);
    entries
}

/// A layer, which stands on all the layers below.
struct Endgame<const R: usize, const C: usize> {
    stones: usize,
}

impl<const R: usize, const C: usize> Entry for Endgame<R, C> {
    fn name(&self) -> String {
        name::<R, C>(self.stones)
    }

    fn holds(&self) -> String {
        format!("who wins with {} stones left on the board", self.stones)
    }

    fn games(&self) -> Vec<&'static str> {
        vec![Fanorona::<R, C>::INFO.name]
    }

    fn plan(&self, place: &Place) -> Plan {
        Endgames::<R, C>::plan(place, self.stones)
    }

    fn open(&self, place: &Place) -> Result<TableFile, TableError> {
        TableFile::open_any(&place.table(&self.name())).map(|(file, _)| file)
    }

    fn build(&self, place: &Place, watch: &Watch) -> Result<(), BuildError> {
        Endgames::<R, C>::build(place, self.stones, watch).map(drop)
    }

    fn verify(&self, place: &Place, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        Endgames::<R, C>::verify(place, self.stones, extent, watch)
    }

    fn probe(&self, place: &Place, position: &AnyPosition) -> Result<Option<String>, TableError> {
        self.open(place)?;
        let (endgames, refused) = Endgames::<R, C>::open_upto(place, self.stones);
        if let Some(refused) = refused.filter(|_| endgames.stones() < self.stones) {
            return Err(refused);
        }
        let fate = position.get().and_then(|position| endgames.probe(position));
        let within = |plies: Option<u32>| match plies {
            Some(1) => " in 1 ply".into(),
            Some(plies) => format!(" in {plies} plies"),
            None => String::new(),
        };
        Ok(fate.map(|fate| match fate {
            Fate::Win(plies) => format!("the mover wins{}", within(plies)),
            Fate::Draw => "a draw".into(),
            Fate::Loss(plies) => format!("the mover loses{}", within(plies)),
        }))
    }
}
