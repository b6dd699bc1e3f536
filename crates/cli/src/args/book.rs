//! Arguments of `book`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;

use super::{read_duration, read_game};

/// `spielwerk book`
#[derive(Args)]
pub(crate) struct BookArgs {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// File of the book; if it exists, only missing positions are searched
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Number of plies from the start position that the book covers
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(0..=40))]
    pub(crate) plies: u8,
    /// Search time of each position
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = read_duration)]
    pub(crate) time: Duration,
    /// Player that searches
    #[arg(long, value_name = "SPEC", default_value = "strong:book=off")]
    pub(crate) player: PlayerSpec,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Add what this ledger of the solver has proven
    #[cfg(feature = "store")]
    #[arg(long, value_name = "FILE")]
    pub(crate) ledger: Option<PathBuf>,
}
