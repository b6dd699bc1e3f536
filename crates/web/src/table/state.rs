//! A table as everybody at it sees it.

use std::time::Instant;

use games::Seat;
use serde::Serialize;

use super::record::millis;
use super::{Over, Sitter, Table};
use crate::view::{MoveView, PlyView, StartView};

/// What is sent after every change.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "state")]
pub(crate) struct State<'a> {
    id: &'a str,
    game: &'static str,
    seats: &'a [Sitter],
    move_ms: u64,
    pace_ms: u64,
    paused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartView>,
    keep: usize,
    plies: Vec<PlyView>,
    now: Now,
    redo: usize,
    clocks: Option<ClocksView>,
    over: Option<&'a Over>,
}

#[derive(Debug, Serialize)]
struct Now {
    position: String,
    turn: Option<usize>,
    moves: Vec<MoveView>,
    person: bool,
}

#[derive(Debug, Serialize)]
struct ClocksView {
    left_ms: Vec<u64>,
    running: Option<usize>,
}

impl Table {
    /// What there is to see, for somebody who has seen the first so many plies.
    pub(crate) fn state(&self, keep: usize, now: Instant) -> State<'_> {
        let start = (keep == 0).then(|| StartView::of(&self.course.positions()[0]));
        let clocks = self.clocks.as_ref().map(|clocks| ClocksView {
            left_ms: clocks.all_left(now).into_iter().map(millis).collect(),
            running: clocks.running().map(Seat::index),
        });
        State {
            id: &self.id,
            game: self.course.game().name(),
            seats: &self.seats,
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            paused: self.paused,
            start,
            keep,
            plies: PlyView::list(&self.course, keep),
            now: self.now(),
            redo: self.turns_to_redo(),
            clocks,
            over: self.over.as_ref(),
        }
    }

    fn now(&self) -> Now {
        let position = self.course.position();
        let turn = self.on_turn();
        let person = turn.is_some_and(|seat| self.is_person(seat));
        let moves = if person { position.moves() } else { Vec::new() };
        Now {
            position: position.text(),
            turn: turn.map(Seat::index),
            moves: moves.into_iter().map(MoveView::bare).collect(),
            person,
        }
    }
}
