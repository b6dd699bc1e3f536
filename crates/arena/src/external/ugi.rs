//! An engine that speaks UGI, as a player.
//!
//! It gets all the time it is allowed and nobody's help to keep to it: whoever does not answer by
//! the time the referee's patience ends is killed. After any fault the program is gone, and only
//! the next game starts it anew.

use std::time::{Duration, Instant};

use games::{AnyPosition, MoveError};
use players::{Course, Fault, Player, Question, Thought, Variation};

use super::info;
use super::process::{Command, Process, Silence};

/// An engine for one game, one seat or several.
pub(crate) struct Ugi {
    command: Command,
    patience: Patience,
    history: bool,
    /// None after a fault.
    process: Option<Process>,
    /// How long its last answer took.
    took: Option<Duration>,
}

/// How long an engine may take where no referee waits.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Patience {
    /// To say who it is.
    pub(super) start: Duration,
    /// To be ready: this is where tables are loaded.
    pub(super) ready: Duration,
    /// To answer after it was told to stop.
    pub(super) stop: Duration,
    /// To find a move if nobody set a limit.
    pub(super) longest: Duration,
}

impl Patience {
    pub(super) const USUAL: Patience = Patience {
        start: Duration::from_secs(20),
        ready: Duration::from_secs(60),
        stop: Duration::from_secs(1),
        longest: Duration::from_secs(600),
    };
    /// How often somebody looks whether the thinking is to be stopped.
    const LOOK: Duration = Duration::from_millis(20);
}

impl Ugi {
    /// Starts an engine and waits until it is ready for a game.
    pub(crate) fn start(command: &Command) -> Result<Ugi, Fault> {
        Ugi::start_within(command, Patience::USUAL)
    }

    pub(super) fn start_within(command: &Command, patience: Patience) -> Result<Ugi, Fault> {
        let process = begin(command, patience)?;
        Ok(Ugi {
            command: command.clone(),
            patience,
            history: true,
            process: Some(process),
            took: None,
        })
    }

    /// Tells it of each position by itself, for an engine that does not know the rules.
    pub(crate) fn without_history(self) -> Ugi {
        Ugi { history: false, ..self }
    }
}

impl Player for Ugi {
    fn choose(
        &mut self,
        course: &Course,
        question: &Question,
        each: &mut dyn FnMut(&Thought),
    ) -> Result<Thought, Fault> {
        self.took = None;
        let mut process = match self.process.take() {
            Some(process) => process,
            None => begin(&self.command, self.patience)?,
        };
        process.skip();
        process.say(if self.history { whole(course) } else { fen(course.position()) });
        process.say(go(question));
        match listen(&mut process, self.patience, course.position(), question, each) {
            Ok(thought) => {
                self.process = Some(process);
                self.took = Some(thought.time);
                Ok(thought)
            }
            Err(fault) => {
                process.kill();
                Err(fault)
            }
        }
    }

    /// The processor's time here says nothing about a program that thinks for itself elsewhere.
    fn spent(&self) -> Option<Duration> {
        self.took
    }

    fn forget(&mut self) {
        if let Some(process) = &self.process {
            process.say("uginewgame");
        }
    }
}

/// A new engine, introduced and ready.
fn begin(command: &Command, patience: Patience) -> Result<Process, Fault> {
    let mut process = Process::start(command)?;
    let steps = [
        (&["ugi"][..], "ugiok", patience.start),
        (&["uginewgame", "isready"], "readyok", patience.ready),
    ];
    for (questions, answer, patience) in steps {
        for &question in questions {
            process.say(question);
        }
        let until = Instant::now() + patience;
        loop {
            match process.hear(until) {
                Ok(line) if line.trim() == answer => break,
                // An engine that talks without end is no better than one that says nothing.
                Ok(_) if Instant::now() < until => {}
                Ok(_) | Err(Silence::Time) => {
                    process.kill();
                    return Err(Fault::Time(patience));
                }
                Err(Silence::End) => return Err(process.fate()),
            }
        }
    }
    Ok(process)
}

/// Waits for the engine's move.
fn listen(
    process: &mut Process,
    patience: Patience,
    position: &AnyPosition,
    question: &Question,
    each: &mut dyn FnMut(&Thought),
) -> Result<Thought, Fault> {
    let begun = Instant::now();
    let longest = question.patience.unwrap_or(patience.longest);
    let mut until = begun + longest;
    let (mut stopped, mut last) = (false, None);
    loop {
        if question.stop.is_stopped() && !stopped {
            process.say("stop");
            stopped = true;
            until = until.min(Instant::now() + patience.stop);
        }
        match process.hear(until.min(Instant::now() + Patience::LOOK)) {
            Ok(line) => {
                let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
                match word {
                    "bestmove" => return answer(rest, position, last, begun.elapsed()),
                    "info" => {
                        if let Some(thought) = info::read(rest, position) {
                            each(&thought);
                            last = Some(thought);
                        }
                    }
                    _ => {}
                }
            }
            Err(Silence::Time) => {}
            Err(Silence::End) => return Err(process.fate()),
        }
        if Instant::now() >= until {
            return Err(Fault::Time(longest));
        }
    }
}

/// The move after `bestmove`, with what the engine last said of it.
fn answer(
    rest: &str,
    position: &AnyPosition,
    last: Option<Thought>,
    time: Duration,
) -> Result<Thought, Fault> {
    let word = rest.split_whitespace().next().unwrap_or_default();
    if word == "none" {
        return Err(Fault::Over);
    }
    let best = position.read_move(word).map_err(|error| match error {
        MoveError::Unreadable { .. } => Fault::Garbage(error.to_string()),
        MoveError::Illegal { .. } => Fault::Illegal(error.to_string()),
    })?;
    let said = last.as_ref().map_or((0, 0, 0), |it| (it.depth, it.nodes, it.table_hits));
    let (depth, nodes, table_hits) = said;
    let (score, lines) = match last {
        Some(last) if last.best == best => (last.score, last.lines),
        _ => (None, vec![Variation { score: None, moves: vec![best.clone()] }]),
    };
    Ok(Thought { best, score, depth, nodes, time, lines, exact: false, table_hits })
}

/// A game from its beginning.
pub(super) fn whole(course: &Course) -> String {
    let first = &course.positions()[0];
    let start = course.game().start();
    let mut line = if *first == start { "position startpos".into() } else { fen(first) };
    if !course.moves().is_empty() {
        line.push_str(" moves");
    }
    for m in course.moves() {
        line.push(' ');
        line.push_str(&m.text);
    }
    line
}

fn fen(position: &AnyPosition) -> String {
    format!("position fen {}", position.text())
}

/// What the engine may spend.
pub(super) fn go(question: &Question) -> String {
    let limits = &question.limits;
    let milliseconds = |time: Duration| time.as_millis().max(1);
    let mut line = String::from("go");
    // Whoever has a clock for the game deals out its time itself.
    for (seat, clock) in (1..).zip(&question.clocks) {
        line.push_str(&format!(" p{seat}time {}", milliseconds(clock.time)));
        line.push_str(&format!(" p{seat}inc {}", clock.increment.as_millis()));
    }
    if question.clocks.is_empty()
        && let Some(time) = limits.time
    {
        line.push_str(&format!(" movetime {}", milliseconds(time)));
    }
    if let Some(depth) = limits.depth {
        line.push_str(&format!(" depth {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        line.push_str(&format!(" nodes {nodes}"));
    }
    if line == "go" { "go infinite".into() } else { line }
}
