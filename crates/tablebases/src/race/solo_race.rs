//! A solo race: a board under a rule set, and the home that six pegs alone on it must reach.
//!
//! Most seats share one. If a rotation of the board maps a seat to A and the blocked spaces to
//! themselves, the seat's race is A's: so it is for three players, and under WS25 for two. The
//! blocked spaces of SS26 have no 180° symmetry, so there B has a race of its own, to the opposite
//! corner.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use spielwerk_games::Seat;
use spielwerk_games::fauhalma::space::STAR;
use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, Occupancy, RuleSet};
use xxhash_rust::xxh3::xxh3_64;

use super::counts::EXPECTED_COUNTS;
use super::indexing::Indexing;
use crate::file::{TablebaseError, TablebaseFile, TablebaseHeader};
use crate::tablebase_dir::TablebaseDir;

/// The subject of one race tablebase.
pub(super) struct SoloRace<R> {
    /// The name of its tablebase.
    pub name: String,
    playable: u128,
    blocked: u128,
    /// The home that the pegs must reach.
    pub home: u128,
    /// The indexing of its entries.
    pub indexing: Indexing,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> SoloRace<R> {
    /// The race of a representative seat: see [`representative_seat`].
    pub(super) fn new<S: BoardShape>(seat: Seat) -> SoloRace<R> {
        let board = if S::SPACES == STAR { "star" } else { "rhombus" };
        let rules = rules::<R>();
        let end = if seat == Seat::FIRST { "" } else { "-opposite" };
        let playable = FauHalma::<S, R>::PLAYABLE;
        SoloRace {
            name: format!("race-{board}-{rules}{end}"),
            playable,
            blocked: FauHalma::<S, R>::BOARD & R::BLOCKED,
            home: FauHalma::<S, R>::home(seat),
            indexing: Indexing::new(playable),
            rules: PhantomData,
        }
    }

    /// The header of its file. It has a hash of the board, so that a tablebase for other blocked
    /// spaces is refused.
    pub(super) fn header(&self) -> TablebaseHeader {
        let sets = [self.playable, self.blocked, self.home].map(u128::to_le_bytes);
        let board = xxh3_64(sets.as_flattened());
        TablebaseHeader::new(
            &self.name,
            format!("fauhalma {}", rules::<R>()),
            format!("moves of six pegs alone to their home, board {board:016x}"),
        )
    }

    /// Opens its tablebase.
    pub(super) fn open(&self, dir: &TablebaseDir) -> Result<TablebaseFile, TablebaseError> {
        let table = TablebaseFile::open(&dir.tablebase_path(&self.name), &self.header())?;
        let (found, wanted) = (table.len(), self.indexing.entries());
        if found != wanted {
            return Err(table.wrong(format!("it has {found} entries instead of {wanted}")));
        }
        Ok(table)
    }

    /// Its indexing for a seat that shares the race, with the board rotated.
    pub(super) fn indexing_for_seat<S: BoardShape>(&self, seat: Seat) -> Indexing {
        self.indexing
            .rotated(|set| S::rotated_to_seat(set, seat, representative_seat::<S, R>(seat)))
    }

    /// The expected number of placements that need 0, 1, 2, … moves.
    pub(super) fn counts(&self) -> &'static [u64] {
        let known = EXPECTED_COUNTS.iter().find(|(name, _)| *name == self.name);
        known.map_or(&[], |(_, counts)| counts)
    }

    /// Calls `each` for every move of a lone player.
    #[inline]
    pub(super) fn generate_moves(&self, pegs: u128, mut each: impl FnMut(Move)) {
        let occupancy = Occupancy {
            pegs,
            hurdles: pegs | self.blocked,
            empty: self.playable & !pegs,
            swaps: 0,
        };
        let _ = R::generate_moves(&occupancy, |m| {
            each(m);
            ControlFlow::Continue(())
        });
    }
}

/// The seat whose race a seat shares after a rotation of the board: A, or the seat itself.
pub(super) fn representative_seat<S: BoardShape, R: RuleSet>(seat: Seat) -> Seat {
    let sets = [FauHalma::<S, R>::PLAYABLE, FauHalma::<S, R>::BOARD & R::BLOCKED];
    let same = sets.iter().all(|&set| S::rotated_to_seat(set, seat, Seat::FIRST) == set);
    if same { Seat::FIRST } else { seat }
}

/// The distinct solo races of the seats of a game.
pub(super) fn solo_races<S: BoardShape, R: RuleSet>() -> impl Iterator<Item = SoloRace<R>> {
    let leaders = Seat::all(S::SEATS).filter(|&seat| representative_seat::<S, R>(seat) == seat);
    leaders.map(SoloRace::new::<S>)
}

fn rules<R: RuleSet>() -> &'static str {
    ["ss26", "ws25"][R::NUMBER]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::choose;
    use spielwerk_games::fauhalma::{PEGS, Rhombus, Space, Ss26, Star2, Star3, Ws25, spaces};

    #[test]
    fn every_race_is_mirror_symmetrical() {
        fn check<R: RuleSet>(races: impl Iterator<Item = SoloRace<R>>) {
            for race in races {
                for set in [race.playable, race.blocked, race.home] {
                    let images = spaces(set).map(|space| (space.z(), space.y()));
                    let found = images.fold(0, |found, (x, y)| {
                        found | Space::at(x.into(), y.into()).unwrap().set()
                    });
                    assert_eq!(found, set, "{}", race.name);
                }
            }
        }
        check(solo_races::<Star2, Ss26>());
        check(solo_races::<Rhombus, Ss26>());
        check(solo_races::<Star2, Ws25>());
        check(solo_races::<Rhombus, Ws25>());
    }

    #[test]
    fn seats_that_share_a_race_find_the_same_entries() {
        fn check<S: BoardShape, R: RuleSet>() {
            let race = SoloRace::<R>::new::<S>(Seat::FIRST);
            for seat in Seat::all(S::SEATS) {
                let indexing = race.indexing_for_seat::<S>(seat);
                assert_eq!(
                    indexing.index(FauHalma::<S, R>::home(seat)),
                    race.indexing.index(race.home)
                );
                for leap in [1, 5, 11] {
                    let six = spaces(race.playable).cycle().step_by(leap).take(6);
                    let pegs = six.fold(0, |pegs, space| pegs | space.set());
                    let rotated = S::rotated_to_seat(pegs, Seat::FIRST, seat);
                    assert_eq!(indexing.index(rotated), race.indexing.index(pegs), "{seat:?}");
                }
            }
        }
        check::<Star3, Ss26>();
        check::<Star3, Ws25>();
        check::<Star2, Ws25>();
        check::<Rhombus, Ws25>();
    }

    #[test]
    fn all_placements_are_counted() {
        let [star, rhombus] = [69, 45].map(|spaces| choose(spaces, PEGS));
        let [star_ws25, rhombus_ws25] = [72, 48].map(|spaces| choose(spaces, PEGS));
        let placements = [rhombus, rhombus, star, star, rhombus_ws25, star_ws25];
        for ((name, counts), placements) in EXPECTED_COUNTS.iter().zip(placements) {
            assert_eq!(counts.iter().sum::<u64>(), placements, "{name}");
        }
        let furthest = EXPECTED_COUNTS.map(|(_, counts)| counts.len() - 1);
        assert_eq!(furthest[..4], [17, 17, 24, 24], "as published");
    }
}
