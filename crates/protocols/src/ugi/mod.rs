//! UGI, the Universal Game Interface: what UCI is to chess, for any game.
//!
//! One thread reads lines and answers at once; a second one thinks, and says `bestmove` exactly
//! once for every `go`. Whatever arrives, only `quit` and the end of input end the engine: a line
//! that cannot be followed is answered by one `info string` line.

mod go;
mod options;
mod words;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};

use games::fauhalma::{FauHalma, RuleSet, Ss26, Star3, Ws25};
use games::{AnyGame, AnyPosition, Seat};
use players::{Course, Player, Question, Thought};
use search::Stop;

use go::Go;
use options::Options;

/// Serves one game until `quit` or the end of input.
pub fn serve(game: AnyGame, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let mut engine = Engine::new(game, &output, scope);
        let served = engine.serve(input);
        // However it ended, nobody may go on thinking.
        engine.halt();
        served
    })
}

#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Quit,
}

/// A search under way.
struct Thinking<'scope> {
    stop: Stop,
    thread: ScopedJoinHandle<'scope, Box<dyn Player>>,
}

struct Engine<'scope, 'env, W> {
    output: &'scope Mutex<W>,
    scope: &'scope Scope<'scope, 'env>,
    course: Course,
    options: Options,
    /// At home while nothing is thought about.
    player: Option<Box<dyn Player>>,
    thinking: Option<Thinking<'scope>>,
}

impl<'scope, 'env, W: Write + Send> Engine<'scope, 'env, W> {
    fn new(
        game: AnyGame,
        output: &'scope Mutex<W>,
        scope: &'scope Scope<'scope, 'env>,
    ) -> Engine<'scope, 'env, W> {
        let course = Course::new(game);
        Engine { output, scope, course, options: Options::default(), player: None, thinking: None }
    }

    fn serve(&mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.split(b'\n') {
            // Bytes that are no text become signs that no command has.
            let line = String::from_utf8_lossy(&line?).into_owned();
            if self.follow(line.trim())? == Next::Quit {
                break;
            }
        }
        Ok(())
    }

