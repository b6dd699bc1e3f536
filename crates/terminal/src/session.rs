//! A game under way: turns, clocks, undo and redo, the searches of players, and how it ends.
//!
//! A session does no I/O and blocks only where a method says so. A front end calls
//! [`Session::poll`] now and then, which handles the events of the players' threads.

use std::time::{Duration, Instant};

use spielwerk_arena::{Entrant, GameClocks, GameEnd, GameLimits, Referee, TimeControl};
use spielwerk_games::{AnyMove, AnyPosition, MoveError, Seat};
use spielwerk_players::{Analysis, GameState, PlayerError, PlayerSpec, SpecError};
use spielwerk_search::Limits;
use thiserror::Error;

use crate::player_thread::{PlayerEvent, PlayerThread};
use crate::{SeatPlayer, SessionConfig};

/// A game under way.
pub struct Session {
    config: SessionConfig,
    referee: Referee,
    game_state: GameState,
    /// Before every move, and now.
    clocks: Vec<GameClocks>,
    /// Undone moves, the next one to redo last.
    undone: Vec<AnyMove>,
    /// The players by seat; none where a person plays.
    player_threads: Vec<Option<PlayerThread>>,
    /// Searches for hints and analysis, once they have been asked for.
    analysis_thread: Option<PlayerThread>,
    player_analysis: Option<(AnyPosition, Analysis)>,
    analysis: Option<Analysis>,
    began: Instant,
    end: Option<GameEnd>,
    games: u64,
}

/// Why a session cannot start.
#[derive(Debug, Error)]
pub enum SessionError {
    /// An invalid player spec.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A player that cannot be started.
    #[error("{name} could not be started: {error}")]
    FailedStart {
        /// Its name.
        name: String,
        /// The reason.
        error: PlayerError,
    },
}

impl Session {
    /// Starts all players and the game.
    pub fn new(config: SessionConfig) -> Result<Session, SessionError> {
        // People see their clocks run, so there is no margin on top.
        let time_control = TimeControl { margin: None, ..config.time_control };
        let game_state = GameState::from_position(config.game, config.start.clone());
        let mut session = Session {
            referee: Referee { time_control, limits: GameLimits::default_for(config.game) },
            clocks: vec![GameClocks::new(&time_control, config.game.seats())],
            undone: Vec::new(),
            player_threads: Vec::new(),
            analysis_thread: None,
            player_analysis: None,
            analysis: None,
            began: Instant::now(),
            end: None,
            games: 0,
            game_state,
            config,
        };
        session.start_players()?;
        session.next_turn();
        Ok(session)
    }

    /// The game, its players and their time.
    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// The game so far.
    pub fn game_state(&self) -> &GameState {
        &self.game_state
    }

