//! The value of a position for one seat among several.
//!
//! A [`Score`] distinguishes wins, draws and losses. With three players there is more to
//! distinguish: a proven second place is worth as much as an even game, but it should come sooner
//! rather than later, and places may be shared. So the number here counts half hundredths: even
//! numbers are estimates, odd numbers are proven and include their distance in plies.
//!
//! ```text
//!   last … shared last … −1.23 … second, in 5 … second, in 2 … +0.01 … shared first … first, in 7
//! ```
//!
//! The sum over all seats is never above zero: what one gains, others lose.

use std::ops::{Add, Neg};

use spielwerk_games::{Outcome, Position, Seat, Wdl};

use crate::{Evaluator, Score};

/// The value of a position for one seat. Greater is better.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct SeatValue(i32);

/// The value of a position for every seat.
pub(crate) type SeatValues = [SeatValue; Seat::MAX_SEATS];

/// The largest estimate.
const MAX_ESTIMATE: i32 = 2_000_000;
/// A shared first place, or a win of unknown length.
const SHARED_PLACE: i32 = 4_000_001;
/// Values beyond this are a sole first or last place.
const SOLE_PLACE: i32 = 6_000_000;
/// First place in zero plies.
const FIRST_PLACE: i32 = 8_000_001;

impl SeatValue {
    /// Better than anything.
    pub(crate) const BEST: SeatValue = SeatValue(FIRST_PLACE + 1);
    /// Worse than anything.
    pub(crate) const WORST: SeatValue = SeatValue(-FIRST_PLACE - 1);
    /// The largest sum over all seats.
    pub(crate) const MAX_SUM: i32 = 0;

    /// A heuristic estimate in hundredths.
    #[inline]
    pub(crate) fn estimate(hundredths: i32) -> SeatValue {
        SeatValue(2 * hundredths.clamp(-MAX_ESTIMATE / 2, MAX_ESTIMATE / 2))
    }

    /// An estimate, less so many hundredths.
    #[inline]
    pub(crate) fn minus(self, hundredths: i32) -> SeatValue {
        SeatValue::estimate(self.0 / 2 - hundredths)
    }

    /// An equal share of the points, after so many plies: a draw, or the second place of three.
    #[inline]
    pub(crate) const fn even(ply: u32) -> SeatValue {
        SeatValue(1 - 2 * ply as i32)
    }

    /// A finished game, after so many plies.
    pub(crate) fn from_outcome(outcome: &Outcome, seat: Seat, ply: u32) -> SeatValue {
        SeatValue::from_half_points(outcome.half_points(seat), outcome.seats(), ply)
    }

    /// So many half points in a game of so many seats, reached after so many plies.
    pub(crate) fn from_half_points(half_points: u8, seats: usize, ply: u32) -> SeatValue {
        let share = seats as i32 - 1;
        let sooner = -2 * ply as i32;
        match i32::from(half_points) - share {
            0 => SeatValue::even(ply),
            more if more == share => SeatValue(FIRST_PLACE + sooner),
            more if more == -share => -SeatValue(FIRST_PLACE + sooner),
            more if more > 0 => SeatValue(SHARED_PLACE + sooner),
            _ => SeatValue(-SHARED_PLACE),
        }
    }

    /// A tablebase result of a two-player game for the seat to move, found after so many plies.
    pub(crate) fn from_wdl(wdl: Wdl, ply: u32) -> SeatValue {
        let sooner = -2 * ply as i32;
        match wdl {
            Wdl::Win(Some(plies)) => SeatValue(FIRST_PLACE + sooner - 2 * plies as i32),
            Wdl::Win(None) => SeatValue(SHARED_PLACE + sooner),
            Wdl::Draw => SeatValue::even(ply),
            Wdl::Loss(Some(plies)) => -SeatValue(FIRST_PLACE + sooner - 2 * plies as i32),
            Wdl::Loss(None) => SeatValue(-SHARED_PLACE),
        }
    }

    /// Whether this is a proven first place.
    #[inline]
    pub(crate) const fn is_win(self) -> bool {
        self.0 > SOLE_PLACE
    }

    /// Whether this is a proven first or last place: nothing is better, or worse.
    #[inline]
    pub(crate) const fn is_extreme(self) -> bool {
        self.0.abs() > SOLE_PLACE
    }

    /// Whether this is a proven place above or below an equal share.
    const fn is_decisive(self) -> bool {
        self.0.abs() > MAX_ESTIMATE
    }

    /// Whether this is proven, not an estimate.
    const fn is_proven(self) -> bool {
        self.0 & 1 == 1
    }

    /// The next better value.
    #[inline]
    pub(crate) const fn next(self) -> SeatValue {
        SeatValue(self.0 + 1)
    }

    /// Converts distances from root-relative to node-relative, to store the value of a node at this
    /// ply in the transposition table.
    #[inline]
    pub(crate) const fn to_tt(self, ply: u32) -> Score {
        Score::from_bits(self.shifted(2 * ply as i32).0)
    }

    /// The inverse of [`to_tt`](SeatValue::to_tt).
    #[inline]
    pub(crate) const fn from_tt(score: Score, ply: u32) -> SeatValue {
        SeatValue(score.bits()).shifted(-2 * ply as i32)
    }

    /// Moves a proven value nearer: a good one becomes better, a bad one worse. Estimates do not
    /// depend on the distance, nor does a shared last place.
    const fn shifted(self, nearer: i32) -> SeatValue {
        let depends = self.is_proven() && (self.0 > -MAX_ESTIMATE || self.0 < -SOLE_PLACE);
        SeatValue(match depends {
            false => self.0,
            true if self.0 < -SOLE_PLACE => self.0 - nearer,
            true => self.0 + nearer,
        })
    }

