//! Somebody else's program, with lines to it and from it.
//!
//! Three threads serve its three pipes, so that neither side ever waits for the other: what it is
//! slow to read waits here, what it says waits there, and of what it complains the last word is
//! kept, which explains a crash. It gets a process group of its own, and in the end the whole group
//! is killed, whomever else the program has started.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{self, Child, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use players::Fault;

/// What starts a program: its name, then what it is given.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    words: Vec<String>,
}

impl Command {
    /// Splits a text into words as a shell does.
    pub(crate) fn read(text: &str) -> Result<Command, String> {
        let words = shlex::split(text).filter(|words| !words.is_empty());
        let words = words.ok_or("the quotes in the command do not match")?;
        Ok(Command { words })
    }

    /// These words as they are.
    pub(crate) fn new(words: Vec<String>) -> Command {
        Command { words }
    }

    /// Whether there is such a program: starts it and ends it at once.
    pub(crate) fn try_out(&self) -> Result<(), String> {
        match Process::start(self) {
            Ok(process) => {
                process.kill();
                Ok(())
            }
            Err(Fault::Crash(why)) => Err(why),
            Err(fault) => Err(fault.to_string()),
        }
    }
}

/// A program that runs. It is told to quit, and ended if it does not, when this is dropped.
pub(crate) struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<String>,
    /// Its last complaint, once it makes no more.
    complaint: Receiver<String>,
}

/// Why there is no line to read.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
    /// None came in time.
    Time,
    /// None will come any more.
    End,
}

/// How many lines of a program that nobody listens to are kept.
const LINES: usize = 1024;
/// No line of a program is longer; what is, is cut into several.
const LONGEST_LINE: u64 = 1 << 16;
/// How long a program may take to quit.
const TO_QUIT: Duration = Duration::from_millis(500);
/// Between the end of a program's output and its own.
const TO_END: Duration = Duration::from_secs(2);

impl Process {
    /// Starts a program.
    pub(crate) fn start(command: &Command) -> Result<Process, Fault> {
        let (name, rest) = command.words.split_first().ok_or_else(|| {
            Fault::Crash("a command is the name of a program and what it is given".into())
        })?;
        let mut builder = process::Command::new(name);
        builder.args(rest).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let started = builder.spawn();
        let mut child =
            started.map_err(|error| Fault::Crash(format!("cannot start `{name}`: {error}")))?;
        let (to, lines) = mpsc::channel();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_lines(input, &lines));
        }
        let (lines, from) = mpsc::sync_channel(LINES);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_lines(output, &lines));
        }
        let (last, complaint) = mpsc::channel();
        if let Some(errors) = child.stderr.take() {
            // Nobody may be there any more to hear it.
            thread::spawn(move || drop(last.send(last_line(errors))));
        }
        Ok(Process { child, to, from, complaint })
    }

    /// Sends a line. That nobody reads it shows when the answer does not come.
    pub(crate) fn say(&self, line: impl Into<String>) {
        let _ = self.to.send(line.into());
    }

    /// The next line that comes until then.
    pub(crate) fn hear(&self, until: Instant) -> Result<String, Silence> {
        let wait = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(wait).map_err(|error| match error {
            RecvTimeoutError::Timeout => Silence::Time,
            RecvTimeoutError::Disconnected => Silence::End,
        })
    }

    /// Forgets all lines that nobody has asked for.
    pub(crate) fn skip(&self) {
        while self.from.try_recv().is_ok() {}
    }

    /// What has become of a program that says nothing more.
    pub(crate) fn fate(&mut self) -> Fault {
        let until = Instant::now() + TO_END;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    let complaint = self.complaint.recv_timeout(TO_END).unwrap_or_default();
                    let colon = if complaint.is_empty() { "" } else { ": " };
                    return Fault::Crash(format!("{status}{colon}{complaint}"));
                }
                Ok(None) if Instant::now() < until => thread::sleep(TO_END / 1000),
                _ => return Fault::Gone("it has closed its output".into()),
            }
        }
    }

    /// Ends the program and all that it has started, at once.
    pub(crate) fn kill(&self) {
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            // It may be gone already, which is just as well.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        let until = Instant::now() + TO_QUIT;
        // Its output ends when it does.
        while self.hear(until).is_ok() {}
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

/// The last line that does not belong to the one before it.
fn last_line(errors: impl Read) -> String {
    const FITS: usize = 200;
    let mut last = String::new();
    each_line(errors, |line| {
        if !line.is_empty() && !line.starts_with(char::is_whitespace) {
            last = line.chars().filter(|c| !c.is_control()).take(FITS).collect();
        }
        true
    });
    last
}

/// Reads to the end, whatever the bytes are, or until somebody has heard enough.
fn each_line(source: impl Read, mut each: impl FnMut(String) -> bool) {
    let mut source = BufReader::new(source);
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut source).take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if !each(String::from_utf8_lossy(&line).trim_end().to_owned()) => return,
            Ok(_) => {}
        }
    }
}
