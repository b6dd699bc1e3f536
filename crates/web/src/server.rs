//! The HTTP server: its routes, how it starts and how it shuts down.

use std::io;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tracing::info;

use crate::api::{games, positions, sessions, watch};
use crate::guard::guard;
use crate::request_log::logged;
use crate::{AppState, analysis, page};

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
        .route("/api/sessions", get(sessions::list).post(sessions::create))
        .route("/api/sessions/{id}", get(sessions::read))
        .route("/api/sessions/{id}/live", get(sessions::live))
        .route("/api/events", get(watch::events))
        .route("/api/events/{event}", get(watch::event))
        .route("/api/events/{event}/games", get(watch::games))
        .route("/api/events/{event}/games/{number}", get(watch::game))
        .route("/api/environments", get(watch::environments))
        .route("/api/runs/{run}", get(watch::run))
        .route("/api/analysis", get(analysis::analysis))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(app_state.clone(), guard));
    logged(router).with_state(app_state)
}

/// Serves requests until `end` resolves, then shuts down gracefully. Every game is stored by then.
pub async fn serve(
    listener: TcpListener,
    app_state: AppState,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = app_state.clone();
    let end = async move {
        end.await;
        info!("the server shuts down");
        closing.close().await;
    };
    info!(address = %listener.local_addr()?, "the server has started");
    // Messages are small and must not wait for each other.
    let listener = listener.tap_io(|stream| {
        // Without this option the connection still works.
        let _ = stream.set_nodelay(true);
    });
    let served = axum::serve(listener, app(app_state)).with_graceful_shutdown(end).await;
    info!("the server has stopped");
    served
}
