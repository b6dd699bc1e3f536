//! HTTP handlers, one file for each kind of resource.

#[cfg(not(target_family = "wasm"))]
pub(crate) mod explorer;
pub(crate) mod games;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod own_games;
pub(crate) mod positions;
pub(crate) mod sessions;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod shared_games;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod tablebases;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod watch;

use axum::extract::{FromRequest, FromRequestParts};

use crate::api_error::ApiError;

/// Does work that may take a while, such as replaying a long game, where it delays no other request.
#[cfg(not(target_family = "wasm"))]
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(ApiError::Internal))
}

/// In a browser nobody else waits, and there is no other thread.
#[cfg(target_family = "wasm")]
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    work()
}

/// A JSON body; anything else is an [`ApiError`].
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(ApiError))]
pub(crate) struct Body<T>(pub(crate) T);

/// Parameters in the path of a URL.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(ApiError))]
pub(crate) struct Path<T>(pub(crate) T);

/// Parameters in the query of a URL.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(ApiError))]
pub(crate) struct Query<T>(pub(crate) T);
