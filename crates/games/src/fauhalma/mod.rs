//! FAUhalma, a small Chinese checkers (Sternhalma): three players on a star, or two players on the
//! star or a rhombus.
//!
//! A position is one bitboard for each seat (see [`space`]), the side to move, and the places taken
//! so far. [`BoardShape`] is the board, [`RuleSet`] how pegs move; both are type parameters, so that
//! corners and blocked spaces are compile-time constants.
//!
//! A player with all pegs at home is placed and leaves the turn order; a player to move who cannot
//! is placed last of those still playing. Both happen within [`Position::play`], so every
//! unfinished position has a legal move.

mod notation;
mod path;
mod rules;
mod setup;
mod setup_error;
mod shape;
pub mod space;
mod ss26;
mod standings;
mod ui;
mod valid;
mod ws25;

use std::fmt;
use std::marker::PhantomData;
use std::ops::ControlFlow;

pub use rules::{Move, Occupancy, RuleSet};
pub use setup::Setup;
pub use setup_error::SetupError;
pub use shape::{BoardShape, Rhombus, Star2, Star3};
pub use space::{Space, spaces};
pub use ss26::Ss26;
pub use ws25::Ws25;

use standings::Standings;

use crate::hash::hash_words;
use crate::{Outcome, Position, Seat};

/// The number of pegs of a seat; a setup may have fewer.
pub const PEGS: usize = 6;

/// A position of FAUhalma on a board, under a rule set.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct FauHalma<S: BoardShape = Star3, R: RuleSet = Ss26> {
    pegs: [u128; Seat::MAX_SEATS],
    standings: Standings,
    turn: Seat,
    variant: PhantomData<fn() -> (S, R)>,
}

/// Boards and rule sets are sealed traits.
mod sealed {
    pub trait Sealed {}

    impl Sealed for super::Star3 {}
    impl Sealed for super::Star2 {}
    impl Sealed for super::Rhombus {}
    impl Sealed for super::Ss26 {}
    impl Sealed for super::Ws25 {}
}

impl<S: BoardShape, R: RuleSet> FauHalma<S, R> {
    /// The spaces of the board, including blocked ones.
    pub const BOARD: u128 = S::SPACES & !R::MISSING;
    /// The spaces that can hold a peg.
    pub const PLAYABLE: u128 = Self::BOARD & !R::BLOCKED;

    /// A seat's pegs.
    #[inline]
    pub const fn pegs(&self, seat: Seat) -> u128 {
        self.pegs[seat.index()]
    }

    /// Everybody's pegs.
    #[inline]
    pub const fn occupied(&self) -> u128 {
        self.pegs[0] | self.pegs[1] | self.pegs[2]
    }

    /// The start corner of a seat.
    #[inline]
    pub const fn start_corner(seat: Seat) -> u128 {
        S::START[seat.index()]
    }

    /// The home of a seat: the corner that its pegs must reach.
    #[inline]
    pub const fn home(seat: Seat) -> u128 {
        S::HOME[seat.index()]
    }

    /// Whether a seat is still playing: neither home, nor blocked, nor absent.
    #[inline]
    pub const fn is_playing(&self, seat: Seat) -> bool {
        self.standings.is_playing(seat)
    }

    /// The seats still playing, in turn order from A.
    pub fn playing(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::all(S::SEATS).filter(|&seat| self.is_playing(seat))
    }

    /// The seats that came home, first place first.
    pub fn places(&self) -> &[Seat] {
        self.standings.places()
    }

