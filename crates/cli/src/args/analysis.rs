//! Arguments of `best`, `analyse`, `bench` and `tune`.

use std::time::Duration;

use clap::Args;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;

use super::{PositionArgs, read_duration, read_game};

/// Player and search limits.
#[derive(Args)]
pub(crate) struct SearchOptions {
    /// Player: `strong`, `level:3`, `minimax:depth=2`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: PlayerSpec,
    /// Search time: `100ms`, `2s` [default: 1s, if no other limit is given]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
}

#[derive(Args)]
pub(crate) struct Best {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchOptions,
    /// Print JSON: move, score, depth, nodes, time, variation
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    #[command(flatten)]
    pub(crate) search: SearchOptions,
    /// Number of principal variations (MultiPV)
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub(crate) lines: usize,
    /// Print one JSON object per depth
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Search every position for this time and print the depths, instead of a fixed depth
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, requires = "time",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Tune {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Player of the self-play games, with the initial weights: `strong`, `strong:w.turn=40`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: PlayerSpec,
    /// Number of self-play games; Ctrl-C ends them early and tunes on those played
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) games: usize,
    /// Nodes per move; makes games reproducible by their seed
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Number of random opening plies
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub(crate) openings: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
