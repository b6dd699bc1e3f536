//! A program that communicates through files as a player of one game.

use std::fs;
use std::io;
use std::time::Duration;

use spielwerk_codecs::halma::{HalmaInput, HalmaMode, INPUT, OUTPUT, read_halma_play};
use spielwerk_games::halma::{Colour, Setup};
use spielwerk_players::{Analysis, GameState, Player, PlayerError, SearchParams, Variation};
use spielwerk_search::Clock;
use tempfile::TempDir;

use crate::FileProgram;
use crate::limited_process::ExitCause;

/// The time of a move where there is no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A program with the directory of one game.
pub(crate) struct FilePlayer {
    program: FileProgram,
    folder: TempDir,
    cpu_time: Option<Duration>,
}

impl FilePlayer {
    pub(crate) fn new(program: FileProgram, folder: TempDir) -> FilePlayer {
        FilePlayer { program, folder, cpu_time: None }
    }

    /// Runs the program on the current position, and returns its output.
    fn ask(&mut self, state: &GameState, params: &SearchParams) -> Result<String, PlayerError> {
        self.cpu_time = None;
        let gone = |error: io::Error| PlayerError::Disconnected(error.to_string());
        let left = state.position().turn().and_then(|seat| params.time_left(seat));
        let (mode, time) = match (left, params.limits.time) {
            (Some(left), _) => (HalmaMode::Game, left),
            (None, Some(time)) => (HalmaMode::Single, time),
            (None, None) => (HalmaMode::Single, DEFAULT_TIME),
        };
        let input = HalmaInput { mode, time, setup: setup(state)? };
        let place = |name| self.folder.path().join(name);
        match fs::remove_file(place(OUTPUT)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(gone(error)),
            _ => {}
        }
        fs::write(place(INPUT), input.to_string()).map_err(gone)?;
        let ran = self.program.run(self.folder.path(), time);
        let ended = ran.map_err(|error| {
            PlayerError::Crashed(format!("cannot start `{}`: {error}", self.program.command()))
        })?;
        // For wall time, the referee's own clock is as good.
        self.cpu_time = (params.limits.clock == Clock::Cpu).then_some(ended.cpu);
        let crashed = |why: String| PlayerError::Crashed(self.program.with_last_error(why));
        match ended.cause {
            ExitCause::LimitExceeded => return Err(PlayerError::Timeout(time)),
            ExitCause::Signal(signal) => return Err(crashed(format!("signal {signal}"))),
            ExitCause::Code(0) => {}
            ExitCause::Code(code) => return Err(crashed(format!("exit code {code}"))),
        }
        match fs::read_to_string(place(OUTPUT)) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let why = format!("the program has written no {OUTPUT}");
                Err(PlayerError::NoMove(self.program.with_last_error(why)))
            }
            Err(error) => Err(PlayerError::NotAMove(format!("{OUTPUT}: {error}"))),
        }
    }
}

impl Player for FilePlayer {
    fn choose(
        &mut self,
        state: &GameState,
        params: &SearchParams,
        _each: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, PlayerError> {
        let text = self.ask(state, params)?;
        let squares = read_halma_play(&text)
            .map_err(|error| PlayerError::NotAMove(format!("{OUTPUT}: {error}")))?;
        let best = state.position().read_move(&squares)?;
        Ok(Analysis {
            variations: vec![Variation { score: None, moves: vec![best] }],
            best_move: best,
            score: None,
            depth: 0,
            nodes: 0,
            time: self.cpu_time.unwrap_or_default(),
            proven: false,
            tablebase_hits: 0,
        })
    }

    fn time_used(&self) -> Option<Duration> {
        self.cpu_time
    }
}

/// The board and the side to move.
fn setup(state: &GameState) -> Result<Setup, PlayerError> {
    let position = state.position();
    let turn = Colour::of(position.turn().ok_or(PlayerError::GameOver)?);
    let other_game =
        || PlayerError::WrongGame { plays: "halma and halma-strict", asked: position.info().name };
    let setup: Setup = position.text().parse().map_err(|_| other_game())?;
    Ok(Setup { turn, ..setup })
}
