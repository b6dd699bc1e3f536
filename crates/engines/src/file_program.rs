//! A program that is started for every move, reads the position from `input.txt` and writes its move
//! to `output.txt`.
//!
//! It runs in a temporary directory of its own, one for each game; files that it keeps there from
//! move to move are gone in the next game. Its CPU time counts, and that of its descendants.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use spielwerk_codecs::halma::{HalmaInput, INPUT};
use spielwerk_games::AnyGame;
use spielwerk_players::{Player, PlayerError, SpecError};
use spielwerk_search::StopFlag;

use crate::Entrant;
use crate::RunLog;
use crate::command_paths::{class_path, from_here, is_java};
use crate::file_player::FilePlayer;
use crate::limited_process::{self, Exit, ExitCause, RunLimits};
use crate::reaper;

/// The file with a program's calibration.
const CALIBRATION: &str = "calibration.txt";
/// The name of the program that writes it, and of the one that it is for.
const CALIBRATE: &str = "calibrate";
const AGENT: &str = "homework";

/// A program that communicates through files.
#[derive(Clone, Debug)]
pub struct FileProgram {
    /// The command as it was given.
    command: String,
    words: Vec<PathBuf>,
    /// The calibration, to be copied into each of its directories.
    calibration: Option<Vec<u8>>,
    /// How much more than its time it may use before it is killed.
    grace: Duration,
    log: RunLog,
}

impl FileProgram {
    /// How much more than its time a program may use before it is killed.
    const GRACE: Duration = Duration::from_secs(10);
    /// Wall time limit as a multiple of the CPU time limit, because the machine may be busy.
    const WALL_TIME_FACTOR: u32 = 5;
    /// CPU time limit of a calibration; the wall time is limited to twice that.
    const CALIBRATION_TIME: Duration = Duration::from_secs(60);

    /// The program of a command, split into words as in a shell. Since it runs in another directory,
    /// paths that exist from here are made absolute.
    pub fn new(command: &str) -> Result<FileProgram, SpecError> {
        let words =
            shlex::split(command).ok_or_else(|| SpecError::UnclosedQuote(command.to_owned()))?;
        if words.is_empty() {
            return Err(SpecError::MissingCommand("files:".to_owned()));
        }
        Ok(FileProgram { command: command.to_owned(), ..FileProgram::of_words(from_here(&words)) })
    }

    /// The program of these words, the first of which is its path.
    pub fn of_words(words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> FileProgram {
        let words: Vec<PathBuf> = words.into_iter().map(|word| word.as_ref().into()).collect();
        let command = words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
        let (grace, log) = (FileProgram::GRACE, RunLog::default());
        FileProgram { command, words, calibration: None, grace, log }
    }

    /// The same program, killed so much after its time.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> FileProgram {
        FileProgram { grace, ..self }
    }

    /// The command as it was given.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Checks that the program can be started: starts it in an empty directory and kills it at once.
    pub fn check(&self) -> Result<(), SpecError> {
        let folder = tempfile::tempdir().map_err(|error| self.start_failed(&error))?;
        let stopped = StopFlag::default();
        stopped.stop();
        let limits = RunLimits { stop: stopped, ..RunLimits::new(Duration::ZERO, Duration::ZERO) };
        self.execute(folder.path(), &limits).map(drop).map_err(|error| self.start_failed(&error))
    }

    fn start_failed(&self, error: &io::Error) -> SpecError {
        let why = format!("cannot start it: {error}");
        SpecError::StartFailed { spec: self.command.clone(), why }
    }

    /// The program `calibrate` beside a program `homework`, by the same conventions of names:
    /// `calibrate11` beside `homework11`, `calibrate3.py` beside `homework3.py`, the class
    /// `calibrate` beside the class `homework`.
    pub fn calibration_program(&self) -> Option<FileProgram> {
        let java = self.words.first()?.to_str().is_some_and(is_java);
        self.words.iter().enumerate().find_map(|(number, word)| {
            let name = word.file_name()?.to_str()?;
            let sibling = word
                .with_file_name(name.strip_prefix(AGENT).map(|rest| format!("{CALIBRATE}{rest}"))?);
            let class = |folder: &PathBuf| folder.join(&sibling).with_extension("class").is_file();
            let exists = sibling.is_file() || java && class_path(&self.words).iter().any(class);
            exists.then(|| {
                let mut words = self.words.clone();
                words[number] = sibling;
                FileProgram { grace: self.grace, ..FileProgram::of_words(words) }
            })
        })
    }

    /// The same program with the calibration that another program, `calibrate`, writes.
    pub fn calibrated_by(self, other: &FileProgram, stop: &StopFlag) -> io::Result<FileProgram> {
        let folder = tempfile::tempdir()?;
        let time = FileProgram::CALIBRATION_TIME;
        let limits = RunLimits { stop: stop.clone(), ..RunLimits::new(time, 2 * time) };
        let exit = other.execute(folder.path(), &limits)?;
        let why = match exit.cause {
            ExitCause::Code(0) => None,
            ExitCause::Code(code) => Some(format!("it ended with exit code {code}")),
            ExitCause::Signal(signal) => Some(format!("it was ended by signal {signal}")),
            ExitCause::LimitExceeded => Some(format!("it did not end within {time:?}")),
        };
        match why {
            None => Ok(FileProgram {
                calibration: fs::read(folder.path().join(CALIBRATION)).ok(),
                ..self
            }),
            Some(why) => Err(io::Error::other(other.with_last_error(why))),
        }
    }

    /// Runs the program on an input, in a new directory. Returns its CPU time as the system charges
    /// it, start and end included.
    pub fn measure(&self, input: &HalmaInput) -> io::Result<Duration> {
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(INPUT), input.to_string())?;
        Ok(self.run(folder.path(), input.time)?.cpu)
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
        let log = self.log.clone();
        let entrant = Entrant::from_fn(name, move |_| {
            let player = self.player().map_err(|error| PlayerError::Crashed(error.to_string()))?;
            Ok(Box::new(player) as Box<dyn Player>)
        });
        Ok(entrant.with_log(log))
    }

    /// A player for one game, in a new directory.
    fn player(&self) -> io::Result<FilePlayer> {
        let folder = tempfile::Builder::new().prefix("halma-").tempdir()?;
        if let Some(calibration) = &self.calibration {
            fs::write(folder.path().join(CALIBRATION), calibration)?;
        }
        self.log.clear();
        Ok(FilePlayer::new(self.clone(), folder))
    }

    /// Runs the program in a directory, with so much CPU time plus the grace.
    pub(crate) fn run(&self, folder: &Path, time: Duration) -> io::Result<Exit> {
        let cpu = time.saturating_add(self.grace);
        let limits = RunLimits::new(cpu, cpu.saturating_mul(FileProgram::WALL_TIME_FACTOR));
        self.execute(folder, &limits)
    }

    fn execute(&self, folder: &Path, limits: &RunLimits) -> io::Result<Exit> {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        reaper::mark(&mut command);
        limited_process::run(&mut command, limits, &self.log)
    }

    /// A message, with the last line of standard error to explain it.
    pub(crate) fn with_last_error(&self, why: String) -> String {
        match self.log.last_errors().last() {
            Some(line) => format!("{why}: {line}"),
            None => why,
        }
    }
}
