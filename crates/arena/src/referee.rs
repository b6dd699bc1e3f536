//! The referee: plays one game between any players and reports how it ended.
//!
//! A player that answers anything but a legal move in time, or panics, forfeits the game. With more
//! than two players it gets the last place left, and the others share the rest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use spielwerk_games::Seat;
use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams};
use spielwerk_search::{StopFlag, Stopwatch};
use spielwerk_session::{GameEnd, GameLimits, GameSession, Termination, TimeControl};

use crate::adjudication::{Adjudicator, by_tablebase};
use crate::{PlayedGame, Ply};

/// Plays games under a time control and game limits.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Referee {
    /// The time control.
    pub time_control: TimeControl,
    /// Limits that end a game beyond its rules.
    pub limits: GameLimits,
}

impl Referee {
    /// Plays a game to its end. There is one player for each seat, in order.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    pub fn play(&self, state: GameState, players: &mut [Box<dyn Player>]) -> PlayedGame {
        let never = StopFlag::default();
        let mut session = GameSession::new(state, self.time_control, self.limits);
        let plies = self.play_session(&mut session, players, &never);
        finish(session, plies)
    }

    /// The same, but nothing if it is stopped before the end.
    ///
    /// # Panics
    /// If there are fewer players than seats.
    pub fn play_unless_stopped(
        &self,
        state: GameState,
        players: &mut [Box<dyn Player>],
        stop: &StopFlag,
    ) -> Option<PlayedGame> {
        let mut session = GameSession::new(state, self.time_control, self.limits);
        let plies = self.play_session(&mut session, players, stop);
        // A player that was stopped may have forfeited by it.
        (!stop.is_stopped()).then(|| finish(session, plies))
    }

    /// Plays until the game has ended or is stopped.
    fn play_session(
        &self,
        session: &mut GameSession,
        players: &mut [Box<dyn Player>],
        stop: &StopFlag,
    ) -> Vec<Ply> {
        let mut adjudicator = Adjudicator::default();
        let mut plies = Vec::new();
        while let Some(seat) = session.turn().filter(|_| !stop.is_stopped()) {
            let player = &mut *players[seat.index()];
            let Some((ply, analysis)) = play_turn(session, seat, player, stop) else { break };
            plies.push(ply);
            if let Some(end) = self.adjudicate(session, &mut adjudicator, seat, &analysis) {
                session.finish(end, Instant::now());
            }
        }
        plies
    }

    /// A game that a player forfeits because its program could not be started.
    pub fn failed_start(&self, state: GameState, seat: Seat, error: &PlayerError) -> PlayedGame {
        let mut session = GameSession::new(state, self.time_control, self.limits);
        session.finish(GameEnd::forfeit(session.state(), seat, error), Instant::now());
        finish(session, Vec::new())
    }

    /// The end of an unfinished game for two by resignation or adjudication, if it is decided.
    fn adjudicate(
        &self,
        session: &GameSession,
        adjudicator: &mut Adjudicator,
        seat: Seat,
        analysis: &Analysis,
    ) -> Option<GameEnd> {
        let position = session.position();
        if session.state().game().seats() != 2 || position.outcome().is_some() {
            return None;
        }
        let (termination, outcome) = adjudicator
            .update(&self.limits, seat, analysis)
            .or_else(|| self.limits.adjudication.then(|| by_tablebase(position))?)?;
        let culprit = (termination == Termination::Resignation).then_some(seat);
        Some(GameEnd { culprit, ..GameEnd::new(termination, outcome) })
    }
}

/// Asks the player on turn for a move; none if it forfeits.
fn play_turn(
    session: &mut GameSession,
    seat: Seat,
    player: &mut dyn Player,
    stop: &StopFlag,
) -> Option<(Ply, Analysis)> {
    let now = Instant::now();
    let moves_to_go = spielwerk_players::expected_moves_left(session.position());
    let params = SearchParams { stop: stop.clone(), ..session.search_params(moves_to_go, now) };
    let allowed = session.clocks().allowed(seat, now);
    let (answer, time) = time_move(player, session.state(), &params);
    let (m, analysis) = match answer {
        Ok(analysis) => (Ok(analysis.best_move), Some(analysis)),
        Err(error) => (Err(error), None),
    };
    let plies = session.plies();
    session.answer(m, time, Instant::now());
    let analysis = analysis.filter(|_| session.plies() > plies)?;
    Some((Ply::new(seat, &analysis, time, allowed), analysis))
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

fn finish(session: GameSession, plies: Vec<Ply>) -> PlayedGame {
    let (state, end) = session.into_parts();
    let GameEnd { termination, culprit, remark, outcome } = end;
    PlayedGame { state, plies, termination, culprit, remark, outcome }
}