    /// The present position.
    pub fn position(&self) -> &AnyPosition {
        self.game_state.position()
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// The seat to move, while the game goes on.
    pub fn turn(&self) -> Option<Seat> {
        self.position().turn().filter(|_| self.end.is_none())
    }

    /// The seat to move, if a person plays it.
    pub fn person(&self) -> Option<Seat> {
        self.turn().filter(|seat| self.config.seats[seat.index()] == SeatPlayer::Person)
    }

    /// How long the turn has lasted.
    pub fn thinking_for(&self) -> Duration {
        self.began.elapsed()
    }

    /// The analysis of the player on turn so far, or of the last player that moved.
    pub fn player_analysis(&self) -> Option<&(AnyPosition, Analysis)> {
        self.player_analysis.as_ref()
    }

    /// The analysis of the present position that was asked for.
    pub fn analysis(&self) -> Option<&Analysis> {
        self.analysis.as_ref()
    }

    /// What is left on a seat's clock, if time for the whole game is limited.
    pub fn clock(&self, seat: Seat) -> Option<Duration> {
        let left = self.clocks.last()?.remaining(seat)?;
        let running = self.turn() == Some(seat);
        Some(if running { left.saturating_sub(self.began.elapsed()) } else { left })
    }

    /// Plays a person's move.
    pub fn play(&mut self, m: AnyMove) -> Result<(), MoveError> {
        self.apply(m)
    }

    /// Handles events of players and clocks; whether there were any.
    pub fn poll(&mut self) -> bool {
        let mut any = self.poll_analysis();
        while let Some(seat) = self.turn() {
            if self.clock(seat) == Some(Duration::ZERO) {
                let error = PlayerError::Timeout(self.began.elapsed());
                self.finish(GameEnd::forfeit(&self.game_state, seat, &error));
                return true;
            }
            let Some(event) =
                self.player_threads[seat.index()].as_ref().and_then(PlayerThread::try_recv)
            else {
                break;
            };
            self.handle_player_event(seat, event);
            any = true;
        }
        any
    }

    /// Waits until the player on turn has moved, at most so long; whether it has.
    pub fn wait(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        let plies = self.game_state.moves().len();
        while let Some(seat) = self.turn().filter(|_| self.person().is_none())
            && self.game_state.moves().len() == plies
        {
            let left = until.saturating_duration_since(Instant::now());
            let event = self.player_threads[seat.index()]
                .as_ref()
                .and_then(|thread| thread.recv_timeout(left));
            match event {
                Some(event) => self.handle_player_event(seat, event),
                None if left.is_zero() => return false,
                None => {}
            }
        }
        true
    }

    /// Starts an analysis of the present position, for so long or, without a limit, until it
    /// changes.
    pub fn start_analysis(&mut self, time: Option<Duration>) -> Result<(), SessionError> {
        if self.turn().is_none() {
            return Ok(());
        }
        if self.analysis_thread.is_none() {
            self.analysis_thread = Some(self.player_thread(&PlayerSpec::named("strong"))?);
        }
        if let Some(thread) = &mut self.analysis_thread {
            thread.search(&self.game_state, Limits { time, ..Limits::default() });
        }
        Ok(())
    }

    /// Waits for the result of the analysis.
    pub fn wait_for_analysis(&mut self) -> Option<&Analysis> {
        const SLICE: Duration = Duration::from_millis(100);
        while let Some(thread) = &self.analysis_thread {
            match thread.recv_timeout(SLICE) {
                Some(PlayerEvent::Progress(analysis)) => self.analysis = Some(analysis),
                Some(PlayerEvent::Done(answer)) => {
                    self.analysis = answer.ok();
                    break;
                }
                None => {}
            }
        }
        self.analysis.as_ref()
    }

    /// Stops the analysis.
    pub fn stop_analysis(&mut self) {
        if let Some(thread) = &mut self.analysis_thread {
            thread.stop();
        }
    }

    /// Undoes moves until a person is to move again; whether there was such a turn.
    pub fn undo(&mut self) -> bool {
        let played = self.game_state.moves().len();
        let before = &self.game_state.positions()[..played];
        let is_person = |position: &AnyPosition| {
            let turn = position.turn();
            turn.is_some_and(|seat| self.config.seats[seat.index()] == SeatPlayer::Person)
        };
        let Some(target) = before.iter().rposition(is_person) else {
            return false;
        };
        self.stop_all();
        for _ in target..played {
            self.undone.extend(self.game_state.undo());
            self.clocks.pop();
        }
        self.end = None;
        self.next_turn();
        true
    }

    /// Redoes undone moves until a person is to move; whether there were any.
    pub fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(m) = self.undone.last().copied() {
            self.stop_all();
            if self.apply(m).is_err() {
                self.undone.clear();
                break;
            }
            any = true;
            if self.person().is_some() {
                break;
            }
        }
        any
    }

    /// A seat resigns.
    pub fn resign(&mut self, seat: Seat) {
        if self.end.is_none() {
            self.finish(GameEnd::resigned(&self.game_state, seat));
        }
    }

