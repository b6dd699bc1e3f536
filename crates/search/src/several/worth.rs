//! What a position is worth to one seat among several.
//!
//! A [`Score`] knows wins, draws and losses. With three at the board there is more to tell apart: a
//! sure second place is worth as much as an even game, but it should come sooner rather than later,
//! and places may be shared. So the number here counts half hundredths: even ones are
//! judgements, odd ones are certain, and those know how many plies away they are.
//!
//! ```text
//!   last … shared last … −1.23 … second, in 5 … second, in 2 … +0.01 … shared first … first, in 7
//! ```
//!
//! The worths of all seats together are never above zero: what one gains, others lose.

use std::ops::{Add, Neg};

use games::{Outcome, Position, Seat};

use crate::{Judge, Known, Score};

/// The worth of a position for one seat. The greater the better.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Worth(i32);

/// The worth of a position for every seat.
pub(crate) type Worths = [Worth; Seat::MOST];

/// Judgements end here.
const JUDGED: i32 = 2_000_000;
/// A place shared, or one that comes nobody knows when.
const LESSER: i32 = 4_000_001;
/// Between the two kinds of certainty.
const BETWEEN: i32 = 6_000_000;
/// The first place on the board.
const FIRST: i32 = 8_000_001;

impl Worth {
    /// Better than anything.
    pub(crate) const BEST: Worth = Worth(FIRST + 1);
    /// Worse than anything.
    pub(crate) const WORST: Worth = Worth(-FIRST - 1);
    /// The most that the worths of all seats together can be.
    pub(crate) const MOST_TOGETHER: i32 = 0;

    /// A judgement in hundredths.
    #[inline]
    pub(crate) fn judged(hundredths: i32) -> Worth {
        Worth(2 * hundredths.clamp(-JUDGED / 2, JUDGED / 2))
    }

    /// A judgement, less so many hundredths.
    #[inline]
    pub(crate) fn less(self, hundredths: i32) -> Worth {
        Worth::judged(self.0 / 2 - hundredths)
    }

    /// As much as everybody else, after so many plies: a draw, or the second place of three.
    #[inline]
    pub(crate) const fn even(ply: u32) -> Worth {
        Worth(1 - 2 * ply as i32)
    }

    /// A finished game, after so many plies.
    pub(crate) fn of(outcome: &Outcome, seat: Seat, ply: u32) -> Worth {
        Worth::of_halves(outcome.halves(seat), outcome.seats(), ply)
    }

    /// So many half points in a game of so many seats, certain after so many plies.
    pub(crate) fn of_halves(halves: u8, seats: usize, ply: u32) -> Worth {
        let share = seats as i32 - 1;
        let sooner = -2 * ply as i32;
        match i32::from(halves) - share {
            0 => Worth::even(ply),
            more if more == share => Worth(FIRST + sooner),
            more if more == -share => -Worth(FIRST + sooner),
            more if more > 0 => Worth(LESSER + sooner),
            _ => Worth(-LESSER),
        }
    }

    /// The certain result of a game for two, met after so many plies, for the seat on turn.
    pub(crate) fn known(known: Known, ply: u32) -> Worth {
        let sooner = -2 * ply as i32;
        match known {
            Known::Win(Some(plies)) => Worth(FIRST + sooner - 2 * plies as i32),
            Known::Win(None) => Worth(LESSER + sooner),
            Known::Draw => Worth::even(ply),
            Known::Loss(Some(plies)) => -Worth(FIRST + sooner - 2 * plies as i32),
            Known::Loss(None) => Worth(-LESSER),
        }
    }

    /// Whether this is a certain first place.
    #[inline]
    pub(crate) const fn is_win(self) -> bool {
        self.0 > BETWEEN
    }

    /// Whether this is the first place or the last, for certain: nothing is better, or worse.
    #[inline]
    pub(crate) const fn is_extreme(self) -> bool {
        self.0.abs() > BETWEEN
    }

    /// Whether this is a certain place better or worse than an even share.
    const fn is_decided(self) -> bool {
        self.0.abs() > JUDGED
    }

    /// Whether this is no judgement.
    const fn is_certain(self) -> bool {
        self.0 & 1 == 1
    }

    /// The next better worth.
    #[inline]
    pub(crate) const fn next(self) -> Worth {
        Worth(self.0 + 1)
    }

    /// A worth counted from the root, as it is counted from a position so many plies on, ready for
    /// a table.
    #[inline]
    pub(crate) const fn packed(self, ply: u32) -> Score {
        Score::from_bits(self.moved(2 * ply as i32).0)
    }

    /// What [`packed`](Worth::packed) made ready, for a root so many plies before.
    #[inline]
    pub(crate) const fn unpacked(score: Score, ply: u32) -> Worth {
        Worth(score.bits()).moved(-2 * ply as i32)
    }

    /// A good certainty made better by so much, and a bad one worse: it is nearer. Judgements do
    /// not depend on when they come, nor does a last place that is shared.
    const fn moved(self, nearer: i32) -> Worth {
        let depends = self.is_certain() && (self.0 > -JUDGED || self.0 < -BETWEEN);
        Worth(match depends {
            false => self.0,
            true if self.0 < -BETWEEN => self.0 - nearer,
            true => self.0 + nearer,
        })
    }

