//! The commands that think about positions, and those about thinking.

use std::time::Duration;

use clap::Args;
use games::AnyGame;
use players::Spec;

use super::{Where, read_duration, read_game};

/// How long to think, and by whom.
#[derive(Args)]
pub(crate) struct Thinking {
    /// Who thinks: `strong`, `level:3`, `minimax:depth=2`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: Spec,
    /// For how long: `100ms`, `2s` [default: 1s without another limit]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// How many plies deep
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) depth: Option<u32>,
    /// How many positions
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// How many threads think
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
}

#[derive(Args)]
pub(crate) struct Best {
    #[command(flatten)]
    pub(crate) place: Where,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    /// Print JSON: move, score, depth, nodes, time, variation
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Analyse {
    #[command(flatten)]
    pub(crate) place: Where,
    #[command(flatten)]
    pub(crate) thinking: Thinking,
    /// How many of the best moves to follow
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub(crate) lines: usize,
    /// Print one JSON object a depth
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Think so long about every position, and tell how deep that goes, instead of counting nodes
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// How many threads think
    #[arg(long, value_name = "N", default_value_t = 1, requires = "time",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Tune {
    /// The game's name, as `spielwerk games` lists it
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Who plays, and with which weights the fit begins: `strong`, `strong:w.turn=40`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: Spec,
    /// How many games; stop earlier, and the fit takes those that were played
    #[arg(long, value_name = "N", default_value_t = 2000,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) games: usize,
    /// Positions for each move: the same seed plays the same games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// How many games are played at a time
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// After how many random plies games begin
    #[arg(long, value_name = "PLIES", default_value_t = 8)]
    pub(crate) openings: usize,
    /// Where all random numbers begin
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
