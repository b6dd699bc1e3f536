//! Arguments of `selfplay`, `train` and `learn`.

use std::path::PathBuf;

use clap::Args;
use spielwerk_arena::Adjudicate;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;

use super::read_game;

/// `spielwerk selfplay`
#[derive(Args)]
pub(crate) struct SelfPlayArgs {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// File of training positions; if it exists, the games go on where they ended
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Player of all seats; a little noise makes games differ
    #[arg(long, value_name = "SPEC", default_value = "strong:eval_noise=10,hash=4")]
    pub(crate) player: PlayerSpec,
    /// Number of games in the file at the end; Ctrl-C ends them early
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    pub(crate) games: u64,
    /// Nodes per move; makes games reproducible by their seed
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) nodes: u64,
    /// Number of random opening plies
    #[arg(long, value_name = "PLIES", default_value_t = 6)]
    pub(crate) openings: usize,
    /// End games whose result tablebases or both players have proven: `tables`, or `off`
    #[arg(long, value_name = "BY", default_value = "off")]
    pub(crate) adjudicate: Adjudicate,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    #[cfg(feature = "cluster")]
    /// Let workers play the games through this NATS server: `nats://HOST:4222`
    #[arg(long, value_name = "URL", conflicts_with = "concurrency")]
    pub(crate) queue: Option<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) handout: super::HandoutArgs,
}

/// `spielwerk train`
#[derive(Args)]
pub(crate) struct TrainArgs {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Files of training positions, as `spielwerk selfplay` writes them; with --policy, of game records
    #[arg(required = true)]
    pub(crate) samples: Vec<PathBuf>,
    /// File of the network; `strong:eval=FILE` plays with it
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Learn which moves were chosen, from games that `spielwerk games export --format jsonl` has
    /// printed; `strong:policy=FILE` plays with it
    #[arg(long)]
    pub(crate) policy: bool,
    /// Picture of the loss by epoch (SVG)
    #[arg(long, value_name = "FILE")]
    pub(crate) curve: Option<PathBuf>,
    /// Units of the hidden layer
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = read_hidden)]
    pub(crate) hidden: usize,
    /// How often every position is seen
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=10_000))]
    pub(crate) epochs: usize,
    /// Positions for one step
    #[arg(long, value_name = "N", default_value_t = 1024,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) batch: usize,
    /// Learning rate at the beginning
    #[arg(long, value_name = "RATE", default_value_t = 0.002)]
    pub(crate) rate: f32,
    /// Share of the game's result in what is learned; the rest is the search's score
    #[arg(long, value_name = "SHARE", default_value_t = 0.4)]
    pub(crate) results: f32,
    /// Score, in hundredths, at which the expected points are 0.73
    #[arg(long, value_name = "SCORE", default_value_t = 250,
          value_parser = clap::value_parser!(i32).range(1..=100_000))]
    pub(crate) scale: i32,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// `spielwerk learn`
#[derive(Args)]
pub(crate) struct LearnArgs {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Folder of positions, networks and loss curves; what is there already is not done again
    pub(crate) folder: PathBuf,
    /// Number of generations [default: all of the game's recipe]
    #[arg(long, value_name = "N",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub(crate) generations: Option<usize>,
    /// Games of a generation [default: as many as the recipe says]
    #[arg(long, value_name = "N")]
    pub(crate) games: Option<u64>,
    /// Nodes per move [default: as many as the recipe says]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 2,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
}

fn read_hidden(text: &str) -> Result<usize, String> {
    let units = text.parse().ok().filter(|units| (64..=1024).contains(units) && units % 64 == 0);
    units.ok_or_else(|| "a multiple of 64 from 64 to 1024".into())
}
