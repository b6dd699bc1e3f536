//! The bounds of a position in one byte while a layer is built, also with more than fifteen pairs.
//!
//! The two guarantees never exceed the pairs on the board together, so with up to twenty pairs there
//! are no more than 231 different bounds, which are numbered: first those that guarantee nothing to
//! the opponent, then those that guarantee him one pair, and so on. Zero means that nothing is known.

use super::layer::GuaranteedPairs;

/// The numbering of the bounds with so many pairs on the board.
pub(super) struct IntervalCode {
    decoded: [GuaranteedPairs; 256],
    /// The first number for each guarantee of the opponent.
    first: [u8; 32],
}

impl IntervalCode {
    pub(super) fn new(pairs: u8) -> IntervalCode {
        let mut code = IntervalCode { decoded: [GuaranteedPairs::UNKNOWN; 256], first: [0; 32] };
        let mut number = 0;
        for opponent in 0..=pairs {
            code.first[usize::from(opponent)] = number;
            for mover in 0..=pairs - opponent {
                code.decoded[usize::from(number)] = GuaranteedPairs::new(mover, opponent);
                number += 1;
            }
        }
        code
    }

    /// The number of some bounds.
    #[inline]
    pub(super) fn encode(&self, bounds: GuaranteedPairs) -> u8 {
        self.first[usize::from(bounds.opponent)] + bounds.mover
    }

    /// The bounds with this number.
    #[inline]
    pub(super) fn decode(&self, number: u8) -> GuaranteedPairs {
        self.decoded[usize::from(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bohnenspiel::MAX_BEANS;

    #[test]
    fn all_bounds_have_different_numbers() {
        for pairs in 1..=MAX_BEANS as u8 / 2 {
            let code = IntervalCode::new(pairs);
            let all = (0..=pairs)
                .flat_map(|it| (0..=pairs - it).map(move |mover| GuaranteedPairs::new(mover, it)));
            for (number, bounds) in (0..).zip(all) {
                assert_eq!((code.encode(bounds), code.decode(number)), (number, bounds));
            }
            assert_eq!(code.decode(0), GuaranteedPairs::UNKNOWN);
        }
    }
}
