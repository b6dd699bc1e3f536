//! The inputs of a network for Fanorona: four bitboards, from the view of the side to move.

use spielwerk_games::fanorona::{BoardSize, DynFanorona};

/// Own stones, the other's, own stones that can capture, and the other's that could.
pub(super) const WORDS: usize = 4;

#[inline]
pub(super) fn inputs(position: &DynFanorona) -> [u64; WORDS] {
    [position.mine(), position.theirs(), position.capturers(), position.opponent_capturers()]
}

/// The four symmetries of every board: the identity, a reflection, a rotation, and both.
pub(super) fn symmetries(size: BoardSize) -> Vec<Vec<u16>> {
    let of = |map: &dyn Fn(u64) -> u64| -> Vec<u16> {
        let place = |input: usize| {
            let (word, bit) = (input / 64, input % 64);
            let outside = size.board() >> bit & 1 == 0;
            let to = if outside { bit } else { map(1 << bit).trailing_zeros() as usize };
            (64 * word + to) as u16
        };
        (0..64 * WORDS).map(place).collect()
    };
    vec![
        of(&|points| points),
        of(&|points| size.reflected(points)),
        of(&|points| size.rotated_180(points)),
        of(&|points| size.reflected(size.rotated_180(points))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Position;
    use spielwerk_games::fanorona::Fanorona;

    #[test]
    fn symmetries_are_permutations_of_the_board() {
        for symmetry in symmetries(BoardSize::new(5, 9)) {
            let mut sorted = symmetry.clone();
            sorted.sort_unstable();
            assert!(sorted.iter().enumerate().all(|(nth, &input)| nth == usize::from(input)));
            let start = Fanorona::<5, 9>::BOARD;
            assert!((0..64).all(|bit| (start >> bit & 1) == (start >> symmetry[bit] & 1)));
        }
    }

    #[test]
    fn inputs_are_seen_by_the_side_to_move() {
        let start: Fanorona = Fanorona::start();
        let [mine, theirs, capturers, _] = inputs(&start.into());
        assert_eq!((mine.count_ones(), theirs.count_ones(), mine & theirs), (22, 22, 0));
        assert!(capturers != 0 && capturers & !mine == 0);
        let next = start.play(start.legal_moves()[0]);
        assert!(inputs(&next.into())[0].count_ones() < 22, "what was captured is missing");
    }
}
