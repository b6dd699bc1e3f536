//! A game in which seats do not alternate. From a heap of counters the mover takes one, two or
//! three; whoever leaves a multiple of five moves again. When the heap is gone, who has more has
//! won.

use std::ops::ControlFlow;

use spielwerk_games::{Outcome, Position, Seat};
use spielwerk_search::Evaluator;

const COUNTERS: u8 = 31;

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Heap {
    left: u8,
    taken: [u8; 2],
    mover: Seat,
}

impl Position for Heap {
    type Move = u8;

    const SEATS: usize = 2;

    fn start() -> Heap {
        Heap { left: COUNTERS, taken: [0; 2], mover: Seat::FIRST }
    }

    fn turn(&self) -> Seat {
        self.mover
    }

    fn outcome(&self) -> Option<Outcome> {
        use std::cmp::Ordering::*;
        (self.left == 0).then(|| match self.taken[0].cmp(&self.taken[1]) {
            Greater => Outcome::win(Seat::FIRST),
            Less => Outcome::win(Seat::SECOND),
            Equal => Outcome::draw(),
        })
    }

    fn generate_moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        for counters in 1..=self.left.min(3) {
            each(counters)?;
        }
        ControlFlow::Continue(())
    }

    fn play(&self, counters: u8) -> Heap {
        let mut next = *self;
        next.left -= counters;
        next.taken[self.mover.index()] += counters;
        if !next.left.is_multiple_of(5) {
            next.mover = self.mover.opponent();
        }
        next
    }

    fn key(&self) -> u64 {
        let [first, second] = self.taken;
        let word = [self.left, first, second, self.mover.index() as u8];
        super::mix(u64::from(u32::from_le_bytes(word)))
    }
}

/// Counts what was taken.
#[derive(Copy, Clone, Debug)]
pub struct Taken;

impl Evaluator<Heap> for Taken {
    fn evaluate(&self, p: &Heap) -> i32 {
        let [first, second] = p.taken.map(i32::from);
        let lead = 100 * (first - second);
        if p.mover == Seat::FIRST { lead } else { -lead }
    }
}
