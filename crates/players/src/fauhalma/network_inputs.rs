//! The inputs of a network for FAUhalma, from the view of any seat: the board is rotated so that the
//! seat goes up, its own pegs come first and those of the others follow in the order of turns.

use spielwerk_games::fauhalma::{BoardShape, FauHalma, RuleSet};
use spielwerk_games::{Position, Seat};

/// Two words of spaces for the pegs of each seat, and one for all else.
pub(super) const fn words(seats: usize) -> usize {
    2 * seats + 1
}

/// The most words of any board.
pub(super) const MAX_WORDS: usize = words(Seat::MAX_SEATS);

/// The inputs, of which the first [`words`] are used. The last word has one input for the seat that
/// is on turn, counted from this one, and one for the seat itself: blocked spaces are not the same
/// for all of them.
#[inline]
pub(super) fn inputs<S: BoardShape, R: RuleSet>(
    position: &FauHalma<S, R>,
    seat: Seat,
) -> [u64; MAX_WORDS] {
    let mut all = [0; MAX_WORDS];
    for place in 0..S::SEATS {
        let other = Seat::new((seat.index() + place) % S::SEATS);
        let pegs = S::rotated_to_seat(position.pegs(other), seat, Seat::FIRST);
        all[2 * place] = pegs as u64;
        all[2 * place + 1] = (pegs >> 64) as u64;
    }
    let turn = (position.turn().index() + S::SEATS - seat.index()) % S::SEATS;
    all[2 * S::SEATS] = 1 << turn | 1 << (Seat::MAX_SEATS + seat.index());
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::fauhalma::{Ss26, Star3};

    #[test]
    fn at_the_start_all_seats_see_the_same_board() {
        let start = FauHalma::<Star3, Ss26>::start();
        let [first, second, third] =
            [Seat::FIRST, Seat::SECOND, Seat::THIRD].map(|seat| inputs(&start, seat));
        assert_eq!(first[..6], second[..6]);
        assert_eq!(first[..6], third[..6]);
        assert_eq!([first[6], second[6], third[6]], [0b1001, 0b10100, 0b100010]);
    }
}
