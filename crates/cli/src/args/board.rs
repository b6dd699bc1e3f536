//! Arguments of `serve`, `show`, `moves`, `play` and `perft`.

#[cfg(feature = "web")]
use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;
#[cfg(feature = "terminal")]
use spielwerk_arena::TimeLimit;

use super::PositionArgs;

#[cfg(feature = "web")]
#[derive(Args)]
pub(crate) struct Site {
    /// Directory to write the files to
    #[arg(value_name = "DIR")]
    pub(crate) directory: PathBuf,
    /// WebAssembly module, as crates/wasm/build writes it [default: target/wasm/spielwerk.wasm, else
    /// where a package puts it]
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

#[cfg(feature = "web")]
#[derive(Args, Default)]
pub(crate) struct Serve {
    /// Port to listen on; 0 for any free port [default: 8123, or the next free one]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Address to listen on; 0.0.0.0 for all interfaces [default: 127.0.0.1]
    #[arg(long, value_name = "ADDR")]
    pub(crate) bind: Option<IpAddr>,
    /// Host name under which this server is reached; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    pub(crate) hosts: Vec<String>,
    /// Database file of games [default: SPIELWERK_STORE, else in the platform's data directory]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Remove games that nobody has touched for so many days; 0 keeps all [default: 365]
    #[arg(long, value_name = "DAYS")]
    pub(crate) keep: Option<u32>,
    /// Most new games of one visitor per hour; 0 for any number [default: 1000]
    #[arg(long, value_name = "N")]
    pub(crate) quota: Option<usize>,
    /// Number of concurrent searches [default: number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// WebAssembly module, with which the page shows moves without waiting for the server [default:
    /// target/wasm/spielwerk.wasm, else where a package puts it, if it is there]
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// Write an SVG file
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a PNG file
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE", group = "picture")]
    pub(crate) png: Option<PathBuf>,
    /// Width of the PNG in pixels
    #[cfg(feature = "png")]
    #[arg(long, value_name = "PIXELS", default_value_t = 1000, requires = "png")]
    pub(crate) width: u32,
    /// Use the dark theme
    #[arg(long)]
    pub(crate) dark: bool,
    /// Print the board and its contents as JSON
    #[arg(long, conflicts_with = "picture")]
    pub(crate) json: bool,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(crate) colour: Colour,
}

/// When to use colour.
#[derive(Copy, Clone, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On terminals, unless NO_COLOR is set
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
    pub(crate) input: PositionArgs,
    /// Print JSON: each move with its text, its path and the resulting position
    #[arg(long)]
    pub(crate) json: bool,
    /// Read positions from a file, one per line, and print one JSON object per line; `-` for
    /// standard input
    #[arg(long, value_name = "FILE", requires = "json", conflicts_with = "position")]
    pub(crate) positions: Option<PathBuf>,
}

#[cfg(feature = "terminal")]
#[derive(Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// Your seat, by its name or a prefix of it; `none` to watch [default: the first seat, unless
    /// --players names a player for every seat]
    #[arg(long = "as", value_name = "SEAT")]
    pub(crate) seat: Option<String>,
    /// Players: one per seat, one per seat but yours, or one for all of those; `person` is another
    /// person at this terminal [default: level:3]
    #[arg(long, value_name = "SPEC,SPEC")]
    pub(crate) players: Vec<String>,
    /// Time per move of computer players: `500ms`; or a clock for everybody, base time and increment:
    /// `5m+3s` [default: 1s per move]
    #[arg(long, value_name = "TIME")]
    pub(crate) time: Option<TimeLimit>,
    /// Random seed [default: random]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Play line by line, without colour, for pipes and screen readers [default if input or output
    /// is not a terminal]
    #[arg(long)]
    pub(crate) plain: bool,
}

#[derive(Args)]
pub(crate) struct Perft {
    #[command(flatten)]
    pub(crate) input: PositionArgs,
    /// Depth in plies
    #[arg(value_parser = clap::value_parser!(u32).range(..=99))]
    pub(crate) depth: u32,
    /// Print the leaf count of each root move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count all move paths, not only distinct resulting positions
    #[arg(long)]
    pub(crate) paths: bool,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub(crate) threads: usize,
    /// Print JSON, with time and leaves per second
    #[arg(long)]
    pub(crate) json: bool,
}