    /// For whoever is told about it.
    pub(crate) fn score(self) -> Score {
        let away = |from: i32| (from - self.0.abs()).max(0) as u32 / 2;
        match self.0 {
            BETWEEN.. => Score::win_in(away(FIRST)),
            JUDGED.. if self.is_decided() => Score::won_after(away(LESSER)),
            _ if self.0 < -BETWEEN => Score::loss_in(away(FIRST)),
            _ if self.is_decided() => Score::lost_after(0),
            _ if self.is_certain() => Score::DRAW,
            _ => Score::judged(self.0 / 2),
        }
    }
}

impl Neg for Worth {
    type Output = Worth;

    #[inline]
    fn neg(self) -> Worth {
        Worth(-self.0)
    }
}

impl Add for Worth {
    type Output = i32;

    /// Together, to be compared with [`Worth::MOST_TOGETHER`].
    #[inline]
    fn add(self, other: Worth) -> i32 {
        self.0 + other.0
    }
}

impl Add<Worth> for i32 {
    type Output = i32;

    #[inline]
    fn add(self, other: Worth) -> i32 {
        self + other.0
    }
}

/// A finished game, after so many plies, for every seat.
pub(crate) fn finished(outcome: &Outcome, ply: u32) -> Worths {
    let mut worths = [Worth(0); Seat::MOST];
    for seat in Seat::all(outcome.seats()) {
        worths[seat.index()] = Worth::of(outcome, seat, ply);
    }
    worths
}

/// What a judge thinks of a position, for every seat.
#[inline]
pub(crate) fn judged<P: Position>(judge: &impl Judge<P>, position: &P) -> Worths {
    against_average(judge, position).map(Worth::judged)
}

/// What a judge thinks of a position, for every seat, measured against the average of all.
#[inline]
pub(crate) fn against_average<P: Position>(
    judge: &impl Judge<P>,
    position: &P,
) -> [i32; Seat::MOST] {
    let mut values = judge.values(position);
    let values_here = &mut values[..P::SEATS];
    let sum: i64 = values_here.iter().map(|&value| i64::from(value)).sum();
    // Rounded up, so that what is left of all does not come out above zero.
    let average = -(-sum).div_euclid(P::SEATS as i64) as i32;
    for value in values_here {
        *value = value.saturating_sub(average);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Three players in every order, and with every way to share the last places.
    fn outcomes() -> Vec<Outcome> {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let mut outcomes = vec![Outcome::win(a), Outcome::win(b), Outcome::draw()];
        outcomes.push(Outcome::shared(&[], 3));
        for order in [[a, b, c], [b, c, a], [c, a, b], [c, b, a]] {
            outcomes.push(Outcome::places(&order));
            outcomes.push(Outcome::shared(&order[..1], 3));
        }
        outcomes
    }

    fn together(worths: Worths) -> i32 {
        worths.iter().map(|worth| worth.0).sum()
    }

    #[test]
    fn all_seats_together_never_have_more_than_nothing() {
        for outcome in outcomes() {
            for ply in 1..300 {
                assert!(together(finished(&outcome, ply)) <= Worth::MOST_TOGETHER);
            }
        }
    }

    #[test]
    fn places_are_ordered_and_the_good_ones_should_come_soon() {
        let of = |outcome: &Outcome, ply| Worth::of(outcome, Seat::FIRST, ply);
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let first = Outcome::places(&[a, b, c]);
        let second = Outcome::places(&[b, a, c]);
        let shared = Outcome::shared(&[b], 3);
        let last = Outcome::places(&[b, c, a]);
        let rising = [
            of(&last, 1),
            of(&last, 2),
            of(&shared, 7),
            Worth::judged(-999_999),
            Worth::judged(-3),
            of(&second, 2),
            of(&second, 1),
            Worth::judged(1),
            Worth::judged(i32::MAX),
            of(&first, 2),
            of(&first, 1),
        ];
        assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
        assert!(Worth::WORST < rising[0] && rising[10] < Worth::BEST);
    }

    #[test]
    fn scores_say_the_same() {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let places = Outcome::places(&[b, c, a]);
        let scores = [a, b, c].map(|seat| Worth::of(&places, seat, 9).score());
        assert_eq!(scores, [Score::loss_in(9), Score::win_in(9), Score::DRAW]);
        assert_eq!(Worth::judged(-12).score(), Score::judged(-12));
        for known in [Known::Win(Some(3)), Known::Win(None), Known::Draw, Known::Loss(Some(3))] {
            assert_eq!(Worth::known(known, 2).score(), known.score(2));
        }
    }

    proptest! {
        #[test]
        fn the_table_gives_back_what_it_got(ply in 0..90u32, more in 1..90u32, value in any::<i32>()) {
            let mut worths = vec![Worth::judged(value), Worth::even(ply + more)];
            for outcome in outcomes() {
                worths.extend(finished(&outcome, ply + more));
            }
            for worth in worths {
                prop_assert_eq!(Worth::unpacked(worth.packed(ply), ply), worth);
            }
            let places = Outcome::places(&[Seat::THIRD, Seat::FIRST, Seat::SECOND]);
            for seat in Seat::all(3) {
                let near = Worth::of(&places, seat, more).packed(0);
                prop_assert_eq!(Worth::of(&places, seat, ply + more).packed(ply), near);
            }
        }
    }
}
