//! The referee: plays one game between any players and reports how it ended.
//!
//! A player that answers anything but a legal move in time, or panics, forfeits the game. With more
//! than two players it gets the last place left, and the others share the rest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use spielwerk_games::{MoveError, Outcome, Seat};
use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams};
use spielwerk_search::Stopwatch;

use crate::adjudication::{Adjudicator, by_tablebase};
use crate::time_control::GameClocks;
use crate::{GameLimits, PlayedGame, Ply, Termination, TimeControl};

/// Plays games under a time control and game limits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Referee {
    /// The time control.
    pub time_control: TimeControl,
    /// Limits that end a game beyond its rules.
    pub limits: GameLimits,
}

/// The end of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameEnd {
    /// How it ended.
    pub termination: Termination,
    /// The seat that forfeited or resigned.
    pub culprit: Option<Seat>,
    /// What the culprit did, as text.
    pub remark: Option<String>,
    /// The points of every seat.
    pub outcome: Outcome,
}

impl GameEnd {
    /// A player forfeits: it gave no legal move in time.
    pub fn forfeit(state: &GameState, seat: Seat, error: &PlayerError) -> GameEnd {
        let termination = match error {
            PlayerError::IllegalMove(_) => Termination::Illegal,
            PlayerError::NotAMove(_) => Termination::Garbage,
            PlayerError::Timeout(_) => Termination::Time,
            PlayerError::Crashed(_) | PlayerError::WrongGame { .. } => Termination::Crash,
            PlayerError::Disconnected(_) => Termination::Disconnect,
            PlayerError::NoMove(_) | PlayerError::GameOver => Termination::NoMove,
        };
        let outcome = state.position().outcome_if_abandoned(Some(seat));
        GameEnd { termination, culprit: Some(seat), remark: Some(error.to_string()), outcome }
    }

    /// A player resigns.
    pub fn resigned(state: &GameState, seat: Seat) -> GameEnd {
        let outcome = state.position().outcome_if_abandoned(Some(seat));
        GameEnd {
            termination: Termination::Resignation,
            culprit: Some(seat),
            remark: None,
            outcome,
        }
    }
}

impl Referee {
    /// The end of a game by its rules or by the limits, if it has ended.
    pub fn game_end(&self, state: &GameState) -> Option<GameEnd> {
        let seats = state.game().seats();
        self.check_end(
            state,
            &turns_so_far(state, seats),
            &GameClocks::new(&self.time_control, seats),
        )
        .err()
    }

    /// Plays a game to its end. There is one player for each seat, in order.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    pub fn play(&self, mut state: GameState, players: &mut [Box<dyn Player>]) -> PlayedGame {
        let seats = state.game().seats();
        let mut turns = turns_so_far(&state, seats);
        let mut clocks = GameClocks::new(&self.time_control, seats);
        let mut adjudicator = Adjudicator::default();
        let mut plies = Vec::new();
        let end = loop {
            let seat = match self.check_end(&state, &turns, &clocks) {
                Ok(seat) => seat,
                Err(end) => break end,
            };
            let player = &mut *players[seat.index()];
            let (ply, analysis) = match self.play_turn(&mut state, seat, player, &mut clocks) {
                Ok(answer) => answer,
                Err(error) => break GameEnd::forfeit(&state, seat, &error),
            };
            plies.push(ply);
            turns[seat.index()] += 1;
            if seats == 2
                && state.position().outcome().is_none()
                && let Some((termination, outcome)) = adjudicator
                    .update(&self.limits, seat, &analysis)
                    .or_else(|| self.limits.adjudication.then(|| by_tablebase(state.position()))?)
            {
                let culprit = (termination == Termination::Resignation).then_some(seat);
                break GameEnd { termination, culprit, remark: None, outcome };
            }
        };
        finish(state, plies, end)
    }

    /// A game that a player forfeits because its program could not be started.
    pub fn failed_start(&self, state: GameState, seat: Seat, error: &PlayerError) -> PlayedGame {
        let end = GameEnd::forfeit(&state, seat, error);
        finish(state, Vec::new(), end)
    }

    /// The seat to move, or the end of the game.
    fn check_end(
        &self,
        state: &GameState,
        turns: &[usize],
        clocks: &GameClocks,
    ) -> Result<Seat, GameEnd> {
        let position = state.position();
        let end =
            |termination, outcome| GameEnd { termination, culprit: None, remark: None, outcome };
        if let Some(outcome) = position.outcome() {
            return Err(end(Termination::Natural, outcome));
        }
        // A position without an outcome has a side to move.
        let seat = position.turn().unwrap_or(Seat::FIRST);
        let Some(termination) = self.limits.exceeded(state, turns[seat.index()]) else {
            return Ok(seat);
        };
        let ahead = clocks.ahead_on_time().filter(|_| self.limits.clock_decides);
        Err(end(
            termination,
            ahead.map_or_else(|| position.outcome_if_abandoned(None), Outcome::win),
        ))
    }

    /// Asks a player for a move, and plays it if it is legal and in time.
    fn play_turn(
        &self,
        state: &mut GameState,
        seat: Seat,
        player: &mut dyn Player,
        clocks: &mut GameClocks,
    ) -> Result<(Ply, Analysis), PlayerError> {
        let params = clocks.search_params(seat, state.position());
        let allowed = clocks.allowed(seat);
        let (answer, time) = time_move(player, state, &params);
        let in_time = clocks.charge(seat, time);
        // Too late loses, whatever the answer.
        if !in_time {
            return Err(PlayerError::Timeout(allowed.unwrap_or_default()));
        }
        let analysis = answer?;
        state.play(analysis.best_move).map_err(|error| match error {
            MoveError::Unreadable { .. } => PlayerError::NotAMove(error.to_string()),
            MoveError::Illegal { .. } => PlayerError::IllegalMove(error.to_string()),
        })?;
        Ok((Ply::new(seat, &analysis, time, allowed), analysis))
    }
}

/// A player's answer, and how long it took.
fn time_move(
    player: &mut dyn Player,
    state: &GameState,
    params: &SearchParams,
) -> (Result<Analysis, PlayerError>, Duration) {
    let stopwatch = Stopwatch::start(params.limits.clock, params.threads);
    // A player that panicked is not asked again, so the state in which it is left does not matter.
    let answer = catch_unwind(AssertUnwindSafe(|| player.choose(state, params, &mut |_| {})));
    let time = player.time_used().unwrap_or_else(|| stopwatch.elapsed());
    let panicked = |cause: Box<dyn std::any::Any + Send>| {
        let text = cause.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| cause.downcast_ref::<&str>().copied());
        Err(PlayerError::Crashed(text.unwrap_or("unknown panic").to_owned()))
    };
    (answer.unwrap_or_else(panicked), time)
}

/// How many turns each seat has had.
fn turns_so_far(state: &GameState, seats: usize) -> Vec<usize> {
    let mut turns = vec![0; seats];
    let before = &state.positions()[..state.moves().len()];
    for seat in before.iter().filter_map(spielwerk_games::AnyPosition::turn) {
        turns[seat.index()] += 1;
    }
    turns
}

fn finish(state: GameState, plies: Vec<Ply>, end: GameEnd) -> PlayedGame {
    let GameEnd { termination, culprit, remark, outcome } = end;
    PlayedGame { state, plies, termination, culprit, remark, outcome }
}
