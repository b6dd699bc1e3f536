//! A program that is started anew for every move, reads the position from `input.txt` and leaves its
//! play in `output.txt`, as a player like any other.
//!
//! It works in a directory of its own, which is made for one game and goes with it; so what it keeps
//! there from move to move is gone when the next game begins. Its processor time counts, and that of
//! whatever it starts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use games::halma::{Colour, Setup};
use games::{AnyGame, MoveError};
use players::{Course, Fault, Player, Question, SpecError, Thought, Variation};
use search::Clock;
use tempfile::TempDir;

use super::child::{self, Ended, How};
use super::halma_files::{HalmaInput, HalmaMode, INPUT, OUTPUT, read_halma_play};
use crate::Entrant;

/// Where a program leaves what it knows of the machine.
const CALIBRATION: &str = "calibration.txt";

/// A program that speaks through files.
#[derive(Clone, Debug)]
pub struct FileProgram {
    /// As it was given.
    command: String,
    words: Vec<PathBuf>,
    /// What it has found out about the machine, to be laid into each of its directories.
    calibration: Option<Vec<u8>>,
    /// How much more than its time it may use before it is ended.
    grace: Duration,
}

impl FileProgram {
    /// What a program may use beyond its time until it is ended by force.
    const GRACE: Duration = Duration::from_secs(10);
    /// A program gets so many times its time on the wall, because others may keep the machine busy.
    const PATIENCE: u32 = 5;
    /// What a program gets where nobody has said anything about time.
    const USUAL: Duration = Duration::from_secs(1);

    /// The program that a command starts: words as in a shell, without anything else a shell does.
    /// Since it runs elsewhere, words that name a file from here mean that file.
    pub fn new(command: &str) -> Result<FileProgram, SpecError> {
        let words = shlex::split(command).ok_or_else(|| SpecError::Quotes(command.to_owned()))?;
        if words.is_empty() {
            return Err(SpecError::NoCommand("files:".to_owned()));
        }
        let words = words.iter().enumerate().map(|(number, word)| from_here(number, word));
        Ok(FileProgram {
            command: command.to_owned(),
            words: words.collect(),
            calibration: None,
            grace: FileProgram::GRACE,
        })
    }

    /// The same program, ended so much after its time.
    #[must_use]
    pub fn with_grace(self, grace: Duration) -> FileProgram {
        FileProgram { grace, ..self }
    }

    /// The same program after another one, `calibrate`, has found out about the machine for it.
    pub fn calibrated_by(self, other: &FileProgram) -> io::Result<FileProgram> {
        const MOST: Duration = Duration::from_secs(300);
        let folder = tempfile::tempdir()?;
        other.run(folder.path(), MOST)?;
        Ok(FileProgram { calibration: fs::read(folder.path().join(CALIBRATION)).ok(), ..self })
    }

    /// Somebody who can be seated, under the command as its name.
    pub fn entrant(self, game: AnyGame) -> Result<Entrant, SpecError> {
        let name = self.command.clone();
        self.entrant_called(&name, game)
    }

    /// Somebody who can be seated under this name.
    pub fn entrant_called(self, name: &str, game: AnyGame) -> Result<Entrant, SpecError> {
        if !game.name().starts_with("halma") {
            return Err(SpecError::OtherGame {
                name: "files".to_owned(),
                plays: "halma and halma-strict",
                game: game.name(),
            });
        }
        Ok(Entrant::made_by(name, move |_| {
            let player = self.player().map_err(|error| Fault::Crash(error.to_string()))?;
            Ok(Box::new(player) as Box<dyn Player>)
        }))
    }

    /// A player for one game, in a new directory.
    fn player(&self) -> io::Result<FilePlayer> {
        let folder = tempfile::Builder::new().prefix("halma-").tempdir()?;
        if let Some(calibration) = &self.calibration {
            fs::write(folder.path().join(CALIBRATION), calibration)?;
        }
        Ok(FilePlayer { program: self.clone(), folder, spent: None })
    }

