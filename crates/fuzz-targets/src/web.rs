//! The bodies of HTTP requests to the web server.

use std::sync::OnceLock;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::Value;
use spielwerk_arena::Store;
use spielwerk_web::AppState;
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::one_line;

/// Everything that takes a body.
const PATHS: [&str; 5] =
    ["/api/position", "/api/follow", "/api/setup", "/api/export", "/api/sessions"];

struct Server {
    runtime: Runtime,
    state: AppState,
    _folder: TempDir,
}

static SERVER: OnceLock<Server> = OnceLock::new();

impl Server {
    fn new() -> Server {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store")).unwrap();
        let state = AppState::open(store, 1).unwrap();
        Server { runtime: Runtime::new().unwrap(), state, _folder: folder }
    }

    fn post(&self, path: &str, body: &[u8]) -> (StatusCode, Vec<u8>) {
        let request = Request::post(path)
            .header("host", "localhost")
            .header("content-type", "application/json")
            .body(Body::from(body.to_vec()))
            .unwrap();
        self.runtime.block_on(async {
            let response = spielwerk_web::app(self.state.clone()).oneshot(request).await.unwrap();
            let status = response.status();
            (status, to_bytes(response.into_body(), usize::MAX).await.unwrap().into())
        })
    }
}

/// A body, sent to everything that takes one.
pub fn web_body(data: &[u8]) {
    let server = SERVER.get_or_init(Server::new);
    for path in PATHS {
        let (status, answer) = server.post(path, data);
        assert!(status.as_u16() < 500, "{status} of {path}");
        if !status.is_success() {
            let answer: Value = serde_json::from_slice(&answer).unwrap();
            one_line(&answer["error"].as_str().unwrap());
        }
    }
}
