//! The routes of the module: those of the server, but for what other processes write.

use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::app_state::AppState;
use crate::analysis;
use crate::api::{games, positions, sessions};

/// The router for all requests of the page.
pub(super) fn router(app_state: AppState) -> Router {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{name}/board", get(games::board))
        .route("/api/games/{name}/players", get(games::players))
        .route("/api/position", post(positions::position))
        .route("/api/follow", post(positions::follow))
        .route("/api/setup", post(positions::setup))
        .route("/api/export", post(positions::export))
        .route("/api/sessions", get(sessions::list).post(sessions::create))
        .route("/api/sessions/{id}", get(sessions::read))
        .route("/api/sessions/{id}/live", get(sessions::live))
        .route("/api/tablebase", post(no_tablebase))
        .route("/api/own-games", get(nothing))
        .route("/api/events", get(nothing))
        .route("/api/environments", get(nothing))
        .route("/api/analysis", get(analysis::analysis))
        .with_state(app_state)
}

/// A browser has no tablebases.
async fn no_tablebase() -> Json<Value> {
    Json(json!({ "seat": null, "moves": [] }))
}

/// Matches, tournaments and the practice server are elsewhere, and all sessions are listed as such.
async fn nothing() -> Json<Value> {
    Json(json!([]))
}
