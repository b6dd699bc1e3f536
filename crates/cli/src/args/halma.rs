//! The commands of Halma through files.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use games::AnyGame;

#[derive(Args)]
pub(crate) struct Halma {
    #[command(subcommand)]
    pub(crate) what: HalmaCommand,
}

#[derive(Subcommand)]
pub(crate) enum HalmaCommand {
    /// Read `input.txt` in the current directory, think, write `output.txt`
    Move,
    /// Measure this machine once and write `calibration.txt`
    Calibrate,
    /// Let two programs play each other, each in a directory of its own
    Referee(HalmaReferee),
    /// Give a program its points: ten single moves, nine games against plain minimax
    Grade(HalmaGrade),
    /// Let all programs under a directory play a cup
    Cup(HalmaCup),
}

/// The terms of a game.
#[derive(Args)]
pub(crate) struct Terms {
    /// Processor time of each player for a game: `300`, `100s`, `5m`
    #[arg(long, value_name = "TIME", default_value = "300", value_parser = read_time)]
    pub(crate) time: Duration,
    /// The rule set
    #[arg(long, value_name = "RULES", default_value = "halma", value_parser = read_rules)]
    pub(crate) rules: AnyGame,
    /// After so many plies the player with more time left has won
    #[arg(long, value_name = "PLIES", default_value_t = 400,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) limit: usize,
}

#[derive(Args)]
pub(crate) struct HalmaReferee {
    /// What starts Black's program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) black: String,
    /// What starts White's program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) white: String,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
    /// Who makes the first move
    #[arg(long, value_name = "WHO", default_value = "black")]
    pub(crate) first: WhoIsFirst,
    /// Write every game into a file, one JSON object a line
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

/// Who makes the first move.
#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum WhoIsFirst {
    /// Always Black
    Black,
    /// Always White
    White,
    /// Black, White, Black, …
    Alternate,
}

#[derive(Args)]
pub(crate) struct HalmaGrade {
    /// What starts the program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) terms: Terms,
}

#[derive(Args)]
pub(crate) struct HalmaCup {
    /// One directory for each program, which is called `homework`, `homework11`, `homework3.py`, …
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// How many games each pair plays; rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
}

fn read_time(text: &str) -> Result<Duration, String> {
    players::read_time(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "a time looks like `300`, `100s` or `5m`".into())
}

fn read_rules(name: &str) -> Result<AnyGame, String> {
    match name {
        "halma" | "halma-strict" => games::game(name).map_err(|error| error.to_string()),
        _ => Err("the rule sets are `halma` and `halma-strict`".into()),
    }
}
