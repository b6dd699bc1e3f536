//! A UGI engine as a player.
//!
//! By the wall clock an engine measures its time itself. Where the processor's time is to count, it is
//! told so if it has the option `clock`, as ours has; others go on by the wall clock, and have less of
//! the processor than they think on a busy machine.
//!
//! An engine that does not answer within the timeout of the search parameters is killed. After any
//! error the process is gone, and the next search starts a new one.

use std::time::{Duration, Instant};

use spielwerk_codecs::ugi::{EngineLine, write_fen, write_go, write_position};
use spielwerk_games::{AnyMove, AnyPosition};
use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams, Variation};
use spielwerk_search::Clock;

use crate::process::{EngineCommand, Process, ReadError};

/// An engine for one game, for one seat or several.
pub(crate) struct UgiPlayer {
    command: EngineCommand,
    timeouts: Timeouts,
    send_history: bool,
    /// `None` after an error.
    engine: Option<Engine>,
    /// The time of its last move.
    last_move_time: Option<Duration>,
}

/// A running engine.
struct Engine {
    process: Process,
    /// What it measures the time of a move by; `None` if it cannot be told.
    clock: Option<Clock>,
}

/// Timeouts of an engine beside that of a move.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Timeouts {
    /// For `ugiok`.
    pub(super) start: Duration,
    /// For `readyok`: this is where an engine loads tablebases.
    pub(super) ready: Duration,
    /// For `bestmove` after `stop`.
    pub(super) stop: Duration,
    /// For `bestmove` without any limit.
    pub(super) max_move: Duration,
}

impl Timeouts {
    pub(super) const DEFAULT: Timeouts = Timeouts {
        start: Duration::from_secs(20),
        ready: Duration::from_secs(60),
        stop: Duration::from_millis(500),
        max_move: Duration::from_secs(600),
    };
    /// How often the stop flag is polled.
    const POLL_INTERVAL: Duration = Duration::from_millis(20);
}

impl UgiPlayer {
    /// Starts an engine and waits until it is ready for a game.
    pub(crate) fn start(command: &EngineCommand) -> Result<UgiPlayer, PlayerError> {
        UgiPlayer::start_with_timeouts(command, Timeouts::DEFAULT)
    }

    pub(super) fn start_with_timeouts(
        command: &EngineCommand,
        timeouts: Timeouts,
    ) -> Result<UgiPlayer, PlayerError> {
        let engine = Engine::start(command, timeouts)?;
        Ok(UgiPlayer {
            command: command.clone(),
            timeouts,
            send_history: true,
            engine: Some(engine),
            last_move_time: None,
        })
    }

    /// Whether the process has not failed yet.
    pub(crate) fn is_running(&self) -> bool {
        self.engine.is_some()
    }

    /// Begins another game with the same process, and waits until it is ready.
    pub(crate) fn prepare_game(&mut self) -> Result<(), PlayerError> {
        let mut engine = self.engine.take().ok_or(PlayerError::GameOver)?;
        engine.process.drain();
        engine.prepare(&["uginewgame", "isready"], "readyok", self.timeouts.ready)?;
        self.engine = Some(engine);
        Ok(())
    }

    /// Sends each position without the moves before it, for an engine that does not know the rules.
    pub(crate) fn without_history(self) -> UgiPlayer {
        UgiPlayer { send_history: false, ..self }
    }
}

impl Player for UgiPlayer {
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        self.last_move_time = None;
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => Engine::start(&self.command, self.timeouts)?,
        };
        engine.process.drain();
        engine.set_clock(params.limits.clock, self.timeouts)?;
        let process = &engine.process;
        process.send(if self.send_history {
            write_position(state)
        } else {
            write_fen(state.position())
        });
        process.send(write_go(params));
        match engine.wait_for_move(self.timeouts, state.position(), params, each) {
            Ok(analysis) => {
                self.engine = Some(engine);
                self.last_move_time = Some(analysis.time);
                Ok(analysis)
            }
            Err(error) => {
                engine.process.kill();
                Err(error)
            }
        }
    }

    /// The CPU time of this process says nothing about the engine's.
    fn time_used(&self) -> Option<Duration> {
        self.last_move_time
    }

    fn new_game(&mut self) {
        if let Some(engine) = &self.engine {
            engine.process.send("uginewgame");
        }
    }
}

