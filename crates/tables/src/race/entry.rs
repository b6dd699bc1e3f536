//! The race tables in the catalogue.

use games::fauhalma::{FauHalma, PEGS, Rhombus, RuleSet, Shape, Ss26, Star2, Star3, Ws25};
use games::{AnyPosition, Seat};

use super::course::{Course, courses, leader};
use crate::build::{self, BuildError, Extent, Plan, Recipe, Watch};
use crate::catalogue::Entry;
use crate::file::{TableError, TableFile};
use crate::place::Place;

/// All race tables. Three players use the first of their star's.
pub(crate) fn entries() -> Vec<Box<dyn Entry>> {
    fn boxed<R: RuleSet>(course: Course<R>) -> Box<dyn Entry> {
        Box::new(course)
    }
    let ss26 = courses::<Rhombus, Ss26>().chain(courses::<Star2, Ss26>()).map(boxed);
    let ws25 = courses::<Rhombus, Ws25>().chain(courses::<Star2, Ws25>()).map(boxed);
    ss26.chain(ws25).collect()
}

impl<R: RuleSet> Entry for Course<R> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn holds(&self) -> String {
        "how many moves six pegs alone on the board need to their home".into()
    }

    fn games(&self) -> Vec<&'static str> {
        let games = [
            (self.runners::<Star3>(), Star3::NAMES),
            (self.runners::<Star2>(), Star2::NAMES),
            (self.runners::<Rhombus>(), Rhombus::NAMES),
        ];
        let served = games.into_iter().filter(|(runners, _)| !runners.is_empty());
        served.map(|(_, names)| names[R::NUMBER]).collect()
    }

    fn plan(&self, place: &Place) -> Plan {
        let missing = self.open(place).is_err();
        missing.then(|| Recipe::plan(self)).into_iter().sum()
    }

    fn open(&self, place: &Place) -> Result<TableFile, TableError> {
        Course::open(self, place)
    }

    fn build(&self, place: &Place, watch: &Watch) -> Result<(), BuildError> {
        build::build(self, place, watch).map(drop)
    }

    fn verify(&self, place: &Place, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        build::verify(self, place, extent, watch)
    }

    fn probe(&self, place: &Place, position: &AnyPosition) -> Result<Option<String>, TableError> {
        let table = self.open(place)?;
        let says = self.says::<Star3>(&table, position);
        let says = says.or_else(|| self.says::<Star2>(&table, position));
        Ok(says.or_else(|| self.says::<Rhombus>(&table, position)))
    }
}

impl<R: RuleSet> Course<R> {
    /// The seats of a game that run this course.
    fn runners<S: Shape>(&self) -> Vec<Seat> {
        let runs = |&seat: &Seat| Course::<R>::new::<S>(leader::<S, R>(seat)).name == self.name;
        Seat::all(S::SEATS).filter(runs).collect()
    }

    /// What each seat needs that runs this course and has all its pegs: `A needs 15, B needs 9`.
    fn says<S: Shape>(&self, table: &TableFile, position: &AnyPosition) -> Option<String> {
        let position: &FauHalma<S, R> = position.get()?;
        let mut runners = self.runners::<S>();
        runners.retain(|&seat| position.pegs(seat).count_ones() as usize == PEGS);
        let needs = runners.iter().map(|&seat| {
            let index = self.seen_by::<S>(seat).index(position.pegs(seat));
            format!("{} needs {}", S::PLAYERS[seat.index()], table.payload()[index])
        });
        (!runners.is_empty()).then(|| needs.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_tables_serve_all_games() {
        let found: Vec<(String, String)> =
            entries().iter().map(|entry| (entry.name(), entry.games().join(" "))).collect();
        let expected = [
            ("race-rhombus-ss26", "fauhalma-rhombus"),
            ("race-rhombus-ss26-opposite", "fauhalma-rhombus"),
            ("race-star-ss26", "fauhalma fauhalma-star2"),
            ("race-star-ss26-opposite", "fauhalma-star2"),
            ("race-rhombus-ws25", "fauhalma-rhombus-ws25"),
            ("race-star-ws25", "fauhalma-ws25 fauhalma-star2-ws25"),
        ];
        assert_eq!(found, expected.map(|(name, games)| (name.into(), games.into())));
    }
}
