//! Watching over HTTP: matches and tournaments, and the environments of the practice server. The
//! standings carry an `ETag`, so that a client may poll every few seconds.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use spielwerk_arena::record::{EventListing, GameFilter, GameSummary};

use super::{Path, Query};
use crate::AppState;
use crate::api_error::ApiError;
use crate::etag::with_etag;
use crate::watch::replay::Replay;

/// How many games are listed, by default and at most.
const DEFAULT_LIMIT: u32 = 50;
const MAX_LIMIT: u32 = 500;

/// All matches and tournaments.
pub(crate) async fn events(
    State(app_state): State<AppState>,
) -> Result<Json<Vec<EventListing>>, ApiError> {
    Ok(Json(app_state.events().list().await?))
}

/// One of them, with its standings.
pub(crate) async fn event(
    State(app_state): State<AppState>,
    Path(event): Path<i64>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let standings = app_state.events().standings(event).await?;
    Ok(with_etag(&headers, "application/json", standings))
}

/// Which games to list.
#[derive(Deserialize)]
pub(crate) struct GamesQuery {
    limit: Option<u32>,
    before: Option<u32>,
    player: Option<String>,
    against: Option<String>,
}

/// Its games, the last first.
pub(crate) async fn games(
    State(app_state): State<AppState>,
    Path(event): Path<i64>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Vec<GameSummary>>, ApiError> {
    let filter = GameFilter {
        before: query.before,
        players: query.player.into_iter().chain(query.against).collect(),
        limit: query.limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT),
    };
    Ok(Json(app_state.events().games(event, filter).await?))
}

/// One game, move by move.
pub(crate) async fn game(
    State(app_state): State<AppState>,
    Path((event, number)): Path<(i64, u32)>,
) -> Result<Json<Replay>, ApiError> {
    let record = app_state.events().game(event, number).await?;
    Ok(Json(Replay::of_record(&record)?))
}

/// The environments of the practice server in which somebody has played.
pub(crate) async fn environments(
    State(app_state): State<AppState>,
) -> Result<Json<Value>, ApiError> {
    match app_state.practice() {
        Some(practice) => Ok(Json(practice.environments().await?)),
        None => Ok(Json(json!([]))),
    }
}

/// A run there, move by move.
pub(crate) async fn run(
    State(app_state): State<AppState>,
    Path(id): Path<i64>,
) -> Result<Json<Replay>, ApiError> {
    let practice = app_state.practice().ok_or(ApiError::UnknownRun(id))?;
    let (about, game_state) = practice.run(id).await?;
    Ok(Json(Replay::of(&game_state, about)))
}
