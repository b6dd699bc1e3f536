//! Proven bounds, as in score-bounded MCTS: the points that each seat can guarantee, whatever all
//! others do.
//!
//! The seat to move guarantees the best of its moves' bounds; all others only the worst. That holds
//! for any number of seats and against any play. Between two players one's guarantee is the other's
//! loss, so that the bounds are wins, losses and draws (MCTS-Solver); among three, a guaranteed
//! first place is the case that matters.

use spielwerk_games::{Outcome, Position, Seat, Wdl};

use super::Rewards;

/// The half points that each seat can guarantee.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct ProvenBounds([u8; Seat::MAX_SEATS]);

impl ProvenBounds {
    /// Nothing is proven.
    pub(super) const NONE: ProvenBounds = ProvenBounds([0; Seat::MAX_SEATS]);
    /// A draw between two.
    pub(super) const DRAW: ProvenBounds = ProvenBounds([1, 1, 0]);

    /// A finished game.
    pub(super) fn from_outcome(outcome: &Outcome) -> ProvenBounds {
        let mut bounds = ProvenBounds::NONE;
        for seat in Seat::all(outcome.seats()) {
            bounds.0[seat.index()] = outcome.half_points(seat);
        }
        bounds
    }

    /// The final places of the seats that have finished while others play on.
    pub(super) fn secured<P: Position>(position: &P) -> ProvenBounds {
        let mut bounds = ProvenBounds::NONE;
        for seat in Seat::all(P::SEATS) {
            bounds.0[seat.index()] = position.final_half_points(seat).unwrap_or(0);
        }
        bounds
    }

    /// A tablebase result of a two-player game, for the seat to move.
    pub(super) fn from_wdl(wdl: Wdl, turn: Seat) -> ProvenBounds {
        ProvenBounds::from_outcome(&wdl.outcome(turn))
    }

    /// The bounds of a node from those of its children.
    pub(super) fn back_up(turn: Seat, after: impl Iterator<Item = ProvenBounds>) -> ProvenBounds {
        let choose = |all: ProvenBounds, one: ProvenBounds| {
            let mut least = all;
            for (index, half_points) in one.0.into_iter().enumerate() {
                let so_far = &mut least.0[index];
                *so_far = if index == turn.index() {
                    half_points.max(*so_far)
                } else {
                    half_points.min(*so_far)
                };
            }
            least
        };
        after.reduce(choose).unwrap_or(ProvenBounds::NONE)
    }

    /// The better of two bounds for each seat.
    pub(super) fn tightened(self, other: ProvenBounds) -> ProvenBounds {
        ProvenBounds(std::array::from_fn(|index| self.0[index].max(other.0[index])))
    }

    /// In twelve bits; no bounds are zero.
    #[inline]
    pub(super) const fn pack(self) -> u32 {
        let [a, b, c] = self.0;
        a as u32 | (b as u32) << 4 | (c as u32) << 8
    }

    /// The inverse of [`pack`](ProvenBounds::pack); higher bits do not matter.
    #[inline]
    pub(super) const fn unpack(bits: u32) -> ProvenBounds {
        ProvenBounds([bits as u8 & 15, (bits >> 4) as u8 & 15, (bits >> 8) as u8 & 15])
    }

    /// The pessimistic bound: the half points that a seat can guarantee.
    #[inline]
    pub(super) fn pessimistic(&self, seat: Seat) -> u8 {
        self.0[seat.index()]
    }

    /// The optimistic bound: the most that a seat can still get, since the others keep what they
    /// can guarantee.
    #[inline]
    pub(super) fn optimistic(&self, seat: Seat, seats: usize) -> u8 {
        let others = self.0.iter().sum::<u8>() - self.pessimistic(seat);
        first_place(seats).min(all_half_points(seats) - others)
    }

    /// Whether all points are decided.
    #[inline]
    pub(super) fn is_settled(&self, seats: usize) -> bool {
        self.0.iter().sum::<u8>() == all_half_points(seats)
    }

    /// Whether a seat can guarantee the first place.
    #[inline]
    pub(super) fn is_won(&self, seat: Seat, seats: usize) -> bool {
        self.pessimistic(seat) == first_place(seats)
    }

    /// The rewards, where all points are decided.
    pub(super) fn rewards(&self, seats: usize) -> Rewards {
        self.0.map(|half_points| to_reward(half_points, seats))
    }
}

/// Half points as a part of the winner's.
#[inline]
pub(super) fn to_reward(half_points: u8, seats: usize) -> f32 {
    f32::from(half_points) / f32::from(first_place(seats))
}

/// The winner's half points.
#[inline]
const fn first_place(seats: usize) -> u8 {
    2 * (seats as u8 - 1)
}

/// The half points of all seats together.
#[inline]
const fn all_half_points(seats: usize) -> u8 {
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
        let won = ProvenBounds::from_outcome(&Outcome::win(A));
        assert!(won.is_settled(2) && won.is_won(A, 2));
        assert_eq!((won.optimistic(A, 2), won.optimistic(B, 2)), (2, 0));
        let before =
            ProvenBounds::back_up(A, [ProvenBounds::NONE, won, ProvenBounds::DRAW].into_iter());
        assert_eq!(before, won);
        assert_eq!(ProvenBounds::back_up(B, [won, won].into_iter()), won);
        assert_eq!(
            ProvenBounds::back_up(B, [won, ProvenBounds::NONE].into_iter()),
            ProvenBounds::NONE
        );
        assert_eq!(
            ProvenBounds::back_up(B, [won, ProvenBounds::DRAW].into_iter()),
            ProvenBounds::DRAW
        );
    }

    #[test]
    fn among_three_a_kingmaker_guarantees_nothing_to_others() {
        let (for_b, for_c) = (Outcome::from_ranking(&[B, A, C]), Outcome::from_ranking(&[C, A, B]));
        let before = ProvenBounds::back_up(
            A,
            [ProvenBounds::from_outcome(&for_b), ProvenBounds::from_outcome(&for_c)].into_iter(),
        );
        assert_eq!(before, ProvenBounds([2, 0, 0]));
        assert_eq!(
            (before.optimistic(A, 3), before.optimistic(B, 3), before.optimistic(C, 3)),
            (4, 4, 4)
        );
        assert!(!before.is_settled(3));
    }

    #[test]
    fn among_three_the_first_place_can_be_proven_while_the_rest_is_open() {
        let (one, other) = (Outcome::from_ranking(&[B, A, C]), Outcome::from_ranking(&[B, C, A]));
        let before = ProvenBounds::back_up(
            C,
            [ProvenBounds::from_outcome(&one), ProvenBounds::from_outcome(&other)].into_iter(),
        );
        assert_eq!(before, ProvenBounds([0, 4, 2]));
        let before = ProvenBounds::back_up(B, [before, ProvenBounds::NONE].into_iter());
        assert_eq!(before, ProvenBounds([0, 4, 0]));
        assert!(before.is_won(B, 3) && !before.is_settled(3));
        assert_eq!(before.optimistic(A, 3), 2);
    }
}
