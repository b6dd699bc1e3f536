//! The race tablebases in the registry.

use spielwerk_games::fauhalma::{
    BoardShape, FauHalma, PEGS, Rhombus, RuleSet, Ss26, Star2, Star3, Ws25,
};
use spielwerk_games::{AnyPosition, Seat};

use super::solo_race::{SoloRace, representative_seat, solo_races};
use crate::ProbeResult;
use crate::build::{self, BuildError, BuildEstimate, BuildMonitor, Builder, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::registry::Tablebase;
use crate::tablebase_dir::TablebaseDir;

/// All race tablebases. Three players use the first one of the star.
pub(crate) fn tablebases() -> Vec<Box<dyn Tablebase>> {
    fn boxed<R: RuleSet>(race: SoloRace<R>) -> Box<dyn Tablebase> {
        Box::new(race)
    }
    let ss26 = solo_races::<Rhombus, Ss26>().chain(solo_races::<Star2, Ss26>()).map(boxed);
    let ws25 = solo_races::<Rhombus, Ws25>().chain(solo_races::<Star2, Ws25>()).map(boxed);
    ss26.chain(ws25).collect()
}

impl<R: RuleSet> Tablebase for SoloRace<R> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn description(&self) -> String {
        "how many moves six pegs alone on the board need to their home".into()
    }

    fn games(&self) -> Vec<&'static str> {
        let games = [
            (self.seats_served::<Star3>(), Star3::NAMES),
            (self.seats_served::<Star2>(), Star2::NAMES),
            (self.seats_served::<Rhombus>(), Rhombus::NAMES),
        ];
        let served = games.into_iter().filter(|(seats, _)| !seats.is_empty());
        served.map(|(_, names)| names[R::NUMBER]).collect()
    }

    fn estimate(&self, dir: &TablebaseDir) -> BuildEstimate {
        let missing = self.open(dir).is_err();
        missing.then(|| Builder::estimate(self)).into_iter().sum()
    }

    fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError> {
        SoloRace::open(self, dir)
    }

    fn build(&self, dir: &TablebaseDir, monitor: &BuildMonitor) -> Result<(), BuildError> {
        build::build(self, dir, monitor).map(drop)
    }

    fn verify(
        &self,
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        build::verify(self, dir, extent, monitor)
    }

    fn probe(
        &self,
        dir: &TablebaseDir,
        position: &AnyPosition,
    ) -> Result<Option<ProbeResult>, TablebaseError> {
        let table = self.open(dir)?;
        let moves = self.probe_board::<Star3>(&table, position);
        let moves = moves.or_else(|| self.probe_board::<Star2>(&table, position));
        let moves = moves.or_else(|| self.probe_board::<Rhombus>(&table, position));
        table.damage()?;
        Ok(moves)
    }
}

impl<R: RuleSet> SoloRace<R> {
    /// The seats of a game that share this race.
    fn seats_served<S: BoardShape>(&self) -> Vec<Seat> {
        let runs = |&seat: &Seat| {
            SoloRace::<R>::new::<S>(representative_seat::<S, R>(seat)).name == self.name
        };
        Seat::all(S::SEATS).filter(runs).collect()
    }

    /// The moves that each seat with all its pegs needs.
    fn probe_board<S: BoardShape>(
        &self,
        table: &TablebaseFile,
        position: &AnyPosition,
    ) -> Option<ProbeResult> {
        let position: &FauHalma<S, R> = position.downcast_ref()?;
        let mut seats = self.seats_served::<S>();
        seats.retain(|&seat| position.pegs(seat).count_ones() as usize == PEGS);
        let needs = seats.iter().map(|&seat| {
            let index = self.indexing_for_seat::<S>(seat).index(position.pegs(seat));
            Some((seat.index(), S::PLAYERS[seat.index()], u32::from(table.byte(index)?)))
        });
        let needs: Option<Vec<_>> = needs.collect();
        needs.filter(|needs| !needs.is_empty()).map(ProbeResult::MovesHome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_tables_serve_all_games() {
        let found: Vec<(String, String)> = tablebases()
            .iter()
            .map(|tablebase| (tablebase.name(), tablebase.games().join(" ")))
            .collect();
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
