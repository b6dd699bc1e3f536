//! A game under way: turns, clocks, take-backs, resignation, limits, and how it ended.
//!
//! A session is a plain value. It does no I/O and reads no clock: the caller passes the time. Clocks
//! run only after [`GameSession::start_clocks`]; without it, players are charged what they took.

use std::time::Duration;

use spielwerk_games::{AnyMove, AnyPosition, MoveError, Outcome, Seat};
use spielwerk_search::Instant;
use thiserror::Error;

use crate::{
    Clocks, GameEnd, GameLimits, GameState, PlayerError, SearchParams, Termination, TimeControl,
};

/// A game under way.
#[derive(Clone, Debug)]
pub struct GameSession {
    state: GameState,
    limits: GameLimits,
    clocks: Clocks,
    /// What every seat had left when the turn of each ply began, the present one last: a take-back
    /// gives the time back too.
    remaining_by_turn: Vec<Vec<Duration>>,
    /// Moves that were taken back and can be played again, the next one last.
    undone: Vec<AnyMove>,
    started: bool,
    paused: bool,
    end: Option<GameEnd>,
}

/// What the clocks of a session had left, now and when each turn began, for a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SavedClocks {
    /// By seat; empty if time for the game is not limited.
    pub remaining: Vec<Duration>,
    /// The same when the turn of each ply began, the present one last.
    pub remaining_by_turn: Vec<Vec<Duration>>,
}

