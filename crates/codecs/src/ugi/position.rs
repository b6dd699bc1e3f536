//! The `position` command: a first position, and the moves since.

use spielwerk_games::{AnyGame, AnyPosition};
use spielwerk_session::GameState;

use super::truncate;

/// Reads `startpos|fen <position> [moves …]`.
pub fn read_position(game: AnyGame, rest: &str) -> Result<GameState, String> {
    let mut words = rest.split_whitespace();
    let mut state = match words.next() {
        Some("startpos") => {
            expect_moves(&mut words)?;
            GameState::new(game)
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            let position = game.read_position(&text.join(" ")).map_err(|why| why.to_string())?;
            GameState::from_position(game, position)
        }
        _ => return Err("a position is `startpos` or `fen` with a position after it".into()),
    };
    for word in words {
        let m = state.position().read_move(word).map_err(|why| why.to_string())?;
        state.play(m).map_err(|why| why.to_string())?;
    }
    Ok(state)
}

fn expect_moves<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<(), String> {
    match words.next() {
        None | Some("moves") => Ok(()),
        Some(other) => Err(format!("after `startpos` comes `moves`, not `{}`", truncate(other))),
    }
}

/// The `position` command with all moves.
pub fn write_position(state: &GameState) -> String {
    let first = &state.positions()[0];
    let start = state.game().start();
    let mut line = if *first == start { "position startpos".into() } else { write_fen(first) };
    if !state.moves().is_empty() {
        line.push_str(" moves");
    }
    for m in state.written_moves() {
        line.push(' ');
        line.push_str(&m);
    }
    line
}

/// The `position` command without the moves before.
pub fn write_fen(position: &AnyPosition) -> String {
    format!("position fen {}", position.text())
}
