//! The inputs of a network for Halma, from the view of the side to move: its pieces and the other's,
//! square by square, on a board that is rotated so that the side to move goes the way of Black.

use spielwerk_games::halma::{Halma, RuleSet, SQUARES, Square};
use spielwerk_games::{Position, Seat};

/// Four words of squares for each side.
pub(super) const WORDS: usize = 8;

#[inline]
pub(super) fn inputs<R: RuleSet>(position: &Halma<R>) -> [u64; WORDS] {
    let mover = position.turn();
    let mut words = [0; WORDS];
    for (side, seat) in [mover, mover.opponent()].into_iter().enumerate() {
        for square in position.pieces(seat).iter() {
            let square = if mover == Seat::FIRST { square } else { square.rotated_180() };
            words[4 * side + square.index() / 64] |= 1 << (square.index() % 64);
        }
    }
    words
}

/// The identity, and the reflection at the diagonal between the camps.
pub(super) fn symmetries() -> Vec<Vec<u16>> {
    let reflected = |input: usize| {
        let square = Square::from_index(input % SQUARES);
        let other = square.and_then(|square| Square::new(square.y(), square.x()));
        (input / SQUARES * SQUARES + other.map_or(0, Square::index)) as u16
    };
    let inputs = 0..2 * SQUARES;
    vec![inputs.clone().map(|input| input as u16).collect(), inputs.map(reflected).collect()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::halma::Plain;

    #[test]
    fn both_sides_see_the_start_alike() {
        let start = Halma::<Plain>::start();
        let black = inputs(&start);
        let white = inputs(&start.null_move().unwrap());
        assert_eq!(black, white);
        assert_eq!(black.map(u64::count_ones).iter().sum::<u32>(), 38);
    }

    #[test]
    fn the_start_is_symmetric() {
        let start = inputs(&Halma::<Plain>::start());
        let has = |input: usize| start[input / 64] >> (input % 64) & 1;
        for symmetry in symmetries() {
            assert!((0..512).all(|input| has(input) == has(usize::from(symmetry[input]))));
        }
    }
}
