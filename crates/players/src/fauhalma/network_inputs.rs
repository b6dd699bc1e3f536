//! The inputs of a network for FAUhalma, from the view of any seat: the board is rotated so that the
//! seat goes up, its own pegs come first and those of the others follow in the order of turns.

use std::marker::PhantomData;
use std::sync::Arc;

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, RuleSet, spaces};
use spielwerk_games::{Position, Seat};
use spielwerk_nets::InputChange;

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

/// The inputs of one seat's pegs.
const SEAT_INPUTS: u16 = 128;

/// More than the inputs that any position has: a peg on every space, and the last two.
const MAX_ACTIVE: usize = 80;

/// The numbers of the inputs that are one.
#[derive(Copy, Clone, Debug)]
pub(super) struct ActiveInputs {
    numbers: [u16; MAX_ACTIVE],
    count: usize,
}

impl ActiveInputs {
    #[inline]
    pub(super) fn numbers(&self) -> &[u16] {
        &self.numbers[..self.count]
    }

    #[inline]
    fn push(&mut self, number: u16) {
        self.numbers[self.count] = number;
        self.count += 1;
    }
}

/// The inputs of single pegs, and what a move changes in them from the mover's view.
#[derive(Debug)]
pub(super) struct PegInputs<S> {
    /// By seat and space: the space that it becomes when the board is rotated for the seat.
    rotated: Arc<[[u8; SEAT_INPUTS as usize]; Seat::MAX_SEATS]>,
    shape: PhantomData<S>,
}

impl<S> Clone for PegInputs<S> {
    fn clone(&self) -> PegInputs<S> {
        PegInputs { rotated: self.rotated.clone(), shape: PhantomData }
    }
}

impl<S: BoardShape> PegInputs<S> {
    pub(super) fn new() -> PegInputs<S> {
        let mut rotated = [[0; SEAT_INPUTS as usize]; Seat::MAX_SEATS];
        for seat in Seat::all(S::SEATS) {
            for space in spaces(S::SPACES) {
                let set = S::rotated_to_seat(space.set(), seat, Seat::FIRST);
                rotated[seat.index()][space.index()] = set.trailing_zeros() as u8;
            }
        }
        PegInputs { rotated: Arc::new(rotated), shape: PhantomData }
    }

    /// The same inputs as [`inputs`], from the views of all seats.
    #[inline]
    pub(super) fn of_all_seats<R: RuleSet>(
        &self,
        position: &FauHalma<S, R>,
    ) -> [ActiveInputs; Seat::MAX_SEATS] {
        let none = ActiveInputs { numbers: [0; MAX_ACTIVE], count: 0 };
        let mut views = [none; Seat::MAX_SEATS];
        for seat in Seat::all(S::SEATS) {
            for space in spaces(position.pegs(seat)) {
                for (view, active) in views.iter_mut().enumerate().take(S::SEATS) {
                    let place = (seat.index() + S::SEATS - view) % S::SEATS;
                    let rotated = u16::from(self.rotated[view][space.index()]);
                    active.push(SEAT_INPUTS * place as u16 + rotated);
                }
            }
        }
        let rest = SEAT_INPUTS * S::SEATS as u16;
        for (view, active) in views.iter_mut().enumerate().take(S::SEATS) {
            let turn = (position.turn().index() + S::SEATS - view) % S::SEATS;
            active.push(rest + turn as u16);
            active.push(rest + (Seat::MAX_SEATS + view) as u16);
        }
        views
    }

    /// The mover's peg moves, and the one that it changes places with, if there is one.
    #[inline]
    pub(super) fn change<R: RuleSet>(&self, position: &FauHalma<S, R>, m: Move) -> InputChange {
        let mover = position.turn().index();
        let rotated = &self.rotated[mover];
        let [from, to] = [m.from, m.to].map(|space| u16::from(rotated[space.index()]));
        let change = InputChange::moved(from, to);
        if position.occupied() & m.to.set() == 0 {
            return change;
        }
        let stands_there =
            |&place: &usize| position.pegs(Seat::new((mover + place) % S::SEATS)) & m.to.set() != 0;
        let place = (0..S::SEATS).find(stands_there).unwrap_or(0);
        let first = SEAT_INPUTS * place as u16;
        change.and_moved(first + to, first + from)
    }
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

    #[test]
    fn the_inputs_of_pegs_are_those_of_the_board() {
        let peg_inputs = PegInputs::<Star3>::new();
        let mut position = FauHalma::<Star3, Ss26>::start();
        for ply in 0..60 {
            for (seat, active) in Seat::all(3).zip(peg_inputs.of_all_seats(&position)) {
                let mut words = [0_u64; MAX_WORDS];
                for number in active.numbers() {
                    words[usize::from(number / 64)] |= 1 << (number % 64);
                }
                assert_eq!(words, inputs(&position, seat), "{position:?}");
            }
            let moves = position.legal_moves();
            position = position.play(moves[ply * 37 % moves.len()]);
            if position.outcome().is_some() {
                break;
            }
        }
    }

    #[test]
    fn changed_inputs_are_those_of_the_position_after_the_move() {
        let peg_inputs = PegInputs::<Star3>::new();
        let mut position = FauHalma::<Star3, Ss26>::start();
        let mut swaps = 0;
        for ply in 0..150 {
            let moves = position.legal_moves();
            for &m in &moves {
                swaps += usize::from(position.occupied() & m.to.set() != 0);
                let seat = position.turn();
                let mut changed = inputs(&position, seat);
                for &(from, to) in peg_inputs.change(&position, m).pieces() {
                    changed[usize::from(from / 64)] &= !(1 << (from % 64));
                    changed[usize::from(to / 64)] |= 1 << (to % 64);
                }
                assert_eq!(changed[..6], inputs(&position.play(m), seat)[..6], "{m:?}");
            }
            position = position.play(moves[ply * 37 % moves.len()]);
            if position.outcome().is_some() {
                break;
            }
        }
        assert!(swaps > 0);
    }
}
