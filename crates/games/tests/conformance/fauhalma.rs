//! FAUhalma in the conformance suite: arbitrary positions, its symmetry, and what a move must not
//! change.

use std::any::Any;

use proptest::bool;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use spielwerk_games::fauhalma::{
    BoardShape, FauHalma, Move, PEGS, RuleSet, Setup, Space, Star3, spaces,
};
use spielwerk_games::{Game, Position, Seat};

use crate::Case;

impl<S: BoardShape, R: RuleSet> Case for FauHalma<S, R> {
    fn any_position() -> BoxedStrategy<Self> {
        any_position().boxed()
    }

    fn check_move(before: &Self, m: Move, after: &Self) {
        check_move(before, m, after);
    }

    /// Only the star for three looks the same from every seat.
    fn symmetric(&self) -> Option<Self> {
        let star = (self as &dyn Any).downcast_ref::<FauHalma<Star3, R>>()?;
        (&symmetric(star) as &dyn Any).downcast_ref::<Self>().copied()
    }

    fn symmetric_move(m: Move) -> Move {
        symmetric_move(m)
    }
}

/// What is drawn for one seat before its pegs are placed.
type Draw = (Vec<Space>, usize, usize, bool);

/// Any valid position, reached or not: each seat has up to six pegs anywhere, or gathered at home
/// but for one or none, so that swaps, finished seats and finished games come up often.
fn any_position<S: BoardShape, R: RuleSet>() -> impl Strategy<Value = FauHalma<S, R>> {
    let playable: Vec<Space> = spaces(FauHalma::<S, R>::PLAYABLE).collect();
    let preferred = Just(playable).prop_shuffle();
    let pegs = prop_oneof![3 => Just(PEGS), 1 => 0..=PEGS];
    let away = prop_oneof![7 => Just(PEGS), 2 => Just(1), 1 => Just(0)];
    let seats = vec((preferred, pegs, away, bool::weighted(0.07)), S::SEATS);
    let order = Just(Seat::all(S::SEATS).collect::<Vec<_>>()).prop_shuffle();
    (seats, order, any::<Index>()).prop_map(|(seats, order, turn)| {
        let setup = setup::<S>(&seats, &order, turn);
        FauHalma::from_setup(&setup).unwrap_or_else(|error| panic!("{setup}: {error}"))
    })
}

/// A valid setup. For each seat: the spaces it would like best, how many pegs it has, how many of
/// them stay away from home, and whether the seat is to be out.
fn setup<S: BoardShape>(seats: &[Draw], order: &[Seat], turn: Index) -> Setup {
    let is_alone = seats.iter().filter(|seat| seat.1 > 0).count() < 2;
    let mut pegs = [0_u128; Seat::MAX_SEATS];
    let mut taken = 0;
    for (index, (preferred, count, away, _)) in seats.iter().enumerate() {
        let count = if is_alone { PEGS } else { *count };
        let at_home = count.saturating_sub(*away);
        for (wanted, among) in [(at_home, S::HOME[index]), (count, S::SPACES)] {
            for space in preferred.iter().filter(|space| among & space.set() != 0) {
                if taken & space.set() == 0 && pegs[index].count_ones() < wanted as u32 {
                    pegs[index] |= space.set();
                    taken |= space.set();
                }
            }
        }
    }
    let is_home = |seat: Seat| pegs[seat.index()] & !S::HOME[seat.index()] == 0;
    let in_order = || order.iter().copied().filter(|seat| pegs[seat.index()] != 0);
    let home_but = |out: &[Seat]| -> Vec<Seat> {
        let home = in_order().filter(|seat| is_home(*seat) && !out.contains(seat));
        home.collect()
    };
    let mut out: Vec<Seat> = in_order().filter(|seat| seats[seat.index()].3).collect();
    let mut places = home_but(&out);
    // Whoever is left when all others are blocked has not lost.
    if places.len() < 2 && places.len() + out.len() == in_order().count() {
        out.clear();
        places = home_but(&out);
    }
    let playing = in_order().filter(|seat| !out.contains(seat) && !places.contains(seat));
    let playing: Vec<Seat> = playing.collect();
    let pairs = |set| spaces(set).map(|space| [space.x().into(), space.y().into()]);
    Setup {
        pegs: pegs.map(|set| pairs(set).collect()),
        turn: if playing.is_empty() { Seat::FIRST } else { *turn.get(&playing) },
        out,
        places,
    }
}

/// The position rotated by 120°: A's pegs become B's, B's become C's, C's become A's, and so do
/// turn and places. Only the star for three has this symmetry; the boards for two have none that
/// holds for both rule sets, since the blocked spaces do not have a 180° symmetry.
fn symmetric<R: RuleSet>(position: &FauHalma<Star3, R>) -> FauHalma<Star3, R> {
    let next = |seat: Seat| Seat::new((seat.index() + 1) % 3);
    let before = position.setup();
    let mut pegs = before.pegs.map(|pegs| pegs.into_iter().map(rotated_pair).collect());
    pegs.rotate_right(1);
    let setup = Setup {
        pegs,
        turn: next(before.turn),
        out: before.out.into_iter().map(next).collect(),
        places: before.places.into_iter().map(next).collect(),
    };
    FauHalma::from_setup(&setup).unwrap_or_else(|error| panic!("{setup}: {error}"))
}

fn rotated_pair([x, y]: [i64; 2]) -> [i64; 2] {
    [-x - y, x]
}

/// The move that [`symmetric`] makes of a move.
fn symmetric_move(m: Move) -> Move {
    Move { from: m.from.rotated_120(), to: m.to.rotated_120() }
}

/// One peg of the mover goes from start to end; an opponent's peg that stood there goes the
/// other way, out of the mover's home; all others stay.
fn check_move<S: BoardShape, R: RuleSet>(before: &FauHalma<S, R>, m: Move, after: &FauHalma<S, R>) {
    let mover = before.turn();
    for seat in Seat::all(S::SEATS) {
        let (old, new) = (before.pegs(seat), after.pegs(seat));
        assert_eq!(old.count_ones(), new.count_ones(), "{seat:?} keeps all pegs");
        assert_eq!(new & !FauHalma::<S, R>::PLAYABLE, 0);
        let (left, came) = (old & !new, new & !old);
        if seat == mover {
            assert_eq!((left, came), (m.from.set(), m.to.set()));
        } else if old & m.to.set() != 0 {
            assert_eq!((left, came), (m.to.set(), m.from.set()));
            assert_ne!(FauHalma::<S, R>::home(mover) & m.to.set(), 0);
        } else {
            assert_eq!((left, came), (0, 0), "{seat:?} is not touched");
        }
    }
    assert!(after.places().starts_with(before.places()), "places are kept");
}
