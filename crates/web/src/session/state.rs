//! A session as it is sent to its clients.

use std::time::Instant;

use serde::Serialize;
use spielwerk_games::Seat;

use super::record::millis;
use super::{GameOver, GameSession, SeatOccupant};
use crate::view::{MoveView, PlyView, StartView};

/// The message that is sent after every change.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "state")]
pub(crate) struct SessionState<'a> {
    id: &'a str,
    game: &'static str,
    seats: &'a [SeatOccupant],
    move_ms: u64,
    pace_ms: u64,
    paused: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<StartView>,
    keep: usize,
    plies: Vec<PlyView>,
    now: CurrentView,
    redo: usize,
    clocks: Option<ClocksView>,
    over: Option<&'a GameOver>,
}

#[derive(Debug, Serialize)]
struct CurrentView {
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

impl GameSession {
    /// The state for a client that has the first `keep` plies already.
    pub(crate) fn state(&self, keep: usize, now: Instant) -> SessionState<'_> {
        let start = (keep == 0).then(|| StartView::of(&self.game_state.positions()[0]));
        let clocks = self.clocks.as_ref().map(|clocks| ClocksView {
            left_ms: clocks.all_left(now).into_iter().map(millis).collect(),
            running: clocks.running().map(Seat::index),
        });
        SessionState {
            id: &self.id,
            game: self.game_state.game().name(),
            seats: &self.seats,
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            paused: self.paused,
            start,
            keep,
            plies: PlyView::list(&self.game_state, keep),
            now: self.now(),
            redo: self.turns_to_redo(),
            clocks,
            over: self.over.as_ref(),
        }
    }

    fn now(&self) -> CurrentView {
        let position = self.game_state.position();
        let turn = self.on_turn();
        let person = turn.is_some_and(|seat| self.is_person(seat));
        CurrentView {
            position: position.text(),
            turn: turn.map(Seat::index),
            moves: if person { MoveView::all(position) } else { Vec::new() },
            person,
        }
    }
}
