//! The games, their boards and their players.

use axum::Json;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use serde_json::json;
use spielwerk_games::{AnyGame, GameInfo};

use super::Path;
use crate::api_error::ApiError;
use crate::page::with_etag;

/// A game in the list.
#[derive(Serialize)]
pub(crate) struct ListedGame {
    #[serde(flatten)]
    info: &'static GameInfo,
    /// Games with one family are variants of each other.
    family: &'static str,
}

/// All games and variants.
pub(crate) async fn list() -> Json<Vec<ListedGame>> {
    let listed = |game: &AnyGame| {
        let info = game.info();
        ListedGame { info, family: info.name.split('-').next().unwrap_or(info.name) }
    };
    Json(spielwerk_games::games().iter().map(listed).collect())
}

/// The board, and what stands on it in the initial position.
pub(crate) async fn board(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game = spielwerk_games::game(&name)?;
    let start = game.start();
    let body = json!({ "board": game.board(), "contents": start.contents() });
    Ok(with_etag(&headers, "application/json", body.to_string().into()))
}

/// The names of all players of a game.
pub(crate) async fn players(Path(name): Path<String>) -> Result<Json<Vec<&'static str>>, ApiError> {
    Ok(Json(spielwerk_players::names(spielwerk_games::game(&name)?)))
}