    /// Starts a new game; everybody moves on by so many seats.
    pub fn restart(&mut self, seats: usize) -> Result<(), SessionError> {
        self.stop_all();
        let count = self.config.seats.len();
        self.config.seats.rotate_right(seats % count.max(1));
        self.game_state = GameState::from_position(self.config.game, self.config.start.clone());
        self.clocks = vec![GameClocks::new(&self.referee.time_control, self.config.game.seats())];
        self.undone.clear();
        self.player_analysis = None;
        self.end = None;
        self.games += 1;
        self.start_players()?;
        self.next_turn();
        Ok(())
    }

    fn start_players(&mut self) -> Result<(), SessionError> {
        let start = |player: &SeatPlayer| match player {
            SeatPlayer::Person => Ok(None),
            SeatPlayer::Player(spec) => self.player_thread(spec).map(Some),
        };
        self.player_threads = self.config.seats.iter().map(start).collect::<Result<_, _>>()?;
        Ok(())
    }

    fn player_thread(&self, spec: &PlayerSpec) -> Result<PlayerThread, SessionError> {
        let entrant = Entrant::new(self.config.game, spec)?;
        let seed = self.config.seed.wrapping_add(self.games);
        let player = entrant.player(seed);
        let failed = |error| SessionError::FailedStart { name: entrant.name().to_owned(), error };
        Ok(PlayerThread::new(player.map_err(failed)?))
    }

    fn poll_analysis(&mut self) -> bool {
        let mut any = false;
        while let Some(event) = self.analysis_thread.as_ref().and_then(PlayerThread::try_recv) {
            any = true;
            match event {
                PlayerEvent::Progress(analysis) | PlayerEvent::Done(Ok(analysis)) => {
                    self.analysis = Some(analysis);
                }
                PlayerEvent::Done(Err(_)) => break,
            }
        }
        any
    }

    fn handle_player_event(&mut self, seat: Seat, event: PlayerEvent) {
        match event {
            PlayerEvent::Progress(analysis) => {
                self.player_analysis = Some((self.position().clone(), analysis));
            }
            PlayerEvent::Done(Ok(analysis)) => {
                let before = self.position().clone();
                let played = self.apply(analysis.best_move);
                self.player_analysis = Some((before, analysis));
                if let Err(error) = played {
                    let error = PlayerError::IllegalMove(error.to_string());
                    self.finish(GameEnd::forfeit(&self.game_state, seat, &error));
                }
            }
            PlayerEvent::Done(Err(error)) => {
                self.finish(GameEnd::forfeit(&self.game_state, seat, &error));
            }
        }
    }

    /// Plays a move of a person or player, and starts the next turn.
    fn apply(&mut self, m: AnyMove) -> Result<(), MoveError> {
        let seat = self.turn();
        self.game_state.play(m)?;
        // Another move than before leaves nothing to redo.
        if self.undone.pop() != Some(m) {
            self.undone.clear();
        }
        if let Some(mut clocks) = self.clocks.last().cloned() {
            if let Some(seat) = seat {
                clocks.charge(seat, self.began.elapsed());
            }
            self.clocks.push(clocks);
        }
        self.next_turn();
        Ok(())
    }

    /// Ends the game if it is over, or starts the search of the next player.
    fn next_turn(&mut self) {
        self.analysis = None;
        self.stop_analysis();
        self.began = Instant::now();
        if let Some(end) = self.referee.game_end(&self.game_state) {
            return self.finish(end);
        }
        if let (Some(seat), Some(clocks)) = (self.turn(), self.clocks.last())
            && let Some(thread) = &mut self.player_threads[seat.index()]
        {
            thread.search(&self.game_state, clocks.limits(seat, self.game_state.position()));
        }
    }

    fn finish(&mut self, end: GameEnd) {
        self.stop_all();
        self.end = Some(end);
    }

    /// Stops all searches.
    fn stop_all(&mut self) {
        self.stop_analysis();
        for thread in self.player_threads.iter_mut().flatten() {
            thread.stop();
        }
    }
}

#[cfg(test)]
mod tests;
