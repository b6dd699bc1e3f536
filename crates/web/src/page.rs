//! The static files of the web app, bundled. They are embedded in the binary; a debug build reads them
//! from the source folder instead, so that a change of the page needs only a reload.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::AppState;
use crate::api_error::ApiError;
use crate::bundle::{Bundle, BundleError, hash};
use crate::etag::{FOR_EVER, with_etag};
use crate::static_data;
use crate::wasm_module::WasmModule;

/// The script of the workers in which the WebAssembly module runs.
const WORKER: &str = "local/worker.js";

#[derive(RustEmbed)]
#[folder = "page/"]
struct Page;

/// The text of a file of the page.
pub(crate) fn text(path: &str) -> Option<String> {
    Page::get(path).map(|file| String::from_utf8_lossy(&file.data).into_owned())
}

/// The names of all lessons and puzzles, which the page loads when they are wanted.
pub(crate) fn learning_files() -> Vec<String> {
    let is_one = |path: &str| path.starts_with("lessons/") || path.starts_with("puzzles/");
    let mut all: Vec<String> =
        Page::iter().filter(|path| is_one(path)).map(Cow::into_owned).collect();
    all.sort();
    all
}

/// The page in few files. It is made once, in a debug build for every request.
pub(crate) fn bundle() -> Result<Arc<Bundle>, BundleError> {
    static BUNDLE: OnceLock<Result<Arc<Bundle>, BundleError>> = OnceLock::new();
    let make = || Bundle::new(&text).map(Arc::new);
    if cfg!(debug_assertions) { make() } else { BUNDLE.get_or_init(make).clone() }
}

/// Serves a file of the page.
pub(crate) async fn file(
    State(app_state): State<AppState>,
    request: Request,
) -> Result<Response, ApiError> {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let not_found = || ApiError::NotFound(shorten(request.uri()));
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(not_found());
    }
    let media = media_type(path).ok_or_else(not_found)?;
    match bundle() {
        Ok(bundle) if path == "index.html" => {
            let index =
                with_addresses(&bundle.index, app_state.wasm_module().map(|module| &**module));
            return Ok(with_etag(request.headers(), media, index.into()));
        }
        Ok(bundle) => {
            if let Some((_, media, text)) = bundle.files.iter().find(|(name, ..)| name == path) {
                let headers = [(CACHE_CONTROL, FOR_EVER), (CONTENT_TYPE, media)];
                return Ok((headers, text.clone()).into_response());
            }
        }
        // The modules work one by one as well.
        Err(error) => tracing::error!(%error, "the page cannot be bundled"),
    }
    let file = Page::get(path).ok_or_else(not_found)?;
    if request.uri().query().is_some_and(|query| query == format!("v={}", hash(&file.data))) {
        let headers = [(CACHE_CONTROL, FOR_EVER), (CONTENT_TYPE, media)];
        return Ok((headers, file.data.into_owned()).into_response());
    }
    Ok(with_etag(request.headers(), media, file.data.into_owned().into()))
}

/// The index, which tells the page the version of the data that never changes, and where the
/// WebAssembly module is if there is one.
fn with_addresses(index: &str, module: Option<&WasmModule>) -> String {
    let mut attributes = format!("data-version=\"{}\"", static_data::version());
    if let (Some(module), Some(worker)) = (module, Page::get(WORKER)) {
        let (module, version) = (module.address(), hash(&worker.data));
        attributes += &format!(" data-module=\"{module}\" data-worker=\"/{WORKER}?v={version}\"");
    }
    index.replacen("<html ", &format!("<html {attributes} "), 1)
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
        "json" => "application/json",
        "jsonl" => "application/jsonl",
        "ico" => "image/x-icon",
        "webmanifest" => "application/manifest+json",
        "woff2" => "font/woff2",
        _ => return None,
    })
}

fn shorten(uri: &Uri) -> String {
    uri.path().chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_page_can_be_bundled() {
        let bundle = super::bundle().unwrap();
        let [(_, _, text), ..] = &bundle.files[..] else { panic!() };
        assert!(bundle.files.iter().all(|(name, ..)| bundle.index.contains(name)));
        assert!(!text.contains("\nimport ") && !text.contains("\nexport "));
    }
}
