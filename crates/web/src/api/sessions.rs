//! Sessions over HTTP: a new one, one by its id, and those that anybody may watch.

use std::time::Instant;

use axum::Json;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Body, Path, Query};
use crate::AppState;
use crate::api_error::ApiError;
use crate::session::{NewSession, live};
use crate::socket;

/// Creates a session.
pub(crate) async fn create(
    State(app_state): State<AppState>,
    Body(request): Body<NewSession>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    let session = request.open()?;
    let now = Instant::now();
    app_state.sessions().db().save(session.to_row(now)).await?;
    Ok((StatusCode::CREATED, Json(json(&session.state(0, now)))))
}

/// A session as it was last stored.
pub(crate) async fn read(
    State(app_state): State<AppState>,
    Path(id): Path<String>,
) -> Result<Json<Value>, ApiError> {
    let session = app_state.sessions().read(&id).await?;
    Ok(Json(json(&session.state(0, Instant::now()))))
}

/// Opens the WebSocket of a session.
pub(crate) async fn live(
    State(app_state): State<AppState>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let handle = app_state.sessions().join(&id).await?;
    let shutdown = app_state.shutdown_signal();
    Ok(socket::accept(upgrade, move |socket| live::serve(socket, handle, shutdown)))
}

/// How many sessions to list.
#[derive(Deserialize)]
pub(crate) struct Limit {
    limit: Option<usize>,
}

/// The latest sessions that anybody may watch.
pub(crate) async fn list(
    State(app_state): State<AppState>,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Json<Vec<crate::watch::sessions::ListedSession>>, ApiError> {
    Ok(Json(crate::watch::sessions::list(app_state.sessions(), limit).await?))
}

fn json(state: &impl Serialize) -> Value {
    // Plain data with text keys can always be written as JSON.
    serde_json::to_value(state).unwrap_or_default()
}
