//! Middleware that refuses requests of foreign pages, and adds security headers.

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::api_error::ApiError;

/// What the page may load and run: as little as it needs.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
/// The same, and WebAssembly.
const MODULE_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
                             img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
                             form-action 'self'; frame-ancestors 'none'";

/// The other security headers.
const HEADERS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // Whoever knows the address of a session may play in it.
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses foreign requests, and adds the security headers to every response.
pub(crate) async fn guard(
    State(app_state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match spielwerk_http::check_origin(app_state.hosts(), &request) {
        Ok(()) => next.run(request).await,
        Err(foreign) => ApiError::Forbidden(foreign).into_response(),
    };
    let policy = if app_state.wasm_module().is_some() { MODULE_POLICY } else { POLICY };
    for (name, value) in [(CONTENT_SECURITY_POLICY, policy)].into_iter().chain(HEADERS) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
