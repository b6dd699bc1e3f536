//! Race tablebases of FAUhalma: the number of moves that a seat needs to bring its six pegs home,
//! alone on the board, for every placement.
//!
//! [`RaceTablebase`] has it for all seats of a game. It has one file for each distinct *solo race*
//! (a board, its blocked spaces, and a home). Seats that a rotation of the board maps to each other
//! share one: three players need only one file.
//!
//! With opponents on the board these are not bounds, since their pegs can be hopped over too. But
//! they are the best estimate of the remaining distance.
//!
//! ```no_run
//! use spielwerk_games::{Position, Seat, fauhalma::{FauHalma, Rhombus, Ss26}};
//! use spielwerk_tablebases::{BuildMonitor, TablebaseDir, race::RaceTablebase};
//!
//! let folder = tempfile::tempdir()?;
//! let dir = TablebaseDir::from(folder.path());
//! let race = RaceTablebase::<Rhombus, Ss26>::build(&dir, &BuildMonitor::silent())?;
//! let start = FauHalma::<Rhombus, Ss26>::start();
//! assert_eq!(race.moves_home(Seat::SECOND, start.pegs(Seat::SECOND)), Some(15));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod breadth_first;
mod builder;
mod counts;
mod incremental_index;
mod indexing;
mod solo_race;
mod tablebase;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use spielwerk_games::Seat;
use spielwerk_games::fauhalma::{BoardShape, FauHalma, PEGS, RuleSet, Ss26, Star3};

pub(crate) use tablebase::tablebases;

use crate::build::{self, BuildError, BuildEstimate, BuildMonitor, Builder, Extent};
use crate::file::{TablebaseError, TablebaseFile};
use crate::tablebase_dir::TablebaseDir;
use indexing::Indexing;
use solo_race::{SoloRace, representative_seat, solo_races};

/// The moves to home of every seat of a game, for every placement of six pegs.
pub struct RaceTablebase<S: BoardShape = Star3, R: RuleSet = Ss26> {
    /// By seat.
    seats: Vec<SeatTablebase>,
    variant: PhantomData<fn() -> (S, R)>,
}

/// The tablebase of one seat.
struct SeatTablebase {
    indexing: Indexing,
    table: Arc<TablebaseFile>,
}

impl<S: BoardShape, R: RuleSet> RaceTablebase<S, R> {
    /// Opens the tablebases of the game, all of them or none.
    pub fn open(dir: &TablebaseDir) -> Result<RaceTablebase<S, R>, TablebaseError> {
        let mut seats: Vec<SeatTablebase> = Vec::with_capacity(S::SEATS);
        for seat in Seat::all(S::SEATS) {
            let representative = representative_seat::<S, R>(seat);
            let race = SoloRace::<R>::new::<S>(representative);
            let table = match seats.get(representative.index()) {
                Some(seat_tablebase) => Arc::clone(&seat_tablebase.table),
                None => Arc::new(race.open(dir)?),
            };
            seats.push(SeatTablebase { indexing: race.indexing_for_seat::<S>(seat), table });
        }
        Ok(RaceTablebase { seats, variant: PhantomData })
    }

    /// The estimated cost of building the missing tablebases.
    pub fn estimate(dir: &TablebaseDir) -> BuildEstimate {
        let races = solo_races::<S, R>();
        let missing = races.filter(|race| race.open(dir).is_err());
        missing.map(|race| Builder::estimate(&race)).sum()
    }

    /// Builds the missing tablebases, and opens all of them.
    pub fn build(
        dir: &TablebaseDir,
        monitor: &BuildMonitor,
    ) -> Result<RaceTablebase<S, R>, BuildError> {
        for race in solo_races::<S, R>() {
            build::build(&race, dir, monitor)?;
        }
        Ok(RaceTablebase::open(dir)?)
    }

    /// Verifies all tablebases: checksums, and entries against the rules.
    pub fn verify(
        dir: &TablebaseDir,
        extent: Extent,
        monitor: &BuildMonitor,
    ) -> Result<(), BuildError> {
        solo_races::<S, R>().try_for_each(|race| build::verify(&race, dir, extent, monitor))
    }

    /// The number of moves that a seat alone on the board needs. `None` unless there are six pegs,
    /// all on playable spaces.
    #[inline]
    pub fn moves_home(&self, seat: Seat, pegs: u128) -> Option<u8> {
        let playable = FauHalma::<S, R>::PLAYABLE;
        if pegs & !playable != 0 || pegs.count_ones() as usize != PEGS {
            return None;
        }
        let seat_tablebase = self.seats.get(seat.index())?;
        seat_tablebase.table.byte(seat_tablebase.indexing.index(pegs))
    }

    /// The number of placements that are 0, 1, 2, … moves from a seat's home, by counting all.
    pub fn counts(&self, seat: Seat) -> Result<Vec<u64>, TablebaseError> {
        let Some(seat_tablebase) = self.seats.get(seat.index()) else { return Ok(Vec::new()) };
        Ok(builder::counts(&seat_tablebase.indexing, &seat_tablebase.table.read_all()?))
    }
}

impl<S: BoardShape, R: RuleSet> fmt::Debug for RaceTablebase<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let tables = self.seats.iter().map(|seat_tablebase| seat_tablebase.table.path());
        f.debug_list().entries(tables).finish()
    }
}
