//! A game's score sheet: all there is to know of a finished game, as plain data.
//!
//! Players, moves and positions are text, so that a sheet outlives the program that wrote it; to
//! read one is to replay it, move by move, by the rules.

use games::{AnyGame, Seat};
use players::Course;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::text::TextError;
use crate::{Ending, Entrant, Finished, Ply};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// The match or tournament that it belongs to.
    pub event: String,
    /// Its number there, from 1.
    pub number: u32,
    /// The game's name.
    pub game: String,
    /// When it ended, as RFC 3339 has it.
    pub date: String,
    /// The players, in the order of their seats.
    pub players: Vec<Seated>,
    /// Where it began, unless at the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves that were given.
    pub opening: Vec<String>,
    /// The moves that the players made.
    pub moves: Vec<Noted>,
    /// How it ended.
    pub ending: Ending,
    /// Whose doing that was, if anybody's in particular: the number of a seat, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<u8>,
    /// What there is to say about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A player at the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seated {
    /// Who it is: a spec for ours.
    pub player: String,
    /// The version of the program.
    pub version: String,
    /// What the player got.
    pub points: f64,
}

/// A move with what its player thought.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noted {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// What the player thought of its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it saw.
    pub nodes: u64,
    /// How long it took, in microseconds.
    pub us: u64,
    /// How long it might have taken, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_us: Option<u64>,
}

/// Why something is no game.
#[derive(Debug, Error)]
pub enum SheetError {
    /// Something about the game as a whole.
    #[error("{0}")]
    Game(String),
    /// A move is wrong.
    #[error("move {number}: {why}")]
    Move {
        /// Which one, from 1, the opening among them.
        number: usize,
        /// What is wrong with it.
        why: games::MoveError,
    },
}

impl Sheet {
    /// The sheet of a game that has just ended.
    pub fn new(event: &str, entrants: &[Entrant], finished: &Finished) -> Sheet {
        let Finished { number, seating, played } = finished;
        let course = &played.course;
        let given = course.moves().len() - played.plies.len();
        let first = &course.positions()[0];
        let seats = Seat::all(seating.len()).zip(seating);
        let moves = course.moves()[given..].iter().zip(&played.plies);
        Sheet {
            event: event.to_owned(),
            number: u32::try_from(number + 1).unwrap_or(u32::MAX),
            game: course.game().name().to_owned(),
            date: jiff::Timestamp::now().round(jiff::Unit::Second).unwrap_or_default().to_string(),
            players: seats
                .map(|(seat, &entrant)| Seated {
                    player: entrants[entrant].name().to_owned(),
                    version: entrants[entrant].version().to_owned(),
                    points: played.outcome.points(seat),
                })
                .collect(),
            start: (*first != course.game().start()).then(|| first.text()),
            opening: course.moves()[..given].iter().map(|m| m.text.clone()).collect(),
            moves: moves.map(|(m, ply)| Noted::new(&m.text, ply)).collect(),
            ending: played.ending,
            culprit: played.culprit.map(|seat| seat.index() as u8 + 1),
            remark: played.remark.clone(),
        }
    }

    /// Games as one JSON object a line, replayed by the rules.
    pub fn read_lines(text: &str) -> Result<Vec<Sheet>, TextError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(index, line): (usize, &str)| {
            let wrong = |why: String| TextError { line: index + 1, why };
            let sheet: Sheet = serde_json::from_str(line).map_err(|error| {
                // The place in the line says more than that it is its first.
                wrong(error.to_string().replace(" at line 1 column ", " at letter "))
            })?;
            sheet.replay().map_err(|error| wrong(error.to_string()))?;
            Ok(sheet)
        };
        lines.map(read).collect()
    }

    /// Which game was played.
    pub fn game(&self) -> Result<AnyGame, SheetError> {
        games::game(&self.game).map_err(|error| SheetError::Game(error.to_string()))
    }

    /// The whole game, replayed by the rules.
    pub fn replay(&self) -> Result<Course, SheetError> {
        let game = self.game()?;
        let wrong = |why: String| Err(SheetError::Game(why));
        if self.players.len() != game.seats() {
            let (found, seats) = (self.players.len(), game.seats());
            return wrong(format!("{} has {seats} seats, not {found}", self.game));
        }
        if self.culprit.is_some_and(|seat| !(1..=game.seats()).contains(&seat.into())) {
            return wrong(format!("a culprit sits in a seat from 1 to {}", game.seats()));
        }
        let mut course = match &self.start {
            None => Course::new(game),
            Some(text) => match game.read(text) {
                Ok(position) => Course::from(game, position),
                Err(error) => return wrong(format!("the start is {error}")),
            },
        };
        let texts = self.opening.iter().chain(self.moves.iter().map(|noted| &noted.text));
        for (text, number) in texts.zip(1..) {
            let m = course.position().read_move(text);
            m.and_then(|m| course.play(&m)).map_err(|why| SheetError::Move { number, why })?;
        }
        if self.ending == Ending::Natural {
            let points = |seat| course.position().outcome().map(|outcome| outcome.points(seat));
            let told = self.players.iter().map(|player| Some(player.points));
            if !told.eq(Seat::all(game.seats()).map(points)) {
                return wrong("the points are not those of the last position".into());
            }
        }
        Ok(course)
    }
}

impl Noted {
    fn new(text: &str, ply: &Ply) -> Noted {
        // Half a million years fit.
        let us = |time: std::time::Duration| time.as_micros() as u64;
        Noted {
            text: text.to_owned(),
            score: ply.score.map(|score| score.to_string()),
            depth: ply.depth,
            nodes: ply.nodes,
            us: us(ply.time),
            allowed_us: ply.allowed.map(us),
        }
    }
}
