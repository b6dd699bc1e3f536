//! What a position of Halma is worth: how far both armies still have to go.
//!
//! Every square has a price, its distance from the far corner in several measures, and a side's
//! worth is what its pieces still have to pay. Distances count more than in proportion, so that
//! nobody is left behind. While the armies are in contact that is an estimate among others; once
//! they have passed each other it is a race, and a step ahead is a step ahead.
//!
//! When the camp is nearly full, not every square of it is open any more: the last pieces are dealt
//! out to the last holes as cheaply as possible, and a detour is paid for.

use std::sync::Arc;

use games::halma::{Halma, Move, RuleSet, SIDE, SQUARES, Square, Squares};
use games::{Position, Seat};
use search::Judge;

use super::holes::detour;
use crate::weights::weights;

weights! {
    /// How much each thing counts, in hundredths of a diagonal step.
    pub struct Weights {
        /// A square of the way along columns and rows together.
        pub along: i32 = 30,
        /// A square of the longer of both ways.
        pub longer: i32 = 20,
        /// The way along columns and rows together, squared and divided by its greatest length.
        pub squared: i32 = 10,
        /// A square of the way of the piece farthest behind.
        pub straggler: i32 = 25,
        /// A piece in its own camp.
        pub camp: i32 = 25,
        /// A step of a detour to one of the last holes.
        pub detour: i32 = 60,
        /// What a lead counts in a race, in hundredths.
        pub race: i32 = 150,
        /// To be on turn.
        pub turn: i32 = 100,
    }
}

/// Measures the way of both armies.
#[derive(Clone, Debug)]
pub struct March {
    weights: Weights,
    /// For each seat and square, the price in the lower half of a word and the way along columns
    /// and rows in the upper: so one sum adds up both, and the greatest word has the longest way.
    prices: Arc<[[u32; SQUARES]; 2]>,
    /// What a full camp still has to pay, and its ways.
    arrived: u32,
}

/// The longest way along columns and rows.
const LONGEST: i32 = 2 * (SIDE as i32 - 1);
const HALF: u32 = 16;
const LOWER: u32 = (1 << HALF) - 1;
/// Up to this much left of the way along columns and rows, it is worth to look for holes.
const NEARLY_THERE: i32 = 45;

impl Default for March {
    fn default() -> March {
        March::new(Weights::default())
    }
}

/// How an army stands.
struct Army {
    /// What all its pieces have to pay.
    cost: i32,
    /// The way of all its pieces, less what a full camp has.
    left: i32,
    /// The way of the piece farthest behind.
    rear: i32,
}

impl March {
    /// A judge with these weights.
    pub fn new(weights: Weights) -> March {
        let price = |seat: Seat, square: Square| {
            let (x, y) = to_corner(seat, square);
            let (along, longer) = (x + y, x.max(y));
            let camp = Squares::camp(seat).contains(square);
            let price = weights.along * along
                + weights.longer * longer
                + weights.squared * along * along / LONGEST
                + if camp { weights.camp } else { 0 };
            (along as u32) << HALF | price as u32 & LOWER
        };
        let prices = [Seat::FIRST, Seat::SECOND].map(|seat| {
            let square = |index| Square::from_index(index).map_or(0, |square| price(seat, square));
            std::array::from_fn(square)
        });
        let arrived =
            Squares::camp(Seat::SECOND).iter().map(|square| prices[0][square.index()]).sum();
        March { weights, prices: Arc::new(prices), arrived }
    }

    #[inline]
    fn army<R: RuleSet>(&self, position: &Halma<R>, seat: Seat) -> Army {
        let prices = &self.prices[seat.index()];
        let (mut sum, mut farthest) = (0, 0);
        position.pieces(seat).iter().for_each(|square| {
            let price = prices[square.index()];
            sum += price;
            farthest = price.max(farthest);
        });
        let rear = (farthest >> HALF) as i32;
        let mut army = Army {
            cost: (sum & LOWER) as i32 + self.weights.straggler * rear,
            left: (sum >> HALF) as i32 - (self.arrived >> HALF) as i32,
            rear,
        };
        if army.left <= NEARLY_THERE {
            army.cost += self.weights.detour * detour(position, seat);
        }
        army
    }

