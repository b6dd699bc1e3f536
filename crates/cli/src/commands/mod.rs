//! One file a command.

mod aisysproj;
mod analyse;
mod bench;
mod best;
mod engine;
mod games;
pub(crate) mod halma;
mod lab;
mod manual;
mod matches;
mod moves;
mod perft;
mod play;
mod search_common;
mod serve;
mod show;
mod solve;
mod tables;
mod tournament;
mod tune;
mod worker;

use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;
use spielwerk_games::{AnyPosition, Seat};
use spielwerk_search::StopFlag;

use crate::args::{Arguments, BohnenspielCommand, Command, PositionArgs, Serve};

/// Runs the command; the exit code says whether the answer is negative.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        None => serve::run(Serve::default()),
        Some(Command::Serve(options)) => serve::run(options),
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Show(options)) => show::run(&options),
        Some(Command::Moves(options)) => moves::run(&options),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Match(options)) => return matches::run(&options),
        Some(Command::Tournament(options)) => tournament::run(&options),
        Some(Command::Worker(options)) => worker::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Best(options)) => best::run(&options),
        Some(Command::Analyse(options)) => analyse::run(&options),
        Some(Command::Engine { game }) => engine::run(game),
        Some(Command::Bohnenspiel { command: BohnenspielCommand::Lab(options) }) => {
            lab::run(&options)
        }
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Halma(options)) => halma::run(&options),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Tables(options)) => tables::run(&options),
        Some(Command::Tune(options)) => tune::run(&options),
        Some(Command::Aisysproj(options)) => aisysproj::run(&options),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { directory }) => manual::pages(directory.as_deref()),
    }?;
    Ok(ExitCode::SUCCESS)
}

impl PositionArgs {
    /// The given position, or the start position.
    fn read(&self) -> anyhow::Result<AnyPosition> {
        match &self.position {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.read_position(text)?),
        }
    }
}

/// The first Ctrl-C ends a match after the games under way, and the table is still printed; the
/// second one ends the process.
fn stop_between_games(stop: &StopFlag) -> anyhow::Result<()> {
    const INTERRUPTED: i32 = 130;
    let stop = stop.clone();
    let set = ctrlc::set_handler(move || {
        if stop.is_stopped() {
            std::process::exit(INTERRUPTED);
        }
        stop.stop();
    });
    set.context("cannot listen for interruptions")
}

/// What the three columns of a table of results are called, for games of so many seats.
fn places(seats: usize) -> [&'static str; 3] {
    if seats == 2 { ["won", "drawn", "lost"] } else { ["first", "between", "last"] }
}

/// Who moves, by the letter that stands for it in positions; null once the game is over.
fn turn_json(position: &AnyPosition) -> Value {
    position.turn().map(|seat| position.info().letter(seat)).into()
}

/// The points of every seat; null while the game goes on.
fn outcome_json(position: &AnyPosition) -> Value {
    let seats = position.info().seats.len();
    let points = |outcome: spielwerk_games::Outcome| -> Value {
        Seat::all(seats).map(|seat| outcome.points(seat)).collect()
    };
    position.outcome().map(points).into()
}
