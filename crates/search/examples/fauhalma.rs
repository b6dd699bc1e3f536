//! A match of the multiplayer searches at FAUhalma, all with the same simple evaluator: every pair
//! of them in all six ways to share three seats, at equal time a move.
//!
//! `cargo run --release -p spielwerk-search --example fauhalma -- [milliseconds] [openings]`

#[path = "../tests/search/common/mod.rs"]
mod common;

use std::time::Duration;

use common::fauhalma::Distance;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use spielwerk_games::fauhalma::{FauHalma, Ss26, Star3};
use spielwerk_games::{Outcome, Position, Seat};
use spielwerk_search::{
    BestReply, BestReplyPlus, Limits, MaxN, Mcts, MctsConfig, Paranoid, RepetitionRule,
    SearchRequest, Searcher,
};

type P = FauHalma;

const NAMES: [&str; 5] = ["max^n", "paranoid", "best reply", "best reply +", "Monte Carlo"];

fn evaluator() -> Distance {
    Distance::new::<Star3, Ss26>()
}

fn new(name: &str) -> Box<dyn Searcher<P>> {
    match name {
        "max^n" => Box::new(MaxN::new(evaluator(), 16)),
        "paranoid" => Box::new(Paranoid::new(evaluator(), 16)),
        "best reply" => Box::new(BestReply::new(evaluator(), 16)),
        "best reply +" => Box::new(BestReplyPlus::new(evaluator(), 16)),
        _ => Box::new(Mcts::new(evaluator(), MctsConfig::default(), 64)),
    }
}

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse::<u64>().ok());
    let time = Duration::from_millis(numbers.next().unwrap_or(10));
    let openings = numbers.next().unwrap_or(5);
    depths(time);
    for (number, one) in NAMES.into_iter().enumerate() {
        for other in &NAMES[number + 1..] {
            let (mut points, mut games) = ([0.0; 2], 0);
            for opening in 0..openings {
                // Every assignment of the three seats in which both take part.
                for sides in 1..7usize {
                    let side = |seat: Seat| sides >> seat.index() & 1;
                    let outcome = play(opening, time, |seat| [one, other][side(seat)]);
                    for seat in Seat::all(3) {
                        // A side of two counts as much as a side of one.
                        let seats = Seat::all(3).filter(|&s| side(s) == side(seat)).count();
                        points[side(seat)] += outcome.points(seat) / seats as f64;
                    }
                    games += 1;
                }
            }
            let [ours, theirs] = points.map(|points| points / f64::from(games));
            println!("{one:>12} {ours:.2} : {theirs:.2} {other:12} ({games} games)");
        }
    }
}

/// The depth that each search reaches after some moves.
fn depths(time: Duration) {
    let middle = opening(1, 24);
    for name in NAMES {
        if let Some(result) =
            new(name).search(&SearchRequest::new(middle, Limits::cpu(time)), &mut |_| {})
        {
            let (depth, speed) = (result.depth, result.nodes_per_second() / 1e6);
            println!("{name:>12}: depth {depth:2}, {} nodes, {speed:.2} M/s", result.nodes);
        }
    }
}

/// A random opening, most moves forward.
fn opening(seed: u64, plies: u32) -> P {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (evaluator, mut p) = (evaluator(), P::start());
    for _ in 0..plies {
        let mut moves = p.legal_moves();
        moves.sort_by_key(|&m| -spielwerk_search::Evaluator::order_score(&evaluator, &p, m));
        p = p.play(moves[random.random_range(..moves.len().min(6))]);
    }
    p
}

fn play(seed: u64, time: Duration, who: impl Fn(Seat) -> &'static str) -> Outcome {
    let mut searchers: Vec<_> = Seat::all(3).map(|seat| new(who(seat))).collect();
    let mut p = opening(seed, 6);
    let mut played = vec![p.repetition_key()];
    for _ in 0..450 {
        if let Some(outcome) = p.outcome() {
            return outcome;
        }
        let request = SearchRequest {
            history_keys: &played,
            repetition: RepetitionRule::Draw,
            ..SearchRequest::new(p, Limits::cpu(time))
        };
        if let Some(result) = searchers[p.turn().index()].search(&request, &mut |_| {}) {
            p = p.play(result.best_move);
            played.push(p.repetition_key());
        }
    }
    p.outcome().unwrap_or_else(|| Outcome::shared(p.places(), 3))
}
