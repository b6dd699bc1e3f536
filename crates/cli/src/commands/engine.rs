//! `spielwerk engine`: a UGI engine on standard input and output.

use std::io;

use spielwerk_games::AnyGame;
use spielwerk_tablebases::TablebaseDir;

pub(crate) fn run(game: AnyGame) -> anyhow::Result<()> {
    // An engine plays many games: small tablebases are worth building for the next.
    if let Ok(directory) = TablebaseDir::find(None) {
        spielwerk_tablebases::build_in_background(game.name(), directory);
    }
    Ok(spielwerk_protocols::ugi::serve(game, io::stdin().lock(), io::stdout())?)
}
