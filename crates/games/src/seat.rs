//! Seats (the players of a game, in turn order), and outcomes: of a game, and of perfect play.

/// A player of a game, numbered from 0 in turn order.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats of any game.
    pub const MAX_SEATS: usize = 3;

    /// The first seat: A, Black, White or Weisse.
    pub const FIRST: Seat = Seat(0);
    /// The second seat: B, White, Black or Schwarz.
    pub const SECOND: Seat = Seat(1);
    /// The third seat: C.
    pub const THIRD: Seat = Seat(2);

    /// The seat with this number.
    ///
    /// # Panics
    /// If the index is out of range.
    #[inline]
    pub const fn new(index: usize) -> Seat {
        assert!(index < Seat::MAX_SEATS, "no game has so many seats");
        Seat(index as u8)
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent, in a game for two.
    #[inline]
    pub const fn opponent(self) -> Seat {
        Seat(self.0 ^ 1)
    }

    /// All seats of a game with this number of seats, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..seats).map(Seat::new)
    }
}

/// The outcome of a finished game: the points of every seat.
///
/// Two players share one point, three players share three: 2 for the first, 1 for the second.
/// Stored as half points, because a draw is worth half a point.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    half_points: [u8; Seat::MAX_SEATS],
    seats: u8,
}

impl Outcome {
    /// A win in a game for two.
    pub const fn win(winner: Seat) -> Outcome {
        let mut half_points = [0; Seat::MAX_SEATS];
        half_points[winner.index()] = 2;
        Outcome { half_points, seats: 2 }
    }

    /// A draw in a game for two.
    pub const fn draw() -> Outcome {
        Outcome { half_points: [1, 1, 0], seats: 2 }
    }

    /// The outcome for players in the order in which they finished, best first.
    pub fn from_ranking(order: &[Seat]) -> Outcome {
        let mut half_points = [0; Seat::MAX_SEATS];
        for (place, seat) in order.iter().enumerate() {
            half_points[seat.index()] = 2 * (order.len() - 1 - place) as u8;
        }
        Outcome { half_points, seats: order.len() as u8 }
    }

    /// Some players are placed, best first; the others share the points that are left.
    pub fn shared(placed: &[Seat], seats: usize) -> Outcome {
        Outcome::abandoned(placed, &[], seats)
    }

    /// An abandoned game: some players are placed, best first; some are out, the last of all first;
    /// all others share the points that are left.
    pub fn abandoned(placed: &[Seat], out: &[Seat], seats: usize) -> Outcome {
        // The average of the best and the last place left, if there are any.
        let left = (seats - 1 + out.len()).saturating_sub(placed.len());
        let mut half_points = [left as u8; Seat::MAX_SEATS];
        half_points[seats..].fill(0);
        for (place, seat) in placed.iter().enumerate() {
            half_points[seat.index()] = 2 * (seats - 1 - place) as u8;
        }
        for (place, seat) in out.iter().enumerate() {
            half_points[seat.index()] = 2 * place as u8;
        }
        Outcome { half_points, seats: seats as u8 }
    }

    /// The number of seats.
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// A seat's half points.
    pub const fn half_points(&self, seat: Seat) -> u8 {
        self.half_points[seat.index()]
    }

    /// A seat's points.
    pub fn points(&self, seat: Seat) -> f64 {
        f64::from(self.half_points(seat)) / 2.0
    }

    /// The one seat with more points than every other, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        let best = Seat::all(self.seats()).max_by_key(|&seat| self.half_points(seat))?;
        let alone = Seat::all(self.seats())
            .all(|seat| seat == best || self.half_points(seat) < self.half_points(best));
        alone.then_some(best)
    }
}

/// Win, draw or loss with perfect play in a game for two, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Wdl {
    /// A win, with the distance in plies if known.
    Win(Option<u32>),
    /// A draw.
    Draw,
    /// A loss, with the distance in plies if known.
    Loss(Option<u32>),
}

impl Wdl {
    /// The outcome of the game if both play perfectly, with this seat to move.
    pub const fn outcome(self, turn: Seat) -> Outcome {
        match self {
            Wdl::Win(_) => Outcome::win(turn),
            Wdl::Draw => Outcome::draw(),
            Wdl::Loss(_) => Outcome::win(turn.opponent()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_give_two_one_and_nothing() {
        let order = [Seat::THIRD, Seat::FIRST, Seat::SECOND];
        let outcome = Outcome::from_ranking(&order);
        assert_eq!(order.map(|seat| outcome.points(seat)), [2.0, 1.0, 0.0]);
        assert_eq!(outcome.winner(), Some(Seat::THIRD));
    }

    #[test]
    fn two_players_share_one_point() {
        assert_eq!(Outcome::from_ranking(&[Seat::SECOND, Seat::FIRST]), Outcome::win(Seat::SECOND));
        assert_eq!(Outcome::draw().points(Seat::FIRST), 0.5);
        assert_eq!(Outcome::draw().winner(), None);
    }

    #[test]
    fn perfect_play_is_seen_from_the_side_to_move() {
        let (first, second) = (Seat::FIRST, Seat::SECOND);
        assert_eq!(Wdl::Win(None).outcome(second), Outcome::win(second));
        assert_eq!(Wdl::Loss(Some(3)).outcome(second), Outcome::win(first));
        assert_eq!(Wdl::Draw.outcome(first), Outcome::draw());
    }

    #[test]
    fn players_who_stop_share_the_places_left() {
        let after_one = Outcome::shared(&[Seat::SECOND], 3);
        assert_eq!(Seat::all(3).map(|s| after_one.points(s)).collect::<Vec<_>>(), [0.5, 2.0, 0.5]);
        let nobody_home = Outcome::shared(&[], 3);
        assert!(Seat::all(3).all(|seat| nobody_home.points(seat) == 1.0));
        assert_eq!(Outcome::shared(&[], 2), Outcome::draw());
        let one_out = Outcome::abandoned(&[], &[Seat::FIRST], 3);
        assert_eq!(Seat::all(3).map(|s| one_out.points(s)).collect::<Vec<_>>(), [0.0, 1.5, 1.5]);
        let two_out = Outcome::abandoned(&[], &[Seat::SECOND, Seat::FIRST], 3);
        assert_eq!(two_out, Outcome::from_ranking(&[Seat::THIRD, Seat::FIRST, Seat::SECOND]));
        let all_known = Outcome::abandoned(&[Seat::THIRD], &[Seat::SECOND], 3);
        assert_eq!(all_known, Outcome::from_ranking(&[Seat::THIRD, Seat::FIRST, Seat::SECOND]));
        assert_eq!(Outcome::abandoned(&[], &[Seat::FIRST], 2), Outcome::win(Seat::SECOND));
    }
}
