//! Every command and option, as clap reads them. Help texts, shell completions and man pages are
//! all made from here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use games::AnyGame;

/// Four classic games of pure skill: FAUhalma, Halma, Fanorona and Das Bohnenspiel.
#[derive(Parser)]
#[command(name = "spielwerk", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// What to do; without a command, an overview
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// List all games and variants
    Games(Games),
    /// Draw a position, in the terminal or into a picture file
    Show(Show),
    /// List the legal moves of a position, one a line, sorted
    Moves(Moves),
    /// Count the leaves of the game tree
    Perft(Perft),
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
