//! What is about one position or one board: looking, counting, playing, serving.

use std::net::IpAddr;
use std::path::PathBuf;

use arena::TimeLimit;
use clap::Args;

use super::Where;

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
