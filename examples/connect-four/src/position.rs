//! The rules: discs fall to the lowest empty cell of a column, four in a row win.
//!
//! Two bitboards of seven bits a column, the lowest cell first. The seventh bit is always empty, so
//! that no row of four runs on into the next column:
//!
//! ```text
//!   6 13 20 27 34 41 48   (always empty)
//!   5 12 19 26 33 40 47
//!   …
//!   0  7 14 21 28 35 42
//! ```

use std::ops::ControlFlow;

use spielwerk_games::{Outcome, Position, Seat};

/// Columns of the board.
pub(crate) const COLUMNS: usize = 7;
/// Cells of a column.
pub(crate) const ROWS: usize = 6;
/// Bits of a column.
const STRIDE: usize = ROWS + 1;

/// The column that a disc is dropped into, from the left.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Column(pub(crate) u8);

/// A position of Connect Four.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ConnectFour {
    /// The discs of each seat.
    discs: [u64; 2],
    turn: Seat,
}

impl ConnectFour {
    /// These discs, with this seat to move.
    pub(crate) const fn new(discs: [u64; 2], turn: Seat) -> ConnectFour {
        ConnectFour { discs, turn }
    }

    /// The bit of a cell, rows counted from below.
    pub(crate) const fn bit(column: usize, row: usize) -> u64 {
        1 << (STRIDE * column + row)
    }

    /// The discs of a seat.
    pub(crate) const fn discs(&self, seat: Seat) -> u64 {
        self.discs[seat.index()]
    }

    /// How many discs a column holds.
    pub(crate) const fn height(&self, column: usize) -> usize {
        let all = (self.discs[0] | self.discs[1]) >> (STRIDE * column);
        (all & ((1 << ROWS) - 1)).count_ones() as usize
    }

    /// Whether four of these discs are in a row.
    pub(crate) fn has_four(discs: u64) -> bool {
        [1, STRIDE - 1, STRIDE, STRIDE + 1].into_iter().any(|step| {
            let pairs = discs & discs >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Position for ConnectFour {
    type Move = Column;
    const SEATS: usize = 2;

    fn start() -> ConnectFour {
        ConnectFour::new([0; 2], Seat::FIRST)
    }

    fn turn(&self) -> Seat {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        // Only the last disc can have made four.
        let mover = self.turn.opponent();
        if ConnectFour::has_four(self.discs(mover)) {
            return Some(Outcome::win(mover));
        }
        let full = (0..COLUMNS).all(|column| self.height(column) == ROWS);
        full.then(Outcome::draw)
    }

    fn generate_moves(&self, mut each: impl FnMut(Column) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for column in 0..COLUMNS {
            if self.height(column) < ROWS {
                each(Column(column as u8))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, Column(column): Column) -> ConnectFour {
        let mut next = *self;
        let column = usize::from(column);
        next.discs[self.turn.index()] |= ConnectFour::bit(column, self.height(column));
        next.turn = self.turn.opponent();
        next
    }

    fn key(&self) -> u64 {
        let [first, second] = self.discs;
        let mixed = first.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ second.rotate_left(32);
        (mixed ^ mixed >> 29 ^ self.turn.index() as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::perft;

    #[test]
    fn the_known_numbers_of_games() {
        // The numbers of move sequences that others have published.
        for (depth, leaves) in [(1, 7), (2, 49), (3, 343), (6, 117_649), (7, 823_536)] {
            assert_eq!(perft(&ConnectFour::start(), depth), leaves);
        }
    }

    #[test]
    fn four_in_a_row_in_every_direction() {
        for step in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let bit = |n: i32| {
                ConnectFour::bit(
                    (1 + step.0 * n) as usize,
                    (if step.1 < 0 { 4 } else { 1 } + step.1 * n) as usize,
                )
            };
            assert!(ConnectFour::has_four((0..4).map(bit).sum()), "{step:?}");
            assert!(!ConnectFour::has_four((0..3).map(bit).sum()), "{step:?}");
        }
        // The top of a column and the foot of the next do not touch.
        let split =
            (3..6).map(|row| ConnectFour::bit(0, row)).sum::<u64>() | ConnectFour::bit(1, 0);
        assert!(!ConnectFour::has_four(split));
    }
}
