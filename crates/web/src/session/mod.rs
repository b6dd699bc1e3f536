//! A session: a game under way, who plays each seat, and what may be done in it.
//!
//! [`GameSession`] is a plain value. It does no I/O and reads no clock: the caller passes the time.
//! [`actor`] runs it, [`sessions`] has all that are open, [`live`] serves a client's WebSocket.

pub(crate) mod actor;
mod clocks;
pub(crate) mod live;
mod record;
pub(crate) mod sessions;
mod state;

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use spielwerk_arena::{GameLimits, Termination};
use spielwerk_games::{AnyMove, Outcome, Seat};
use spielwerk_players::{GameState, PlayerSpec};
use spielwerk_search::{Clock, Limits, TimeManager};

use self::clocks::SessionClocks;
use self::record::ClockSettings;
use crate::api_error::ApiError;
use crate::game_input::play_all;
use crate::view::points;

pub(crate) use self::record::{NewSession, SeatOccupant};

/// Kept in reserve on a player's clock, because networks are slow.
const MOVE_OVERHEAD: Duration = Duration::from_millis(50);

/// A game with its players and clocks.
#[derive(Clone, Debug)]
pub(crate) struct GameSession {
    id: String,
    game_state: GameState,
    /// Moves that were undone and can be redone, the next one last.
    undone: Vec<AnyMove>,
    seats: Vec<SeatOccupant>,
    /// The player of each seat; none where a person plays.
    specs: Vec<Option<PlayerSpec>>,
    move_ms: u64,
    pace_ms: u64,
    clock: Option<ClockSettings>,
    clocks: Option<SessionClocks>,
    /// What every clock had left when the turn of each ply began, the present one last: a
    /// take-back gives the time back too.
    left_by_turn: Vec<Vec<Duration>>,
    over: Option<GameOver>,
    paused: bool,
    seed: u64,
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

impl GameSession {
    /// Whose turn it is; nobody's once the game is over.
    pub(crate) fn on_turn(&self) -> Option<Seat> {
        self.game_state.position().turn().filter(|_| self.over.is_none())
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
        self.game_state.moves().len()
    }

    /// The game so far.
    pub(crate) fn game_state(&self) -> &GameState {
        &self.game_state
    }

    /// The search limits of the player on turn.
    pub(crate) fn limits(&self, now: Instant) -> Limits {
        let limits = Limits::time(Duration::from_millis(self.move_ms));
        let Some((clocks, seat)) = self.clocks.as_ref().zip(self.on_turn()) else {
            return limits;
        };
        let manager = TimeManager {
            remaining: clocks.left(seat, now),
            increment: clocks.increment(),
            moves_to_go: spielwerk_players::expected_moves_left(self.game_state.position()),
            move_overhead: MOVE_OVERHEAD,
        };
        let budget = manager.limits(Clock::Wall);
        Limits {
            time: budget.time.min(limits.time).or(limits.time),
            soft_time: budget.soft_time,
            ..limits
        }
    }

    /// Plays a legal move for the seat on turn.
    pub(crate) fn play(&mut self, m: AnyMove, now: Instant) -> Result<(), ApiError> {
        let seat = self.on_turn().ok_or(ApiError::Conflict("the game is over"))?;
        self.game_state.play(m)?;
        self.undone.clear();
        if let Some(clocks) = &mut self.clocks {
            clocks.press(seat, now);
            self.left_by_turn.push(clocks.all_left(now));
        }
        self.update(now);
        Ok(())
    }

    /// Undoes a whole turn: down to the last move of a person, that one included.
    pub(crate) fn undo(&mut self, now: Instant) -> Result<(), ApiError> {
        let nothing = ApiError::Conflict("there is no move of a person to take back");
        let back = self.last_turn_of_a_person().ok_or(nothing)?;
        while self.plies() > back {
            self.undone.extend(self.game_state.undo());
        }
        if let Some(clocks) = &mut self.clocks {
            self.left_by_turn.truncate(back + 1);
            if let Some(left) = self.left_by_turn.last() {
                clocks.set(left);
            }
        }
        self.over = None;
        self.update(now);
        Ok(())
    }

