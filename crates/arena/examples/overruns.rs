//! Time overruns of a player: the quantiles of its move times against a limit.
//!
//! `cargo run --release -p spielwerk-arena --example overruns -- bohnenspiel strong 10 10000 cpu`
//! plays Das Bohnenspiel against `random` until `strong` has made 10,000 moves of 10 ms each, by CPU
//! time.
//!
//! No program is more punctual than its machine. So for comparison a loop does nothing but poll the
//! clock until the time is over, as often as the player moved and in turn with its games: overruns
//! there are the machine's.

use std::iter::repeat;
use std::time::Duration;

use spielwerk_arena::{Match, Referee};
use spielwerk_engines::Entrant;
use spielwerk_games::Seat;
use spielwerk_search::{Clock, Limits, StopFlag, Stopwatch};
use spielwerk_session::TimeControl;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, player, milliseconds, moves, clock] = &arguments[..] else {
        return Err("needs a game, a player, milliseconds a move, a number of moves, and cpu or \
                    wall"
            .into());
    };
    let clock = if clock == "cpu" { Clock::Cpu } else { Clock::Wall };
    let limit = Duration::from_millis(milliseconds.parse()?);
    let limits = Limits { clock, ..Limits::time(limit) };
    let moves: usize = moves.parse()?;

    let game = spielwerk_games::game(game)?;
    let specs = [player.as_str()].into_iter().chain(repeat("random")).take(game.seats());
    let entrants = specs.map(|spec| Entrant::new(game, &spec.parse()?));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    let usual = Match::new(game, entrants);
    let time_control = TimeControl { margin: None, ..TimeControl::per_move(limits) };
    let contest =
        Match { games: moves, referee: Referee { time_control, ..usual.referee }, ..usual };

    let stop = StopFlag::default();
    let (mut times, mut idle) = (Vec::new(), Vec::new());
    contest.play(&stop, &mut |finished, _| {
        let seat = finished.seating.iter().position(|&entrant| entrant == 0);
        let seat = Seat::new(seat.unwrap_or_default());
        let own = finished.played.plies.iter().filter(|ply| ply.seat == seat);
        times.extend(own.map(|ply| ply.time));
        idle.resize_with(times.len(), || poll_the_clock(limit, clock));
        if times.len() >= moves {
            stop.stop();
        }
    })?;
    times.sort_unstable();
    idle.sort_unstable();
    println!("{}: {} moves of {player}, {milliseconds} ms by {clock:?}", game.name(), times.len());
    println!("                 {player:>12}   clock alone");
    for part in [0.5, 0.99, 0.999, 1.0] {
        let index = ((times.len() - 1) as f64 * part) as usize;
        let [of_player, of_clock] =
            [times[index], idle[index]].map(|time| time.as_secs_f64() * 1e3);
        println!("{:9.1} %      {of_player:9.3} ms  {of_clock:9.3} ms", 100.0 * part);
    }
    for late in [1, 2, 5].map(Duration::from_millis) {
        let [of_player, of_clock] =
            [&times, &idle].map(|times| times.iter().filter(|&&time| time > limit + late).count());
        println!("late by > {late:?}    {of_player:9}     {of_clock:9}");
    }
    Ok(())
}

/// Polls the clock until the time is over, and returns the time it took.
fn poll_the_clock(limit: Duration, clock: Clock) -> Duration {
    let stopwatch = Stopwatch::start(clock, 1);
    while stopwatch.elapsed() < limit {
        std::hint::spin_loop();
    }
    stopwatch.elapsed()
}