    /// Runs the program in a directory, with so much of the processor's time and its grace.
    fn run(&self, folder: &Path, time: Duration) -> io::Result<Ended> {
        let cpu = time.saturating_add(self.grace);
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        child::run(&mut command, cpu, cpu.saturating_mul(FileProgram::PATIENCE))
    }
}

/// A word of a command, as a path from the root if it names a file from here. The first one is
/// looked for among the installed programs unless it says where it is.
fn from_here(number: usize, word: &str) -> PathBuf {
    let path = PathBuf::from(word);
    let names_file = path.is_file() && (number > 0 || word.contains('/'));
    names_file.then(|| std::path::absolute(&path).ok()).flatten().unwrap_or(path)
}

/// A program in the directory of one game.
struct FilePlayer {
    program: FileProgram,
    folder: TempDir,
    spent: Option<Duration>,
}

impl FilePlayer {
    /// What the program answers to a position, within a time.
    fn ask(&mut self, course: &Course, question: &Question) -> Result<String, Fault> {
        self.spent = None;
        let gone = |error: io::Error| Fault::Gone(error.to_string());
        let left = course.position().turn().and_then(|seat| question.left(seat));
        let (mode, time) = match (left, question.limits.time) {
            (Some(left), _) => (HalmaMode::Game, left),
            (None, Some(time)) => (HalmaMode::Single, time),
            (None, None) => (HalmaMode::Single, FileProgram::USUAL),
        };
        let input = HalmaInput { mode, time, setup: setup(course)? };
        let place = |name| self.folder.path().join(name);
        match fs::remove_file(place(OUTPUT)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(gone(error)),
            _ => {}
        }
        fs::write(place(INPUT), input.to_string()).map_err(gone)?;
        let ran = self.program.run(self.folder.path(), time);
        let ended = ran.map_err(|error| {
            Fault::Crash(format!("cannot start `{}`: {error}", self.program.command))
        })?;
        // By the wall clock, the referee's own is as good.
        self.spent = (question.limits.clock == Clock::Cpu).then_some(ended.cpu);
        match ended.how {
            How::TooLong => return Err(Fault::Time(time)),
            How::Signal(signal) => return Err(Fault::Crash(format!("signal {signal}"))),
            How::Exit(0) => {}
            How::Exit(code) => return Err(Fault::Crash(format!("exit code {code}"))),
        }
        match fs::read_to_string(place(OUTPUT)) {
            Ok(text) => Ok(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(Fault::Silent(format!("the program has written no {OUTPUT}")))
            }
            Err(error) => Err(Fault::Garbage(format!("{OUTPUT}: {error}"))),
        }
    }
}

impl Player for FilePlayer {
    fn choose(
        &mut self,
        course: &Course,
        question: &Question,
        _each: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Fault> {
        let text = self.ask(course, question)?;
        let squares =
            read_halma_play(&text).map_err(|error| Fault::Garbage(format!("{OUTPUT}: {error}")))?;
        let best = course.position().read_move(&squares).map_err(|error| match error {
            MoveError::Unreadable { .. } => Fault::Garbage(error.to_string()),
            MoveError::Illegal { .. } => Fault::Illegal(error.to_string()),
        })?;
        Ok(Thought {
            lines: vec![Variation { score: None, moves: vec![best.clone()] }],
            best,
            score: None,
            depth: 0,
            nodes: 0,
            time: self.spent.unwrap_or_default(),
            exact: false,
            table_hits: 0,
        })
    }

    fn spent(&self) -> Option<Duration> {
        self.spent
    }
}

/// The board and who moves on it.
fn setup(course: &Course) -> Result<Setup, Fault> {
    let position = course.position();
    let turn = Colour::of(position.turn().ok_or(Fault::Over)?);
    let other_game =
        || Fault::OtherGame { plays: "halma and halma-strict", asked: position.info().name };
    let setup: Setup = position.text().parse().map_err(|_| other_game())?;
    Ok(Setup { turn, ..setup })
}
