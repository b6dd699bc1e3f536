//! The commands of Halma through files.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use spielwerk_games::AnyGame;

#[derive(Args)]
pub(crate) struct Halma {
    #[command(subcommand)]
    pub(crate) command: HalmaCommand,
}

#[derive(Subcommand)]
pub(crate) enum HalmaCommand {
    /// Read `input.txt` in the current directory, search, write `output.txt`
    Move,
    /// Measure the speed of this machine and write `calibration.txt`
    Calibrate,
    /// Play a match between two programs, each in a directory of its own
    Referee(HalmaReferee),
    /// Grade a program: ten single moves, nine games against two-ply minimax
    Grade(HalmaGrade),
    /// Play an elimination tournament of all programs under a directory
    Cup(HalmaCup),
}

/// Conditions of a game.
#[derive(Args)]
pub(crate) struct GameConditions {
    /// CPU time of each player per game: `300`, `100s`, `5m`
    #[arg(long, value_name = "TIME", default_value = "300", value_parser = read_time)]
    pub(crate) time: Duration,
    /// Rule set
    #[arg(long, value_name = "RULES", default_value = "halma", value_parser = read_rules)]
    pub(crate) rules: AnyGame,
    /// Ply limit; then the player with more time left wins
    #[arg(long, value_name = "PLIES", default_value_t = 400,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) limit: usize,
}

#[derive(Args)]
pub(crate) struct HalmaReferee {
    /// Command of Black's program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) black: String,
    /// Command of White's program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) white: String,
    #[command(flatten)]
    pub(crate) conditions: GameConditions,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
    /// First mover
    #[arg(long, value_name = "WHO", default_value = "black")]
    pub(crate) first: FirstMoveArg,
    #[command(flatten)]
    pub(crate) output: GameOutput,
}

/// What is written beside the table.
#[derive(Args)]
pub(crate) struct GameOutput {
    /// Write all games to a file, one JSON object per line
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The first mover.
#[derive(Copy, Clone, PartialEq, Eq, ValueEnum)]
pub(crate) enum FirstMoveArg {
    /// Always Black
    Black,
    /// Always White
    White,
    /// Black, White, Black, …
    Alternate,
}

#[derive(Args)]
pub(crate) struct HalmaGrade {
    /// Command of the program
    #[arg(long, value_name = "COMMAND")]
    pub(crate) agent: String,
    #[command(flatten)]
    pub(crate) conditions: GameConditions,
    #[command(flatten)]
    pub(crate) output: GameOutput,
}

#[derive(Args)]
pub(crate) struct HalmaCup {
    /// Directory with one subdirectory per program: `homework`, `homework11`, `homework3.py`, …
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) conditions: GameConditions,
    /// Number of games per pairing, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 2,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
    #[command(flatten)]
    pub(crate) output: GameOutput,
}

fn read_time(text: &str) -> Result<Duration, String> {
    spielwerk_players::parse_duration(text)
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "a time looks like `300`, `100s` or `5m`".into())
}

fn read_rules(name: &str) -> Result<AnyGame, String> {
    match name {
        "halma" | "halma-strict" => spielwerk_games::game(name).map_err(|error| error.to_string()),
        _ => Err("the rule sets are `halma` and `halma-strict`".into()),
    }
}
