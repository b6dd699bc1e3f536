//! One file a command.

mod analyse;
mod bench;
mod best;
mod engine;
mod games;
mod manual;
mod matches;
mod moves;
mod perft;
mod serve;
mod show;
mod tables;
mod thinking;

use ::games::{AnyPosition, Seat};
use serde_json::Value;

use crate::args::{Arguments, Command, Serve, Where};

/// Does what the command line asks.
pub(crate) fn run(arguments: Arguments) -> anyhow::Result<()> {
    match arguments.command {
        None => serve::run(Serve::default()),
        Some(Command::Serve(options)) => serve::run(options),
        Some(Command::Games(options)) => games::run(&options),
        Some(Command::Show(options)) => show::run(&options),
        Some(Command::Moves(options)) => moves::run(&options),
        Some(Command::Match(options)) => matches::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Best(options)) => best::run(&options),
        Some(Command::Analyse(options)) => analyse::run(&options),
        Some(Command::Engine { game }) => engine::run(game),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Tables(options)) => tables::run(&options),
        Some(Command::Completions { shell }) => manual::completions(shell),
        Some(Command::Man { directory }) => manual::pages(directory.as_deref()),
    }
}

impl Where {
    /// The position asked for: the start, unless one is given.
    fn read(&self) -> anyhow::Result<AnyPosition> {
        match &self.position {
            None => Ok(self.game.start()),
            Some(text) => Ok(self.game.read(text)?),
        }
    }
}

/// Who moves, by the letter that stands for it in positions; null once the game is over.
fn turn_json(position: &AnyPosition) -> Value {
    position.turn().map(|seat| position.info().letter(seat)).into()
}

/// The points of every seat; null while the game goes on.
fn outcome_json(position: &AnyPosition) -> Value {
    let seats = position.info().seats.len();
    let points = |outcome: ::games::Outcome| -> Value {
        Seat::all(seats).map(|seat| outcome.points(seat)).collect()
    };
    position.outcome().map(points).into()
}
