//! A session as it is sent to its clients.

use serde::Serialize;
use spielwerk_games::Seat;
use spielwerk_search::Instant;

use super::access::Offer;
use super::record::{ClockSettings, milliseconds};
use super::{GameOver, SeatOccupant, WebSession};
use crate::view::{LegalMovesView, PlyView, StartView};

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
    clock: Option<ClockSettings>,
    clocks: Option<ClocksView>,
    over: Option<GameOver>,
    /// Whether each person's seat has a key of its own.
    invited: bool,
    offer: Option<&'a Offer>,
}

#[derive(Debug, Serialize)]
struct CurrentView {
    position: String,
    turn: Option<usize>,
    #[serde(flatten)]
    legal_moves: LegalMovesView,
    person: bool,
}

#[derive(Debug, Serialize)]
struct ClocksView {
    left_ms: Vec<u64>,
    running: Option<usize>,
}

impl WebSession {
    /// The state for a client that has the first `keep` plies already.
    pub(crate) fn state(&self, keep: usize, now: Instant) -> SessionState<'_> {
        let game_state = self.game.state();
        let start = (keep == 0).then(|| StartView::of(&game_state.positions()[0]));
        let clocks = self.clock.map(|_| ClocksView {
            left_ms: milliseconds(&self.game.clocks().all_remaining(now)),
            running: self.game.clocks().running().map(Seat::index),
        });
        SessionState {
            id: &self.id,
            game: game_state.game().name(),
            seats: &self.seats,
            move_ms: self.move_ms,
            pace_ms: self.pace_ms,
            paused: self.game.is_paused(),
            start,
            keep,
            plies: PlyView::list(game_state, keep),
            now: self.now(),
            redo: self.turns_to_redo(),
            clock: self.clock,
            clocks,
            over: self.game.end().map(GameOver::of),
            invited: !self.keys.is_empty(),
            offer: self.offer.as_ref(),
        }
    }

    fn now(&self) -> CurrentView {
        let position = self.game.position();
        let turn = self.on_turn();
        let person = turn.is_some_and(|seat| self.is_person(seat));
        CurrentView {
            position: position.text(),
            turn: turn.map(Seat::index),
            legal_moves: if person { LegalMovesView::of(position) } else { Default::default() },
            person,
        }
    }
}
