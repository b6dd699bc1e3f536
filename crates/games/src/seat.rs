//! Who sits where, and what each seat gets out of a finished game.

/// A place at the board, counted from 0 in the order of the first turns.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game here has.
    pub const MOST: usize = 3;

    /// The first seat: A, Black, White or Weisse.
    pub const FIRST: Seat = Seat(0);
    /// The second seat: B, White, Black or Schwarz.
    pub const SECOND: Seat = Seat(1);
    /// The third seat: C.
    pub const THIRD: Seat = Seat(2);

    /// The seat with this number.
    ///
    /// # Panics
    /// If no game has so many seats.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MOST, "no game has so many seats");
        Seat(index as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat across the board, in a game for two.
    #[inline]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// The first so many seats, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }
}

/// How a finished game came out: the points of every seat.
///
/// Two players share one point, three players share three: 2 for the first, 1 for the second.
/// Kept in halves, because a draw halves what there is to win.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    halves: [u8; Seat::MOST],
    seats: u8,
}

impl Outcome {
    /// Two players, one of them has won.
    pub const fn win(winner: Seat) -> Outcome {
        let mut halves = [0; Seat::MOST];
        halves[winner.index()] = 2;
        Outcome { halves, seats: 2 }
    }

    /// Two players, nobody has won.
    pub const fn draw() -> Outcome {
        Outcome { halves: [1, 1, 0], seats: 2 }
    }

    /// Any number of players in the order in which they finished, best first.
    pub fn places(order: &[Seat]) -> Outcome {
        let mut halves = [0; Seat::MOST];
        for (place, seat) in order.iter().enumerate() {
            halves[seat.index()] = 2 * (order.len() - 1 - place) as u8;
        }
        Outcome { halves, seats: order.len() as u8 }
    }

    /// Some players are placed, best first; the others stopped playing and share what is left.
    pub fn shared(placed: &[Seat], seats: usize) -> Outcome {
        let mut halves = [(seats - placed.len()).saturating_sub(1) as u8; Seat::MOST];
        halves[seats..].fill(0);
        for (place, seat) in placed.iter().enumerate() {
            halves[seat.index()] = 2 * (seats - 1 - place) as u8;
        }
        Outcome { halves, seats: seats as u8 }
    }

    /// How many players it was.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// A seat's points in halves.
    pub const fn halves(&self, seat: Seat) -> u8 {
        self.halves[seat.index()]
    }

    /// A seat's points.
    pub fn points(&self, seat: Seat) -> f64 {
        f64::from(self.halves(seat)) / 2.0
    }

    /// The one seat with more points than every other, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let best = Seat::all(self.seats()).max_by_key(|&seat| self.halves(seat))?;
        let alone = Seat::all(self.seats())
            .all(|seat| seat == best || self.halves(seat) < self.halves(best));
        alone.then_some(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_give_two_one_and_nothing() {
        let order = [Seat::THIRD, Seat::FIRST, Seat::SECOND];
        let outcome = Outcome::places(&order);
        assert_eq!(order.map(|seat| outcome.points(seat)), [2.0, 1.0, 0.0]);
        assert_eq!(outcome.winner(), Some(Seat::THIRD));
    }

    #[test]
    fn two_players_share_one_point() {
        assert_eq!(Outcome::places(&[Seat::SECOND, Seat::FIRST]), Outcome::win(Seat::SECOND));
        assert_eq!(Outcome::draw().points(Seat::FIRST), 0.5);
        assert_eq!(Outcome::draw().winner(), None);
    }

    #[test]
    fn players_who_stop_share_the_places_left() {
        let after_one = Outcome::shared(&[Seat::SECOND], 3);
        assert_eq!(Seat::all(3).map(|s| after_one.points(s)).collect::<Vec<_>>(), [0.5, 2.0, 0.5]);
        let nobody_home = Outcome::shared(&[], 3);
        assert!(Seat::all(3).all(|seat| nobody_home.points(seat) == 1.0));
        assert_eq!(Outcome::shared(&[], 2), Outcome::draw());
    }
}
