//! A session of the web app: a game under way, and who plays each seat.
//!
//! [`WebSession`] is a plain value. It does no I/O and reads no clock: the caller passes the time.
//! [`actor`] runs it, [`sessions`] has all that are open, [`live`] serves a client's WebSocket.

pub(crate) mod access;
pub(crate) mod actor;
pub(crate) mod live;
mod record;
pub(crate) mod sessions;
mod state;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use spielwerk_games::{AnyMove, Seat};
use spielwerk_players::{GameState, PlayerError, PlayerSpec, SearchParams};
use spielwerk_search::Instant;
use spielwerk_session::{GameEnd, GameSession, SessionError, Termination};

use self::access::Offer;
use self::record::ClockSettings;
use crate::api_error::ApiError;
use crate::game_input::play_all;
use crate::view::points;

pub(crate) use self::record::{NewSession, SeatOccupant, SessionSummary};

/// A person's clock waits at most so long until the clients have shown the move before.
const MAX_HOLD: Duration = Duration::from_secs(3);

/// A game with its players.
#[derive(Clone, Debug)]
pub(crate) struct WebSession {
    id: String,
    game: GameSession,
    seats: Vec<SeatOccupant>,
    /// The player of each seat; none where a person plays.
    specs: Vec<Option<PlayerSpec>>,
    move_ms: u64,
    pace_ms: u64,
    clock: Option<ClockSettings>,
    seed: u64,
    /// The key of each person's seat; empty where the id is enough to play.
    keys: Vec<Option<String>>,
    /// What one person has offered to the others.
    offer: Option<Offer>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameOver {
    #[serde(rename = "ending")]
    termination: Termination,
    culprit: Option<usize>,
    /// The points of every seat.
    outcome: Vec<f64>,
    remark: Option<String>,
}

impl GameOver {
    /// The points of every seat.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "for lists of a server"))]
    pub(crate) fn outcome(&self) -> &[f64] {
        &self.outcome
    }

    fn of(end: &GameEnd) -> GameOver {
        GameOver {
            termination: end.termination,
            culprit: end.culprit.map(Seat::index),
            outcome: points(&end.outcome),
            remark: end.remark.clone(),
        }
    }
}

impl WebSession {
    /// The id, with which clients find it.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "for lists of a server"))]
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Whose turn it is; nobody's once the game is over.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        self.game.turn()
    }

