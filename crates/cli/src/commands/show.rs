//! `spielwerk show`: draws a position.

use std::io::{self, IsTerminal, Write};

use serde_json::{Value, json};
use spielwerk_drawing::{Scene, TerminalStyle, Theme};
use spielwerk_games::{AnyGame, AnyPosition};

use super::{outcome_json, turn_json};
use crate::args::{Colour, Show};
use crate::output;

pub(crate) fn run(options: &Show) -> anyhow::Result<()> {
    let game = options.input.game;
    let position = options.input.read()?;
    let contents = position.contents();
    let scene = Scene {
        title: game.info().title,
        board: game.board(),
        contents: &contents,
        seats: game.info().seats,
        last_move: &[],
    };
    let theme = if options.dark { Theme::Dark } else { Theme::Light };
    if let Some(file) = &options.svg {
        return output::write_file(file, spielwerk_drawing::svg(&scene, &theme).as_bytes());
    }
    #[cfg(feature = "png")]
    if let Some(file) = &options.png {
        let picture =
            spielwerk_drawing::png(&spielwerk_drawing::svg(&scene, &theme), options.width)?;
        return output::write_file(file, &picture);
    }
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &show_json(game, &position))?;
    } else {
        write!(out, "{}", spielwerk_drawing::terminal(&scene, &style(options.colour)))?;
        writeln!(out, "\n{}\n{}", position.text(), status(&position))?;
    }
    Ok(out.flush()?)
}

/// The style, by default from the terminal. No colour if `NO_COLOR` is set or the output is no
/// terminal.
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
            let moves = position.legal_moves().len();
            format!("{} to move, {moves} legal moves", seats[seat.index()])
        }
        (None, Some(outcome)) => {
            let points = spielwerk_games::Seat::all(seats.len())
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
