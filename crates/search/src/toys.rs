//! Small games for the tests: one for two or three with the troubles of real ones, and one that is
//! nothing but a tree.

use std::ops::ControlFlow;

use games::{Outcome, Position, Seat};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::{Judge, Pass};

/// Climbing stairs: a turn is one, two or three steps, but not as many as the last climber took.
/// Whoever would land on a step where another stands goes on to the next that is free. Who is at
/// the top is placed and climbs no more; when one is left, the game is over.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Stairs<const SEATS: usize, const TOP: u8 = 7> {
    steps: [u8; SEATS],
    /// In the order in which they came to the top.
    placed: [u8; SEATS],
    home: u8,
    turn: u8,
    last: u8,
    /// Counted, so that no position comes again.
    turns: u8,
}

impl<const SEATS: usize, const TOP: u8> Stairs<SEATS, TOP> {
    fn is_home(&self, seat: u8) -> bool {
        self.placed[..self.home.into()].contains(&seat)
    }

    fn with_next_turn(mut self) -> Self {
        for _ in 0..SEATS {
            self.turn = (self.turn + 1) % SEATS as u8;
            if !self.is_home(self.turn) {
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
        Stairs { steps: [0; SEATS], placed: [0; SEATS], home: 0, turn: 0, last: 0, turns: 0 }
    }

    fn turn(&self) -> Seat {
        Seat::new(self.turn.into())
    }

    fn outcome(&self) -> Option<Outcome> {
        if usize::from(self.home) < SEATS - 1 {
            return None;
        }
        let home = &self.placed[..self.home.into()];
        let mut order: Vec<Seat> = home.iter().map(|&seat| Seat::new(seat.into())).collect();
        order.extend(Seat::all(SEATS).filter(|seat| !self.is_home(seat.index() as u8)));
        Some(Outcome::places(&order))
    }

    fn moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
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
            next.placed[usize::from(next.home)] = self.turn;
            next.home += 1;
        }
        next.with_next_turn()
    }

    fn key(&self) -> u64 {
        let bytes = self.steps.iter().chain(&self.placed).chain([
            &self.home,
            &self.turn,
            &self.last,
            &self.turns,
        ]);
        bytes.fold(1, |key, &byte| stir(key ^ u64::from(byte)))
    }
}

/// Judges by height, and by a whim that differs from position to position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Whim {
    /// The most that the whim counts, in hundredths. At zero there are many ties.
    pub(crate) most: i32,
}

impl Whim {
    fn about(&self, word: u64) -> i32 {
        (stir(word) % (2 * self.most as u64 + 1)) as i32 - self.most
    }
}

impl<const SEATS: usize, const TOP: u8> Judge<Stairs<SEATS, TOP>> for Whim {
    fn value(&self, position: &Stairs<SEATS, TOP>) -> i32 {
        let own = self.values(position)[position.turn().index()];
        if SEATS == 2 { own } else { own * 3 / 2 }
    }

    fn values(&self, position: &Stairs<SEATS, TOP>) -> [i32; Seat::MOST] {
        let mut values = [0; Seat::MOST];
        for (seat, value) in values.iter_mut().enumerate().take(SEATS) {
            let own = 100 * i32::from(position.steps[seat]);
            *value = own + self.about(position.key() ^ seat as u64);
        }
        values
    }

    fn hint(&self, position: &Stairs<SEATS, TOP>, steps: u8) -> i32 {
        100 * i32::from(steps) + self.about(position.key() ^ u64::from(steps))
    }
}

impl<const SEATS: usize, const TOP: u8> Pass<Stairs<SEATS, TOP>> for Whim {
    /// Some positions refuse to be passed, as may happen.
    fn pass(&self, position: &Stairs<SEATS, TOP>) -> Option<Stairs<SEATS, TOP>> {
        (!position.key().is_multiple_of(8)).then(|| position.with_next_turn())
    }
}

/// A tree of chance: how many moves there are, whose turn it is and how the game ends is decided by
/// stirring a word. Turns come in no order at all.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Tree<const SEATS: usize> {
    word: u64,
    turns: u8,
}

impl<const SEATS: usize> Tree<SEATS> {
    pub(crate) fn new(word: u64) -> Self {
        Tree { word: stir(word), turns: 0 }
    }
}

impl<const SEATS: usize> Position for Tree<SEATS> {
    type Move = u8;
    const SEATS: usize = SEATS;

    fn start() -> Self {
        Tree::new(1)
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

    fn moves(&self, mut each: impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_none() {
            for m in 0..1 + ((self.word >> 48) % 4) as u8 {
                each(m)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, m: u8) -> Self {
        Tree { word: stir(self.word ^ u64::from(m) << 56), turns: self.turns + 1 }
    }

    fn key(&self) -> u64 {
        self.word
    }
}

impl<const SEATS: usize> Judge<Tree<SEATS>> for Whim {
    fn value(&self, position: &Tree<SEATS>) -> i32 {
        self.values(position)[position.turn().index()]
    }

    fn values(&self, position: &Tree<SEATS>) -> [i32; Seat::MOST] {
        let mut values = [0, 1, 2].map(|seat| self.about(position.word ^ seat));
        values[SEATS - 1] = -values[..SEATS - 1].iter().sum::<i32>();
        values
    }

    fn hint(&self, position: &Tree<SEATS>, m: u8) -> i32 {
        self.about(position.word ^ u64::from(m) << 32)
    }
}

impl<const SEATS: usize> Pass<Tree<SEATS>> for Whim {
    fn pass(&self, position: &Tree<SEATS>) -> Option<Tree<SEATS>> {
        let passed = Tree { word: stir(!position.word), turns: position.turns };
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
            let moves = position.list();
            position = position.play(moves[random.random_range(..moves.len())]);
        }
        game[random.random_range(..game.len())]
    };
    (0..count).map(game).collect()
}

/// Any change of a word changes all of it.
fn stir(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let word = (word ^ word >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}
