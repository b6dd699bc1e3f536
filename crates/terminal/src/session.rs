//! A game under way with its players: whose searches run, and what they have found.
//!
//! A session blocks only where a method says so. A front end calls [`Session::poll`] now and then,
//! which handles the events of the players' searches.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::{Duration, Instant};

use spielwerk_engines::Entrant;
use spielwerk_games::{AnyMove, AnyPosition, Seat};
use spielwerk_players::{
    Analysis, GameState, Player, PlayerError, PlayerKey, PlayerSpec, Requester, SearchEvent,
    SearchHandle, SearchParams, SearchPool, SpecError,
};
use spielwerk_search::Limits;
use spielwerk_session::{GameEnd, GameLimits, GameSession, TimeControl};
use thiserror::Error;

use crate::{SeatPlayer, SessionConfig};

/// A game under way with its players.
pub struct Session {
    config: SessionConfig,
    game: GameSession,
    pool: SearchPool,
    /// The search of the player on turn.
    player_search: Option<RunningSearch>,
    /// A search for a hint or analysis.
    analysis_search: Option<RunningSearch>,
    player_analysis: Option<(AnyPosition, Analysis)>,
    analysis: Option<Analysis>,
    turn_began: Instant,
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

/// A search in a thread of the pool. It is stopped when this is dropped.
struct RunningSearch {
    _handle: SearchHandle,
    events: Receiver<SearchEvent>,
}

impl RunningSearch {
    /// The next event, if there is one yet.
    fn try_recv(&self) -> Option<SearchEvent> {
        match self.events.try_recv() {
            Ok(event) => Some(event),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(ended_without_result()),
        }
    }

    /// The next event, or none if it takes too long.
    fn recv_timeout(&self, timeout: Duration) -> Option<SearchEvent> {
        match self.events.recv_timeout(timeout) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ended_without_result()),
        }
    }
}

fn ended_without_result() -> SearchEvent {
    SearchEvent::Done(Err(PlayerError::Crashed("it ended without a result".into())))
}

impl Session {
    /// Starts all players and the game.
    pub fn new(config: SessionConfig) -> Result<Session, SessionError> {
        let seed = config.seed;
        // One thread for each seat, one for an analysis, and one in case another still stops.
        let pool = SearchPool::new(
            config.game.seats() + 2,
            || {},
            move |game, spec| {
                let entrant = Entrant::new(game, spec);
                entrant.map_err(|error| PlayerError::Crashed(error.to_string()))?.player(seed)
            },
        );
        let mut session = Session {
            game: new_game(&config),
            pool,
            player_search: None,
            analysis_search: None,
            player_analysis: None,
            analysis: None,
            turn_began: Instant::now(),
            games: 0,
            config,
        };
        session.start_players()?;
        session.game.start_clocks(Instant::now());
        session.next_turn();
        Ok(session)
    }

    /// The game, its players and their time.
    pub fn config(&self) -> &SessionConfig {
        &self.config
    }

    /// The game so far.
    pub fn game_state(&self) -> &GameState {
        self.game.state()
    }

    /// The present position.
    pub fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<&GameEnd> {
        self.game.end()
    }

    /// The seat to move, while the game goes on.
    pub fn turn(&self) -> Option<Seat> {
        self.game.turn()
    }

    /// The seat to move, if a person plays it.
    pub fn person(&self) -> Option<Seat> {
        self.turn().filter(|&seat| is_person(&self.config, seat))
    }

    /// How long the turn has lasted.
    pub fn thinking_for(&self) -> Duration {
        self.turn_began.elapsed()
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
        self.game.clocks().remaining(seat, Instant::now())
    }

    /// Plays a person's move.
    pub fn play(&mut self, m: AnyMove) -> Result<(), spielwerk_session::SessionError> {
        self.game.play(m, Instant::now())?;
        self.next_turn();
        Ok(())
    }

    /// Handles events of players and clocks; whether there were any.
    pub fn poll(&mut self) -> bool {
        let mut any = self.poll_analysis();
        if self.game.flag(Instant::now()) {
            self.stop_all();
            return true;
        }
        while let Some(event) = self.player_search.as_ref().and_then(RunningSearch::try_recv) {
            self.handle_player_event(event);
            any = true;
        }
        any
    }

    /// Waits until the player on turn has moved, at most so long; whether it has.
    pub fn wait(&mut self, timeout: Duration) -> bool {
        let until = Instant::now() + timeout;
        let plies = self.game.plies();
        while self.turn().is_some() && self.person().is_none() && self.game.plies() == plies {
            let left = until.saturating_duration_since(Instant::now());
            match self.player_search.as_ref().and_then(|search| search.recv_timeout(left)) {
                Some(event) => self.handle_player_event(event),
                None if left.is_zero() => return false,
                None => {}
            }
        }
        true
    }

    /// Starts an analysis of the present position, for so long or, without a limit, until it
    /// changes.
    pub fn start_analysis(&mut self, time: Option<Duration>) {
        if self.turn().is_some() {
            let key = self.key("analysis", &PlayerSpec::named("strong"));
            let params = SearchParams::new(Limits { time, ..Limits::default() });
            self.analysis_search = Some(self.search(key, params));
        }
    }

