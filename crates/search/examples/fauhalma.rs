//! Lets the searches for three meet at FAUhalma, each with the same little judge: every two of them
//! in all six ways to share three seats, at equal time a move.
//!
//! `cargo run --release -p spielwerk-search --example fauhalma -- [milliseconds] [openings]`

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Duration;

use common::fauhalma::Distance;
use games::fauhalma::{FauHalma, Ss26, Star3};
use games::{Outcome, Position, Seat};
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use search::{
    BestReply, BestReplyPlus, Limits, MaxN, MonteCarlo, Paranoid, Repetition, Settings, Task,
    Thinker,
};

type P = FauHalma;

const NAMES: [&str; 5] = ["max^n", "paranoid", "best reply", "best reply +", "Monte Carlo"];

fn judge() -> Distance {
    Distance::new::<Star3, Ss26>()
}

fn new(name: &str) -> Box<dyn Thinker<P>> {
    match name {
        "max^n" => Box::new(MaxN::new(judge(), 16)),
        "paranoid" => Box::new(Paranoid::new(judge(), 16)),
        "best reply" => Box::new(BestReply::new(judge(), 16)),
        "best reply +" => Box::new(BestReplyPlus::new(judge(), 16)),
        _ => Box::new(MonteCarlo::new(judge(), Settings::default(), 64)),
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
                // Which of the two sits where: every way in which both are there.
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

/// How deep each of them sees after some moves.
fn depths(time: Duration) {
    let middle = opening(1, 24);
    for name in NAMES {
        if let Some(report) = new(name).think(&Task::new(middle, Limits::cpu(time)), &mut |_| {}) {
            let (depth, speed) = (report.depth, report.speed() / 1e6);
            println!("{name:>12}: depth {depth:2}, {} nodes, {speed:.2} M/s", report.nodes);
        }
    }
}

/// Some moves by chance, most of them forward.
fn opening(seed: u64, plies: u32) -> P {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let (judge, mut p) = (judge(), P::start());
    for _ in 0..plies {
        let mut moves = p.list();
        moves.sort_by_key(|&m| -search::Judge::hint(&judge, &p, m));
        p = p.play(moves[random.random_range(..moves.len().min(6))]);
    }
    p
}

fn play(seed: u64, time: Duration, who: impl Fn(Seat) -> &'static str) -> Outcome {
    let mut thinkers: Vec<_> = Seat::all(3).map(|seat| new(who(seat))).collect();
    let mut p = opening(seed, 6);
    let mut played = vec![p.key()];
    for _ in 0..450 {
        if let Some(outcome) = p.outcome() {
            return outcome;
        }
        let task = Task {
            played: &played,
            repetition: Repetition::Draw,
            ..Task::new(p, Limits::cpu(time))
        };
        if let Some(report) = thinkers[p.turn().index()].think(&task, &mut |_| {}) {
            p = p.play(report.best);
            played.push(p.key());
        }
    }
    p.outcome().unwrap_or_else(|| Outcome::shared(p.places(), 3))
}
