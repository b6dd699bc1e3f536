//! Responses that a client has already are not sent again.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::response::{IntoResponse, Response};

/// For what is asked for by a name that changes with its contents.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A response with an `ETag`, or 304 if the client has it already.
pub(crate) fn with_etag(asked: &HeaderMap, media: &'static str, body: Bytes) -> Response {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    // Weak, because the same body may be sent compressed.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let headers = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, media)], body).into_response()
}