    /// Whether a person plays this seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.specs[seat.index()].is_none()
    }

    /// Whether a person plays at all.
    pub(crate) fn has_person(&self) -> bool {
        self.specs.iter().any(Option::is_none)
    }

    /// The player that is to move now, and not a person.
    pub(crate) fn player_on_turn(&self) -> Option<(Seat, &PlayerSpec)> {
        let seat = self.on_turn()?;
        Some((seat, self.specs[seat.index()].as_ref()?))
    }

    /// The number of plies played.
    pub(crate) fn plies(&self) -> usize {
        self.game.plies()
    }

    /// The game so far.
    pub(crate) fn game_state(&self) -> &GameState {
        self.game.state()
    }

    /// The search parameters of the player on turn.
    pub(crate) fn search_params(&self, now: Instant) -> SearchParams {
        let moves_to_go = spielwerk_players::expected_moves_left(self.game.position());
        self.game.search_params(moves_to_go, now)
    }

    /// Plays a legal move for the seat on turn.
    pub(crate) fn play(&mut self, m: AnyMove, now: Instant) -> Result<(), ApiError> {
        self.game.play(m, now).map_err(|error| match error {
            SessionError::Over => ApiError::Conflict("the game is over"),
            SessionError::Move(error) => ApiError::from(error),
        })?;
        self.offer = None;
        Ok(())
    }

    /// Undoes a whole turn: down to the last move of a person, that one included.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), ApiError> {
        let WebSession { game, specs, .. } = self;
        match game.take_back(|seat| specs[seat.index()].is_none(), now) {
            true => Ok(()),
            false => Err(ApiError::Conflict("there is no move of a person to take back")),
        }
    }

    /// Redoes a whole turn: a person's move and the replies to it.
    pub(crate) fn redo(&mut self, now: Instant) -> Result<(), ApiError> {
        let WebSession { game, specs, .. } = self;
        match game.redo(|seat| specs[seat.index()].is_none(), now) {
            true => Ok(()),
            false => Err(ApiError::Conflict("nothing was taken back")),
        }
    }

    /// A person resigns: the seat named, or the one on turn.
    pub(crate) fn resign(&mut self, seat: Option<usize>, now: Instant) -> Result<(), ApiError> {
        let turn = self.on_turn().ok_or(ApiError::Conflict("the game is over"))?;
        let seat = match seat {
            None => turn,
            Some(index) if index < self.seats.len() => Seat::new(index),
            Some(index) => {
                return Err(ApiError::bad_request(format!("this game has no seat {index}")));
            }
        };
        if !self.is_person(seat) {
            return Err(ApiError::Conflict("only a person can resign"));
        }
        self.game.resign(seat, now);
        Ok(())
    }

    /// The player on turn has failed and loses.
    pub(crate) fn forfeit(&mut self, error: &PlayerError, now: Instant) {
        self.game.forfeit(error, now);
    }

    /// Everybody moves one seat on.
    pub(crate) fn swap(&mut self) {
        self.seats.rotate_right(1);
        self.specs.rotate_right(1);
        // An undone move may now belong to another seat.
        self.game.forget_undone();
    }

    /// Players and clocks stop, or go on.
    pub(crate) fn pause(&mut self, paused: bool, now: Instant) {
        self.game.pause(paused, now);
    }

    /// Whether players and clocks are stopped.
    pub(crate) fn is_paused(&self) -> bool {
        self.game.is_paused()
    }

    /// The least time between two moves of players.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(self.pace_ms)
    }

    /// Sets the least time between two moves of players.
    pub(crate) fn set_pace(&mut self, ms: u64) -> Result<(), ApiError> {
        self.pace_ms = record::within("pace_ms", ms, record::PACE_MS)?;
        Ok(())
    }

    /// When the seat on turn runs out of time.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.game.deadline()
    }

    /// The seat on turn loses if its time is up.
    pub(crate) fn flag(&mut self, now: Instant) {
        self.game.flag(now);
    }

    /// The clock of the seat on turn runs, as long as a client is connected.
    pub(crate) fn start_clocks(&mut self, now: Instant) {
        self.game.start_clocks(now);
    }

    /// The clock of a person on turn waits until the move before has been shown; it starts with
    /// [`start_clocks`](WebSession::start_clocks), or when the wait is over.
    pub(crate) fn hold_clock(&mut self, now: Instant) {
        if self.on_turn().is_some_and(|seat| self.is_person(seat)) {
            self.game.stop_clocks(now);
            self.game.start_clocks(now + MAX_HOLD);
        }
    }

    /// How many turns can be redone.
    fn turns_to_redo(&self) -> usize {
        self.game.turns_to_redo(|seat| self.is_person(seat))
    }

    /// The moves to redo in the game's notation, the next one last.
    fn undone_texts(&self) -> Vec<String> {
        let next_first: Vec<AnyMove> = self.game.undone().iter().rev().copied().collect();
        let mut texts = self.game.position().write_line(&next_first);
        texts.reverse();
        texts
    }

    fn replay(game_state: &GameState, texts: &[String]) -> Result<Vec<AnyMove>, ApiError> {
        let mut on = game_state.clone();
        let next_first: Vec<String> = texts.iter().rev().cloned().collect();
        play_all(&mut on, &next_first)?;
        let mut moves = on.moves()[game_state.moves().len()..].to_vec();
        moves.reverse();
        Ok(moves)
    }
}

#[cfg(test)]
mod tests;
