//! The record of a finished game, as plain data.
//!
//! Players, moves and positions are text, so that a record outlives the program that wrote it. A
//! record is validated by replaying it by the rules.

use serde::{Deserialize, Serialize};
use spielwerk_games::{AnyGame, Seat};
use spielwerk_session::{GameState, Termination};
use thiserror::Error;

use super::text::TextError;

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The match, tournament or import that it belongs to.
    pub event: String,
    /// Its number there, from 1.
    pub number: u32,
    /// The game's name.
    pub game: String,
    /// When it ended, as RFC 3339 has it.
    pub date: String,
    /// The players, in the order of their seats.
    pub players: Vec<RecordedPlayer>,
    /// The first position, unless it is the game's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening, which nobody chose.
    pub opening: Vec<String>,
    /// The moves that the players made.
    pub moves: Vec<RecordedPly>,
    /// Its termination.
    #[serde(rename = "ending")]
    pub termination: Termination,
    /// The seat that forfeited or resigned, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<u8>,
    /// A comment on the termination, such as the error of a forfeit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
}

/// A player of a recorded game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPlayer {
    /// Its name: the spec, for players from the registry.
    pub player: String,
    /// The version of the program.
    pub version: String,
    /// The player's points.
    pub points: f64,
}

/// A move with its player's analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedPly {
    /// The move, in the game's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// The player's score of its position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// The search depth, in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time of the move, in microseconds.
    pub us: u64,
    /// The time that was allowed, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allowed_us: Option<u64>,
}

/// Why a record is not a valid game.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The game as a whole is invalid.
    #[error("{0}")]
    Game(String),
    /// A move is invalid.
    #[error("move {number}: {why}")]
    Move {
        /// Which one, from 1, the opening included.
        number: usize,
        /// What is wrong with it.
        why: spielwerk_games::MoveError,
    },
}

impl GameRecord {
    /// Parses games from JSON Lines, and replays them by the rules.
    pub fn parse_json_lines(text: &str) -> Result<Vec<GameRecord>, TextError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = |(index, line): (usize, &str)| {
            let wrong = |why: String| TextError { line: index + 1, why };
            let record: GameRecord = serde_json::from_str(line).map_err(|error| {
                // Each line is parsed by itself, so only the column says something. It quotes what
                // it found, which may be a line break.
                let error = error.to_string().replace(" at line 1 column ", " at letter ");
                wrong(error.replace(char::is_control, " "))
            })?;
            record.normalized().map_err(|error| wrong(error.to_string()))
        };
        lines.map(read).collect()
    }

    /// The game.
    pub fn game(&self) -> Result<AnyGame, RecordError> {
        spielwerk_games::game(&self.game).map_err(|error| RecordError::Game(error.to_string()))
    }

    /// Replays the game, and gives the record with positions and moves in the game's own notation:
    /// there are more ways to write them, with blanks for example, than a record has room for.
    pub(super) fn normalized(mut self) -> Result<GameRecord, RecordError> {
        let state = self.replay()?;
        if let Some(start) = &mut self.start {
            *start = state.positions()[0].text();
        }
        let own = self.opening.iter_mut().chain(self.moves.iter_mut().map(|ply| &mut ply.text));
        for (text, written) in own.zip(state.written_moves()) {
            *text = written;
        }
        Ok(self)
    }

    /// Replays the game by the rules.
    pub fn replay(&self) -> Result<GameState, RecordError> {
        let game = self.game()?;
        let wrong = |why: String| Err(RecordError::Game(why));
        if self.players.len() != game.seats() {
            let (found, seats) = (self.players.len(), game.seats());
            return wrong(format!("{} has {seats} seats, not {found}", self.game));
        }
        if self.culprit.is_some_and(|seat| !(1..=game.seats()).contains(&seat.into())) {
            return wrong(format!("a culprit sits in a seat from 1 to {}", game.seats()));
        }
        if !self.players.iter().all(|player| player.points.is_finite() && player.points >= 0.0) {
            return wrong("points are numbers from 0".into());
        }
        // It stands in a note of the text format.
        let unfit = |score: &String| score.contains(|c: char| c.is_control() || "{},".contains(c));
        if let Some(score) =
            self.moves.iter().filter_map(|ply| ply.score.as_ref()).find(|s| unfit(s))
        {
            return wrong(format!("{score:?} is no score, as in `+0.40`"));
        }
        let mut state = match &self.start {
            None => GameState::new(game),
            Some(text) => match game.read_position(text) {
                Ok(position) => GameState::from_position(game, position),
                Err(error) => return wrong(format!("the start is {error}")),
            },
        };
        let texts = self.opening.iter().chain(self.moves.iter().map(|ply| &ply.text));
        for (text, number) in texts.zip(1..) {
            let m = state.position().read_move(text);
            m.and_then(|m| state.play(m)).map_err(|why| RecordError::Move { number, why })?;
        }
        if self.termination == Termination::Natural {
            let points = |seat| state.position().outcome().map(|outcome| outcome.points(seat));
            let told = self.players.iter().map(|player| Some(player.points));
            if !told.eq(Seat::all(game.seats()).map(points)) {
                return wrong("the points are not those of the last position".into());
            }
        }
        Ok(state)
    }
}
