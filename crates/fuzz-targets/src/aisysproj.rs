//! AISysProj: config files, requests of any client to the practice server, responses of any server.

use std::path::Path;
use std::sync::OnceLock;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::Value;
use spielwerk_arena::Store;
use spielwerk_codecs::aisysproj::Response;
use spielwerk_courses::aisysproj::{Config, Environment, Server};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::{one_line, text};

/// A config file.
pub fn aisysproj_config(data: &[u8]) {
    let path = Path::new("config.json");
    match Config::parse(path, &text(data)) {
        Ok(config) => {
            let again = Config::parse(path, &config.text()).ok().unwrap();
            assert!(again.password == config.password && again.url == config.url);
        }
        Err(error) => one_line(&error),
    }
}

/// A server's response.
pub fn aisysproj_response(data: &[u8]) {
    let Ok(response) = serde_json::from_slice::<Response>(data) else { return };
    let written = serde_json::to_vec(&response).unwrap();
    assert_eq!(serde_json::from_slice::<Response>(&written).unwrap(), response);
    for environment in Environment::all() {
        for request in &response.action_requests {
            if let Err(error) = environment.game.read_position(&request.percept.to_string()) {
                one_line(&error);
            }
        }
    }
}

/// A practice server with one agent.
struct Practice {
    runtime: Runtime,
    server: Server,
    config: Config,
    _folder: TempDir,
}

static PRACTICE: OnceLock<Practice> = OnceLock::new();

impl Practice {
    fn new() -> Practice {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store")).unwrap();
        let server = Server::new(store, Some(1)).unwrap();
        let config = server.register("fuzz", "http://localhost", false).unwrap().remove(0);
        Practice { runtime: Runtime::new().unwrap(), server, config, _folder: folder }
    }

    /// Sends a body, as a client would.
    fn put(&self, body: Vec<u8>) -> (StatusCode, Value) {
        let request = Request::put(format!("/act/{}", self.config.environment))
            .header("content-type", "application/json")
            .body(Body::from(body))
            .unwrap();
        self.runtime.block_on(async {
            let response = self.server.router().oneshot(request).await.unwrap();
            let status = response.status();
            let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
            (status, serde_json::from_slice(&body).unwrap())
        })
    }
}

/// A request of a client, with a wrong password and with the right one.
pub fn aisysproj_request(data: &[u8]) {
    let practice = PRACTICE.get_or_init(Practice::new);
    let mut bodies = vec![data.to_vec()];
    if let Ok(Value::Object(mut fields)) = serde_json::from_slice(data) {
        fields.insert("agent".into(), practice.config.agent.as_str().into());
        fields.insert("pwd".into(), practice.config.password.expose().into());
        bodies.push(Value::Object(fields).to_string().into_bytes());
    }
    for body in bodies {
        let (status, answer) = practice.put(body);
        assert!(status.as_u16() < 500, "{status} {answer}");
        if status != StatusCode::OK {
            one_line(&answer["description"].as_str().unwrap());
        }
    }
}
