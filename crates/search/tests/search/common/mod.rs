//! Evaluators, small games and a solver for the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)] // every test uses a part of it

pub mod fauhalma;
pub mod heap;
pub mod solver;
pub mod tictactoe;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::{Bohnenspiel, House};
use spielwerk_search::{
    AlphaBeta, AlphaBetaConfig, Evaluator, Limits, RepetitionRule, SearchRequest, SearchResult,
    Searcher,
};

/// Counts the beans in the stores.
#[derive(Copy, Clone, Debug)]
pub struct Stores;

impl<const BEANS: u8> Evaluator<Bohnenspiel<BEANS>> for Stores {
    fn evaluate(&self, p: &Bohnenspiel<BEANS>) -> i32 {
        let (own, other) = (p.turn(), p.turn().opponent());
        100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
    }

    fn order_score(&self, p: &Bohnenspiel<BEANS>, m: House) -> i32 {
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
            let moves = p.legal_moves();
            p = p.play(moves[random.random_range(..moves.len())]);
        }
        positions.push(game[random.random_range(..game.len())]);
    }
    positions
}

/// A request that ignores repetitions, so that a position's value depends on nothing but itself.
pub fn request<'a, P: Position>(position: P, limits: Limits) -> SearchRequest<'a, P> {
    SearchRequest { repetition: RepetitionRule::Ignored, ..SearchRequest::new(position, limits) }
}

/// The result of a new searcher.
pub fn search<P: Position>(
    mut searcher: impl Searcher<P>,
    request: &SearchRequest<P>,
) -> SearchResult<P::Move> {
    searcher.search(request, &mut |_| {}).unwrap()
}

/// A new alpha-beta search with a small transposition table.
pub fn alphabeta<P: Position, E: Evaluator<P>>(
    evaluator: E,
    config: AlphaBetaConfig,
) -> AlphaBeta<P, E> {
    AlphaBeta::new(evaluator, config, 1)
}

/// A hash of a word: the finalizer of SplitMix64.
pub fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
