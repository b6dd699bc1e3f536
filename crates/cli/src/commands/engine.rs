//! `spielwerk engine`: a UGI engine on standard input and output.
//!
//! It builds no tablebases, not even small ones: somebody's clock runs while it is alive.

use std::io;

use spielwerk_games::AnyGame;

pub(crate) fn run(game: AnyGame) -> anyhow::Result<()> {
    Ok(spielwerk_engines::ugi::serve(game, io::stdin().lock(), io::stdout())?)
}
