//! `spielwerk engine`: a game's engine on standard input and output.

use std::io;

use games::AnyGame;

pub(crate) fn run(game: AnyGame) -> anyhow::Result<()> {
    Ok(protocols::ugi::serve(game, io::stdin().lock(), io::stdout())?)
}
