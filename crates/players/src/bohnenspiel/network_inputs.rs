//! The inputs of a network for Das Bohnenspiel, from the view of the side to move: the beans of every
//! house, and the lead in stored beans.

use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::{Bohnenspiel, ROW};

/// The houses of both rows, 16 inputs each, and one input for each lead.
pub(super) const WORDS: usize = 4;

/// Up to so many beans there is an input for each number of them.
const EXACT: u8 = 12;
/// Beyond that, for each of these numbers an input says whether there are as many.
const AT_LEAST: [u8; 4] = [13, 16, 20, 26];

/// The inputs of a house by its number of beans.
const HOUSE: [u16; 256] = {
    let mut inputs = [0; 256];
    let mut beans = 1;
    while beans < 256 {
        if beans <= EXACT as usize {
            inputs[beans] = 1 << (beans - 1);
        } else {
            let mut nth = 0;
            while nth < AT_LEAST.len() {
                if beans >= AT_LEAST[nth] as usize {
                    inputs[beans] |= 1 << (EXACT as usize + nth);
                }
                nth += 1;
            }
        }
        beans += 1;
    }
    inputs
};

#[inline]
pub(super) fn inputs(position: &Bohnenspiel) -> [u64; WORDS] {
    let mover = position.turn();
    let mut words = [0; WORDS];
    let rows = [mover, mover.opponent()].map(|seat| position.row(seat).to_le_bytes());
    for (row, beans) in rows.iter().enumerate() {
        for (house, &beans) in beans[..ROW].iter().enumerate() {
            let place = ROW * row + house;
            words[place / 4] |= u64::from(HOUSE[usize::from(beans)]) << (16 * (place % 4));
        }
    }
    let lead = i32::from(position.store(mover)) - i32::from(position.store(mover.opponent()));
    words[3] = 1 << (lead + 32).clamp(0, 63);
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;

    fn inputs_of(text: &str) -> [u64; WORDS] {
        inputs(&Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap())
    }

    #[test]
    fn both_sides_are_seen_alike() {
        let white = inputs_of("1,2,3,4,5,6/7,8,9,10,0,0 10-7 w");
        assert_eq!(white, inputs_of("7,8,9,10,0,0/1,2,3,4,5,6 7-10 s"));
        assert_eq!(white[3], 1 << 35);
    }

    #[test]
    fn every_number_of_beans_up_to_the_exact_ones_differs() {
        assert!((1..=12).all(|beans: usize| HOUSE[beans] == 1 << (beans - 1)));
        assert_eq!(HOUSE[0], 0);
        assert_eq!(HOUSE[13].count_ones(), 1);
        assert_eq!(HOUSE[72].count_ones(), 4);
    }
}