    /// The seats that lost by being blocked, in that order.
    pub fn out(&self) -> impl Iterator<Item = Seat> + '_ {
        let lost = self.standings.lost(S::SEATS);
        lost.filter(|&seat| self.pegs(seat) != 0)
    }

    /// The occupancy of the board with this seat to move.
    #[inline]
    pub fn occupancy(&self, seat: Seat) -> Occupancy {
        let occupied = self.occupied();
        let pegs = self.pegs(seat);
        Occupancy {
            pegs,
            hurdles: occupied | Self::BOARD & R::BLOCKED,
            empty: Self::PLAYABLE & !occupied,
            swaps: Self::home(seat) & (occupied ^ pegs),
        }
    }

    /// A null move: the same board with the next player to move, for search only, since the rules
    /// allow no passing. `None` if the next player could not move or is the same one.
    #[inline]
    pub fn null_move(&self) -> Option<Self> {
        if self.standings.is_over() {
            return None;
        }
        let next = FauHalma { turn: self.standings.after(self.turn), ..*self };
        (next.turn != self.turn && R::can_move(&next.occupancy(next.turn))).then_some(next)
    }

    /// Whether a seat has pegs, and all of them at home.
    #[inline]
    const fn is_home(&self, seat: Seat) -> bool {
        let pegs = self.pegs(seat);
        pegs != 0 && pegs & !Self::home(seat) == 0
    }

    /// Gives players to move who are blocked the last place of those still playing. In a finished
    /// game the turn is A's, so that positions differ only in board and places.
    #[inline]
    fn with_blocked_seats_placed(mut self) -> Self {
        while !self.standings.is_over() {
            if R::can_move(&self.occupancy(self.turn)) {
                return self;
            }
            self.standings.lose(self.turn);
            if !self.standings.is_over() {
                self.turn = self.standings.after(self.turn);
            }
        }
        self.turn = Seat::FIRST;
        self
    }
}

impl<S: BoardShape, R: RuleSet> Position for FauHalma<S, R> {
    type Move = Move;
    const SEATS: usize = S::SEATS;

    fn start() -> Self {
        FauHalma {
            pegs: S::START,
            standings: Standings::new(S::SEATS, !0),
            turn: Seat::FIRST,
            variant: PhantomData,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.turn
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.standings.outcome(S::SEATS)
    }

    #[inline]
    fn final_half_points(&self, seat: Seat) -> Option<u8> {
        if self.is_playing(seat) {
            return None;
        }
        let behind = match self.places().iter().position(|&home| home == seat) {
            Some(place) => S::SEATS - 1 - place,
            None => self.standings.lost(S::SEATS).position(|lost| lost == seat)?,
        };
        Some(2 * behind as u8)
    }

    #[inline]
    fn generate_moves(&self, each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.standings.is_over() {
            return ControlFlow::Continue(());
        }
        R::generate_moves(&self.occupancy(self.turn), each)
    }

    #[inline]
    fn play(&self, m: Move) -> Self {
        let mover = self.turn;
        debug_assert!(!self.standings.is_over(), "{m:?} in {self:?}");
        debug_assert!(self.pegs(mover) & m.from.set() != 0, "{m:?} in {self:?}");
        debug_assert!(self.occupancy(mover).destinations() & m.to.set() != 0, "{m:?} in {self:?}");
        let exchange = m.from.set() | m.to.set();
        let mut next = *self;
        next.pegs[mover.index()] ^= exchange;
        if next.is_home(mover) {
            next.standings.come_home(mover);
        }
        for other in Seat::all(S::SEATS).filter(|&seat| seat != mover) {
            if self.pegs(other) & m.to.set() != 0 {
                next.pegs[other.index()] ^= exchange;
                // A blocked player has lost for good, even if a swap brings the last peg home.
                if next.is_home(other) && self.is_playing(other) {
                    next.standings.come_home(other);
                }
            }
        }
        if !next.standings.is_over() {
            next.turn = next.standings.after(mover);
        }
        next.with_blocked_seats_placed()
    }

    #[inline]
    fn key(&self) -> u64 {
        let [a, b, c] = self.pegs;
        let state = self.standings.word() << 8 | self.turn.index() as u64;
        let high = |set: u128| (set >> 64) as u64;
        let low = |set: u128| set as u64;
        hash_words([high(a), low(a), high(b), low(b), high(c), low(c), state])
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        if self.standings.is_over() {
            return 0;
        }
        R::count_moves(&self.occupancy(self.turn))
    }
}

impl<S: BoardShape, R: RuleSet> fmt::Debug for FauHalma<S, R> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;
    const C: Seat = Seat::THIRD;

