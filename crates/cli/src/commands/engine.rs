//! `spielwerk engine`: a game's engine on standard input and output.

use std::io;

use games::AnyGame;
use tables::Place;

pub(crate) fn run(game: AnyGame) -> anyhow::Result<()> {
    // An engine stays for many games: small tables are worth having by the next.
    if let Ok(place) = Place::find(None) {
        tables::prepare_in_background(game.name(), place);
    }
    Ok(protocols::ugi::serve(game, io::stdin().lock(), io::stdout())?)
}
