//! Which games there are, what their boards look like, who plays them.

use axum::Json;
use axum::http::HeaderMap;
use axum::response::Response;
use games::{AnyGame, Info};
use serde::Serialize;
use serde_json::json;

use super::Path;
use crate::page::tagged;
use crate::refusal::Refusal;

/// A game in the list.
#[derive(Serialize)]
pub(crate) struct Listed {
    #[serde(flatten)]
    info: &'static Info,
    /// Games with one family are variants of each other.
    family: &'static str,
}

/// All games and variants.
pub(crate) async fn list() -> Json<Vec<Listed>> {
    let listed = |game: &AnyGame| {
        let info = game.info();
        Listed { info, family: info.name.split('-').next().unwrap_or(info.name) }
    };
    Json(games::games().iter().map(listed).collect())
}

/// The board, and what stands on it at the start.
pub(crate) async fn board(
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let game = games::game(&name)?;
    let start = game.start();
    let body = json!({ "board": game.board(), "contents": start.contents() });
    Ok(tagged(&headers, "application/json", body.to_string().into()))
}

/// The names of all players of a game.
pub(crate) async fn players(Path(name): Path<String>) -> Result<Json<Vec<&'static str>>, Refusal> {
    Ok(Json(players::names(games::game(&name)?)))
}
