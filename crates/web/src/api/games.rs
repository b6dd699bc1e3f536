//! The games, their boards and their players.

use axum::http::HeaderMap;
use axum::response::Response;

use super::{Path, Query};
use crate::api_error::ApiError;
use crate::static_data::{self, Version};

/// All games and variants.
pub(crate) async fn list(Query(version): Query<Version>, headers: HeaderMap) -> Response {
    version.respond(&headers, &static_data::games())
}

/// The board, and what stands on it in the initial position.
pub(crate) async fn board(
    Path(name): Path<String>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game = spielwerk_games::game(&name)?;
    Ok(version.respond(&headers, &static_data::board(game)))
}

/// The names of all players of a game.
pub(crate) async fn players(
    Path(name): Path<String>,
    Query(version): Query<Version>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let game = spielwerk_games::game(&name)?;
    Ok(version.respond(&headers, &static_data::players(game)))
}