    /// Waits for the result of the analysis.
    pub fn wait_for_analysis(&mut self) -> Option<&Analysis> {
        const SLICE: Duration = Duration::from_millis(100);
        while let Some(search) = &self.analysis_search {
            match search.recv_timeout(SLICE) {
                Some(SearchEvent::Progress(analysis)) => self.analysis = Some(analysis),
                Some(SearchEvent::Done(answer)) => {
                    self.analysis = answer.ok();
                    self.analysis_search = None;
                }
                Some(SearchEvent::Waiting(_)) | None => {}
            }
        }
        self.analysis.as_ref()
    }

    /// Stops the analysis.
    pub fn stop_analysis(&mut self) {
        self.analysis_search = None;
    }

    /// Undoes moves until a person is to move again; whether there was such a turn.
    pub fn undo(&mut self) -> bool {
        let Session { game, config, .. } = self;
        let done = game.take_back(|seat| is_person(config, seat), Instant::now());
        if done {
            self.next_turn();
        }
        done
    }

    /// Redoes undone moves until a person is to move; whether there were any.
    pub fn redo(&mut self) -> bool {
        let Session { game, config, .. } = self;
        let done = game.redo(|seat| is_person(config, seat), Instant::now());
        if done {
            self.next_turn();
        }
        done
    }

    /// A seat resigns.
    pub fn resign(&mut self, seat: Seat) {
        self.stop_all();
        self.game.resign(seat, Instant::now());
    }

    /// Starts a new game; everybody moves on by so many seats.
    pub fn restart(&mut self, seats: usize) -> Result<(), SessionError> {
        self.stop_all();
        let count = self.config.seats.len();
        self.config.seats.rotate_right(seats % count.max(1));
        self.game = new_game(&self.config);
        self.player_analysis = None;
        self.games += 1;
        self.start_players()?;
        self.game.start_clocks(Instant::now());
        self.next_turn();
        Ok(())
    }

    /// Starts the players of all seats, so that one that cannot be started is reported at once.
    fn start_players(&self) -> Result<(), SessionError> {
        for (seat, player) in Seat::all(self.config.seats.len()).zip(&self.config.seats) {
            if let SeatPlayer::Player(spec) = player {
                let key = self.seat_key(seat, spec);
                self.pool.insert(key, self.start_player(spec)?);
            }
        }
        Ok(())
    }

    fn start_player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, SessionError> {
        let entrant = Entrant::new(self.config.game, spec)?;
        let player = entrant.player(self.config.seed.wrapping_add(self.games));
        player.map_err(|error| SessionError::FailedStart { name: entrant.name().to_owned(), error })
    }

    fn seat_key(&self, seat: Seat, spec: &PlayerSpec) -> PlayerKey {
        self.key(&format!("seat {}", seat.index()), spec)
    }

    /// Every game has players of its own.
    fn key(&self, name: &str, spec: &PlayerSpec) -> PlayerKey {
        PlayerKey { name: format!("game {}, {name}", self.games), spec: spec.clone() }
    }

    fn search(&self, key: PlayerKey, params: SearchParams) -> RunningSearch {
        // Each player has a share of its own, so that none waits for another.
        let requester = Requester { visitor: key.name.clone(), quick: false };
        let (sender, events) = channel();
        // A dropped receiver has already stopped the search.
        let on_event = move |event| drop(sender.send(event));
        let handle = self.pool.search(requester, key, self.game.state().clone(), params, on_event);
        RunningSearch { _handle: handle, events }
    }

    fn poll_analysis(&mut self) -> bool {
        let mut any = false;
        while let Some(event) = self.analysis_search.as_ref().and_then(RunningSearch::try_recv) {
            any = true;
            match event {
                SearchEvent::Waiting(_) => {}
                SearchEvent::Progress(analysis) => self.analysis = Some(analysis),
                SearchEvent::Done(answer) => {
                    self.analysis = answer.ok().or(self.analysis.take());
                    self.analysis_search = None;
                }
            }
        }
        any
    }

    fn handle_player_event(&mut self, event: SearchEvent) {
        match event {
            SearchEvent::Waiting(_) => {}
            SearchEvent::Progress(analysis) => {
                self.player_analysis = Some((self.position().clone(), analysis));
            }
            SearchEvent::Done(answer) => {
                let (before, now) = (self.position().clone(), Instant::now());
                let m = answer.as_ref().map(|analysis| analysis.best_move).map_err(Clone::clone);
                self.game.answer(m, self.game.clocks().running_for(now), now);
                if let Ok(analysis) = answer {
                    self.player_analysis = Some((before, analysis));
                }
                self.next_turn();
            }
        }
    }

    /// Stops all searches, and starts that of the player on turn.
    fn next_turn(&mut self) {
        self.analysis = None;
        self.stop_all();
        self.turn_began = Instant::now();
        let Some(seat) = self.turn() else { return };
        if let SeatPlayer::Player(spec) = &self.config.seats[seat.index()] {
            let moves_to_go = spielwerk_players::expected_moves_left(self.position());
            let params = self.game.search_params(moves_to_go, self.turn_began);
            self.player_search = Some(self.search(self.seat_key(seat, spec), params));
        }
    }

    fn stop_all(&mut self) {
        self.player_search = None;
        self.analysis_search = None;
    }
}

/// The game before its first move.
fn new_game(config: &SessionConfig) -> GameSession {
    // People see their clocks run, so there is no margin on top.
    let time_control = TimeControl { margin: None, ..config.time_control };
    let state = GameState::from_position(config.game, config.start.clone());
    GameSession::new(state, time_control, GameLimits::default_for(config.game))
}

fn is_person(config: &SessionConfig, seat: Seat) -> bool {
    config.seats[seat.index()] == SeatPlayer::Person
}

#[cfg(test)]
mod tests;
