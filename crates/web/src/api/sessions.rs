//! Sessions over HTTP: a new one, one by its id, and those that anybody may watch.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spielwerk_games::Seat;
use spielwerk_search::Instant;

use super::{Body, Path, Query, blocking};
use crate::AppState;
use crate::api_error::ApiError;
#[cfg(not(target_family = "wasm"))]
use crate::owner::Owner;
use crate::player_threads::Visitor;
use crate::session::{NewSession, WebSession, live};
use crate::socket::{self, WebSocketUpgrade};

/// Creates a session. The answer alone has the keys of all seats.
pub(crate) async fn create(
    State(app_state): State<AppState>,
    visitor: Visitor,
    #[cfg(not(target_family = "wasm"))] owner: Option<Owner>,
    Body(request): Body<NewSession>,
) -> Result<(StatusCode, Json<Value>), ApiError> {
    app_state.quota().take(visitor, Instant::now())?;
    let session = blocking(move || request.open()).await?;
    let now = Instant::now();
    let db = app_state.sessions().db();
    db.save(session.to_row(now)).await?;
    let key = session.keys().iter().flatten().next();
    // In a browser all games belong to whose browser it is.
    #[cfg(not(target_family = "wasm"))]
    if let Some(Owner(owner)) = owner.filter(|_| session.has_person()) {
        db.own(owner, session.id(), key.cloned()).await?;
    }
    let mut created = state_for(&session, key.map(String::as_str));
    if key.is_some() {
        created["keys"] = json(&session.keys());
    }
    Ok((StatusCode::CREATED, Json(created)))
}

/// The key of a seat.
#[derive(Deserialize)]
pub(crate) struct SeatKey {
    pub(super) key: Option<String>,
}

/// A session as it was last stored.
pub(crate) async fn read(
    State(app_state): State<AppState>,
    Path(id): Path<String>,
    Query(SeatKey { key }): Query<SeatKey>,
) -> Result<Json<Value>, ApiError> {
    let session = app_state.sessions().read(&id).await?;
    Ok(Json(state_for(&session, key.as_deref())))
}

/// The state with the seat of whoever has this key.
fn state_for(session: &WebSession, key: Option<&str>) -> Value {
    let mut state = json(&session.state(0, Instant::now()));
    state["you"] = json(&session.access(key).seat().map(Seat::index));
    state
}

/// Opens the WebSocket of a session.
pub(crate) async fn live(
    State(app_state): State<AppState>,
    Path(id): Path<String>,
    Query(SeatKey { key }): Query<SeatKey>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let handle = app_state.sessions().join(&id, key.as_deref(), visitor).await?;
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
