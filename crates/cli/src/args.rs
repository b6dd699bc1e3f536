//! Every command and option, as clap reads them. Help texts, shell completions and man pages are
//! all made from here.

mod aisysproj;
mod board;
mod contests;
pub(crate) mod halma;
mod knowledge;
mod thinking;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use games::AnyGame;

pub(crate) use aisysproj::*;
pub(crate) use board::*;
pub(crate) use contests::*;
pub(crate) use knowledge::*;
pub(crate) use thinking::*;

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

fn read_duration(text: &str) -> Result<Duration, String> {
    players::read_time(text).ok_or_else(|| "a time looks like `100ms`, `2s` or `1m`".into())
}
