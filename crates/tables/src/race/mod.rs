//! FAUhalma without opponents: how many moves a seat needs to bring its six pegs home, alone on the
//! board, for every way they can stand.
//!
//! [`Race`] knows it for all seats of a game. It holds a table for each different *course* (a board,
//! its blocked spaces, and a home), of which three players need but one, whatever their number:
//! boards are turned to fit.
//!
//! With others on the board these are no bounds: pegs of opponents are hurdles to hop over, too. But
//! nothing else says so well how far somebody still has to go.
//!
//! ```no_run
//! use games::{Position, Seat, fauhalma::{FauHalma, Rhombus, Ss26}};
//! use tables::{Place, Watch, race::Race};
//!
//! let folder = tempfile::tempdir()?;
//! let race = Race::<Rhombus, Ss26>::build(&Place::from(folder.path()), &Watch::nobody())?;
//! let start = FauHalma::<Rhombus, Ss26>::start();
//! assert_eq!(race.moves_home(Seat::SECOND, start.pegs(Seat::SECOND)), Some(15));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod course;
mod departure;
mod entry;
mod layers;
mod order;
mod recipe;

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use games::Seat;
use games::fauhalma::{FauHalma, PEGS, RuleSet, Shape, Ss26, Star3};

pub(crate) use entry::entries;

use crate::build::{self, BuildError, Extent, Plan, Recipe, Watch};
use crate::file::{TableError, TableFile};
use crate::place::Place;
use course::{Course, courses, leader};
use order::Order;

/// The moves home of every seat of a game, for every placement of six pegs.
pub struct Race<S: Shape = Star3, R: RuleSet = Ss26> {
    /// By seat.
    lanes: Vec<Lane>,
    variant: PhantomData<fn() -> (S, R)>,
}

/// What one seat looks up.
struct Lane {
    order: Order,
    table: Arc<TableFile>,
}

impl<S: Shape, R: RuleSet> Race<S, R> {
    /// Opens the tables that the game needs, all of them or none.
    pub fn open(place: &Place) -> Result<Race<S, R>, TableError> {
        let mut lanes: Vec<Lane> = Vec::with_capacity(S::SEATS);
        for seat in Seat::all(S::SEATS) {
            let leader = leader::<S, R>(seat);
            let course = Course::<R>::new::<S>(leader);
            let table = match lanes.get(leader.index()) {
                Some(lane) => Arc::clone(&lane.table),
                None => Arc::new(course.open(place)?),
            };
            lanes.push(Lane { order: course.seen_by::<S>(seat), table });
        }
        Ok(Race { lanes, variant: PhantomData })
    }

    /// What it takes to build the tables that are not there.
    pub fn plan(place: &Place) -> Plan {
        let courses = courses::<S, R>();
        let missing = courses.filter(|course| course.open(place).is_err());
        missing.map(|course| Recipe::plan(&course)).sum()
    }

    /// Builds the tables that are not there, and opens them all.
    pub fn build(place: &Place, watch: &Watch) -> Result<Race<S, R>, BuildError> {
        for course in courses::<S, R>() {
            build::build(&course, place, watch)?;
        }
        Ok(Race::open(place)?)
    }

    /// Verifies all tables: checksums, and entries against the rules.
    pub fn verify(place: &Place, extent: Extent, watch: &Watch) -> Result<(), BuildError> {
        courses::<S, R>().try_for_each(|course| build::verify(&course, place, extent, watch))
    }

    /// How many moves a seat needs from here if it is alone on the board. Nothing is said of other
    /// than six pegs on spaces that can hold one.
    #[inline]
    pub fn moves_home(&self, seat: Seat, pegs: u128) -> Option<u8> {
        let playable = FauHalma::<S, R>::PLAYABLE;
        if pegs & !playable != 0 || pegs.count_ones() as usize != PEGS {
            return None;
        }
        let lane = self.lanes.get(seat.index())?;
        lane.table.payload().get(lane.order.index(pegs)).copied()
    }

    /// How many placements are 0, 1, 2, … moves from a seat's home. It counts them.
    pub fn counts(&self, seat: Seat) -> Vec<u64> {
        let lane = self.lanes.get(seat.index());
        lane.map_or(Vec::new(), |lane| recipe::counts(&lane.order, lane.table.payload()))
    }
}

impl<S: Shape, R: RuleSet> fmt::Debug for Race<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let tables = self.lanes.iter().map(|lane| lane.table.path());
        f.debug_list().entries(tables).finish()
    }
}
