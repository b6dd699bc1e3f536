//! A game line by line: for pipes, for screen readers, for a terminal that is only a typewriter.
//!
//! Everything that is asked can be answered by one line. What is no answer gets one line that says
//! why, and the question again. The end of the input ends the game.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use drawing::{Scene, TerminalStyle};
use games::Seat;
use thiserror::Error;

use crate::chairs::find_seat;
use crate::{Chair, Plan, Session, TableError, words};

/// Why a game could not go on.
#[derive(Debug, Error)]
pub enum PlainError {
    /// Somebody does not come.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Nothing can be read or written any more.
    #[error("the game cannot be read or shown")]
    Line(#[from] io::Error),
}

/// Plays by lines, until the game or the input ends. If it is `open` which seat the person has,
/// that is asked first.
pub fn plain(
    mut plan: Plan,
    open: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    unicode: bool,
) -> Result<(), PlainError> {
    let mut desk = Desk { input, output, unicode };
    let info = plan.game.info();
    desk.say(&format!("{}: {}; {}.", info.title, info.board, info.rules))?;
    if open && !desk.ask_seat(&mut plan)? {
        return Ok(());
    }
    let example = plan.start.moves().first().map(|m| m.text.clone()).unwrap_or_default();
    desk.say(&seats(&plan))?;
    if plan.has_person() {
        desk.say(&format!("Type a move, such as {example}, or one of these:\n{COMMANDS}"))?;
    }
    let mut session = Session::new(plan)?;
    desk.show_board(&session)?;
    desk.play(&mut session)
}

const COMMANDS: &str = "  help    this list
  hint    what a strong player would do
  undo    take your last turn back
  board   the board again
  moves   all legal moves
  resign  give up
  quit    leave the game";

/// How long the adviser thinks.
const HINT: Duration = Duration::from_secs(1);
/// After so long it is said that somebody thinks.
const SILENCE: Duration = Duration::from_secs(2);

/// Where lines come from and go to.
struct Desk<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    unicode: bool,
}

