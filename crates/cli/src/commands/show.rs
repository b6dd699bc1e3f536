//! `spielwerk show`: a position to look at.

use std::io::{self, IsTerminal, Write};

use drawing::{Scene, TerminalStyle, Theme};
use games::{AnyGame, AnyPosition};
use serde_json::{Value, json};

use super::{outcome_json, turn_json};
use crate::args::{Colour, Show};
use crate::output;

pub(crate) fn run(options: &Show) -> anyhow::Result<()> {
    let game = options.place.game;
    let position = options.place.read()?;
    let contents = position.contents();
    let scene = Scene {
        title: game.info().title,
        board: game.board(),
        contents: &contents,
        seats: game.info().seats,
        marked: &[],
    };
    let theme = if options.dark { Theme::Dark } else { Theme::Light };
    if let Some(file) = &options.svg {
        return output::write_file(file, drawing::svg(&scene, &theme).as_bytes());
    }
    if let Some(file) = &options.png {
        let picture = drawing::png(&drawing::svg(&scene, &theme), options.width)?;
        return output::write_file(file, &picture);
    }
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &show_json(game, &position))?;
    } else {
        write!(out, "{}", drawing::terminal(&scene, &style(options.colour)))?;
        writeln!(out, "\n{}\n{}", position.text(), status(&position))?;
    }
    Ok(out.flush()?)
}

/// What the terminal can show, if the user does not say. Colour is unwelcome where `NO_COLOR` is
/// set, and where nobody looks.
fn style(colour: Colour) -> TerminalStyle {
    let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match colour {
        Colour::Always => TerminalStyle::COLOUR,
        Colour::Auto if wanted && io::stdout().is_terminal() => TerminalStyle::COLOUR,
        Colour::Auto | Colour::Never => TerminalStyle::PLAIN,
        Colour::Ascii => TerminalStyle::ASCII,
    }
}

/// Who moves, or how the game ended.
fn status(position: &AnyPosition) -> String {
    let seats = position.info().seats;
    match (position.turn(), position.outcome()) {
        (Some(seat), _) => {
            let moves = position.moves().len();
            format!("{} to move, {moves} legal moves", seats[seat.index()])
        }
        (None, Some(outcome)) => {
            let points = games::Seat::all(seats.len())
                .map(|seat| format!("{} {}", seats[seat.index()], outcome.points(seat)));
            format!("game over: {}", points.collect::<Vec<_>>().join(", "))
        }
        (None, None) => String::new(),
    }
}

fn show_json(game: AnyGame, position: &AnyPosition) -> Value {
    json!({
        "game": game.name(),
        "position": position.text(),
        "setup": position.json(),
        "turn": turn_json(position),
        "outcome": outcome_json(position),
        "board": game.board(),
        "contents": position.contents(),
    })
}
