//! The line-by-line front end: for pipes, screen readers and terminals without cursor control.
//!
//! Every prompt is answered by one line. An invalid answer gets one line that says why, and the
//! prompt again. The end of the input ends the game.

use std::io::{self, BufRead, Write};
use std::time::Duration;

use spielwerk_drawing::{Scene, TerminalStyle};
use spielwerk_games::Seat;
use thiserror::Error;

use crate::seats::find_seat;
use crate::{SeatPlayer, Session, SessionConfig, SessionError, text};

/// Why a game could not go on.
#[derive(Debug, Error)]
pub enum PlainError {
    /// The session cannot start.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// Input or output has failed.
    #[error("the game cannot be read or shown")]
    Line(#[from] io::Error),
}

/// Plays by lines, until the game or the input ends. If it is `open` which seat the person has,
/// that is asked first.
pub fn plain(
    mut config: SessionConfig,
    open: bool,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    unicode: bool,
) -> Result<(), PlainError> {
    let mut console = Console { input, output, unicode };
    let info = config.game.info();
    console.say(&format!("{}: {}; {}.", info.title, info.board, info.rules))?;
    if open && !console.ask_seat(&mut config)? {
        return Ok(());
    }
    let example =
        config.start.written_moves().into_iter().next().map(|(text, _)| text).unwrap_or_default();
    console.say(&describe_seats(&config))?;
    if config.has_person() {
        console.say(&format!("Type a move, such as {example}, or one of these:\n{COMMANDS}"))?;
    }
    let mut session = Session::new(config)?;
    console.show_board(&session)?;
    console.play(&mut session)
}

const COMMANDS: &str = "  help    this list
  hint    what a strong player would do
  undo    take your last turn back
  board   the board again
  moves   all legal moves
  resign  give up
  quit    leave the game";

/// The search time for a hint.
const HINT: Duration = Duration::from_secs(1);
/// After so long a line says that a player is thinking.
const THINKING_NOTICE: Duration = Duration::from_secs(2);

/// Input and output by lines.
struct Console<'a> {
    input: &'a mut dyn BufRead,
    output: &'a mut dyn Write,
    unicode: bool,
}

impl Console<'_> {
    /// Asks which seat the person has; whether there was an answer.
    fn ask_seat(&mut self, config: &mut SessionConfig) -> io::Result<bool> {
        let names = config.game.info().seats;
        let question = format!("Which do you play: {}? Enter for {}", names.join(", "), names[0]);
        loop {
            let Some(line) = self.ask(&question)? else { return Ok(false) };
            let seat = match line.trim() {
                "" => Ok(Some(Seat::FIRST)),
                "quit" => return Ok(false),
                text => find_seat(config.game, text),
            };
            match seat {
                Ok(seat) => {
                    assign_person(config, seat);
                    return Ok(true);
                }
                Err(error) => self.say(&error.to_string())?,
            }
        }
    }

    fn play(&mut self, session: &mut Session) -> Result<(), PlainError> {
        loop {
            // A player's move is announced by `wait`, and so must not be made here.
            if session.person().is_some() {
                session.poll();
            }
            if let Some(end) = session.end() {
                let sentence = text::game_end(session.config(), end);
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
        let played = session.game_state().moves().len();
        let seat = session.turn().map_or(0, Seat::index);
        let name = session.config().game.info().seats[seat];
        if !session.wait(THINKING_NOTICE) {
            self.say(&format!("{name} is thinking."))?;
            while !session.wait(THINKING_NOTICE) {}
        }
        let text = session.game_state().written_moves().nth(played);
        if let Some(text) = text {
            self.say(&format!("{name} plays {text}"))?;
            self.show_board(session)?;
        }
        Ok(())
    }

    /// A person's turn, or one question of it; whether the person is still there.
    fn turn(&mut self, session: &mut Session, seat: Seat) -> Result<bool, PlainError> {
        let name = session.config().game.info().seats[seat.index()];
        let clock = session.clock(seat).map(|left| format!(", {} left", text::clock(left)));
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
                    session.position().written_moves().into_iter().map(|(text, _)| text).collect();
                self.say(&moves.join("\n"))?;
            }
            "hint" => {
                session.start_analysis(Some(HINT));
                let best = session.wait_for_analysis().map(|analysis| analysis.best_move);
                let hint = best.map(|m| session.position().write_move(m));
                self.say(&format!("A strong player would play {}", hint.unwrap_or_default()))?;
            }
            "undo" => {
                if session.undo() {
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
                    session.poll();
                    if session.end().is_none() {
                        let played = session.play(m);
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
        let game = session.config().game;
        let contents = session.position().contents();
        let last_move = session.game_state().last_path();
        let scene = Scene {
            title: game.info().title,
            board: game.board(),
            contents: &contents,
            seats: game.info().seats,
            last_move: &last_move,
        };
        let style = TerminalStyle { colour: false, unicode: self.unicode };
        let board = spielwerk_drawing::terminal(&scene, &style);
        writeln!(self.output, "\n{board}")
    }

    /// Writes a text and ends its line.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let sign = |sign: char| if self.unicode || sign == '\n' { sign } else { text::ascii(sign) };
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

/// Who plays each seat, in a sentence.
fn describe_seats(config: &SessionConfig) -> String {
    let names = config.game.info().seats;
    let all: Vec<String> = Seat::all(names.len())
        .map(|seat| format!("{} is {}", names[seat.index()], text::seat_player(config, seat)))
        .collect();
    format!("{}.", all.join(", "))
}

/// Gives the person a seat; the player that had it takes the person's.
fn assign_person(config: &mut SessionConfig, seat: Option<Seat>) {
    let person = config.seats.iter().position(|player| *player == SeatPlayer::Person);
    let Some(person) = person else { return };
    match seat {
        Some(seat) => config.seats.swap(person, seat.index()),
        // A person who only watches leaves the seat to one of the players.
        None => {
            let other = config.seats.iter().find(|player| **player != SeatPlayer::Person).cloned();
            config.seats[person] = other.unwrap_or(SeatPlayer::Person);
        }
    }
}
