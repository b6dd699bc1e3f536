//! A picture of every game, some moves after the start, in both themes, and on the terminal:
//!
//! ```text
//! cargo run -p spielwerk-drawing --example gallery -- DIRECTORY
//! ```

use std::error::Error;
use std::path::Path;

use spielwerk_drawing::{Scene, TerminalStyle, Theme};
use spielwerk_games::{AnyGame, Content, Site};

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("say into which directory")?;
    for game in spielwerk_games::games() {
        let (contents, marked) = some_moves_later(game, 9)?;
        let scene = Scene {
            title: game.info().title,
            board: game.board(),
            contents: &contents,
            seats: game.info().seats,
            last_move: &marked,
        };
        print!(
            "{}\n{}\n",
            scene.title,
            spielwerk_drawing::terminal(&scene, &TerminalStyle::COLOUR)
        );
        for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            let file = Path::new(&directory).join(format!("{}-{suffix}", game.name()));
            let picture = spielwerk_drawing::svg(&scene, &theme);
            std::fs::write(file.with_extension("png"), spielwerk_drawing::png(&picture, 1000)?)?;
            std::fs::write(file.with_extension("svg"), picture)?;
        }
    }
    Ok(())
}

/// The board after some moves, each from the middle of the list, and the sites of the last one.
fn some_moves_later(
    game: AnyGame,
    moves: usize,
) -> Result<(Vec<Content>, Vec<Site>), Box<dyn Error>> {
    let mut position = game.start();
    let mut last = Vec::new();
    for _ in 0..moves {
        let list = position.written_moves();
        let Some(&(_, chosen)) = list.get(list.len() / 2) else {
            break;
        };
        last = position.path(chosen);
        position.advance(chosen);
    }
    Ok((position.contents(), last))
}
