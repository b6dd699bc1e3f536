//! The static files of the web app. They are embedded in the binary; a debug build reads them from
//! the source folder instead, so that a change of the page needs only a reload.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::api_error::ApiError;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// Serves a file of the page.
pub(crate) async fn file(request: Request) -> Result<Response, ApiError> {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let not_found = || ApiError::NotFound(shorten(request.uri()));
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(not_found());
    }
    let media = media_type(path).ok_or_else(not_found)?;
    let file = Page::get(path).ok_or_else(not_found)?;
    Ok(with_etag(request.headers(), media, file.data.into_owned().into()))
}

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

/// The media type of a file by its extension. Files of other types are not served.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    Some(match extension {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

fn shorten(uri: &Uri) -> String {
    uri.path().chars().take(60).collect()
}
