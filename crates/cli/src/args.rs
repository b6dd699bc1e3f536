//! Every command and option, as clap reads them. Help texts, shell completions and man pages are
//! all made from here.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use games::AnyGame;
use players::Spec;

/// Four classic games of pure skill: FAUhalma, Halma, Fanorona and Das Bohnenspiel.
#[derive(Parser)]
#[command(name = "spielwerk", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do; without a command, serve the web app
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the web app: play, analyse and watch in a browser
    Serve(Serve),
    /// List all games and variants
    Games(Games),
    /// Draw a position, in the terminal or into a picture file
    Show(Show),
    /// List the legal moves of a position, one a line, sorted
    Moves(Moves),
    /// Play many games between two or three players, every opening from every seat
    Match(Match),
    /// Count the leaves of the game tree
    Perft(Perft),
    /// Find the best move; it stands alone on the last line
    Best(Best),
    /// Think aloud: what the best lines are, deeper and deeper
    Analyse(Analyse),
    /// Speak UGI, the engine protocol, on standard input and output
    Engine {
        /// The game's name, as `spielwerk games` lists it
        #[arg(value_parser = read_game)]
        game: AnyGame,
    },
    /// Search fixed positions of every game: a node count that changes only when the search does
    Bench(Bench),
    /// Build and ask tables of perfect play
    Tables(Tables),
    /// Print a completion script for a shell
    Completions {
        /// The shell that is to complete commands
        shell: Shell,
    },
    /// Print the manual page, or write one page a command into a directory
    Man {
        /// Where to write the pages
        directory: Option<PathBuf>,
    },
}

#[derive(Args, Default)]
pub(crate) struct Serve {
    /// The port; 0 takes any free one [default: 8123, or the next free one]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The address to listen on; 0.0.0.0 lets the whole network in [default: 127.0.0.1]
    #[arg(long, value_name = "ADDR")]
    pub(crate) bind: Option<IpAddr>,
    /// A name by which others reach this server; may be given several times
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// The file that keeps all games [default: SPIELWERK_STORE, else the platform's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// How many players think at once [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

#[derive(Args)]
pub(crate) struct Games {
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Which game, and which position of it.
#[derive(Args)]
pub(crate) struct Where {
    /// The game's name, as `spielwerk games` lists it
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// The position, as one line of text or as JSON [default: the start]
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

fn read_game(name: &str) -> Result<AnyGame, games::UnknownGame> {
    games::game(name)
}

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) place: Where,
    /// Write an SVG file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) png: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, requires = "png")]
    pub(crate) width: u32,
    /// Draw light on dark
    #[arg(long)]
    pub(crate) dark: bool,
    /// Print the board and what stands on it as JSON
    #[arg(long, conflicts_with = "picture")]
    pub(crate) json: bool,
    /// When to colour the terminal's board
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) colour: Colour,
}

/// When to colour.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal that wants it
    Auto,
    /// Always
    Always,
    /// Never
    Never,
    /// Never, and with ASCII characters only
    Ascii,
}

#[derive(Args)]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) place: Where,
    /// Print JSON: each move with its text, its path and the position after it
    #[arg(long)]
    pub(crate) json: bool,
    /// Answer for every position of a file, one a line, with one JSON object a line; `-` reads
    /// standard input
    #[arg(long, value_name = "FILE", requires = "json", conflicts_with = "position")]
    pub(crate) positions: Option<PathBuf>,
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
    #[arg(long, value_name = "TIME", value_parser = Time::read)]
    pub(crate) time: Option<Time>,
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
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Time for a move, or for a game with an increment for every move.
#[derive(Copy, Clone)]
pub(crate) enum Time {
    Move(Duration),
    Game { time: Duration, increment: Duration },
}

impl Time {
    fn read(text: &str) -> Result<Time, String> {
        let read = |text| players::read_time(text);
        let time = match text.split_once('+') {
            None => read(text).map(Time::Move),
            Some((time, increment)) => read(time)
                .zip(read(increment))
                .map(|(time, increment)| Time::Game { time, increment }),
        };
        time.ok_or_else(|| "a time looks like `100ms` or, for a whole game, `60s+1s`".into())
    }
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

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) place: Where,
    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u32).range(..=99))]
    pub(crate) depth: u32,
    /// Print the leaves below each first move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count every way to make a turn, not only distinct results
    #[arg(long)]
    pub(crate) paths: bool,
    /// How many threads count
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: usize,
    /// Print JSON, with the time and the leaves a second
    #[arg(long)]
    pub(crate) json: bool,
}

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

fn read_duration(text: &str) -> Result<Duration, String> {
    players::read_time(text).ok_or_else(|| "a time looks like `100ms`, `2s` or `1m`".into())
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
    List,
    /// Build a table; stop it at any moment, the same command goes on
    Build {
        /// The table's name, as `spielwerk tables list` lists it
        name: String,
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
