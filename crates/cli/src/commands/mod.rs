//! One file a command.

#[cfg(feature = "aisysproj")]
mod aisysproj;
mod analyse;
mod bench;
mod best;
mod book;
#[cfg(feature = "store")]
mod campaign;
#[cfg(feature = "cluster")]
mod claims;
mod engine;
mod games;
pub(crate) mod halma;
mod halma_report;
mod lab;
mod learn;
mod loss_curve;
mod manual;
mod matches;
mod moves;
mod perft;
#[cfg(feature = "terminal")]
mod play;
mod puzzles;
mod recording;
#[cfg(feature = "store")]
mod records;
mod search_common;
#[cfg(feature = "web")]
mod serve;
mod show;
#[cfg(feature = "web")]
mod site;
mod solve;
mod tables;
#[cfg(feature = "store")]
mod tournament;
mod train;
mod tune;
#[cfg(feature = "web")]
mod wasm_module;
#[cfg(feature = "cluster")]
mod worker;

use std::process::ExitCode;

use anyhow::Context;
use serde_json::Value;
use spielwerk_games::{AnyPosition, Seat};
use spielwerk_search::StopFlag;

use crate::args::{Arguments, BohnenspielCommand, Command, PositionArgs};

/// Runs the command; the exit code says whether the answer is negative.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<ExitCode> {
    match arguments.command {
        #[cfg(feature = "web")]
        None => serve::run(crate::args::Serve::default()),
        #[cfg(not(feature = "web"))]
        None => manual::help(),
        #[cfg(feature = "web")]
        Some(Command::Serve(options)) => serve::run(options),
        #[cfg(feature = "web")]
        Some(Command::Site(options)) => site::run(&options),
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Show(options)) => show::run(&options),
        Some(Command::Moves(options)) => moves::run(&options),
        #[cfg(feature = "terminal")]
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Match(options)) => return matches::run(&options),
        #[cfg(feature = "store")]
        Some(Command::Tournament(options)) => tournament::run(&options),
        #[cfg(feature = "cluster")]
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
        Some(Command::Book(options)) => book::run(&options),
        Some(Command::Puzzles(options)) => puzzles::run(&options),
        Some(Command::Selfplay(options)) => train::selfplay(&options),
        Some(Command::Train(options)) => train::run(&options),
        Some(Command::Learn(options)) => learn::run(&options),
        Some(Command::Tune(options)) => tune::run(&options),
        #[cfg(feature = "aisysproj")]
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

/// The first Ctrl-C abandons the games under way, and the table of those before is still printed; the
/// second one ends the process.
fn stop_on_interrupt(stop: &StopFlag) -> anyhow::Result<()> {
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

/// The external programs of options `--allow-engine NAME=COMMAND`.
#[cfg(feature = "store")]
fn named_engines(texts: &[String]) -> anyhow::Result<spielwerk_engines::NamedEngines> {
    let mut engines = spielwerk_engines::NamedEngines::default();
    for text in texts {
        engines.add(text).with_context(|| format!("--allow-engine `{text}`"))?;
    }
    Ok(engines)
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