    fn follow(&mut self, line: &str) -> io::Result<Next> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => {}
            "ugi" => self.introduce()?,
            "isready" => self.be_ready()?,
            "uginewgame" => self.begin_anew(),
            "setoption" => self.set_option(rest)?,
            "position" => self.set_position(rest)?,
            "go" => self.go(rest)?,
            "stop" => self.halt(),
            "query" => self.query(rest)?,
            "quit" => return Ok(Next::Quit),
            _ => self.remark(&format!("unknown command `{}`", words::short(command)))?,
        }
        Ok(Next::GoOn)
    }

    fn introduce(&self) -> io::Result<()> {
        let title = self.course.game().info().title;
        self.say(&format!("id name Spielwerk {} ({title})", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the Spielwerk founders")?;
        for line in Options::LINES {
            self.say(line)?;
        }
        self.say("ugiok")
    }

    /// Sets up the player, so that the first `go` need not.
    fn be_ready(&mut self) -> io::Result<()> {
        if self.thinking.is_none() && self.player.is_none() {
            self.seat_player()?;
        }
        self.say("readyok")
    }

    fn begin_anew(&mut self) {
        self.halt();
        self.course = Course::new(self.course.game());
        if let Some(player) = &mut self.player {
            player.forget();
        }
    }

    fn set_option(&mut self, rest: &str) -> io::Result<()> {
        self.halt();
        match self.options.set(rest) {
            Ok(()) => self.player = None,
            Err(why) => self.remark(&why)?,
        }
        Ok(())
    }

    /// `startpos` or `fen <position>`, then the moves since. A line that is wrong anywhere changes
    /// nothing.
    fn set_position(&mut self, rest: &str) -> io::Result<()> {
        self.halt();
        match words::read_position(self.course.game(), rest) {
            Ok(course) => self.course = course,
            Err(why) => self.remark(&why)?,
        }
        Ok(())
    }

    fn go(&mut self, rest: &str) -> io::Result<()> {
        self.halt();
        let go = match Go::read(rest) {
            Ok(go) => go,
            Err(why) => return self.remark(&why),
        };
        let Some(turn) = self.course.position().turn() else {
            return self.say("bestmove none");
        };
        if self.player.is_none() {
            self.seat_player()?;
        }
        let Some(mut player) = self.player.take() else { return self.say("bestmove none") };
        let stop = Stop::default();
        let question = Question {
            stop: stop.clone(),
            threads: self.options.threads,
            ..Question::new(go.limits(turn, self.course.position()))
        };
        let (course, output, flag) = (self.course.clone(), self.output, stop.clone());
        let thread = self.scope.spawn(move || {
            let answer = player.choose(&course, &question, &mut |thought| {
                // A front end that does not listen any more will close the input as well.
                let _ = say(output, &info(thought));
            });
            // Without a limit the answer waits to be asked for, however clear it is.
            while go.infinite && !flag.is_stopped() {
                thread::park();
            }
            let _ = match answer {
                Ok(thought) => {
                    let _ = say(output, &info(&thought));
                    say(output, &format!("bestmove {}", thought.best.text))
                }
                Err(fault) => say(output, &format!("info string {fault}\nbestmove none")),
            };
            player
        });
        self.thinking = Some(Thinking { stop, thread });
        Ok(())
    }

    fn query(&mut self, rest: &str) -> io::Result<()> {
        let answer = words::answer(self.course.position(), rest);
        match answer {
            Ok(answer) => self.say(&format!("response {answer}")),
            Err(why) => self.remark(&why),
        }
    }

    /// Ends the thinking, if there is any; it answers before this returns.
    fn halt(&mut self) {
        let Some(Thinking { stop, thread }) = self.thinking.take() else { return };
        // A search with limits of its own may still be short of them; stopping it is what the
        // front end asked for, be it by `stop` or by going on without waiting.
        stop.stop();
        thread.thread().unpark();
        self.player = thread.join().ok();
    }

    fn seat_player(&mut self) -> io::Result<()> {
        match players::build(self.course.game(), &self.options.spec()) {
            Ok(player) => self.player = Some(player),
            Err(why) => self.remark(&why.to_string())?,
        }
        Ok(())
    }

    fn remark(&self, text: &str) -> io::Result<()> {
        self.say(&format!("info string {text}"))
    }

    fn say(&self, line: &str) -> io::Result<()> {
        say(self.output, line)
    }
}

fn say<W: Write>(output: &Mutex<W>, line: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{line}")?;
    output.flush()
}

/// What is known so far, as a front end reads it.
fn info(thought: &Thought) -> String {
    let mut line = format!("info depth {}", thought.depth);
    if let Some(score) = thought.score {
        line.push_str(&format!(" score {}", words::score(score)));
    }
    let milliseconds = thought.time.as_millis();
    let speed = thought.nodes as f64 / thought.time.as_secs_f64().max(1e-6);
    line.push_str(&format!(" nodes {} nps {speed:.0} time {milliseconds}", thought.nodes));
    if thought.table_hits > 0 {
        line.push_str(&format!(" tbhits {}", thought.table_hits));
    }
    line.push_str(" pv");
    for m in thought.lines.iter().take(1).flat_map(|variation| &variation.moves) {
        line.push(' ');
        line.push_str(&m.text);
    }
    line
}

/// The winner's place at the board, as UGI names it.
fn result(position: &AnyPosition) -> String {
    match position.outcome() {
        None => "none".into(),
        Some(outcome) => match outcome.winner() {
            Some(seat) => format!("p{}win", seat.index() + 1),
            None => "draw".into(),
        },
    }
}

/// The seats in the order in which they came in, so far.
fn places(position: &AnyPosition) -> String {
    let seats = match position.outcome() {
        Some(outcome) => {
            let mut seats: Vec<Seat> = Seat::all(outcome.seats()).collect();
            seats.sort_by_key(|&seat| std::cmp::Reverse(outcome.halves(seat)));
            seats
        }
        None => home_so_far::<Ss26>(position)
            .or_else(|| home_so_far::<Ws25>(position))
            .unwrap_or_default(),
    };
    if seats.is_empty() {
        return "none".into();
    }
    let names: Vec<String> = seats.iter().map(|seat| format!("p{}", seat.index() + 1)).collect();
    names.join(" ")
}

/// Who has come home in a game for three that still goes on.
fn home_so_far<R: RuleSet>(position: &AnyPosition) -> Option<Vec<Seat>> {
    position.get::<FauHalma<Star3, R>>().map(|position| position.places().to_vec())
}
