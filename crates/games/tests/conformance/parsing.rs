//! Whatever arrives as text, the answer is a value or an error of one line.

use proptest::prelude::*;
use spielwerk_games::{AnyGame, AnyPosition};

use crate::Case;

/// Any text at all: any bytes as far as they are text, and characters that notations use.
pub(crate) fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200)
            .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        "[-a-iA-CwWbBsS0-9,./ \\[\\]{}\":]{0,120}",
        "\\{\"(A|B|turn|houses|board|out|places)\":[-0-9\\[\\],\"wbs.e]{0,60}\\}",
    ]
}

/// Places in a text, and what to do there.
pub(crate) fn any_damage() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<char>()), 1..6)
}

/// Reads the text as a position and as a move.
pub(crate) fn read_all<G: Case>(text: &str) {
    let game = spielwerk_games::game(G::INFO.name).unwrap();
    read_position(game, text);
    read_move(&game.start(), text);
}

/// Damages the start's text and JSON and its moves' texts, and reads what comes out.
pub(crate) fn read_damaged<G: Case>(damage: &[(prop::sample::Index, u8, char)]) {
    let game = spielwerk_games::game(G::INFO.name).unwrap();
    let start = game.start();
    read_position(game, &damaged(&start.text(), damage));
    read_position(game, &damaged(&start.json().to_string(), damage));
    for (text, _) in start.written_moves() {
        read_move(&start, &damaged(&text, damage));
    }
}

fn damaged(text: &str, damage: &[(prop::sample::Index, u8, char)]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    for (place, kind, with) in damage {
        if text.is_empty() {
            break;
        }
        let at = place.index(text.len());
        match kind {
            0 => drop(text.remove(at)),
            1 => text.insert(at, *with),
            2 => text.insert(at, text[at]),
            _ => text.truncate(at),
        }
    }
    text.into_iter().collect()
}

fn read_position(game: AnyGame, text: &str) {
    match game.read_position(text) {
        // What was read as a position is one in every respect.
        Ok(position) => assert!(game.read_position(&position.text()).unwrap() == position),
        Err(error) => one_line(&error.to_string()),
    }
}

fn read_move(position: &AnyPosition, text: &str) {
    match position.read_move(text) {
        Ok(m) => drop(position.play(m).unwrap()),
        Err(error) => one_line(&error.to_string()),
    }
}

fn one_line(message: &str) {
    assert!(!message.is_empty() && !message.contains('\n'), "not one line: {message:?}");
}