impl Engine {
    /// Starts an engine and waits until it is ready.
    fn start(command: &EngineCommand, timeouts: Timeouts) -> Result<Engine, PlayerError> {
        let mut engine = Engine { process: Process::start(command)?, clock: None };
        engine.prepare(&["ugi"], "ugiok", timeouts.start)?;
        engine.prepare(&["uginewgame", "isready"], "readyok", timeouts.ready)?;
        Ok(engine)
    }

    /// Sends commands and waits for the answer to the last.
    fn prepare(
        &mut self,
        commands: &[&str],
        answer: &str,
        timeout: Duration,
    ) -> Result<(), PlayerError> {
        for &command in commands {
            self.process.send(command);
        }
        let until = Instant::now() + timeout;
        loop {
            match self.process.receive(until) {
                Ok(line) if line.trim() == answer => return Ok(()),
                // Endless output counts as no answer.
                Ok(line) if Instant::now() < until => {
                    if line.starts_with("option name clock type combo default wall") {
                        self.clock = Some(Clock::Wall);
                    }
                }
                Ok(_) | Err(ReadError::Timeout) => {
                    self.process.kill();
                    return Err(PlayerError::Timeout(timeout));
                }
                Err(ReadError::Closed) => return Err(self.process.exit_error()),
            }
        }
    }

    /// Tells it what to measure time by, if it can be told.
    fn set_clock(&mut self, clock: Clock, timeouts: Timeouts) -> Result<(), PlayerError> {
        if self.clock.is_none_or(|present| present == clock) {
            return Ok(());
        }
        let name = if clock == Clock::Cpu { "cpu" } else { "wall" };
        let set = format!("setoption name clock value {name}");
        self.prepare(&[&set, "isready"], "readyok", timeouts.ready)?;
        self.clock = Some(clock);
        Ok(())
    }

    /// Waits for the engine's move.
    fn wait_for_move(
        &mut self,
        timeouts: Timeouts,
        position: &AnyPosition,
        params: &SearchParams,
        each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        let begun = Instant::now();
        let timeout = params.timeout.unwrap_or(timeouts.max_move);
        let mut until = begun + timeout;
        let (mut stopped, mut last) = (false, None);
        loop {
            if params.stop.is_stopped() && !stopped {
                self.process.send("stop");
                stopped = true;
                until = until.min(Instant::now() + timeouts.stop);
            }
            match self.process.receive(until.min(Instant::now() + Timeouts::POLL_INTERVAL)) {
                Ok(line) => match EngineLine::parse(&line, position) {
                    EngineLine::Info(analysis) => {
                        each(&analysis);
                        last = Some(analysis);
                    }
                    EngineLine::BestMove(best) => {
                        // Only the engine itself knows the CPU time of its search.
                        let reported = last.as_ref().map(|analysis| analysis.time);
                        let by_cpu = reported.filter(|_| self.clock == Some(Clock::Cpu));
                        return Ok(answer(best?, last, by_cpu.unwrap_or(begun.elapsed())));
                    }
                    EngineLine::Other => {}
                },
                Err(ReadError::Timeout) => {}
                Err(ReadError::Closed) => return Err(self.process.exit_error()),
            }
            if Instant::now() >= until {
                return Err(PlayerError::Timeout(timeout));
            }
        }
    }
}

/// The engine's move, with its last `info`.
fn answer(best: AnyMove, last: Option<Analysis>, time: Duration) -> Analysis {
    let said = last.as_ref().map_or((0, 0, 0), |it| (it.depth, it.nodes, it.tablebase_hits));
    let (depth, nodes, table_hits) = said;
    let (score, lines) = match last {
        Some(last) if last.best_move == best => (last.score, last.variations),
        _ => (None, vec![Variation { score: None, moves: vec![best] }]),
    };
    Analysis {
        best_move: best,
        score,
        depth,
        nodes,
        time,
        variations: lines,
        proven: false,
        tablebase_hits: table_hits,
    }
}
