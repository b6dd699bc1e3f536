//! The three boards: the star for three players, the star for two, and the rhombus for two.
//!
//! ```text
//!          A's home             top     y ≥ 4
//!     C  ·  ·  ·  ·  B          C left  x ≤ −4     B right  z ≤ −4
//!        ·  ·  ·  ·
//!     B  ·  ·  ·  ·  C          homes lie opposite: B's z ≥ 4, C's x ≥ 4
//!          A's start            bottom  y ≤ −4
//! ```
//!
//! With two players B starts at the top and goes down. The rhombus is the star without the four
//! corners at its sides.

use std::fmt::Debug;
use std::hash::Hash;

use super::sealed::Sealed;
use super::space::{self, STAR, between};
use crate::Seat;

const WHOLE: (i8, i8) = (-6, 6);
const HIGH: (i8, i8) = (4, 6);
const LOW: (i8, i8) = (-6, -4);
const MIDDLE: (i8, i8) = (-3, 3);

const TOP: u128 = between(WHOLE, HIGH, WHOLE);
const BOTTOM: u128 = between(WHOLE, LOW, WHOLE);
const UPPER_RIGHT: u128 = between(WHOLE, WHOLE, LOW);
const LOWER_LEFT: u128 = between(WHOLE, WHOLE, HIGH);
const UPPER_LEFT: u128 = between(LOW, WHOLE, WHOLE);
const LOWER_RIGHT: u128 = between(HIGH, WHOLE, WHOLE);

/// A board with its number of players: [`Star3`], [`Star2`] or [`Rhombus`].
pub trait BoardShape: Sealed + Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The number of players.
    const SEATS: usize;
    /// Its spaces, before the rule set blocks or removes some.
    const SPACES: u128;
    /// The start corner of each seat.
    const START: [u128; Seat::MAX_SEATS];
    /// The home of each seat: the corner that its pegs must reach.
    const HOME: [u128; Seat::MAX_SEATS];
    /// The game's name on the command line under each rule set: SS26, WS25.
    const NAMES: [&'static str; 2];
    /// The game's name for people under each rule set.
    const TITLES: [&'static str; 2];
    /// The board in a few words.
    const BOARD: &'static str;
    /// What the players are called.
    const PLAYERS: &'static [&'static str];

    /// Rotates a bitboard by the rotation of the board that maps seat `from` to seat `to`: 120° for
    /// each seat with three players, 180° with two.
    fn rotated_to_seat(set: u128, from: Seat, to: Seat) -> u128;
}

/// The star with three players.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Star3;

/// The star with two players, at the bottom and at the top.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Star2;

/// The rhombus with two players.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rhombus;

impl BoardShape for Star3 {
    const SEATS: usize = 3;
    const SPACES: u128 = STAR;
    const START: [u128; 3] = [BOTTOM, UPPER_RIGHT, UPPER_LEFT];
    const HOME: [u128; 3] = [TOP, LOWER_LEFT, LOWER_RIGHT];
    const NAMES: [&'static str; 2] = ["fauhalma", "fauhalma-ws25"];
    const TITLES: [&'static str; 2] = ["FAUhalma", "FAUhalma, rules of WS25"];
    const BOARD: &'static str = "star of 73 spaces, 6 pegs each";
    const PLAYERS: &'static [&'static str] = &["A", "B", "C"];

    fn rotated_to_seat(set: u128, from: Seat, to: Seat) -> u128 {
        let thirds = (to.index() + 3 - from.index()) % 3;
        (0..thirds).fold(set, |set, _| space::rotated_120(set))
    }
}

impl BoardShape for Star2 {
    const SEATS: usize = 2;
    const SPACES: u128 = STAR;
    const START: [u128; 3] = [BOTTOM, TOP, 0];
    const HOME: [u128; 3] = [TOP, BOTTOM, 0];
    const NAMES: [&'static str; 2] = ["fauhalma-star2", "fauhalma-star2-ws25"];
    const TITLES: [&'static str; 2] = ["FAUhalma for two", "FAUhalma for two, rules of WS25"];
    const BOARD: &'static str = "star of 73 spaces, 6 pegs each";
    const PLAYERS: &'static [&'static str] = &["A", "B"];

    fn rotated_to_seat(set: u128, from: Seat, to: Seat) -> u128 {
        if from == to { set } else { space::rotated_180(set) }
    }
}

impl BoardShape for Rhombus {
    const SEATS: usize = 2;
    const SPACES: u128 = between(MIDDLE, WHOLE, MIDDLE);
    const START: [u128; 3] = [BOTTOM, TOP, 0];
    const HOME: [u128; 3] = [TOP, BOTTOM, 0];
    const NAMES: [&'static str; 2] = ["fauhalma-rhombus", "fauhalma-rhombus-ws25"];
    const TITLES: [&'static str; 2] =
        ["FAUhalma for two, rhombus", "FAUhalma for two, rhombus, rules of WS25"];
    const BOARD: &'static str = "rhombus of 49 spaces, 6 pegs each";
    const PLAYERS: &'static [&'static str] = &["A", "B"];

    fn rotated_to_seat(set: u128, from: Seat, to: Seat) -> u128 {
        Star2::rotated_to_seat(set, from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corners_are_carried_from_seat_to_seat<S: BoardShape>() {
        for from in Seat::all(S::SEATS) {
            assert_eq!(S::START[from.index()].count_ones(), 6);
            assert_eq!(S::HOME[from.index()].count_ones(), 6);
            assert_eq!(S::START[from.index()] & !S::SPACES, 0);
            assert_eq!(S::HOME[from.index()] & !S::SPACES, 0);
            for to in Seat::all(S::SEATS) {
                let (start, home) = (S::START[from.index()], S::HOME[from.index()]);
                assert_eq!(S::rotated_to_seat(start, from, to), S::START[to.index()]);
                assert_eq!(S::rotated_to_seat(home, from, to), S::HOME[to.index()]);
                assert_eq!(S::rotated_to_seat(S::SPACES, from, to), S::SPACES);
            }
        }
    }

    #[test]
    fn corners_are_rotations_of_each_other() {
        corners_are_carried_from_seat_to_seat::<Star3>();
        corners_are_carried_from_seat_to_seat::<Star2>();
        corners_are_carried_from_seat_to_seat::<Rhombus>();
    }

    #[test]
    fn the_rhombus_has_49_spaces() {
        assert_eq!(Rhombus::SPACES.count_ones(), 49);
    }
}
