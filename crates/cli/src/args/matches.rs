//! Arguments of `games`, `match`, `tournament`, `worker` and `bohnenspiel lab`.

#[cfg(feature = "store")]
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use spielwerk_arena::{Adjudicate, TimeLimit};
use spielwerk_games::AnyGame;
use spielwerk_players::PlayerSpec;
use spielwerk_session::Resignation;

use super::{read_duration, read_game};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[cfg(feature = "store")]
    #[command(subcommand)]
    pub(crate) command: Option<GamesCommand>,
}

#[cfg(feature = "store")]
#[derive(Subcommand)]
pub(crate) enum GamesCommand {
    /// List recorded matches and tournaments
    Events {
        #[command(flatten)]
        store: StoreFile,
    },
    /// Print recorded games, as text or as one JSON object per line
    Export {
        #[command(flatten)]
        store: StoreFile,
        /// Output format
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: RecordFormat,
        /// Only games of this match or tournament
        #[arg(long, value_name = "NAME")]
        event: Option<String>,
    },
    /// Import games written by `export`, in either format
    Import {
        /// Input file; `-` for standard input
        file: PathBuf,
        #[command(flatten)]
        store: StoreFile,
    },
}

/// The database of recorded games.
#[cfg(feature = "store")]
#[derive(Args)]
pub(crate) struct StoreFile {
    /// Database file of recorded games [default: SPIELWERK_STORE, else in the platform's data
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// Format of exported games.
#[cfg(feature = "store")]
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum RecordFormat {
    /// Text modelled on PGN
    Text,
    /// JSON Lines
    Jsonl,
}

#[derive(Args)]
pub(crate) struct Match {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Players, one per seat: `strong`, `level:3`, `minimax:depth=2`, …
    #[arg(value_name = "SPEC", required = true, num_args = 2..=3)]
    pub(crate) players: Vec<PlayerSpec>,
    /// Maximum number of games, rounded up so that every player has every seat equally often
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) games: usize,
    /// Time per move: `100ms`; or base time and increment: `60s+1s` [default: 100ms, if a player
    /// has no limit of its own and none is given here]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,
    /// Nodes per move; makes games reproducible by their seed
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) depth: Option<u32>,
    /// Clock to measure time with
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub(crate) clock: ClockArg,
    /// Time margin: a player that exceeds its time by more than this loses
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_margin)]
    pub(crate) margin: Duration,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Openings: a number of random plies, or a file of positions, one per line
    #[arg(long, value_name = "PLIES|FILE", default_value_t = spielwerk_arena::Match::DEFAULT_OPENING_PLIES.to_string())]
    pub(crate) openings: String,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Stop by a sequential probability ratio test of Elo A against Elo B (α = β = 0.05): `0,10`
    #[arg(long, value_name = "A,B", allow_hyphen_values = true, value_parser = read_sprt)]
    pub(crate) sprt: Option<spielwerk_arena::statistics::Sprt>,
    /// Resign after this many consecutive moves with a score this low: `-10,3`
    #[arg(long, value_name = "SCORE,MOVES", allow_hyphen_values = true)]
    pub(crate) resign: Option<Resignation>,
    /// Adjudicate games whose result tablebases or both players have proven: `tables`, or `off`
    #[arg(long, value_name = "BY", default_value = "off")]
    pub(crate) adjudicate: Adjudicate,
    #[cfg(feature = "store")]
    /// Record the games in this database file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    #[cfg(feature = "store")]
    /// Event name in the record [default: the game and the players]
    #[arg(long, value_name = "NAME", requires = "record")]
    pub(crate) event: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[cfg(feature = "store")]
#[derive(Args)]
pub(crate) struct Tournament {
    /// Tournament file; see docs/tournaments.md
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Continue an interrupted tournament
    #[arg(long)]
    pub(crate) resume: bool,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// External program for players `engine:NAME`; may be repeated
    #[arg(long = "allow-engine", value_name = "NAME=COMMAND")]
    pub(crate) engines: Vec<String>,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) handout: HandoutArgs,
    #[cfg(feature = "cluster")]
    /// Let workers play the games through this NATS server: `nats://HOST:4222`
    #[arg(long, value_name = "URL", conflicts_with = "concurrency")]
    pub(crate) queue: Option<String>,
    /// Write an HTML report with the standings and all games to this file or directory
    #[arg(long, value_name = "FILE.html|DIR")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreFile,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Credentials and patience for a queue.