impl Desk<'_> {
    /// Asks which seat the person has; whether there was an answer.
    fn ask_seat(&mut self, plan: &mut Plan) -> io::Result<bool> {
        let names = plan.game.info().seats;
        let question = format!("Which do you play: {}? Enter for {}", names.join(", "), names[0]);
        loop {
            let Some(line) = self.ask(&question)? else { return Ok(false) };
            let seat = match line.trim() {
                "" => Ok(Some(Seat::FIRST)),
                "quit" => return Ok(false),
                text => find_seat(plan.game, text),
            };
            match seat {
                Ok(seat) => {
                    sit(plan, seat);
                    return Ok(true);
                }
                Err(error) => self.say(&error.to_string())?,
            }
        }
    }

    fn play(&mut self, session: &mut Session) -> Result<(), PlainError> {
        loop {
            session.attend();
            if let Some(end) = session.end() {
                let sentence = words::end(session.plan(), end);
                return Ok(self.say(&sentence)?);
            }
            match session.person() {
                Some(seat) => {
                    if !self.turn(session, seat)? {
                        return Ok(());
                    }
                }
                None => self.wait(session)?,
            }
        }
    }

    /// A player's turn.
    fn wait(&mut self, session: &mut Session) -> Result<(), PlainError> {
        let played = session.course().moves().len();
        let seat = session.turn().map_or(0, Seat::index);
        let name = session.plan().game.info().seats[seat];
        if !session.wait(SILENCE) {
            self.say(&format!("{name} is thinking."))?;
            while !session.wait(SILENCE) {}
        }
        if let Some(m) = session.course().moves().get(played) {
            let text = m.text.clone();
            self.say(&format!("{name} plays {text}"))?;
            self.show_board(session)?;
        }
        Ok(())
    }

    /// A person's turn, or one question of it; whether the person is still there.
    fn turn(&mut self, session: &mut Session, seat: Seat) -> Result<bool, PlainError> {
        let name = session.plan().game.info().seats[seat.index()];
        let clock = session.clock(seat).map(|left| format!(", {} left", words::clock(left)));
        let question = format!("{name} to move{}", clock.unwrap_or_default());
        let Some(line) = self.ask(&question)? else {
            self.say("The game ends here, unfinished.")?;
            return Ok(false);
        };
        match line.trim() {
            "" => {}
            "help" | "?" => self.say(COMMANDS)?,
            "board" => self.show_board(session)?,
            "moves" => {
                let moves: Vec<String> =
                    session.position().moves().into_iter().map(|m| m.text).collect();
                self.say(&moves.join("\n"))?;
            }
            "hint" => {
                session.ask_advice(Some(HINT))?;
                let hint = session.wait_for_advice().map(|advice| advice.best.text.clone());
                self.say(&format!("A strong player would play {}", hint.unwrap_or_default()))?;
            }
            "undo" => {
                if session.take_back() {
                    self.show_board(session)?;
                } else {
                    self.say("There is no turn of yours to take back.")?;
                }
            }
            "resign" => session.resign(seat),
            "quit" | "exit" => {
                self.say("The game ends here, unfinished.")?;
                return Ok(false);
            }
            text => match session.position().read_move(text) {
                Ok(m) => {
                    // A clock that ran out while nobody typed is noticed before the move counts.
                    session.attend();
                    if session.end().is_none() {
                        let played = session.play(&m);
                        played.map_err(io::Error::other)?;
                        self.show_board(session)?;
                    }
                }
                Err(error) => self.say(&format!("{error}; `help` tells what else there is"))?,
            },
        }
        Ok(true)
    }

    fn show_board(&mut self, session: &Session) -> io::Result<()> {
        let game = session.plan().game;
        let contents = session.position().contents();
        let last = session.course().moves().last();
        let scene = Scene {
            title: game.info().title,
            board: game.board(),
            contents: &contents,
            seats: game.info().seats,
            marked: last.map(|m| &m.path[..]).unwrap_or_default(),
        };
        let style = TerminalStyle { colour: false, unicode: self.unicode };
        let board = drawing::terminal(&scene, &style);
        writeln!(self.output, "\n{board}")
    }

    /// Writes a text and ends its line.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let sign =
            |sign: char| if self.unicode || sign == '\n' { sign } else { words::ascii(sign) };
        let text: String = text.chars().map(sign).collect();
        writeln!(self.output, "{text}")
    }

    /// The next line of the input, without its end; nothing if there is none.
    fn ask(&mut self, question: &str) -> io::Result<Option<String>> {
        write!(self.output, "{question}> ")?;
        self.output.flush()?;
        let mut line = Vec::new();
        // What is no text at all is answered like any other text that is no move.
        let read = self.input.read_until(b'\n', &mut line)?;
        if read == 0 {
            writeln!(self.output)?;
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).trim_end().to_owned()))
    }
}

/// Who sits where, in a sentence.
fn seats(plan: &Plan) -> String {
    let names = plan.game.info().seats;
    let all: Vec<String> = Seat::all(names.len())
        .map(|seat| format!("{} is {}", names[seat.index()], words::chair(plan, seat)))
        .collect();
    format!("{}.", all.join(", "))
}

/// Lets the person take a seat; whoever had it takes the person's.
fn sit(plan: &mut Plan, seat: Option<Seat>) {
    let person = plan.chairs.iter().position(|chair| *chair == Chair::Person);
    let Some(person) = person else { return };
    match seat {
        Some(seat) => plan.chairs.swap(person, seat.index()),
        // Who only watches leaves the chair to one of the others.
        None => {
            let other = plan.chairs.iter().find(|chair| **chair != Chair::Person).cloned();
            plan.chairs[person] = other.unwrap_or(Chair::Person);
        }
    }
}
