//! The ranking: who is still playing, and who has which place.
//!
//! The places are one array, filled from both ends: players who come home take the best place left,
//! players who are blocked the last one left, and a seat without pegs is last from the beginning.
//! The players still in the game share the gap between.
//!
//! ```text
//!   order   | home first | … home | gap: still playing | … blocked | blocked first | absent |
//! ```

use crate::{Outcome, Seat};

/// The places so far. Slots in the gap hold seat A, so that equal standings are equal bytes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Standings {
    order: [Seat; Seat::MAX_SEATS],
    home: u8,
    playing: u8,
}

impl Standings {
    /// The standings of a game in which these seats take part, one bit a seat.
    pub(super) const fn new(seats: usize, taking_part: u8) -> Standings {
        let mut standings =
            Standings { order: [Seat::FIRST; Seat::MAX_SEATS], home: 0, playing: (1 << seats) - 1 };
        let mut index = seats;
        while index > 0 {
            index -= 1;
            if taking_part >> index & 1 == 0 {
                standings.lose(Seat::new(index));
            }
        }
        standings
    }

    /// A seat has all its pegs at home.
    #[inline]
    pub(super) const fn come_home(&mut self, seat: Seat) {
        self.order[self.home as usize] = seat;
        self.home += 1;
        self.playing &= !(1 << seat.index());
    }

    /// A seat gets the last place left.
    pub(super) const fn lose(&mut self, seat: Seat) {
        self.order[self.home as usize + self.playing.count_ones() as usize - 1] = seat;
        self.playing &= !(1 << seat.index());
    }

    /// Whether a seat still plays.
    #[inline]
    pub(super) const fn is_playing(&self, seat: Seat) -> bool {
        self.playing >> seat.index() & 1 == 1
    }

    /// Whether at most one seat is still playing.
    #[inline]
    pub(super) const fn is_over(&self) -> bool {
        self.playing & self.playing.wrapping_sub(1) == 0
    }

    /// The next seat that is still playing. The game must not be over.
    #[inline]
    pub(super) const fn after(&self, seat: Seat) -> Seat {
        let mut index = seat.index();
        loop {
            index = if index + 1 < Seat::MAX_SEATS { index + 1 } else { 0 };
            if self.playing >> index & 1 == 1 {
                return Seat::new(index);
            }
        }
    }

    /// Who came home, in that order.
    pub(super) fn places(&self) -> &[Seat] {
        &self.order[..self.home as usize]
    }

    /// Who was blocked or absent among this number of seats, in that order.
    pub(super) fn lost(&self, seats: usize) -> impl Iterator<Item = Seat> + '_ {
        let gap_ends = self.home as usize + self.playing.count_ones() as usize;
        self.order[gap_ends..seats].iter().rev().copied()
    }

    /// The points of all seats once the game is over.
    #[inline]
    pub(super) fn outcome(&self, seats: usize) -> Option<Outcome> {
        self.is_over().then(|| {
            let mut order = self.order;
            if self.playing != 0 {
                order[self.home as usize] = Seat::new(self.playing.trailing_zeros() as usize);
            }
            Outcome::from_ranking(&order[..seats])
        })
    }

    /// The standings as one word, for the hash key.
    #[inline]
    pub(super) fn word(&self) -> u64 {
        let [a, b, c] = self.order.map(|seat| seat.index() as u64);
        a | b << 8 | c << 16 | u64::from(self.home) << 24 | u64::from(self.playing) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Seat = Seat::FIRST;
    const B: Seat = Seat::SECOND;
    const C: Seat = Seat::THIRD;

    fn points(standings: Standings, seats: usize) -> Vec<f64> {
        let outcome = standings.outcome(seats).unwrap();
        Seat::all(seats).map(|seat| outcome.points(seat)).collect()
    }

    #[test]
    fn home_fills_from_the_front_and_blocked_from_the_back() {
        let mut standings = Standings::new(3, 0b111);
        assert_eq!(standings.outcome(3), None);
        standings.lose(B);
        assert_eq!(standings.after(A), C);
        standings.come_home(C);
        assert_eq!(points(standings, 3), [1.0, 0.0, 2.0]);
        assert_eq!(standings.places(), [C]);
        assert!(standings.lost(3).eq([B]));
    }

    #[test]
    fn of_two_blocked_players_the_first_is_last() {
        let mut standings = Standings::new(3, 0b111);
        standings.lose(C);
        standings.lose(A);
        assert_eq!(points(standings, 3), [1.0, 2.0, 0.0]);
        assert!(standings.lost(3).eq([C, A]));
    }

    #[test]
    fn a_seat_that_takes_no_part_is_last() {
        let mut standings = Standings::new(3, 0b110);
        assert_eq!(standings.after(C), B);
        standings.lose(C);
        assert_eq!(points(standings, 3), [0.0, 2.0, 1.0]);
    }

    #[test]
    fn two_may_come_home_at_once() {
        let mut standings = Standings::new(2, 0b11);
        standings.come_home(B);
        standings.come_home(A);
        assert_eq!(points(standings, 2), [0.0, 1.0]);
        assert_eq!(standings.places(), [B, A]);
    }
}
