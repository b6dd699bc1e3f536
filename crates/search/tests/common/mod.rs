//! Judges, toy games and a solver for the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // every test uses a part of it

pub mod fauhalma;
pub mod heap;
pub mod solver;
pub mod tictactoe;

use games::Position;
use games::bohnenspiel::{Bohnenspiel, House};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use search::{AlphaBeta, Judge, Limits, Repetition, Report, Task, Thinker, Tuning};

/// Counts the beans in the stores.
#[derive(Copy, Clone, Debug)]
pub struct Stores;

impl<const BEANS: u8> Judge<Bohnenspiel<BEANS>> for Stores {
    fn value(&self, p: &Bohnenspiel<BEANS>) -> i32 {
        let (own, other) = (p.turn(), p.turn().opponent());
        100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
    }

    fn hint(&self, p: &Bohnenspiel<BEANS>, m: House) -> i32 {
        let mover = p.turn();
        100 * (i32::from(p.play(m).store(mover)) - i32::from(p.store(mover)))
    }
}

/// Positions from random games.
pub fn random_positions<P: Position>(seed: u64, count: usize) -> Vec<P> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut p = P::start();
        let mut game = Vec::new();
        while p.outcome().is_none() && game.len() < 200 {
            game.push(p);
            let moves = p.list();
            p = p.play(moves[random.random_range(..moves.len())]);
        }
        positions.push(game[random.random_range(..game.len())]);
    }
    positions
}

/// A task in which a position that comes again means nothing, so that its value depends on
/// nothing but itself.
pub fn task<'a, P: Position>(position: P, limits: Limits) -> Task<'a, P> {
    Task { repetition: Repetition::Ignored, ..Task::new(position, limits) }
}

/// What a new thinker has to say.
pub fn ask<P: Position>(mut thinker: impl Thinker<P>, task: &Task<P>) -> Report<P::Move> {
    thinker.think(task, &mut |_| {}).unwrap()
}

/// A new alpha-beta search with a small table.
pub fn alphabeta<P: Position, J: Judge<P>>(judge: J, tuning: Tuning) -> AlphaBeta<P, J> {
    AlphaBeta::new(judge, tuning, 1)
}

/// A key for a word: its bits, well spread (the last step of SplitMix64).
pub fn stir(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
