//! Short links over HTTP: a game is stored once, and found by its id.

use std::time::Instant;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Body, Path};
use crate::AppState;
use crate::api_error::ApiError;
use crate::player_threads::Visitor;
use crate::shared_games::SharedGame;

/// Stores a game.
pub(crate) async fn share(
    State(app_state): State<AppState>,
    visitor: Visitor,
    Body(shared): Body<SharedGame>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app_state.quota().take(visitor, Instant::now())?;
    let id = app_state.shared_games().share(shared).await?;
    Ok((StatusCode::CREATED, Json(json!({ "id": id }))))
}

/// The game with this id.
pub(crate) async fn find(
    State(app_state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<SharedGame>, ApiError> {
    Ok(Json(app_state.shared_games().find(id).await?))
}
