//! Tic-tac-toe, the smallest game that everybody knows to be a draw.

use std::ops::ControlFlow;

use spielwerk_games::{Outcome, Position, Seat};
use spielwerk_search::Evaluator;

/// The nine squares as bits, for each player.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct TicTacToe([u16; 2]);

const ROWS: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421];

impl TicTacToe {
    /// The position after these squares were taken in turn.
    pub fn after(squares: &[u8]) -> TicTacToe {
        let start = TicTacToe([0; 2]);
        squares.iter().fold(start, |p, &square| p.play(square))
    }
}

impl Position for TicTacToe {
    type Move = u8;

    const SEATS: usize = 2;

    fn start() -> TicTacToe {
        TicTacToe([0; 2])
    }

    fn turn(&self) -> Seat {
        Seat::new((self.0[0] | self.0[1]).count_ones() as usize % 2)
    }

    fn outcome(&self) -> Option<Outcome> {
        let won = |squares: u16| ROWS.iter().any(|row| squares & row == *row);
        match self.0.map(won) {
            [true, _] => Some(Outcome::win(Seat::FIRST)),
            [_, true] => Some(Outcome::win(Seat::SECOND)),
            _ => (self.0[0] | self.0[1] == 0o777).then(Outcome::draw),
        }
    }

    fn generate_moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        for square in (0..9).filter(|square| (self.0[0] | self.0[1]) >> square & 1 == 0) {
            each(square)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, square: u8) -> TicTacToe {
        let mut next = *self;
        next.0[self.turn().index()] |= 1 << square;
        next
    }

    fn key(&self) -> u64 {
        let word = u64::from(self.0[0]) << 32 | u64::from(self.0[1]);
        super::mix(word)
    }
}

/// Evaluates every position as equal.
#[derive(Copy, Clone, Debug)]
pub struct Blank;

impl Evaluator<TicTacToe> for Blank {
    fn evaluate(&self, _: &TicTacToe) -> i32 {
        0
    }
}
