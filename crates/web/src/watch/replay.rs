//! A recorded game, to be replayed move by move.

use serde::Serialize;
use serde_json::{Value, json};
use spielwerk_codecs::record::GameRecord;
use spielwerk_players::GameState;

use crate::api_error::ApiError;
use crate::view::{PlyView, StartView};

/// A game and its data.
#[derive(Serialize)]
pub(crate) struct Replay {
    game: &'static str,
    start: StartView,
    plies: Vec<PlyView>,
    #[serde(flatten)]
    about: Value,
}

impl Replay {
    /// A game with further data.
    pub(crate) fn of(game_state: &GameState, about: Value) -> Replay {
        Replay {
            game: game_state.game().name(),
            start: StartView::of(&game_state.positions()[0]),
            plies: PlyView::list(game_state, 0),
            about,
        }
    }

    /// A game of the archive.
    pub(crate) fn of_record(record: &GameRecord) -> Result<Replay, ApiError> {
        let game_state = record.replay().map_err(|error| ApiError::unreadable(&error))?;
        let notes = record.moves.iter().map(|ply| {
            json!({
                "score": ply.score, "depth": ply.depth, "nodes": ply.nodes,
                "time_ms": ply.us / 1000,
            })
        });
        let players = record.players.iter();
        let about = json!({
            "event": record.event,
            "number": record.number,
            "date": record.date,
            "players": players.clone().map(|it| &it.player).collect::<Vec<_>>(),
            "points": players.map(|it| it.points).collect::<Vec<_>>(),
            "ending": record.termination,
            "culprit": record.culprit.map(|seat| seat - 1),
            "remark": record.remark,
            "opening": record.opening.len(),
            "notes": notes.collect::<Vec<_>>(),
        });
        Ok(Replay::of(&game_state, about))
    }
}
