//! How punctual a player is: the times of its moves against a limit, by quantiles.
//!
//! `cargo run --release -p spielwerk-arena --example overruns -- bohnenspiel strong 10 10000 cpu`
//! plays Das Bohnenspiel against `random` until `strong` has made 10,000 moves of 10 ms each, by the
//! processor's clock.
//!
//! No program is more punctual than its machine. So beside the player stands a loop that does nothing
//! but look at the clock until the time is over, as often as the player moved and in turn with its
//! games: what is late there, nobody can help.

use std::iter::repeat;
use std::time::Duration;

use arena::{Control, Entrant, Match, Referee};
use games::Seat;
use search::{Clock, Limits, Stop, Stopwatch};

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

    let game = games::game(game)?;
    let specs = [player.as_str()].into_iter().chain(repeat("random")).take(game.seats());
    let entrants = specs.map(|spec| Entrant::new(game, &spec.parse()?));
    let entrants = entrants.collect::<Result<Vec<_>, _>>()?;
    let usual = Match::new(game, entrants);
    let control = Control { margin: None, ..Control::per_move(limits) };
    let contest = Match { games: moves, referee: Referee { control, ..usual.referee }, ..usual };

    let stop = Stop::default();
    let (mut times, mut idle) = (Vec::new(), Vec::new());
    contest.play(&stop, &mut |finished, _| {
        let seat = finished.seating.iter().position(|&entrant| entrant == 0);
        let seat = Seat::new(seat.unwrap_or_default());
        let own = finished.played.plies.iter().filter(|ply| ply.seat == seat);
        times.extend(own.map(|ply| ply.time));
        idle.resize_with(times.len(), || look_at_the_clock(limit, clock));
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

/// How long it takes until the time is over.
fn look_at_the_clock(limit: Duration, clock: Clock) -> Duration {
    let watch = Stopwatch::start(clock, 1);
    while watch.elapsed() < limit {
        std::hint::spin_loop();
    }
    watch.elapsed()
}
