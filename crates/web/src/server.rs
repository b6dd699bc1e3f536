//! The server: which question goes where, and how it begins and ends.

use std::io;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use crate::api::{games, positions, tables, watch};
use crate::guard::guard;
use crate::{House, analysis, page};

/// The longest body of a request.
const BODY: usize = 256 * 1024;

/// Answers every request to a house.
pub fn app(house: House) -> Router {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/games/{name}/board", get(games::board))
        .route("/api/games/{name}/players", get(games::players))
        .route("/api/position", post(positions::position))
        .route("/api/follow", post(positions::follow))
        .route("/api/setup", post(positions::setup))
        .route("/api/export", post(positions::export))
        .route("/api/tables", get(tables::list).post(tables::create))
        .route("/api/tables/{id}", get(tables::read))
        .route("/api/tables/{id}/live", get(tables::live))
        .route("/api/events", get(watch::events))
        .route("/api/events/{event}", get(watch::event))
        .route("/api/events/{event}/games", get(watch::games))
        .route("/api/events/{event}/games/{number}", get(watch::game))
        .route("/api/environments", get(watch::environments))
        .route("/api/runs/{run}", get(watch::run))
        .route("/api/analysis", get(analysis::analysis))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(CompressionLayer::new())
        .layer(from_fn_with_state(house.clone(), guard))
        .with_state(house)
}

/// Answers until the end comes; then says goodbye to everybody. Every game is stored by then.
pub async fn serve(
    listener: TcpListener,
    house: House,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = house.clone();
    let end = async move {
        end.await;
        closing.close().await;
    };
    // Messages are small and must not wait for each other.
    let listener = listener.tap_io(|stream| {
        // A line that cannot be hurried is still a line.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app(house)).with_graceful_shutdown(end).await
}
