//! Arguments of `puzzles`.

use std::path::PathBuf;

use clap::Args;
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;

use super::read_game;

#[derive(Args)]
pub(crate) struct Puzzles {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Number of puzzles; in all, if the file has some already
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) count: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// File to append them to, one JSON object per line; if it exists, the work goes on where it
    /// ended [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Most turns of a forced win
    #[arg(long, value_name = "N", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(2..=9))]
    pub(crate) turns: u32,
    /// Player of the games that the positions are from; its search needs a limit of nodes
    #[arg(long, value_name = "SPEC", default_value = "level:4")]
    pub(crate) player: PlayerSpec,
}