    /// What a seat's pieces still have to pay.
    #[inline]
    pub(super) fn cost<R: RuleSet>(&self, position: &Halma<R>, seat: Seat) -> i32 {
        self.army(position, seat).cost
    }

    /// Whether the armies have passed each other, so that nobody can hinder anybody any more; or the
    /// mover's is so near home that the other one can do so only by staying there.
    pub(super) fn is_race<R: RuleSet>(&self, position: &Halma<R>) -> bool {
        let mover = position.turn();
        let (own, other) = (self.army(position, mover), self.army(position, mover.opponent()));
        let nearly_home = own.left <= NEARLY_THERE && own.rear <= LONGEST / 2;
        nearly_home || have_passed(own.rear, other.rear)
    }

    /// What a move saves a seat.
    #[inline]
    pub(super) fn gain(&self, seat: Seat, m: Move) -> i32 {
        let price = |square: Square| (self.prices[seat.index()][square.index()] & LOWER) as i32;
        price(m.from) - price(m.to)
    }
}

/// Whether both rears are past each other: their ways together are no more than the board's.
#[inline]
const fn have_passed(one_rear: i32, other_rear: i32) -> bool {
    one_rear + other_rear <= LONGEST
}

/// How many columns and rows a square is from the corner that a seat goes to.
fn to_corner(seat: Seat, square: Square) -> (i32, i32) {
    let near = if seat == Seat::FIRST { square.turned() } else { square };
    (near.x() as i32, near.y() as i32)
}

impl<R: RuleSet> Judge<Halma<R>> for March {
    #[inline]
    fn value(&self, position: &Halma<R>) -> i32 {
        let mover = position.turn();
        let (own, other) = (self.army(position, mover), self.army(position, mover.opponent()));
        let lead = other.cost - own.cost + self.weights.turn;
        if have_passed(own.rear, other.rear) { lead * self.weights.race / 100 } else { lead }
    }

    #[inline]
    fn hint(&self, position: &Halma<R>, m: Move) -> i32 {
        self.gain(position.turn(), m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::halma::{Colour, Plain, Setup, Strict};
    use proptest::prelude::*;

    fn position(text: &str) -> Halma {
        text.parse::<Setup>().unwrap().as_it_stands()
    }

    /// The same position with the colours exchanged and the board turned round.
    fn turned<R: RuleSet>(position: &Halma<R>) -> Halma<R> {
        let other = |colour| match colour {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        };
        let before = position.setup();
        let mut after = Setup { turn: other(before.turn), ..before.clone() };
        for (y, row) in before.board.iter().rev().enumerate() {
            for (x, piece) in row.iter().rev().enumerate() {
                after.board[y][x] = piece.map(other);
            }
        }
        Halma::from_setup(&after).unwrap()
    }

    fn wander<R: RuleSet>(picks: &[u16]) -> Halma<R> {
        let mut position = Halma::<R>::start();
        for &pick in picks {
            let moves = position.list();
            position = position.play(moves[usize::from(pick) % moves.len()]);
        }
        position
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn both_sides_are_judged_alike(picks in prop::collection::vec(any::<u16>(), 0..100)) {
            let judge = March::default();
            let plain: Halma<Plain> = wander(&picks);
            prop_assert_eq!(judge.value(&plain), judge.value(&turned(&plain)));
            let strict: Halma<Strict> = wander(&picks);
            prop_assert_eq!(judge.value(&strict), judge.value(&turned(&strict)));
        }
    }

    #[test]
    fn nothing_is_cheaper_than_a_full_camp() {
        let judge = March::default();
        for seat in [Seat::FIRST, Seat::SECOND] {
            let camp = Squares::camp(seat.opponent());
            let price = |square: Square| judge.prices[seat.index()][square.index()] & LOWER;
            let dearest = camp.iter().map(price).max().unwrap();
            assert!((!camp).iter().all(|square| price(square) > dearest));
        }
    }

    #[test]
    fn a_race_is_told_from_a_fight() {
        // Black's rear is beyond White's, then the other way round.
        let race = "16/16/16/2W13/16/16/16/16/16/16/12B3/16/16/16/16/16 b";
        let fight = "16/16/16/2B13/16/16/16/16/16/16/12W3/16/16/16/16/16 b";
        let judge = March::default();
        assert!(judge.is_race(&position(race)));
        assert!(!judge.is_race(&position(fight)));
    }
}
