//! The web app's own files. They are part of the program; a debug build reads them from the source
//! folder instead, so that whoever works on the page only has to reload it.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderMap, IF_NONE_MATCH};
use axum::http::{Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::refusal::Refusal;

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// A file of the page.
pub(crate) async fn file(request: Request) -> Result<Response, Refusal> {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let nothing = || Refusal::Nothing(shorten(request.uri()));
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(nothing());
    }
    let media = media_type(path).ok_or_else(nothing)?;
    let file = Page::get(path).ok_or_else(nothing)?;
    Ok(tagged(request.headers(), media, file.data.into_owned().into()))
}

/// An answer that need not be sent again as long as it stays the same.
pub(crate) fn tagged(asked: &HeaderMap, media: &'static str, body: Bytes) -> Response {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    // Weak, because the same answer may be sent compressed.
    let tag = format!("W/\"{:016x}\"", hasher.finish());
    let known = asked.get(IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let headers = [(ETAG, tag.clone()), (CACHE_CONTROL, "no-cache".into())];
    if known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag)) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, [(CONTENT_TYPE, media)], body).into_response()
}

/// What a file is, by its name. Whatever else lies in the folder is none of the page.
fn media_type(path: &str) -> Option<&'static str> {
    let (_, ending) = path.rsplit_once('.')?;
    Some(match ending {
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
