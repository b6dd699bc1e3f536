//! *Only move*: by the endgame tablebases one move keeps the result, and every other one loses it.

use std::collections::BTreeMap;

use spielwerk_games::{AnyPosition, Seat, Wdl};

use crate::puzzle::{Task, Turn};
use crate::solution::with_refutations;

/// Half points with perfect play, for a seat; `None` where no tablebase knows.
fn value(position: &AnyPosition, seat: Seat) -> Option<u8> {
    let outcome = match (position.outcome(), position.turn()) {
        (Some(outcome), _) => outcome,
        (None, turn) => spielwerk_players::probe(position)?.outcome(turn?),
    };
    Some(outcome.half_points(seat))
}

/// The task and its one turn, if there is exactly one right move.
pub(crate) fn only_move(position: &AnyPosition) -> Option<(Task, Turn)> {
    let seat = position.turn()?;
    let task = match spielwerk_players::probe(position)? {
        Wdl::Win(_) => Task::OnlyWin,
        Wdl::Draw => Task::OnlyDraw,
        Wdl::Loss(_) => return None,
    };
    let mut right = BTreeMap::new();
    let mut wrong = BTreeMap::new();
    let best = if task == Task::OnlyWin { 2 } else { 1 };
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.advance(m);
        let text = position.write_move(m);
        if value(&next, seat)? == best {
            right.insert(text, None);
        } else {
            wrong.insert(text, refutation(&next, seat)?);
        }
    }
    (right.len() == 1).then(|| (task, with_refutations(right, wrong)))
}

/// The reply that keeps what a wrong move has given away.
fn refutation(position: &AnyPosition, seat: Seat) -> Option<String> {
    let given = value(position, seat)?;
    for m in position.legal_moves() {
        let mut next = position.clone();
        next.advance(m);
        if value(&next, seat)? == given {
            return Some(position.write_move(m));
        }
    }
    // The wrong move has ended the game.
    Some(String::new())
}
