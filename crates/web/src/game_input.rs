//! A game as requests give it: its name, the initial position and the moves played.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use spielwerk_games::{AnyGame, AnyPosition, Seat};
use spielwerk_players::GameState;

use crate::api_error::ApiError;

/// The initial position and the moves played.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct GameInput {
    pub(crate) game: String,
    /// Text, or a JSON object.
    #[serde(default)]
    position: Option<Value>,
    #[serde(default)]
    moves: Vec<String>,
}

impl GameInput {
    /// A game so far, for another worker.
    #[cfg(target_family = "wasm")]
    pub(crate) fn of(game_state: &GameState) -> GameInput {
        GameInput {
            game: game_state.game().name().to_owned(),
            position: Some(Value::String(game_state.positions()[0].text())),
            moves: game_state.written_moves().collect(),
        }
    }

    /// The game after these moves.
    pub(crate) fn game_state(&self) -> Result<GameState, ApiError> {
        self.game_state_from(None)
    }

    /// The same, with this seat to move first.
    pub(crate) fn game_state_from(&self, first: Option<usize>) -> Result<GameState, ApiError> {
        let game = spielwerk_games::game(&self.game)?;
        let mut start = read_position(game, self.position.as_ref())?;
        if let Some(first) = first {
            if first >= game.seats() {
                let why = format!("`first` is {first}, but {} has no such seat", game.name());
                return Err(ApiError::bad_request(why));
            }
            start = game.position_from_contents(&start.contents(), Seat::new(first))?;
        }
        let mut game_state = GameState::from_position(game, start);
        play_all(&mut game_state, &self.moves)?;
        Ok(game_state)
    }
}

/// A position as text or as a JSON object; the initial position, if there is none.
pub(crate) fn read_position(game: AnyGame, given: Option<&Value>) -> Result<AnyPosition, ApiError> {
    match given {
        None | Some(Value::Null) => Ok(game.start()),
        Some(Value::String(text)) => Ok(game.read_position(text)?),
        Some(object @ Value::Object(_)) => Ok(game.read_position(&object.to_string())?),
        Some(_) => Err(ApiError::bad_request("`position` is neither text nor a JSON object")),
    }
}

/// Plays moves in notation, one after the other.
pub(crate) fn play_all(game_state: &mut GameState, moves: &[String]) -> Result<(), ApiError> {
    for (text, number) in moves.iter().zip(1..) {
        let m = game_state.position().read_move(text);
        m.and_then(|m| game_state.play(m)).map_err(|error| ApiError::Moves { number, error })?;
    }
    Ok(())
}
