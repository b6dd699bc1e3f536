//! Every command and option, for clap. Help texts, shell completions and man pages are generated
//! from here.

#[cfg(feature = "aisysproj")]
mod aisysproj;
mod analysis;
mod board;
mod book;
mod examples;
pub(crate) mod halma;
mod matches;
mod puzzles;
mod solving;
mod training;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;
use spielwerk_games::AnyGame;

#[cfg(feature = "aisysproj")]
pub(crate) use aisysproj::*;
pub(crate) use analysis::*;
pub(crate) use board::*;
pub(crate) use book::*;
pub(crate) use examples::command;
pub(crate) use matches::*;
pub(crate) use puzzles::*;
pub(crate) use solving::*;
pub(crate) use training::*;

/// Rules, engines and tournaments for four board games: FAUhalma (Chinese checkers), Halma, Fanorona
/// and Das Bohnenspiel (mancala).
#[derive(Parser)]
#[command(name = "spielwerk", version, max_term_width = 100)]
pub(crate) struct Arguments {
    /// Command; without one, serve the web app
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    #[cfg(feature = "web")]
    /// Serve the web app: play, analyse and watch in a browser
    Serve(Serve),
    #[cfg(feature = "web")]
    /// Write the web app as files that need no server, for any static host
    Site(Site),
    /// List all games and variants; list, export and import recorded games
    Games(Games),
    /// Draw a position, in the terminal or as an SVG or PNG file
    Show(Show),
    /// List the legal moves of a position, sorted, one per line
    Moves(Moves),
    #[cfg(feature = "terminal")]
    /// Play in the terminal, full screen or line by line
    Play(Play),
    /// Play a match between two or three players, each opening once from every seat
    Match(Match),
    #[cfg(feature = "store")]
    /// Play the tournament that a TOML file describes; --resume continues one that was interrupted
    Tournament(Tournament),
    #[cfg(feature = "cluster")]
    /// Do the work of tournament, selfplay and solve that were started with --queue on another machine
    Worker(Worker),
    /// Count the leaf nodes of the game tree (perft)
    Perft(Perft),
    /// Search for the best move and print it on the last line
    Best(Best),
    /// Analyse a position: print the principal variations at every depth
    Analyse(Analyse),
    /// Run as an engine: UGI (Universal Game Interface) on standard input and output
    Engine {
        /// Game, as listed by `spielwerk games`
        #[arg(value_parser = read_game)]
        game: AnyGame,
    },
    /// Commands for Das Bohnenspiel
    Bohnenspiel {
        /// Command
        #[command(subcommand)]
        command: BohnenspielCommand,
    },
    /// Search fixed positions of every game; the node count changes only if the search does
    Bench(Bench),
    /// Play Halma through files, or referee, grade and rank programs that do
    Halma(halma::Halma),
    /// Solve a position: win, draw or loss with perfect play, with a proof
    Solve(Solve),
    /// Build, verify and probe endgame tablebases
    Tables(Tables),
    /// Make an opening book by long searches, and from what is proven
    Book(BookArgs),
    /// Make puzzles with proven solutions: forced wins, and only moves by tablebases
    Puzzles(Puzzles),
    /// Play games against itself and keep their positions for training
    Selfplay(SelfPlayArgs),
    /// Train a network on positions of self-play games
    Train(TrainArgs),
    /// Make a game's network from nothing: generations of self-play and training
    Learn(LearnArgs),
    /// Tune the evaluation by logistic regression on self-play games
    Tune(Tune),
    #[cfg(feature = "aisysproj")]
    /// Play FAUhalma on an AISysProj server, or run a practice server
    Aisysproj(Aisysproj),
    /// Print a shell completion script
    Completions {
        /// Shell
        shell: Shell,
    },
    /// Print the manual page, or write one page per command into a directory
    Man {
        /// Directory to write the pages to
        directory: Option<PathBuf>,
    },
}

/// A game and a position.
#[derive(Args)]
pub(crate) struct PositionArgs {
    /// Game, as listed by `spielwerk games`
    #[arg(value_parser = read_game)]
    pub(crate) game: AnyGame,
    /// Position, as one line of text or as JSON [default: the start position]
    #[arg(long, value_name = "POSITION")]
    pub(crate) position: Option<String>,
}

fn read_game(name: &str) -> Result<AnyGame, spielwerk_games::UnknownGame> {
    spielwerk_games::game(name)
}

fn read_duration(text: &str) -> Result<Duration, String> {
    spielwerk_players::parse_duration(text)
        .ok_or_else(|| "a time looks like `100ms`, `2s` or `1m`".into())
}
