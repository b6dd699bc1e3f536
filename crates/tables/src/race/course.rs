//! A course: a board under a rule set, and the home to which six pegs race over it.
//!
//! Most seats run the same one. A turn of the board that brings a seat to A's place and leaves the
//! blocked spaces where they are makes its course A's: so it is for three players, and under WS25
//! for two. The blocked spaces of SS26 do not bear half a turn, so there B has a course of its own,
//! towards the end opposite.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use games::Seat;
use games::fauhalma::space::STAR;
use games::fauhalma::{FauHalma, Move, RuleSet, Scene, Shape};
use xxhash_rust::xxh3::xxh3_64;

use super::counts::COUNTS;
use super::order::Order;
use crate::file::{Label, TableError, TableFile};
use crate::place::Place;

/// What one table is about.
pub(super) struct Course<R> {
    /// The name of its table.
    pub name: String,
    playable: u128,
    blocked: u128,
    /// Where the pegs must go.
    pub home: u128,
    /// How the entries of its table are ordered.
    pub order: Order,
    rules: PhantomData<fn() -> R>,
}

impl<R: RuleSet> Course<R> {
    /// The course of a seat that leads: see [`leader`].
    pub(super) fn new<S: Shape>(seat: Seat) -> Course<R> {
        let board = if S::SPACES == STAR { "star" } else { "rhombus" };
        let rules = rules::<R>();
        let end = if seat == Seat::FIRST { "" } else { "-opposite" };
        let playable = FauHalma::<S, R>::PLAYABLE;
        Course {
            name: format!("race-{board}-{rules}{end}"),
            playable,
            blocked: FauHalma::<S, R>::BOARD & R::BLOCKED,
            home: FauHalma::<S, R>::home(seat),
            order: Order::new(playable),
            rules: PhantomData,
        }
    }

    /// What its table is called. The board is in it as a number, so that a table for other blocked
    /// spaces is refused.
    pub(super) fn label(&self) -> Label {
        let sets = [self.playable, self.blocked, self.home].map(u128::to_le_bytes);
        let board = xxh3_64(sets.as_flattened());
        Label::new(
            &self.name,
            format!("fauhalma {}", rules::<R>()),
            format!("moves of six pegs alone to their home, board {board:016x}"),
        )
    }

    /// Opens its table.
    pub(super) fn open(&self, place: &Place) -> Result<TableFile, TableError> {
        let table = TableFile::open(&place.table(&self.name), &self.label())?;
        self.entries(&table)?;
        Ok(table)
    }

    /// The entries of its table, if they are as many as they should be.
    pub(super) fn entries<'a>(&self, table: &'a TableFile) -> Result<&'a [u8], TableError> {
        let (found, wanted) = (table.payload(), self.order.entries());
        if found.len() == wanted {
            Ok(found)
        } else {
            Err(table.wrong(format!("it has {} entries instead of {wanted}", found.len())))
        }
    }

    /// Its order as a seat sees it that has to turn the board for it.
    pub(super) fn seen_by<S: Shape>(&self, seat: Seat) -> Order {
        self.order.seen(|set| S::carried(set, seat, leader::<S, R>(seat)))
    }

    /// How many placements need 0, 1, 2, … moves.
    pub(super) fn counts(&self) -> &'static [u64] {
        let known = COUNTS.iter().find(|(name, _)| *name == self.name);
        known.map_or(&[], |(_, counts)| counts)
    }

    /// Calls `each` for every move of a lone player.
    #[inline]
    pub(super) fn moves(&self, pegs: u128, mut each: impl FnMut(Move)) {
        let scene =
            Scene { pegs, hurdles: pegs | self.blocked, empty: self.playable & !pegs, swaps: 0 };
        let _ = R::moves(&scene, |m| {
            each(m);
            ControlFlow::Continue(())
        });
    }
}

/// The seat whose course a seat runs, once the board is turned: A, or the seat itself.
pub(super) fn leader<S: Shape, R: RuleSet>(seat: Seat) -> Seat {
    let sets = [FauHalma::<S, R>::PLAYABLE, FauHalma::<S, R>::BOARD & R::BLOCKED];
    let same = sets.iter().all(|&set| S::carried(set, seat, Seat::FIRST) == set);
    if same { Seat::FIRST } else { seat }
}

/// The courses that the seats of a game run, each once.
pub(super) fn courses<S: Shape, R: RuleSet>() -> impl Iterator<Item = Course<R>> {
    let leaders = Seat::all(S::SEATS).filter(|&seat| leader::<S, R>(seat) == seat);
    leaders.map(Course::new::<S>)
}

fn rules<R: RuleSet>() -> &'static str {
    ["ss26", "ws25"][R::NUMBER]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combinations::choose;
    use games::fauhalma::{PEGS, Rhombus, Space, Ss26, Star2, Star3, Ws25, spaces};

    #[test]
    fn every_course_is_its_own_mirror_image() {
        fn check<R: RuleSet>(courses: impl Iterator<Item = Course<R>>) {
            for course in courses {
                for set in [course.playable, course.blocked, course.home] {
                    let images = spaces(set).map(|space| (space.z(), space.y()));
                    let found = images.fold(0, |found, (x, y)| {
                        found | Space::at(x.into(), y.into()).unwrap().set()
                    });
                    assert_eq!(found, set, "{}", course.name);
                }
            }
        }
        check(courses::<Star2, Ss26>());
        check(courses::<Rhombus, Ss26>());
        check(courses::<Star2, Ws25>());
        check(courses::<Rhombus, Ws25>());
    }

    #[test]
    fn seats_that_share_a_course_find_the_same_entries() {
        fn check<S: Shape, R: RuleSet>() {
            let course = Course::<R>::new::<S>(Seat::FIRST);
            for seat in Seat::all(S::SEATS) {
                let order = course.seen_by::<S>(seat);
                assert_eq!(
                    order.index(FauHalma::<S, R>::home(seat)),
                    course.order.index(course.home)
                );
                for leap in [1, 5, 11] {
                    let six = spaces(course.playable).cycle().step_by(leap).take(6);
                    let pegs = six.fold(0, |pegs, space| pegs | space.set());
                    let turned = S::carried(pegs, Seat::FIRST, seat);
                    assert_eq!(order.index(turned), course.order.index(pegs), "{seat:?}");
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
        for ((name, counts), placements) in COUNTS.iter().zip(placements) {
            assert_eq!(counts.iter().sum::<u64>(), placements, "{name}");
        }
        let furthest = COUNTS.map(|(_, counts)| counts.len() - 1);
        assert_eq!(furthest[..4], [17, 17, 24, 24], "as published");
    }
}
