//! The commands of perfect play.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use games::AnyGame;

use super::{Where, read_duration, read_game};

#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) place: Where,
    /// Beans a house at the start of Das Bohnenspiel: 3 to 6 [default: 6]
    #[arg(long, value_name = "N")]
    pub(crate) beans: Option<u8>,
    /// How much memory the search may use, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    pub(crate) memory: usize,
    /// How to search: `alphabeta` (Das Bohnenspiel) or `proof-numbers` [default: the faster]
    #[arg(long, value_name = "METHOD", value_parser = read_method)]
    pub(crate) method: Option<solve::Method>,
    /// How many threads search, by alpha-beta
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Keep what was found out in a file, now and then and when stopped, and go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Write the proof to a file
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Check a proof instead: every position of it against the rules
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "resume", "position"])]
    pub(crate) check: Option<PathBuf>,
    /// Where tables live [default: SPIELWERK_TABLES, else the platform's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Tables {
    /// Where tables live [default: SPIELWERK_TABLES, else the platform's data directory]
    #[arg(long, value_name = "DIR", global = true)]
    pub(crate) tables: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) what: TablesCommand,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// List the tables, and which of them are there
    List {
        /// Only those of this game
        #[arg(value_parser = read_game)]
        game: Option<AnyGame>,
    },
    /// Build a table; stop it at any moment, the same command goes on
    Build {
        /// The table's name, as `spielwerk tables list` lists it, or `all`
        name: String,
        /// With `all`: those that take no longer than this, each with what it stands on
        #[arg(long, value_name = "TIME", default_value = "1m", value_parser = read_duration)]
        upto: Duration,
    },
    /// Compare a table with the rules
    Verify {
        /// The table's name
        name: String,
        /// Every entry, not only a sample
        #[arg(long)]
        full: bool,
    },
    /// Look a position up
    Probe {
        /// The table's name
        name: String,
        /// The position, as one line of text or as JSON
        position: String,
    },
}

fn read_method(text: &str) -> Result<solve::Method, String> {
    match text {
        "alphabeta" => Ok(solve::Method::AlphaBeta),
        "proof-numbers" => Ok(solve::Method::ProofNumbers),
        _ => Err("not `alphabeta` or `proof-numbers`".into()),
    }
}
