//! An external process with line-based input and output.
//!
//! Three threads serve its three pipes, so that neither side ever blocks the other: input and output
//! lines are queued, and standard error is logged; its last line explains a crash. It gets a
//! process group of its own, and in the end the whole group is killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, Child, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use spielwerk_players::PlayerError;

use crate::{RunLog, reaper};

/// The command of a program: its name and arguments.
#[derive(Clone, Debug)]
pub(crate) struct EngineCommand {
    pub(crate) words: Vec<String>,
    /// Where its standard error goes.
    pub(crate) log: RunLog,
}

impl EngineCommand {
    /// Splits a text into words as a shell does.
    pub(crate) fn parse(text: &str) -> Result<EngineCommand, String> {
        let words = shlex::split(text).filter(|words| !words.is_empty());
        let words = words.ok_or("the quotes in the command do not match")?;
        Ok(EngineCommand::new(words))
    }

    /// A command of these words.
    pub(crate) fn new(words: Vec<String>) -> EngineCommand {
        EngineCommand { words, log: RunLog::default() }
    }

    /// Checks that the program can be started: starts it and kills it at once.
    pub(crate) fn check(&self) -> Result<(), String> {
        match Process::start(self) {
            Ok(process) => {
                process.kill();
                Ok(())
            }
            Err(PlayerError::Crashed(why)) => Err(why),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A running program. When this is dropped it is told to quit, and killed if it does not.
pub(crate) struct Process {
    child: Child,
    stdin: Sender<String>,
    stdout: Receiver<String>,
    /// The last line of its standard error, once that is closed.
    last_error: Receiver<String>,
}

/// Why no line can be read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// No line came in time.
    Timeout,
    /// The output is closed.
    Closed,
}

/// How many output lines are queued.
const MAX_QUEUED_LINES: usize = 1024;
/// The longest line; a longer one is split.
const MAX_LINE_LENGTH: u64 = 1 << 16;
/// How long a program may take to quit.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);
/// How long a program may take to exit after its output is closed.
const EXIT_TIMEOUT: Duration = Duration::from_secs(2);

impl Process {
    /// Starts a program.
    pub(crate) fn start(command: &EngineCommand) -> Result<Process, PlayerError> {
        let (name, rest) = command.words.split_first().ok_or_else(|| {
            PlayerError::Crashed("a command is the name of a program and what it is given".into())
        })?;
        let mut builder = process::Command::new(name);
        builder.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        reaper::mark(&mut builder);
        let started = builder.spawn();
        let mut child = started
            .map_err(|error| PlayerError::Crashed(format!("cannot start `{name}`: {error}")))?;
        let (stdin, lines) = mpsc::channel();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_lines(input, &lines));
        }
        let (lines, stdout) = mpsc::sync_channel(MAX_QUEUED_LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &lines));
        }
        let (sender, last_error) = mpsc::channel();
        if let Some(errors) = child.stderr.take() {
            let log = command.log.clone();
            // The receiver may be gone.
            thread::spawn(move || drop(sender.send(last_line(errors, &log))));
        }
        Ok(Process { child, stdin, stdout, last_error })
    }

    /// Sends a line. If the program is gone, that shows when no answer comes.
    pub(crate) fn send(&self, line: impl Into<String>) {
        let _ = self.stdin.send(line.into());
    }

    /// The next line, if one comes before `until`.
    pub(crate) fn receive(&self, until: Instant) -> Result<String, ReadError> {
        let wait = until.saturating_duration_since(Instant::now());
        self.stdout.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => ReadError::Timeout,
            RecvTimeoutError::Disconnected => ReadError::Closed,
        })
    }

    /// Drops all lines that have not been read.
    pub(crate) fn drain(&self) {
        while self.stdout.try_recv().is_ok() {}
    }

    /// The error of a program whose output is closed.
    pub(crate) fn exit_error(&mut self) -> PlayerError {
        let until = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let last_error = self.last_error.recv_timeout(EXIT_TIMEOUT).unwrap_or_default();
                    let colon = if last_error.is_empty() { "" } else { ": " };
                    return PlayerError::Crashed(format!("{status}{colon}{last_error}"));
                }
                Ok(None) if Instant::now() < until => thread::sleep(EXIT_TIMEOUT / 1000),
                _ => return PlayerError::Disconnected("it has closed its output".into()),
            }
        }
    }

    /// Kills the program and its descendants.
    pub(crate) fn kill(&self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // It may have ended already.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.send("quit");
        let until = Instant::now() + QUIT_TIMEOUT;
        // Its output is closed when it exits.
        while self.receive(until).is_ok() {}
        self.kill();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_lines(mut input: impl Write, lines: &Receiver<String>) {
    for mut line in lines {
        line.push('\n');
        if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(output: impl Read, lines: &SyncSender<String>) {
    each_line(output, |line| lines.send(line).is_ok());
}

/// Logs all lines. Returns the last that is not indented, so not a continuation such as a stack trace.
fn last_line(errors: impl Read, log: &RunLog) -> String {
    const FITS: usize = 200;
    let mut last = String::new();
    each_line(errors, |line| {
        log.add_error(&line);
        if !line.is_empty() && !line.starts_with(char::is_whitespace) {
            last = line.chars().filter(|c| !c.is_control()).take(FITS).collect();
        }
        true
    });
    last
}

/// Calls `each` with every line, whatever the bytes are, until it returns false.
pub(crate) fn each_line(source: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut source).take(MAX_LINE_LENGTH).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !each(String::from_utf8_lossy(&line).trim_end().to_owned()) => return,
            Ok(_) => {}
        }
    }
}
