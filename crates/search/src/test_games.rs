//! Small games for the tests: a race for two or three players, and a random game tree.

use std::ops::ControlFlow;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use spielwerk_games::{Outcome, Position, Seat};

use crate::{Evaluator, Pass};

/// Climbing stairs: a turn is one, two or three steps, but not as many as the last climber took.
/// Whoever would land on a step where another stands goes on to the next that is free. Who is at
/// the top is placed and climbs no more; when one is left, the game is over.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stairs<const SEATS: usize, const TOP: u8 = 7> {
    steps: [u8; SEATS],
    /// The seats that have finished, in order.
    placed: [u8; SEATS],
    finished: u8,
    turn: u8,
    last: u8,
    /// A ply counter, so that no position is repeated.
    turns: u8,
}

impl<const SEATS: usize, const TOP: u8> Stairs<SEATS, TOP> {
    fn has_finished(&self, seat: u8) -> bool {
        self.placed[..self.finished.into()].contains(&seat)
    }

    fn with_next_turn(mut self) -> Self {
        for _ in 0..SEATS {
            self.turn = (self.turn + 1) % SEATS as u8;
            if !self.has_finished(self.turn) {
                break;
            }
        }
        self
    }
}

impl<const SEATS: usize, const TOP: u8> Position for Stairs<SEATS, TOP> {
    type Move = u8;
    const SEATS: usize = SEATS;

    fn start() -> Self {
        Stairs { steps: [0; SEATS], placed: [0; SEATS], finished: 0, turn: 0, last: 0, turns: 0 }
    }

    fn turn(&self) -> Seat {
        Seat::new(self.turn.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        if usize::from(self.finished) < SEATS - 1 {
            return None;
        }
        let home = &self.placed[..self.finished.into()];
        let mut order: Vec<Seat> = home.iter().map(|&seat| Seat::new(seat.into())).collect();
        order.extend(Seat::all(SEATS).filter(|seat| !self.has_finished(seat.index() as u8)));
        Some(Outcome::from_ranking(&order))
    }

    fn generate_moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_none() {
            for steps in (1..=3).filter(|&steps| steps != self.last) {
                each(steps)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, steps: u8) -> Self {
        let (mut next, mover) = (*self, usize::from(self.turn));
        next.steps[mover] = self.steps[mover] + steps;
        while self.steps.contains(&next.steps[mover]) {
            next.steps[mover] += 1;
        }
        (next.last, next.turns) = (steps, self.turns + 1);
        if next.steps[mover] >= TOP {
            next.steps[mover] = TOP;
            next.placed[usize::from(next.finished)] = self.turn;
            next.finished += 1;
        }
        next.with_next_turn()
    }

    fn key(&self) -> u64 {
        let bytes = self.steps.iter().chain(&self.placed).chain([
            &self.finished,
            &self.turn,
            &self.last,
            &self.turns,
        ]);
        bytes.fold(1, |key, &byte| mix(key ^ u64::from(byte)))
    }
}

/// Evaluates by height plus pseudo-random noise from the position's key.
#[derive(Copy, Clone, Debug)]
pub(crate) struct HashEvaluator {
    /// The amplitude of the noise, in hundredths. At zero there are many ties.
    pub(crate) noise: i32,
}

impl HashEvaluator {
    fn noise_of(&self, word: u64) -> i32 {
        (mix(word) % (2 * self.noise as u64 + 1)) as i32 - self.noise
    }
}

impl<const SEATS: usize, const TOP: u8> Evaluator<Stairs<SEATS, TOP>> for HashEvaluator {
    fn evaluate(&self, position: &Stairs<SEATS, TOP>) -> i32 {
        let own = self.evaluate_seats(position)[position.turn().index()];
        if SEATS == 2 { own } else { own * 3 / 2 }
    }

    fn evaluate_seats(&self, position: &Stairs<SEATS, TOP>) -> [i32; Seat::MAX_SEATS] {
        let mut values = [0; Seat::MAX_SEATS];
        for (seat, value) in values.iter_mut().enumerate().take(SEATS) {
            let own = 100 * i32::from(position.steps[seat]);
            *value = own + self.noise_of(position.key() ^ seat as u64);
        }
        values
    }

    fn order_score(&self, position: &Stairs<SEATS, TOP>, steps: u8) -> i32 {
        100 * i32::from(steps) + self.noise_of(position.key() ^ u64::from(steps))
    }
}

impl<const SEATS: usize, const TOP: u8> Pass<Stairs<SEATS, TOP>> for HashEvaluator {
    /// In some positions passing is not allowed, as may happen.
    fn pass(&self, position: &Stairs<SEATS, TOP>) -> Option<Stairs<SEATS, TOP>> {
        (!position.key().is_multiple_of(8)).then(|| position.with_next_turn())
    }
}

/// A pseudo-random game tree: the number of moves, the seat to move and the outcome are hashed from
/// a word. Turns come in no particular order.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RandomTree<const SEATS: usize> {
    word: u64,
    turns: u8,
}

impl<const SEATS: usize> RandomTree<SEATS> {
    pub(crate) fn new(word: u64) -> Self {
        RandomTree { word: mix(word), turns: 0 }
    }
}

impl<const SEATS: usize> Position for RandomTree<SEATS> {
    type Move = u8;
    const SEATS: usize = SEATS;

