//! What is proven: the least that each seat can be sure of, whatever all the others do.
//!
//! The seat on turn can be sure of the best that any of its moves makes sure; everybody else only of
//! the worst. That holds for any number of seats and against any play, since nobody is assumed to be
//! clever or kind. Between two, what is sure for one is lost for the other, so that wins, losses and
//! draws are all of it; among three, a sure first place is the case that matters.

use games::{Outcome, Position, Seat};

use super::chance::Chances;
use crate::Known;

/// The least half points that each seat can be sure of.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Sure([u8; Seat::MOST]);

impl Sure {
    /// Nothing is known.
    pub(super) const NOTHING: Sure = Sure([0; Seat::MOST]);
    /// A draw between two.
    pub(super) const DRAW: Sure = Sure([1, 1, 0]);

    /// A finished game.
    pub(super) fn of(outcome: &Outcome) -> Sure {
        let mut sure = Sure::NOTHING;
        for seat in Seat::all(outcome.seats()) {
            sure.0[seat.index()] = outcome.halves(seat);
        }
        sure
    }

    /// The places that some have already while others play on.
    pub(super) fn secured<P: Position>(position: &P) -> Sure {
        let mut sure = Sure::NOTHING;
        for seat in Seat::all(P::SEATS) {
            sure.0[seat.index()] = position.secured(seat).unwrap_or(0);
        }
        sure
    }

    /// The certain result of a game for two, for the seat on turn.
    pub(super) fn known(known: Known, turn: Seat) -> Sure {
        match known {
            Known::Win(_) => Sure::of(&Outcome::win(turn)),
            Known::Draw => Sure::DRAW,
            Known::Loss(_) => Sure::of(&Outcome::win(turn.opponent())),
        }
    }

    /// What is sure before a seat's move, from what is sure after each of them.
    pub(super) fn before(turn: Seat, after: impl Iterator<Item = Sure>) -> Sure {
        let choose = |all: Sure, one: Sure| {
            let mut least = all;
            for (index, halves) in one.0.into_iter().enumerate() {
                let so_far = &mut least.0[index];
                *so_far =
                    if index == turn.index() { halves.max(*so_far) } else { halves.min(*so_far) };
            }
            least
        };
        after.reduce(choose).unwrap_or(Sure::NOTHING)
    }

    /// The least for a seat.
    #[inline]
    pub(super) fn least(&self, seat: Seat) -> u8 {
        self.0[seat.index()]
    }

    /// The most that a seat can still get: nobody can take from the others what is sure.
    #[inline]
    pub(super) fn most(&self, seat: Seat, seats: usize) -> u8 {
        let others = self.0.iter().sum::<u8>() - self.least(seat);
        first_place(seats).min(all_halves(seats) - others)
    }

    /// Whether nothing is open any more.
    #[inline]
    pub(super) fn is_settled(&self, seats: usize) -> bool {
        self.0.iter().sum::<u8>() == all_halves(seats)
    }

    /// Whether a seat is sure of the first place.
    #[inline]
    pub(super) fn is_won(&self, seat: Seat, seats: usize) -> bool {
        self.least(seat) == first_place(seats)
    }

    /// The chances, where nothing is open.
    pub(super) fn chances(&self, seats: usize) -> Chances {
        self.0.map(|halves| share(halves, seats))
    }
}

/// Half points as a share of what the winner gets.
#[inline]
pub(super) fn share(halves: u8, seats: usize) -> f32 {
    f32::from(halves) / f32::from(first_place(seats))
}

/// The winner's half points.
#[inline]
const fn first_place(seats: usize) -> u8 {
    2 * (seats as u8 - 1)
}

/// Everybody's half points.
#[inline]
const fn all_halves(seats: usize) -> u8 {
    seats as u8 * (seats as u8 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;
    const C: Seat = Seat::THIRD;

    #[test]
    fn between_two_a_win_is_a_loss_for_the_other() {
        let won = Sure::of(&Outcome::win(A));
        assert!(won.is_settled(2) && won.is_won(A, 2));
        assert_eq!((won.most(A, 2), won.most(B, 2)), (2, 0));
        let before = Sure::before(A, [Sure::NOTHING, won, Sure::DRAW].into_iter());
        assert_eq!(before, won);
        assert_eq!(Sure::before(B, [won, won].into_iter()), won);
        assert_eq!(Sure::before(B, [won, Sure::NOTHING].into_iter()), Sure::NOTHING);
        assert_eq!(Sure::before(B, [won, Sure::DRAW].into_iter()), Sure::DRAW);
    }

    #[test]
    fn among_three_a_kingmaker_makes_nobody_sure() {
        let (for_b, for_c) = (Outcome::places(&[B, A, C]), Outcome::places(&[C, A, B]));
        let before = Sure::before(A, [Sure::of(&for_b), Sure::of(&for_c)].into_iter());
        assert_eq!(before, Sure([2, 0, 0]));
        assert_eq!((before.most(A, 3), before.most(B, 3), before.most(C, 3)), (4, 4, 4));
        assert!(!before.is_settled(3));
    }

    #[test]
    fn among_three_the_first_place_can_be_sure_while_the_rest_is_open() {
        let (one, other) = (Outcome::places(&[B, A, C]), Outcome::places(&[B, C, A]));
        let before = Sure::before(C, [Sure::of(&one), Sure::of(&other)].into_iter());
        assert_eq!(before, Sure([0, 4, 2]));
        let before = Sure::before(B, [before, Sure::NOTHING].into_iter());
        assert_eq!(before, Sure([0, 4, 0]));
        assert!(before.is_won(B, 3) && !before.is_settled(3));
        assert_eq!(before.most(A, 3), 2);
    }
}
