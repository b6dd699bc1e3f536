//! The WebAssembly module as a browser gets it.

use std::io::Read;
use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderMap, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderName, StatusCode};
use spielwerk_arena::Store;
use spielwerk_web::{AppState, ServerConfig, WasmModule};

use crate::client::{app_state, ask, request};

/// A module with nothing but the version of this crate, and a section that can be compressed.
pub(crate) fn bytes() -> Vec<u8> {
    let name = b"spielwerk-version";
    let version = env!("CARGO_PKG_VERSION").as_bytes();
    let size = 1 + name.len() + version.len();
    let section = [&[0, size as u8, name.len() as u8], &name[..], version].concat();
    [&b"\0asm\x01\0\0\0"[..], &section, &[1, 0x80, 0x08], &[0; 1024]].concat()
}

/// A server with that module.
pub(crate) fn with_module() -> (tempfile::TempDir, AppState) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let wasm_module = Some(Arc::new(WasmModule::new(bytes()).unwrap()));
    let config = ServerConfig { threads: 1, wasm_module, ..ServerConfig::default() };
    (folder, AppState::with_config(store, config).unwrap())
}

async fn fetch(
    app_state: &AppState,
    path: &str,
    headers: &[(HeaderName, &str)],
) -> (StatusCode, HeaderMap, Bytes) {
    let asked = headers
        .iter()
        .fold(request("GET", path), |asked, (name, value)| asked.header(name, *value));
    let answer = ask(app_state, asked.body(Body::empty()).unwrap()).await;
    let (status, headers) = (answer.status(), answer.headers().clone());
    (status, headers, to_bytes(answer.into_body(), usize::MAX).await.unwrap())
}

/// The value of an attribute of the page's `html` element.
async fn attribute(app_state: &AppState, name: &str) -> Option<String> {
    let (_, _, page) = fetch(app_state, "/", &[]).await;
    let page = String::from_utf8(page.to_vec()).unwrap();
    let (_, value) = page.split_once(&format!("{name}=\""))?;
    Some(value.split('"').next().unwrap().to_owned())
}

#[tokio::test]
async fn the_page_names_addresses_that_are_kept_for_ever() {
    let (_folder, app_state) = with_module();
    for (name, media) in
        [("data-module", "application/wasm"), ("data-worker", "text/javascript; charset=utf-8")]
    {
        let address = attribute(&app_state, name).await.unwrap();
        let (status, headers, body) = fetch(&app_state, &address, &[]).await;
        assert_eq!((status, headers[CONTENT_TYPE].to_str().unwrap()), (StatusCode::OK, media));
        assert!(headers[CACHE_CONTROL].to_str().unwrap().contains("immutable"), "{address}");
        assert!(!headers.contains_key(CONTENT_ENCODING) && !body.is_empty());
        // Another version is another file, which must be asked for again.
        let other = format!("{}?v=old", address.split('?').next().unwrap());
        let (status, headers, _) = fetch(&app_state, &other, &[]).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(headers[CACHE_CONTROL], "no-cache");
        let tag = headers[ETAG].to_str().unwrap();
        let (status, ..) = fetch(&app_state, &other, &[(IF_NONE_MATCH, tag)]).await;
        assert_eq!(status, StatusCode::NOT_MODIFIED);
    }
}

#[tokio::test]
async fn the_module_is_compressed_as_the_browser_accepts_it() {
    let (_folder, app_state) = with_module();
    let path = attribute(&app_state, "data-module").await.unwrap();
    assert_eq!(fetch(&app_state, &path, &[]).await.2, bytes());
    let gzip = fetch(&app_state, &path, &[(ACCEPT_ENCODING, "gzip, deflate")]).await;
    assert_eq!(gzip.1[CONTENT_ENCODING], "gzip");
    assert_eq!(gzip.1[VARY], "accept-encoding");
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&gzip.2[..]).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, bytes());
    let brotli = fetch(&app_state, &path, &[(ACCEPT_ENCODING, "gzip, deflate, br, zstd")]).await;
    assert_eq!(brotli.1[CONTENT_ENCODING], "br");
    unpacked.clear();
    brotli::Decompressor::new(&brotli.2[..], 4096).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, bytes());
}

#[tokio::test]
async fn webassembly_is_allowed_where_there_is_a_module() {
    let (_folder, with) = with_module();
    let folder = tempfile::tempdir().unwrap();
    let without = app_state(&folder.path().join("store.sqlite"));
    for (app_state, allowed) in [(&with, true), (&without, false)] {
        let (_, headers, _) = fetch(app_state, "/", &[]).await;
        let policy = headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert_eq!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), allowed, "{policy}");
        assert!(!policy.contains("'unsafe-eval'") && policy.starts_with("default-src 'self';"));
    }
    assert_eq!(fetch(&without, "/spielwerk.wasm", &[]).await.0, StatusCode::NOT_FOUND);
    assert_eq!(attribute(&without, "data-module").await, None);
}