    /// The corresponding score.
    pub(crate) fn score(self) -> Score {
        let away = |from: i32| (from - self.0.abs()).max(0) as u32 / 2;
        match self.0 {
            SOLE_PLACE.. => Score::win_in(away(FIRST_PLACE)),
            MAX_ESTIMATE.. if self.is_decisive() => Score::proven_win(away(SHARED_PLACE)),
            _ if self.0 < -SOLE_PLACE => Score::loss_in(away(FIRST_PLACE)),
            _ if self.is_decisive() => Score::proven_loss(0),
            _ if self.is_proven() => Score::DRAW,
            _ => Score::estimate(self.0 / 2),
        }
    }
}

impl Neg for SeatValue {
    type Output = SeatValue;

    #[inline]
    fn neg(self) -> SeatValue {
        SeatValue(-self.0)
    }
}

impl Add for SeatValue {
    type Output = i32;

    /// The sum, to be compared with [`SeatValue::MAX_SUM`].
    #[inline]
    fn add(self, other: SeatValue) -> i32 {
        self.0 + other.0
    }
}

impl Add<SeatValue> for i32 {
    type Output = i32;

    #[inline]
    fn add(self, other: SeatValue) -> i32 {
        self + other.0
    }
}

/// The values of a finished game, after so many plies, for every seat.
pub(crate) fn outcome_values(outcome: &Outcome, ply: u32) -> SeatValues {
    let mut values = [SeatValue(0); Seat::MAX_SEATS];
    for seat in Seat::all(outcome.seats()) {
        values[seat.index()] = SeatValue::from_outcome(outcome, seat, ply);
    }
    values
}

/// The static evaluation for every seat, as values.
#[inline]
pub(crate) fn estimate_seats<P: Position>(
    evaluator: &impl Evaluator<P>,
    position: &P,
) -> SeatValues {
    evaluate_centered(evaluator, position).map(SeatValue::estimate)
}

/// The static evaluation for every seat, relative to the average of all seats.
#[inline]
pub(crate) fn evaluate_centered<P: Position>(
    evaluator: &(impl Evaluator<P> + ?Sized),
    position: &P,
) -> [i32; Seat::MAX_SEATS] {
    let mut values = evaluator.evaluate_seats(position);
    let values_here = &mut values[..P::SEATS];
    let sum: i64 = values_here.iter().map(|&value| i64::from(value)).sum();
    // Rounded up, so that the sum does not come out above zero.
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
            outcomes.push(Outcome::from_ranking(&order));
            outcomes.push(Outcome::shared(&order[..1], 3));
        }
        outcomes
    }

    fn sum(values: SeatValues) -> i32 {
        values.iter().map(|value| value.0).sum()
    }

    #[test]
    fn the_sum_over_all_seats_is_never_positive() {
        for outcome in outcomes() {
            for ply in 1..300 {
                assert!(sum(outcome_values(&outcome, ply)) <= SeatValue::MAX_SUM);
            }
        }
    }

    #[test]
    fn places_are_ordered_and_good_ones_should_come_soon() {
        let of = |outcome: &Outcome, ply| SeatValue::from_outcome(outcome, Seat::FIRST, ply);
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let first = Outcome::from_ranking(&[a, b, c]);
        let second = Outcome::from_ranking(&[b, a, c]);
        let shared = Outcome::shared(&[b], 3);
        let last = Outcome::from_ranking(&[b, c, a]);
        let rising = [
            of(&last, 1),
            of(&last, 2),
            of(&shared, 7),
            SeatValue::estimate(-999_999),
            SeatValue::estimate(-3),
            of(&second, 2),
            of(&second, 1),
            SeatValue::estimate(1),
            SeatValue::estimate(i32::MAX),
            of(&first, 2),
            of(&first, 1),
        ];
        assert!(rising.is_sorted_by(|a, b| a < b), "{rising:?}");
        assert!(SeatValue::WORST < rising[0] && rising[10] < SeatValue::BEST);
    }

    #[test]
    fn values_convert_to_scores() {
        let [a, b, c] = [0, 1, 2].map(Seat::new);
        let places = Outcome::from_ranking(&[b, c, a]);
        let scores = [a, b, c].map(|seat| SeatValue::from_outcome(&places, seat, 9).score());
        assert_eq!(scores, [Score::loss_in(9), Score::win_in(9), Score::DRAW]);
        assert_eq!(SeatValue::estimate(-12).score(), Score::estimate(-12));
        for wdl in [Wdl::Win(Some(3)), Wdl::Win(None), Wdl::Draw, Wdl::Loss(Some(3))] {
            assert_eq!(SeatValue::from_wdl(wdl, 2).score(), Score::from_wdl(wdl, 2));
        }
    }

    proptest! {
        #[test]
        fn transposition_table_conversion_is_reversible(
            ply in 0..90u32,
            more in 1..90u32,
            value in any::<i32>(),
        ) {
            let mut values = vec![SeatValue::estimate(value), SeatValue::even(ply + more)];
            for outcome in outcomes() {
                values.extend(outcome_values(&outcome, ply + more));
            }
            for value in values {
                prop_assert_eq!(SeatValue::from_tt(value.to_tt(ply), ply), value);
            }
            let places = Outcome::from_ranking(&[Seat::THIRD, Seat::FIRST, Seat::SECOND]);
            for seat in Seat::all(3) {
                let near = SeatValue::from_outcome(&places, seat, more).to_tt(0);
                let far = SeatValue::from_outcome(&places, seat, ply + more);
                prop_assert_eq!(far.to_tt(ply), near);
            }
        }
    }
}
