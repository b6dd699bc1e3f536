//! Every command and option, as clap reads them. Help texts, shell completions and man pages are
//! all made from here.

pub(crate) mod halma;

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use arena::{Adjudicate, Resignation, TimeLimit};
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
    /// List all games and variants; keep, give away and take in games that were played
    Games(Games),
    /// Draw a position, in the terminal or into a picture file
    Show(Show),
    /// List the legal moves of a position, one a line, sorted
    Moves(Moves),
    /// Play in the terminal, on the full screen or line by line
    Play(Play),
    /// Play many games between two or three players, every opening from every seat
    Match(Match),
    /// Play a tournament that a file describes; killed at any moment, it goes on with --resume
    Tournament(Tournament),
    /// Play games of tournaments that run on other machines
    Worker(Worker),
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
    /// What there is for Das Bohnenspiel alone
    Bohnenspiel {
        /// What to do
        #[command(subcommand)]
        what: BohnenspielCommand,
    },
    /// Search fixed positions of every game: a node count that changes only when the search does
    Bench(Bench),
    /// Play Halma through files: as a program of a course, or as the master of such programs
    Halma(halma::Halma),
    /// Solve a position: win, draw or loss with perfect play, and a proof of it
    Solve(Solve),
    /// Build and ask tables of perfect play
    Tables(Tables),
    /// Fit the weights of a game's judgement to games of a player against itself
    Tune(Tune),
    /// Play FAUhalma on an AISysProj server, or run one to practise against
    Aisysproj(Aisysproj),
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
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) place: Where,
    /// Your seat, by its name or the beginning of it; `none` only watches [default: the first seat,
    /// unless --players names somebody for every seat]
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) seat: Option<String>,
    /// Who plays: one for every seat, or one for every seat but yours, or one for all of those;
    /// `person` is another person at this terminal [default: level:5]
    #[arg(long, value_name = "SPEC,SPEC")]
    pub(crate) players: Vec<String>,
    /// How long players think about a move: `500ms`; or a clock for everybody, with time for the
    /// whole game and each move's increment: `5m+3s` [default: 1s a move]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,
    /// Where all random numbers begin [default: another game every time]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Ask and answer line by line, without colour, for pipes and screen readers; so it is anyway
    /// where input or output is no terminal
    #[arg(long)]
    pub(crate) plain: bool,
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
    /// What the match is called in the record [default: the game and the time]
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

#[derive(Args)]
pub(crate) struct Bench {
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

fn read_method(text: &str) -> Result<solve::Method, String> {
    match text {
        "alphabeta" => Ok(solve::Method::AlphaBeta),
        "proof-numbers" => Ok(solve::Method::ProofNumbers),
        _ => Err("not `alphabeta` or `proof-numbers`".into()),
    }
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

#[derive(Args)]
pub(crate) struct Aisysproj {
    #[command(subcommand)]
    pub(crate) what: AisysprojCommand,
}

#[derive(Subcommand)]
pub(crate) enum AisysprojCommand {
    /// Play runs on the server that a config file names; Ctrl-C ends after the present request
    Play(AisysprojPlay),
    /// Serve the protocol for practice, to any client, until interrupted
    Serve(AisysprojServe),
    /// Register an agent for practice, and write its config files
    Agent(AisysprojAgent),
}

#[derive(Args)]
pub(crate) struct AisysprojPlay {
    /// The config file: `ss26.1.2.8.json`
    #[arg(value_name = "CONFIG.json")]
    pub(crate) config: PathBuf,
    /// How many runs to finish; 50 make a rating
    #[arg(long, value_name = "N", default_value_t = 50,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub(crate) runs: usize,
    /// Have several runs open at once, as many as the server likes; so it is unless --single is given
    #[arg(long, conflicts_with = "single")]
    pub(crate) parallel: bool,
    /// Finish a run before the next begins
    #[arg(long)]
    pub(crate) single: bool,
    /// Who plays: `strong`, `level:3`, …
    #[arg(long, value_name = "SPEC", default_value = "strong")]
    pub(crate) player: Spec,
    /// For how long it thinks about a move: `100ms`, `2s` [default: 1s, if the player has no limit]
    #[arg(long, value_name = "TIME", value_parser = read_duration)]
    pub(crate) time: Option<Duration>,
    /// What is played, if the environment's name does not tell it: `fauhalma-star2-ws25`
    #[arg(long, value_name = "GAME", value_parser = read_game)]
    pub(crate) variant: Option<AnyGame>,
    /// Add every finished run to a file, as one line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    pub(crate) record: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Where a practice server remembers its agents.
#[derive(Args)]
pub(crate) struct AisysprojStore {
    /// The file that keeps agents and runs [default: SPIELWERK_STORE, else the platform's data
    /// directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct AisysprojServe {
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = AISYSPROJ_PORT)]
    pub(crate) port: u16,
    /// The address to listen on; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    pub(crate) bind: std::net::IpAddr,
    /// Where lots and opponents' random numbers begin [default: a new number each time]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
}

#[derive(Args)]
pub(crate) struct AisysprojAgent {
    /// The agent's name
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) store: AisysprojStore,
    /// The practice server, as its clients reach it
    #[arg(long, value_name = "URL", default_value_t = format!("http://127.0.0.1:{AISYSPROJ_PORT}"))]
    pub(crate) url: String,
    /// Where to write the config files
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) directory: PathBuf,
    /// Give an agent that is there already new passwords
    #[arg(long)]
    pub(crate) renew: bool,
}

const AISYSPROJ_PORT: u16 = 8126;
