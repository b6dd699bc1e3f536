//! A program as a player that is started for every move, reads the position from `input.txt` and
//! writes its move to `output.txt`.
//!
//! It runs in a temporary directory of its own, one for each game; files that it keeps there from
//! move to move are gone in the next game. Its CPU time counts, and that of its descendants.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use spielwerk_games::halma::{Colour, Setup};
use spielwerk_games::{AnyGame, MoveError};
use spielwerk_players::{
    Analysis, GameState, Player, PlayerError, SearchParams, SpecError, Variation,
};
use spielwerk_search::Clock;
use tempfile::TempDir;

use super::halma_files::{HalmaInput, HalmaMode, INPUT, OUTPUT, read_halma_play};
use super::limited_process::{self, Exit, ExitCause};
use crate::Entrant;

/// The file with a program's calibration.
const CALIBRATION: &str = "calibration.txt";

/// A program that communicates through files.
#[derive(Clone, Debug)]
pub struct FileProgram {
    /// The command as it was given.
    command: String,
    arguments: Vec<PathBuf>,
    /// The calibration, to be copied into each of its directories.
    calibration: Option<Vec<u8>>,
    /// How much more than its time it may use before it is killed.
    grace: Duration,
}

impl FileProgram {
    /// How much more than its time a program may use before it is killed.
    const GRACE: Duration = Duration::from_secs(10);
    /// Wall time limit as a multiple of the CPU time limit, because the machine may be busy.
    const WALL_TIME_FACTOR: u32 = 5;
    /// The time of a move where there is no limit.
    const DEFAULT_TIME: Duration = Duration::from_secs(1);

    /// The program of a command, split into words as in a shell. Since it runs in another directory,
    /// words that name an existing file are made absolute.
    pub fn new(command: &str) -> Result<FileProgram, SpecError> {
        let words =
            shlex::split(command).ok_or_else(|| SpecError::UnclosedQuote(command.to_owned()))?;
        if words.is_empty() {
            return Err(SpecError::MissingCommand("files:".to_owned()));
        }
        let words = words.iter().enumerate().map(|(number, word)| from_here(number, word));
        Ok(FileProgram {
            command: command.to_owned(),
            arguments: words.collect(),
            calibration: None,
            grace: FileProgram::GRACE,
        })
    }

    /// The same program, killed so much after its time.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> FileProgram {
        FileProgram { grace, ..self }
    }

    /// The same program with the calibration that another program, `calibrate`, writes.
    pub fn calibrated_by(self, other: &FileProgram) -> io::Result<FileProgram> {
        const MOST: Duration = Duration::from_secs(300);
        let folder = tempfile::tempdir()?;
        other.run(folder.path(), MOST)?;
        Ok(FileProgram { calibration: fs::read(folder.path().join(CALIBRATION)).ok(), ..self })
    }

    /// An entrant with the command as its name.
    pub fn entrant(self, game: AnyGame) -> Result<Entrant, SpecError> {
        let name = self.command.clone();
        self.entrant_named(&name, game)
    }

    /// An entrant with this name.
    pub fn entrant_named(self, name: &str, game: AnyGame) -> Result<Entrant, SpecError> {
        if !game.name().starts_with("halma") {
            return Err(SpecError::WrongGame {
                name: "files".to_owned(),
                plays: "halma and halma-strict",
                game: game.name(),
            });
        }
        Ok(Entrant::from_fn(name, move |_| {
            let player = self.player().map_err(|error| PlayerError::Crashed(error.to_string()))?;
            Ok(Box::new(player) as Box<dyn Player>)
        }))
    }

    /// A player for one game, in a new directory.
    fn player(&self) -> io::Result<FilePlayer> {
        let folder = tempfile::Builder::new().prefix("halma-").tempdir()?;
        if let Some(calibration) = &self.calibration {
            fs::write(folder.path().join(CALIBRATION), calibration)?;
        }
        Ok(FilePlayer { program: self.clone(), folder, cpu_time: None })
    }

    /// Runs the program in a directory, with so much CPU time plus the grace.
    fn run(&self, folder: &Path, time: Duration) -> io::Result<Exit> {
        let cpu = time.saturating_add(self.grace);
        let mut command = Command::new(&self.arguments[0]);
        command.args(&self.arguments[1..]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        limited_process::run(&mut command, cpu, cpu.saturating_mul(FileProgram::WALL_TIME_FACTOR))
    }
}

/// A word of a command, as an absolute path if it names a file. The first word is looked up in `PATH`
/// unless it contains a slash.
fn from_here(number: usize, word: &str) -> PathBuf {
    let path = PathBuf::from(word);
    let names_file = path.is_file() && (number > 0 || word.contains('/'));
    names_file.then(|| std::path::absolute(&path).ok()).flatten().unwrap_or(path)
}

/// A program with the directory of one game.
struct FilePlayer {
    program: FileProgram,
    folder: TempDir,
    cpu_time: Option<Duration>,
}

impl FilePlayer {
    /// Runs the program on the current position, and returns its output.
    fn ask(&mut self, state: &GameState, params: &SearchParams) -> Result<String, PlayerError> {
        self.cpu_time = None;
        let gone = |error: io::Error| PlayerError::Disconnected(error.to_string());
        let left = state.position().turn().and_then(|seat| params.time_left(seat));
        let (mode, time) = match (left, params.limits.time) {
            (Some(left), _) => (HalmaMode::Game, left),
            (None, Some(time)) => (HalmaMode::Single, time),
            (None, None) => (HalmaMode::Single, FileProgram::DEFAULT_TIME),
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
            PlayerError::Crashed(format!("cannot start `{}`: {error}", self.program.command))
        })?;
        // For wall time, the referee's own clock is as good.
        self.cpu_time = (params.limits.clock == Clock::Cpu).then_some(ended.cpu);
        match ended.cause {
            ExitCause::LimitExceeded => return Err(PlayerError::Timeout(time)),
            ExitCause::Signal(signal) => {
                return Err(PlayerError::Crashed(format!("signal {signal}")));
            }
            ExitCause::Code(0) => {}
            ExitCause::Code(code) => return Err(PlayerError::Crashed(format!("exit code {code}"))),
        }
        match fs::read_to_string(place(OUTPUT)) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(PlayerError::NoMove(format!("the program has written no {OUTPUT}")))
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
        let best = state.position().read_move(&squares).map_err(|error| match error {
            MoveError::Unreadable { .. } => PlayerError::NotAMove(error.to_string()),
            MoveError::Illegal { .. } => PlayerError::IllegalMove(error.to_string()),
        })?;
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
