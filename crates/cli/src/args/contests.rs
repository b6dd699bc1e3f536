//! The commands that play many games and keep them.

use std::path::PathBuf;
use std::time::Duration;

use arena::{Adjudicate, Resignation, TimeLimit};
use clap::{Args, Subcommand};
use games::AnyGame;
use players::Spec;

use super::{read_duration, read_game};

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) what: Option<GamesCommand>,
}

#[derive(Subcommand)]
pub(crate) enum GamesCommand {
    /// List the matches and tournaments whose games are kept
    Events {
        #[command(flatten)]
        store: StoreFile,
    },
    /// Print games that were played, as text or as one JSON object a line
    Export {
        #[command(flatten)]
        store: StoreFile,
        /// How to write them
        #[arg(long, value_name = "FORMAT", default_value = "text")]
        format: SheetFormat,
        /// Only the games of this match or tournament
        #[arg(long, value_name = "NAME")]
        event: Option<String>,
    },
    /// Take in games that `export` wrote, in either format
    Import {
        /// The file; `-` reads standard input
        file: PathBuf,
        #[command(flatten)]
        store: StoreFile,
    },
}

/// Where games are kept.
#[derive(Args)]
pub(crate) struct StoreFile {
    /// The file in which games are kept [default: SPIELWERK_STORE, else in the platform's data
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

/// How games are written.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum SheetFormat {
    /// For people, modelled on PGN
    Text,
    /// For programs: JSON Lines
    Jsonl,
}

#[derive(Args)]
pub(crate) struct Match {
    /// The game's name, as `spielwerk games` lists it
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// The players, one for each seat: `strong`, `level:3`, `minimax:depth=2`, …
    #[arg(value_name = "SPEC", required = true, num_args = 2..=3)]
    pub(crate) players: Vec<Spec>,
    /// How many games at most; rounded up so that everybody sits everywhere equally often
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=100_000_000))]
    pub(crate) games: usize,
    /// Time for each move: `100ms`; or for the whole game and each move's increment: `60s+1s`
    /// [default: 100ms, if a player has no limit of its own and none is given here]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,
    /// Positions for each move: the same seed plays the same games
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) depth: Option<u32>,
    /// Which time counts
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub(crate) clock: WhichClock,
    /// How much too late loses a game
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_margin)]
    pub(crate) margin: Duration,
    /// How many games are played at a time
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Where games begin: after so many random plies, or at the positions of a file, one a line
    #[arg(long, value_name = "PLIES|FILE", default_value_t = arena::Match::PLIES.to_string())]
    pub(crate) openings: String,
    /// Where all random numbers begin
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Stop as soon as it is clear which of two differences in Elo is nearer the truth: `0,10`
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = read_sprt)]
    pub(crate) sprt: Option<arena::statistics::Sprt>,
    /// Let players give up whose score is so low so many moves in a row: `-10,3`
    #[arg(long, value_name = "SCORE,MOVES", allow_hyphen_values = true)]
    pub(crate) resign: Option<Resignation>,
    /// End games whose result is certain: by `tables`, or the word of both players; or `off`
    #[arg(long, value_name = "BY", default_value = "off")]
    pub(crate) adjudicate: Adjudicate,
    /// Keep the games in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// What the match is called in the record [default: the game and who plays]
    #[arg(long, value_name = "NAME", requires = "record")]
    pub(crate) event: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Tournament {
    /// What to play: see docs/tournaments.md
    #[arg(value_name = "FILE.toml")]
    pub(crate) file: PathBuf,
    /// Go on with a tournament that was broken off
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many games are played at a time
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Let workers play the games, through the NATS server at this address: `nats://HOST:4222`
    #[arg(long, value_name = "URL", conflicts_with = "concurrency")]
    pub(crate) queue: Option<String>,
    /// How long nothing may be heard of a worker before somebody else plays its game
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = read_margin)]
    pub(crate) patience: Duration,
    /// Write a page with the standings and all games: into this file, or into a directory
    #[arg(long, value_name = "FILE.html|DIR")]
    pub(crate) report: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) store: StoreFile,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Worker {
    /// The NATS server that hands out games: `nats://HOST:4222`
    #[arg(long, value_name = "URL")]
    pub(crate) queue: String,
    /// How many games are played at a time
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: usize,
}

fn read_margin(text: &str) -> Result<Duration, String> {
    players::read_time(text).ok_or_else(|| "a time looks like `100ms` or `2s`".into())
}

fn read_sprt(text: &str) -> Result<arena::statistics::Sprt, String> {
    let numbers = text.split_once(',').and_then(|(low, high)| {
        Some((low.trim().parse::<f64>().ok()?, high.trim().parse::<f64>().ok()?))
    });
    match numbers {
        Some((low, high)) if low < high && low.abs().max(high.abs()) <= 1000.0 => {
            Ok(arena::statistics::Sprt::new(low, high))
        }
        _ => Err("two differences in Elo look like `0,10`, the lower first".into()),
    }
}

/// Which time counts.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum WhichClock {
    /// The time that people wait
    Wall,
    /// The time that the processor works
    Cpu,
}

#[derive(Subcommand)]
pub(crate) enum BohnenspielCommand {
    /// Test a player as the course does: so many games of either colour against each opponent
    Lab(Lab),
}

#[derive(Args)]
pub(crate) struct Lab {
    /// Who is tested: `strong`, `level:3`, `ugi:COMMAND`, `java:DIR`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: Spec,
    /// Test a UGI engine, started by this command
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["player", "java"])]
    pub(crate) ugi: Option<String>,
    /// Test a Java player: a directory with the class files of BohnenspielPlayer, Bohnenspiel, Farbe
    #[arg(long, value_name = "DIR", conflicts_with = "player")]
    pub(crate) java: Option<String>,
    /// Time for each move
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = read_duration)]
    pub(crate) time: Duration,
    /// Which time counts
    #[arg(long, value_name = "CLOCK", default_value = "wall")]
    pub(crate) clock: WhichClock,
    /// How much too late loses a game
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = read_duration)]
    pub(crate) margin: Duration,
    /// Against whom
    #[arg(long, value_name = "SET", default_value = "lab")]
    pub(crate) set: WhichSet,
    /// How many games of either colour against each opponent
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) games: usize,
    /// How many games are played at a time
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) concurrency: usize,
    /// Where all random numbers begin
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which opponents of the lab.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum WhichSet {
    /// The course's own: random, leftmost, rightmost, highest, lowest
    Lab,
    /// Opponents that look ahead: two plies, six plies, level 5, the strongest
    Harder,
    /// All of them
    Both,
}
