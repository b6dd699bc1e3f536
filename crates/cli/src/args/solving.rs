//! Arguments of `solve` and `tables`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use spielwerk_games::AnyGame;

use super::{PositionArgs, read_duration, read_game};

#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// Beans per house at the start of Das Bohnenspiel: 3 to 6 [default: 6]
    #[arg(long, value_name = "N")]
    pub(crate) beans: Option<u8>,
    /// Transposition table size in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    pub(crate) memory: usize,
    /// Search method: `alphabeta` (Das Bohnenspiel) or `proof-numbers` [default: the faster]
    #[arg(long, value_name = "METHOD", value_parser = read_method)]
    pub(crate) method: Option<spielwerk_solver::Method>,
    /// Number of threads of `alphabeta`
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Checkpoint file: save the search periodically and when stopped, and continue from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Write the proof to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Verify a proof file against the rules instead of searching
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "resume", "position"])]
    pub(crate) check: Option<PathBuf>,
    /// Tablebase directory [default: SPIELWERK_TABLES, else the platform's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Tables {
    /// Tablebase directory [default: SPIELWERK_TABLES, else the platform's data directory]
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) tables: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// List all tablebases, and which of them are built
    List {
        /// Only tablebases of this game
        #[arg(value_parser = read_game)]
        game: Option<AnyGame>,
    },
    /// Build a tablebase; an interrupted build continues with the same command
    Build {
        /// Tablebase, as listed by `spielwerk tables list`, or `all`
        name: String,
        /// With `all`: only tablebases that take no longer than this, with those they depend on
        #[arg(long, value_name = "TIME", default_value = "1m", value_parser = read_duration)]
        upto: Duration,
    },
    /// Verify a tablebase against the rules
    Verify {
        /// Tablebase
        name: String,
        /// Verify every entry, not only a sample
        #[arg(long)]
        full: bool,
    },
    /// Probe a position
    Probe {
        /// Tablebase
        name: String,
        /// Position, as one line of text or as JSON
        position: String,
    },
}

fn read_method(text: &str) -> Result<spielwerk_solver::Method, String> {
    match text {
        "alphabeta" => Ok(spielwerk_solver::Method::AlphaBeta),
        "proof-numbers" => Ok(spielwerk_solver::Method::ProofNumbers),
        _ => Err("not `alphabeta` or `proof-numbers`".into()),
    }
}