#[cfg(feature = "cluster")]
#[derive(Args, Default)]
pub(crate) struct HandoutArgs {
    #[command(flatten)]
    pub(crate) access: QueueAccessArgs,
    /// Timeout after which the job of a silent worker is given to another one
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = read_margin)]
    pub(crate) patience: Duration,
}

/// Credentials for a queue.
#[cfg(feature = "cluster")]
#[derive(Args, Default)]
pub(crate) struct QueueAccessArgs {
    /// File with the key that jobs and results are signed by, the same on all machines
    #[arg(long, value_name = "FILE")]
    pub(crate) key: Option<PathBuf>,
    /// File of NATS credentials
    #[arg(long, value_name = "FILE")]
    pub(crate) creds: Option<PathBuf>,
    /// NATS token
    #[arg(long, value_name = "TOKEN", env = "NATS_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
}

#[cfg(feature = "cluster")]
#[derive(Args)]
pub(crate) struct Worker {
    /// NATS server through which work is handed out: `nats://HOST:4222`
    #[arg(long, value_name = "URL")]
    pub(crate) queue: String,
    #[command(flatten)]
    pub(crate) access: QueueAccessArgs,
    /// External program that this worker may start for players `engine:NAME`; may be repeated
    #[arg(long = "allow-engine", value_name = "NAME=COMMAND")]
    pub(crate) engines: Vec<String>,
    /// Number of games played concurrently, and of claims searched concurrently
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: usize,
    /// Search claims of large proofs too, with a table of so many MiB (`solve --ledger --queue`)
    #[arg(long, value_name = "MIB",
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_048_576))]
    pub(crate) solver_memory: Option<usize>,
    /// With --solver-memory: tablebase directory [default: SPIELWERK_TABLES, else the platform's data
    /// directory]
    #[arg(long, value_name = "DIR", requires = "solver_memory")]
    pub(crate) tables: Option<PathBuf>,
}

fn read_margin(text: &str) -> Result<Duration, String> {
    spielwerk_players::parse_duration(text)
        .ok_or_else(|| "a time looks like `100ms` or `2s`".into())
}

fn read_sprt(text: &str) -> Result<spielwerk_arena::statistics::Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match numbers {
        Some((low, high)) if low < high && low.abs().max(high.abs()) <= 1000.0 => {
            Ok(spielwerk_arena::statistics::Sprt::new(low, high))
        }
        _ => Err("two differences in Elo look like `0,10`, the lower first".into()),
    }
}

/// Clock to measure time with.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ClockArg {
    /// Wall-clock time
    Wall,
    /// CPU time
    Cpu,
}

#[derive(Subcommand)]
pub(crate) enum BohnenspielCommand {
    /// Test a player as the course does: games with both colours against each opponent
    Lab(Lab),
}

#[derive(Args)]
pub(crate) struct Lab {
    /// Player to test: `strong`, `level:3`, `ugi:COMMAND`, `java:DIR`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: PlayerSpec,
    /// Test the UGI engine that this command starts
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["player", "java"])]
    pub(crate) ugi: Option<String>,
    /// Test the Java player in this directory: class files BohnenspielPlayer, Bohnenspiel, Farbe
    #[arg(long, value_name = "DIR", conflicts_with = "player")]
    pub(crate) java: Option<String>,
    /// Time per move
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = read_duration)]
    pub(crate) time: Duration,
    /// Clock to measure time with
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub(crate) clock: ClockArg,
    /// Time margin: a player that exceeds its time by more than this loses
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_duration)]
    pub(crate) margin: Duration,
    /// Set of opponents
    #[arg(long, value_name = "SET", default_value = "lab")]
    pub(crate) set: OpponentSet,
    /// Number of games with each colour against each opponent
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
    /// Number of games played concurrently
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// A set of opponents of the lab.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum OpponentSet {
    /// The course's own: random, leftmost, rightmost, highest, lowest
    Lab,
    /// Opponents that search: two plies, six plies, level 5, `strong`
    Harder,
    /// All of them
    Both,
}