    /// Redoes a whole turn: a person's move and the replies to it.
    pub(crate) fn redo(&mut self, now: Instant) -> Result<(), ApiError> {
        if self.undone.is_empty() {
            return Err(ApiError::Conflict("nothing was taken back"));
        }
        while let Some(m) = self.undone.pop() {
            self.game_state.play(m)?;
            if let Some(clocks) = &self.clocks {
                self.left_by_turn.push(clocks.all_left(now));
            }
            let turn = self.game_state.position().turn();
            if turn.is_none_or(|seat| self.is_person(seat)) {
                break;
            }
        }
        self.update(now);
        Ok(())
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
        self.forfeit(seat, Termination::Resignation, None, now);
        Ok(())
    }

    /// The game ends, and this seat loses.
    pub(crate) fn forfeit(
        &mut self,
        seat: Seat,
        termination: Termination,
        remark: Option<String>,
        now: Instant,
    ) {
        let outcome = self.game_state.position().outcome_if_abandoned(Some(seat));
        self.end(termination, Some(seat), &outcome, remark);
        self.update(now);
    }

    /// Everybody moves one seat on.
    pub(crate) fn swap(&mut self) {
        self.seats.rotate_right(1);
        self.specs.rotate_right(1);
        // An undone move may now belong to another seat.
        self.undone.clear();
    }

    /// Players and clocks stop, or go on.
    pub(crate) fn pause(&mut self, paused: bool, now: Instant) {
        self.paused = paused;
        self.update(now);
    }

    /// Whether players and clocks are stopped.
    pub(crate) fn is_paused(&self) -> bool {
        self.paused
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
        self.clocks.as_ref()?.deadline()
    }

    /// The seat on turn loses if its time is up.
    pub(crate) fn flag(&mut self, now: Instant) {
        let late = self.deadline().is_some_and(|deadline| deadline <= now);
        if let Some(seat) = self.on_turn().filter(|_| late) {
            self.forfeit(seat, Termination::Time, None, now);
        }
    }

    /// Stops all clocks, as long as no client is connected.
    pub(crate) fn stop_clocks(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.run(None, now);
        }
    }

    /// Checks whether the game is over, and runs the clock of the seat on turn.
    pub(crate) fn update(&mut self, now: Instant) {
        if self.over.is_none() {
            self.check_end();
        }
        let turn = self.on_turn().filter(|_| !self.paused);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(turn, now);
        }
    }

    fn check_end(&mut self) {
        let position = self.game_state.position();
        if let Some(outcome) = position.outcome() {
            self.end(Termination::Natural, None, &outcome, None);
            return;
        }
        let turn = position.turn();
        let before = &self.game_state.positions()[..self.plies()];
        let turns = before.iter().filter(|position| position.turn() == turn).count();
        let limits = GameLimits::default_for(self.game_state.game());
        if let Some(termination) = limits.exceeded(&self.game_state, turns) {
            let outcome = position.outcome_if_abandoned(None);
            self.end(termination, None, &outcome, None);
        }
    }

    fn end(
        &mut self,
        termination: Termination,
        culprit: Option<Seat>,
        outcome: &Outcome,
        remark: Option<String>,
    ) {
        let culprit = culprit.map(Seat::index);
        self.over = Some(GameOver { termination, culprit, outcome: points(outcome), remark });
    }

    /// How many plies are left when a person's last move is undone.
    fn last_turn_of_a_person(&self) -> Option<usize> {
        let positions = &self.game_state.positions()[..self.plies()];
        positions
            .iter()
            .rposition(|position| position.turn().is_some_and(|seat| self.is_person(seat)))
    }

    /// How many turns can be redone.
    fn turns_to_redo(&self) -> usize {
        let mut game_state = self.game_state.clone();
        let mut turns = 0;
        for &m in self.undone.iter().rev() {
            let turn = game_state.position().turn();
            turns += usize::from(turn.is_some_and(|seat| self.is_person(seat)));
            if game_state.play(m).is_err() {
                break;
            }
        }
        turns
    }

    /// The moves to redo in the game's notation, the next one last.
    fn undone_texts(&self) -> Vec<String> {
        let next_first: Vec<AnyMove> = self.undone.iter().rev().copied().collect();
        let mut texts = self.game_state.position().write_line(&next_first);
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
