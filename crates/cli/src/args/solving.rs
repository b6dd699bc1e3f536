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
    /// Threads, for Das Bohnenspiel
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Checkpoint file: save the search periodically and when stopped, and continue from it
    #[arg(long, value_name = "FILE")]
    pub(crate) resume: Option<PathBuf>,
    /// Write the proof to a file; with --ledger, a certificate
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Verify a proof file against the rules instead of searching
    #[arg(long, value_name = "FILE", conflicts_with_all = ["proof", "resume", "position"])]
    pub(crate) check: Option<PathBuf>,
    /// With --check: verify only a sample of each tablebase, not every entry
    #[arg(long, requires = "check")]
    pub(crate) sample_tables: bool,
    #[cfg(feature = "store")]
    #[command(flatten)]
    pub(crate) campaign: Campaign,
    /// Tablebase directory [default: SPIELWERK_TABLES, else the platform's data directory]
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A large proof, position by position.
#[cfg(feature = "store")]
#[derive(Args)]
pub(crate) struct Campaign {
    /// Prove a win in Das Bohnenspiel position by position, and keep what is proven in this database
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "beans"])]
    pub(crate) ledger: Option<PathBuf>,
    /// With --ledger: take over the wins of the ledger of another position; may be repeated
    #[arg(long, value_name = "FILE", requires = "ledger", conflicts_with = "status")]
    pub(crate) import: Vec<PathBuf>,
    /// Print how far the ledger has come, and do not search
    #[arg(long, requires = "ledger")]
    pub(crate) status: bool,
    /// With --ledger: who is to be proven to win
    #[arg(long, value_name = "PLAYER", default_value = "mover", requires = "ledger",
          value_parser = ["mover", "opponent"])]
    pub(crate) winner: String,
    /// With --ledger: million boards searched for a position before its moves are tried one by one
    #[arg(long, value_name = "N", default_value_t = 100, requires = "ledger")]
    pub(crate) budget: u64,
    /// With --ledger: time for ordering the moves of a position
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = read_duration,
          requires = "ledger")]
    pub(crate) order_time: Duration,
    #[cfg(feature = "cluster")]
    /// With --ledger: let workers search the defender's moves too, through this NATS server:
    /// `nats://HOST:4222`
    #[arg(long, value_name = "URL", requires = "ledger", conflicts_with = "status")]
    pub(crate) queue: Option<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) handout: super::HandoutArgs,
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