    fn start() -> Self {
        RandomTree::new(1)
    }

    fn turn(&self) -> Seat {
        Seat::new((self.word >> 8) as usize % SEATS)
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.turns > 0 && (self.word >> 16).is_multiple_of(6) || self.turns > 12;
        over.then(|| {
            let mut seats: Vec<Seat> = Seat::all(SEATS).collect();
            seats.rotate_left((self.word >> 24) as usize % SEATS);
            if (self.word >> 32) & 1 == 0 {
                seats[SEATS - 2..].reverse();
            }
            let placed = SEATS - (self.word >> 40) as usize % (SEATS + 1);
            Outcome::shared(&seats[..placed], SEATS)
        })
    }

    fn generate_moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_none() {
            for m in 0..1 + ((self.word >> 48) % 4) as u8 {
                each(m)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, m: u8) -> Self {
        RandomTree { word: mix(self.word ^ u64::from(m) << 56), turns: self.turns + 1 }
    }

    fn key(&self) -> u64 {
        self.word
    }
}

impl<const SEATS: usize> Evaluator<RandomTree<SEATS>> for HashEvaluator {
    fn evaluate(&self, position: &RandomTree<SEATS>) -> i32 {
        self.evaluate_seats(position)[position.turn().index()]
    }

    fn evaluate_seats(&self, position: &RandomTree<SEATS>) -> [i32; Seat::MAX_SEATS] {
        let mut values = [0, 1, 2].map(|seat| self.noise_of(position.word ^ seat));
        values[SEATS - 1] = -values[..SEATS - 1].iter().sum::<i32>();
        values
    }

    fn order_score(&self, position: &RandomTree<SEATS>, m: u8) -> i32 {
        self.noise_of(position.word ^ u64::from(m) << 32)
    }
}

impl<const SEATS: usize> Pass<RandomTree<SEATS>> for HashEvaluator {
    fn pass(&self, position: &RandomTree<SEATS>) -> Option<RandomTree<SEATS>> {
        let passed = RandomTree { word: mix(!position.word), turns: position.turns };
        passed.outcome().is_none().then_some(passed)
    }
}

/// Positions from random games.
pub(crate) fn random_positions<P: Position>(seed: u64, count: usize) -> Vec<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let game = |_| {
        let (mut position, mut game) = (P::start(), Vec::new());
        while position.outcome().is_none() && game.len() < 200 {
            game.push(position);
            let moves = position.legal_moves();
            position = position.play(moves[random.random_range(..moves.len())]);
        }
        game[random.random_range(..game.len())]
    };
    (0..count).map(game).collect()
}

/// A hash function on words.
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}
