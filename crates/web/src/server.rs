//! The HTTP server: its routes, how it starts and how it shuts down.

use std::io;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::routing::{get, post, put};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tracing::info;

use crate::api::{
    explorer, games, own_games, positions, sessions, shared_games, tablebases, watch,
};
use crate::api_error::ApiError;
use crate::guard::guard;
use crate::{AppState, analysis, page, wasm_module};

/// The largest body of a request.
const MAX_BODY: usize = 256 * 1024;

/// The router for all requests.
pub fn app(app_state: AppState) -> Router {
    let router = Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{name}/board", get(games::board))
        .route("/api/games/{name}/players", get(games::players))
        .route("/api/position", post(positions::position))
        .route("/api/follow", post(positions::follow))
        .route("/api/setup", post(positions::setup))
        .route("/api/export", post(positions::export))
        .route("/api/tablebase", post(tablebases::moves))
        .route("/api/explorer", post(explorer::moves))
        .route("/api/sessions", get(sessions::list).post(sessions::create))
        .route("/api/sessions/{id}", get(sessions::read))
        .route("/api/own-games", get(own_games::list))
        .route("/api/own-games/{id}", put(own_games::add).delete(own_games::remove))
        .route("/api/sessions/{id}/live", get(sessions::live))
        .route("/api/shared-games", post(shared_games::share))
        .route("/api/shared-games/{id}", get(shared_games::find))
        .route("/api/events", get(watch::events))
        .route("/api/events/{event}", get(watch::event))
        .route("/api/events/{event}/games", get(watch::games))
        .route("/api/events/{event}/games/{number}", get(watch::game))
        .route("/api/environments", get(watch::environments))
        .route("/api/runs/{run}", get(watch::run))
        .route("/api/analysis", get(analysis::analysis))
        .route(wasm_module::PATH, get(wasm_module::file))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn(|request: Request, next: Next| {
            let refuse = |status, why| ApiError::Body(why, status);
            spielwerk_http::body_limit(MAX_BODY, request, next, refuse)
        }))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app_state.clone(), guard));
    spielwerk_http::logged(router).with_state(app_state)
}

/// Serves requests until `end` resolves, then shuts down gracefully. Every game is stored by then.
pub async fn serve(
    listener: TcpListener,
    app_state: AppState,
    end: impl Future<Output = ()>,
) -> io::Result<()> {
    let closing = app_state.clone();
    let end = async move {
        end.await;
        info!("the server shuts down");
        closing.close().await;
    };
    info!(address = %listener.local_addr()?, "the server has started");
    let served = spielwerk_http::serve(listener, app(app_state), end).await;
    info!("the server has stopped");
    served
}
