//! Positions and moves of every game, as text and as JSON, and files of openings.

use spielwerk_arena::Openings;
use spielwerk_games::{AnyGame, AnyPosition};

use crate::{one_line, text};

/// So many moves of a position are looked at.
const MAX_MOVES: usize = 40;

/// A position of any game.
pub fn position(data: &[u8]) {
    let text = text(data);
    for game in spielwerk_games::games() {
        match game.read_position(&text) {
            Ok(position) => check_position(game, &position),
            Err(error) => one_line(&error),
        }
    }
}

/// What was read as a position is one in every respect.
fn check_position(game: AnyGame, position: &AnyPosition) {
    for written in [position.text(), position.json().to_string()] {
        assert!(game.read_position(&written).unwrap() == *position, "{written}");
    }
    let moves = position.legal_moves();
    assert_eq!(moves.is_empty(), position.turn().is_none());
    for &m in moves.iter().take(MAX_MOVES) {
        assert_eq!(position.read_move(&position.write_move(m)).unwrap(), m);
        position.play(m).unwrap();
    }
}

/// Moves from the start of any game, one a line.
pub fn moves(data: &[u8]) {
    let text = text(data);
    for game in spielwerk_games::games() {
        let mut position = game.start();
        for line in text.lines() {
            match position.read_move(line) {
                Ok(m) => position = position.play(m).unwrap(),
                Err(error) => one_line(&error),
            }
        }
    }
}

/// A file of openings of any game.
pub fn openings(data: &[u8]) {
    let text = text(data);
    for game in spielwerk_games::games() {
        match Openings::read(game, &text) {
            Ok(Openings::Listed(positions)) => assert!(!positions.is_empty()),
            Ok(Openings::Random { .. }) => panic!("a file is a list"),
            Err(error) => one_line(&error),
        }
    }
}
