//! Somebody's own games: the list that a browser finds again by its key.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};

use super::sessions::SeatKey;
use super::{Path, Query};
use crate::AppState;
use crate::api_error::ApiError;
use crate::db_writer::OwnedRow;
use crate::owner::Owner;
use crate::session::{GameOver, SeatOccupant, WebSession};

/// The most games that are listed.
const MAX_LIMIT: usize = 200;

/// A game in the list.
#[derive(Serialize)]
pub(crate) struct OwnGame {
    id: String,
    game: String,
    seats: Vec<SeatOccupant>,
    plies: usize,
    over: Option<GameOver>,
    changed: i64,
    /// The key with which the owner plays, where each seat has one.
    key: Option<String>,
    /// The owner's seat there.
    seat: Option<usize>,
}

impl OwnGame {
    /// A damaged row is not listed.
    fn of(OwnedRow { row, seat_key }: OwnedRow) -> Option<OwnGame> {
        let summary = WebSession::summary(&row)?;
        Some(OwnGame {
            seat: summary.seat_of(seat_key.as_deref()),
            plies: summary.moves.len(),
            seats: summary.seats,
            over: summary.over,
            id: row.id,
            game: row.game,
            changed: row.changed,
            key: seat_key,
        })
    }
}

/// How many games to list.
#[derive(Deserialize)]
pub(crate) struct Limit {
    limit: Option<usize>,
}

/// The latest games of whoever asks, newest first.
pub(crate) async fn list(
    State(app_state): State<AppState>,
    owner: Owner,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Json<Vec<OwnGame>>, ApiError> {
    let limit = limit.unwrap_or(MAX_LIMIT).min(MAX_LIMIT);
    let rows = app_state.sessions().db().list_owned(owner.0, limit).await?;
    Ok(Json(rows.into_iter().filter_map(OwnGame::of).collect()))
}

/// Puts a session into the list, with the key of the seat if it has keys.
pub(crate) async fn add(
    State(app_state): State<AppState>,
    owner: Owner,
    Path(id): Path<String>,
    Query(SeatKey { key }): Query<SeatKey>,
) -> Result<StatusCode, ApiError> {
    let session = app_state.sessions().read(&id).await?;
    let key = key.filter(|key| session.access(Some(key)).seat().is_some());
    app_state.sessions().db().own(owner.0, &id, key).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a session from the list. The session itself stays.
pub(crate) async fn remove(
    State(app_state): State<AppState>,
    owner: Owner,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app_state.sessions().db().disown(owner.0, &id).await?;
    Ok(StatusCode::NO_CONTENT)
}