/// Why a session refuses a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SessionError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The move is not legal.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl GameSession {
    /// A session that goes on from a state, with full clocks that do not run yet.
    pub fn new(state: GameState, time_control: TimeControl, limits: GameLimits) -> GameSession {
        let clocks = Clocks::new(time_control, state.game().seats());
        let mut session = GameSession {
            remaining_by_turn: Vec::new(),
            undone: Vec::new(),
            started: false,
            paused: false,
            end: None,
            state,
            limits,
            clocks,
        };
        session.restore_clocks(SavedClocks::default());
        session.end = session.check_end();
        session
    }

    /// Sets the clocks as they were stored. What does not fit this game is as it is now.
    pub fn restore_clocks(&mut self, saved: SavedClocks) {
        let seats = self.state.game().seats();
        if saved.remaining.len() == seats {
            self.clocks.set(&saved.remaining);
        }
        let now = self.clocks.all_remaining(Instant::now());
        self.remaining_by_turn = saved.remaining_by_turn;
        self.remaining_by_turn.retain(|remaining| remaining.len() == now.len());
        self.remaining_by_turn.resize(self.plies() + 1, now);
    }

    /// Sets the moves that were taken back, the next one last. They are legal one after the other.
    pub fn restore_undone(&mut self, undone: Vec<AnyMove>) {
        self.undone = undone;
    }

    /// The clocks, to be stored.
    pub fn saved_clocks(&self, now: Instant) -> SavedClocks {
        SavedClocks {
            remaining: self.clocks.all_remaining(now),
            remaining_by_turn: self.remaining_by_turn.clone(),
        }
    }

    /// The game so far.
    pub fn state(&self) -> &GameState {
        &self.state
    }

    /// The present position.
    pub fn position(&self) -> &AnyPosition {
        self.state.position()
    }

    /// The number of plies played.
    pub fn plies(&self) -> usize {
        self.state.moves().len()
    }

    /// The clocks.
    pub fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    /// How it ended, once it has.
    pub fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// Whose turn it is; nobody's once the game is over.
    pub fn turn(&self) -> Option<Seat> {
        self.position().turn().filter(|_| self.end.is_none())
    }

    /// The search parameters of the player on turn, which will make so many more moves.
    pub fn search_params(&self, moves_to_go: u32, now: Instant) -> SearchParams {
        // Nobody is asked once the game is over.
        let seat = self.turn().unwrap_or(Seat::FIRST);
        self.clocks.search_params(seat, moves_to_go, now)
    }

    /// Plays a legal move for the seat on turn, at the cost of the time that its clock has run.
    pub fn play(&mut self, m: AnyMove, now: Instant) -> Result<(), SessionError> {
        let seat = self.turn().ok_or(SessionError::Over)?;
        self.state.play(m)?;
        let took = self.clocks.running_for(now);
        self.clocks.charge(seat, took);
        // Another move than before leaves nothing to redo.
        if self.undone.pop() != Some(m) {
            self.undone.clear();
        }
        self.next_turn(now);
        Ok(())
    }

    /// Takes the answer of the player on turn and how long it took. Anything but a legal move in
    /// time forfeits the game. Does nothing once the game is over.
    pub fn answer(&mut self, answer: Result<AnyMove, PlayerError>, took: Duration, now: Instant) {
        let Some(seat) = self.turn() else { return };
        let answered = !matches!(answer, Err(PlayerError::Timeout(_)));
        let overrun = self.clocks.overrun(seat, took, answered);
        self.clocks.charge(seat, took);
        // Too late loses, whatever the answer.
        let played = match overrun {
            None => answer.and_then(|m| self.state.play(m).map_err(PlayerError::from)),
            Some(overrun) => Err(PlayerError::Late(overrun)),
        };
        match played {
            Ok(()) => {
                self.undone.clear();
                self.next_turn(now);
            }
            Err(error) => self.finish(GameEnd::forfeit(&self.state, seat, &error), now),
        }
    }

    /// Ends the game, for example by adjudication. Does nothing once it is over.
    pub fn finish(&mut self, end: GameEnd, now: Instant) {
        if self.end.is_none() {
            self.end = Some(end);
        }
        self.run_clock(now);
    }

    /// A seat resigns.
    pub fn resign(&mut self, seat: Seat, now: Instant) {
        self.finish(GameEnd::resigned(&self.state, seat), now);
    }

    /// The player of the seat on turn has failed and loses.
    pub fn forfeit(&mut self, error: &PlayerError, now: Instant) {
        if let Some(seat) = self.turn() {
            self.finish(GameEnd::forfeit(&self.state, seat, error), now);
        }
    }

    /// The seat on turn loses if its clock has run out. Returns whether it has.
    pub fn flag(&mut self, now: Instant) -> bool {
        let late = self.deadline().is_some_and(|deadline| deadline <= now);
        if let Some(seat) = self.turn().filter(|_| late) {
            self.finish(GameEnd::flagged(&self.state, seat), now);
        }
        late
    }

    /// When the seat on turn runs out of time.
    pub fn deadline(&self) -> Option<Instant> {
        self.clocks.deadline()
    }

    /// From now on the clock of the seat on turn runs.
    pub fn start_clocks(&mut self, now: Instant) {
        self.started = true;
        self.run_clock(now);
    }

    /// Stops all clocks, as long as nobody is there.
    pub fn stop_clocks(&mut self, now: Instant) {
        self.started = false;
        self.run_clock(now);
    }

    /// Pauses the game, or goes on with it.
    pub fn pause(&mut self, paused: bool, now: Instant) {
        self.paused = paused;
        self.run_clock(now);
    }

    /// Whether the game is paused.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Takes back moves until one of these seats is on turn again, and gives their time back.
    /// Returns whether there was such a turn.
    pub fn take_back(&mut self, is_person: impl Fn(Seat) -> bool, now: Instant) -> bool {
        let before = &self.state.positions()[..self.plies()];
        let is_theirs = |position: &AnyPosition| position.turn().is_some_and(&is_person);
        let Some(target) = before.iter().rposition(is_theirs) else { return false };
        while self.plies() > target {
            self.undone.extend(self.state.undo());
        }
        self.remaining_by_turn.truncate(target + 1);
        if let Some(remaining) = self.remaining_by_turn.last().filter(|it| !it.is_empty()) {
            self.clocks.set(remaining);
        }
        self.end = None;
        self.run_clock(now);
        true
    }

    /// Plays moves again that were taken back, until one of these seats is on turn. Returns whether
    /// there were any.
    pub fn redo(&mut self, is_person: impl Fn(Seat) -> bool, now: Instant) -> bool {
        let mut any = false;
        while let Some(m) = self.undone.pop() {
            if self.state.play(m).is_err() {
                self.undone.clear();
                break;
            }
            any = true;
            self.remaining_by_turn.push(self.clocks.all_remaining(now));
            if self.position().turn().is_none_or(&is_person) {
                break;
            }
        }
        self.end = self.check_end();
        self.run_clock(now);
        any
    }

    /// How many times [`redo`](GameSession::redo) would find moves.
    pub fn turns_to_redo(&self, is_person: impl Fn(Seat) -> bool) -> usize {
        let mut state = self.state.clone();
        let mut turns = 0;
        for &m in self.undone.iter().rev() {
            turns += usize::from(state.position().turn().is_some_and(&is_person));
            if state.play(m).is_err() {
                break;
            }
        }
        turns
    }

    /// The moves that were taken back, the next one last.
    pub fn undone(&self) -> &[AnyMove] {
        &self.undone
    }

    /// Forgets the moves that were taken back.
    pub fn forget_undone(&mut self) {
        self.undone.clear();
    }

    /// The game and its end; where it was broken off, as if all had left at once.
    pub fn into_parts(self) -> (GameState, GameEnd) {
        let abandoned = self.position().outcome_if_abandoned(None);
        let end = self.end.unwrap_or(GameEnd::new(Termination::TooLong, abandoned));
        (self.state, end)
    }

    fn next_turn(&mut self, now: Instant) {
        self.remaining_by_turn.push(self.clocks.all_remaining(now));
        self.end = self.check_end();
        self.run_clock(now);
    }

    /// Runs the clock of the seat on turn, unless the game stands still.
    fn run_clock(&mut self, now: Instant) {
        let runs = self.started && !self.paused;
        self.clocks.run(self.turn().filter(|_| runs), now);
    }

    /// The end of the game by its rules or by the limits, if it has ended.
    fn check_end(&self) -> Option<GameEnd> {
        let position = self.position();
        if let Some(outcome) = position.outcome() {
            return Some(GameEnd::new(Termination::Natural, outcome));
        }
        let termination = self.limits.exceeded(&self.state)?;
        let ahead = self.clocks.ahead_on_time().filter(|_| self.limits.clock_decides);
        let outcome = ahead.map_or_else(|| position.outcome_if_abandoned(None), Outcome::win);
        Some(GameEnd::new(termination, outcome))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameTime;
    use spielwerk_search::Limits;

    const SECOND: Duration = Duration::from_secs(1);

    fn session(time_control: TimeControl) -> GameSession {
        let game = spielwerk_games::game("bohnenspiel").unwrap();
        GameSession::new(GameState::new(game), time_control, GameLimits::default_for(game))
    }

    fn a_minute() -> TimeControl {
        let per_game = Some(GameTime { time: 60 * SECOND, increment: SECOND });
        TimeControl { per_game, margin: None, ..TimeControl::default() }
    }

    fn play(session: &mut GameSession, text: &str, now: Instant) {
        let m = session.position().read_move(text).unwrap();
        session.play(m, now).unwrap();
    }

    #[test]
    fn a_take_back_gives_the_time_back() {
        let begin = Instant::now();
        let mut session = session(a_minute());
        session.start_clocks(begin);
        play(&mut session, "3", begin + 3 * SECOND);
        play(&mut session, "2", begin + 5 * SECOND);
        let now = begin + 10 * SECOND;
        assert_eq!(session.clocks().all_remaining(now), [53 * SECOND, 59 * SECOND]);
        assert!(session.take_back(|seat| seat == Seat::FIRST, now));
        assert_eq!((session.plies(), session.clocks().running()), (0, Some(Seat::FIRST)));
        assert_eq!(session.clocks().all_remaining(now), [60 * SECOND; 2]);
        assert!(!session.take_back(|_| true, now));
        assert_eq!(session.turns_to_redo(|seat| seat == Seat::FIRST), 1);
        assert!(session.redo(|seat| seat == Seat::FIRST, now));
        assert_eq!((session.plies(), session.undone().len()), (2, 0));
    }

    #[test]
    fn a_paused_clock_stands_still() {
        let begin = Instant::now();
        let mut session = session(a_minute());
        session.start_clocks(begin);
        session.pause(true, begin + SECOND);
        assert_eq!(session.deadline(), None);
        session.pause(false, begin + 30 * SECOND);
        assert_eq!(session.deadline(), Some(begin + 89 * SECOND));
        assert!(!session.flag(begin + 88 * SECOND));
        assert!(session.flag(begin + 89 * SECOND));
        let end = session.end().unwrap();
        assert_eq!((end.termination, end.culprit), (Termination::Time, Some(Seat::FIRST)));
        assert_eq!(session.deadline(), None);
    }

    #[test]
    fn answers_that_are_late_or_no_move_forfeit() {
        let control = TimeControl::per_move(Limits::time(SECOND));
        let now = Instant::now();
        let mut late = session(control);
        let m = late.position().read_move("3").unwrap();
        late.answer(Ok(m), 2 * SECOND, now);
        let end = late.end().unwrap();
        assert_eq!(end.termination, Termination::Time);
        let said = "the move took 2 s, 900 ms more than the 1 s allowed and the margin of 100 ms";
        assert_eq!(end.remark.as_deref(), Some(said));
        assert_eq!(late.play(m, now), Err(SessionError::Over));
        let mut broken = session(control);
        broken.answer(Ok(m), SECOND, now);
        broken.answer(Err(PlayerError::Disconnected("gone".into())), SECOND, now);
        let end = broken.end().unwrap();
        assert_eq!((end.termination, end.culprit), (Termination::Disconnect, Some(Seat::SECOND)));
        assert_eq!(end.outcome.winner(), Some(Seat::FIRST));
    }

    #[test]
    fn stored_clocks_are_restored() {
        let begin = Instant::now();
        let mut before = session(a_minute());
        before.start_clocks(begin);
        play(&mut before, "3", begin + 3 * SECOND);
        let saved = before.saved_clocks(begin + 4 * SECOND);
        let control = a_minute();
        let limits = GameLimits::default();
        let mut after = GameSession::new(before.state().clone(), control, limits);
        after.restore_clocks(saved.clone());
        assert_eq!(after.saved_clocks(begin), saved);
        // A store of another game, or an older one, does no harm.
        after.restore_clocks(SavedClocks { remaining: vec![SECOND; 3], ..SavedClocks::default() });
        assert_eq!(after.saved_clocks(begin).remaining, saved.remaining);
    }
}