    fn read<S: BoardShape, R: RuleSet>(text: &str) -> FauHalma<S, R> {
        FauHalma::from_setup(&text.parse().unwrap()).unwrap()
    }

    fn played<S: BoardShape, R: RuleSet>(position: FauHalma<S, R>, path: &str) -> FauHalma<S, R> {
        position.play(position.read_move(path).unwrap())
    }

    fn points(position: &impl Position) -> [f64; 3] {
        let outcome = position.outcome().unwrap();
        [A, B, C].map(|seat| outcome.points(seat))
    }

    #[test]
    fn a_position_is_64_bytes_and_a_move_two() {
        assert_eq!(size_of::<FauHalma>(), 64);
        assert_eq!(size_of::<Move>(), 2);
    }

    #[test]
    fn whoever_is_home_leaves_the_turn_order_and_the_others_play_on() {
        let before: FauHalma =
            read(r#"{"A":[[-3,3],[-3,5]],"B":[[0,-3],[-3,-3]],"C":[[0,3],[1,2]]}"#);
        let one_home = played(before, "[[-3,3],[-3,4]]");
        assert_eq!(one_home.outcome(), None);
        assert_eq!((one_home.places(), one_home.turn()), (&[A][..], B));
        assert_eq!([A, B, C].map(|seat| one_home.final_half_points(seat)), [Some(4), None, None]);
        let waiting = played(played(one_home, "[[0,-3],[0,-2]]"), "[[0,3],[-1,3]]");
        assert_eq!(waiting.turn(), B);
        let waiting = played(played(waiting, "[[0,-2],[0,-3]]"), "[[1,2],[0,3]]");
        let over = played(waiting, "[[0,-3],[-1,-3]]");
        assert_eq!(points(&over), [2.0, 1.0, 0.0]);
        assert_eq!(over.legal_moves(), []);
        assert_eq!(over.count_moves(), 0);
        assert_eq!(
            over.setup().to_string(),
            r#"{"A":[[-3,4],[-3,5]],"B":[[-3,-3],[-1,-3]],"C":[[-1,3],[0,3]],"places":["A","B"]}"#
        );
    }

    #[test]
    fn passing_goes_round_among_those_who_still_play() {
        let start = <FauHalma as Position>::start();
        let turns = std::iter::successors(Some(start), FauHalma::null_move);
        let turns: Vec<usize> = turns.take(5).map(|position| position.turn().index()).collect();
        assert_eq!(turns, [0, 1, 2, 0, 1]);
        assert_eq!(
            start.null_move().and_then(|b| b.null_move()).and_then(|c| c.null_move()),
            Some(start)
        );
    }

    /// A's peg hops from B's home along the left edge and swaps with B's peg in A's own home.
    const SWAP: &str = "[[-3,-1],[-3,1],[-3,3],[-3,5]]";

    #[test]
    fn a_swap_can_bring_an_opponent_home() {
        let before: FauHalma =
            read(r#"{"A":[[-3,-1],[-3,4],[0,-3]],"B":[[-3,5],[-3,-3]],"C":[[-3,0],[-3,2],[0,3]]}"#);
        let after = played(before, SWAP);
        assert_eq!(after.outcome(), None);
        assert_eq!((after.places(), after.turn()), (&[B][..], C));
        let again = played(after, "[[0,3],[1,3]]");
        assert_eq!(again.turn(), A, "B is home and waits");
    }

    #[test]
    fn a_swap_that_brings_both_home_puts_the_mover_first() {
        let before: FauHalma =
            read(r#"{"A":[[-3,-1],[-3,4]],"B":[[-3,5],[-3,-3]],"C":[[-3,0],[-3,2],[0,3]]}"#);
        let after = played(before, SWAP);
        assert_eq!(after.places(), [A, B]);
        assert_eq!(points(&after), [2.0, 1.0, 0.0]);
    }

    #[test]
    fn a_blocked_player_has_lost_even_if_a_swap_brings_the_last_peg_home() {
        let before: FauHalma = read(
            r#"{"A":[[-3,-1],[-3,4],[0,-3]],"B":[[-3,5],[-3,-3]],"C":[[-3,0],[-3,2],[0,3]],"out":["B"]}"#,
        );
        let after = played(before, SWAP);
        assert_eq!(after.outcome(), None);
        assert!(after.places().is_empty() && after.out().eq([B]));
        assert_eq!(read::<Star3, Ss26>(&after.setup().to_string()), after);
    }

    #[test]
    fn all_three_can_be_home_in_the_end() {
        let before: FauHalma<Star3, Ws25> =
            read(r#"{"A":[[-3,-3],[-3,5]],"B":[[-3,-2],[-3,6]],"C":[[5,-3]]}"#);
        assert_eq!(before.places(), [C]);
        let after = played(before, "[[-3,-3],[-3,6]]");
        assert_eq!(after.places(), [C, A, B]);
        assert_eq!(points(&after), [1.0, 0.0, 2.0]);
        assert_eq!(read::<Star3, Ws25>(&after.setup().to_string()), after);
    }

    /// A's only peg, in the tip of the corner, behind two rows of pegs.
    const BLOCKED: &str =
        r#"{"A":[[3,-6]],"B":[[2,-5],[3,-5],[1,-4]],"C":[[3,-3],[0,3]],"turn":"C"}"#;

    #[test]
    fn a_player_who_cannot_move_is_out_and_last() {
        let before: FauHalma = read(BLOCKED);
        let after = played(before, "[[3,-3],[3,-4]]");
        assert_eq!(after.turn(), B);
        assert!(after.out().eq([A]) && after.playing().eq([B, C]));
        assert_eq!(
            after.setup().to_string(),
            r#"{"A":[[3,-6]],"B":[[1,-4],[2,-5],[3,-5]],"C":[[0,3],[3,-4]],"turn":"B","out":["A"]}"#
        );
        let unblocked = played(played(after, "[[1,-4],[1,-3]]"), "[[3,-4],[3,-3]]");
        assert_eq!(unblocked.turn(), B, "out is out");
    }

    #[test]
    fn a_blocked_player_is_found_while_reading_too() {
        let said = r#"{"A":[[3,-6]],"B":[[2,-5],[3,-5],[1,-4]],"C":[[3,-4],[0,3]]}"#;
        let found: FauHalma = read(said);
        assert_eq!(found.turn(), B);
        assert!(found.out().eq([A]));
        let two: FauHalma = read(r#"{"A":[[3,-6]],"B":[[2,-5],[3,-5],[1,-4],[3,-4]]}"#);
        assert_eq!(points(&two), [1.0, 2.0, 0.0], "C is absent and last");
        assert_eq!(two.turn(), A);
    }

    #[test]
    fn finished_positions_with_another_history_are_told_apart() {
        let text = |order| {
            let pegs = r#""A":[[-3,4]],"B":[[-3,-3]],"C":[[0,3]]"#;
            format!("{{{pegs},\"places\":[{order}]}}")
        };
        let first: FauHalma = read(&text(r#""A","B""#));
        let second: FauHalma = read(&text(r#""B","A""#));
        assert_ne!(first, second);
        assert_ne!(first.key(), second.key());
        assert_eq!(points(&second), [1.0, 2.0, 0.0]);
    }

    #[test]
    fn corners_and_spaces_agree_with_the_rules() {
        type Two = FauHalma<Star2, Ws25>;
        assert_eq!(FauHalma::<Star3, Ss26>::PLAYABLE.count_ones(), 69);
        assert_eq!(FauHalma::<Rhombus, Ss26>::PLAYABLE.count_ones(), 45);
        assert_eq!(Two::PLAYABLE.count_ones(), 72);
        assert_eq!(Two::home(A), Two::start_corner(B));
        assert_eq!(space::rotated_120(Ss26::BLOCKED), Ss26::BLOCKED);
        assert_ne!(space::rotated_180(Ss26::BLOCKED), Ss26::BLOCKED);
    }
}
