//! A server on a free port, and a client that knows only what the server sends.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use spielwerk_web::AppState;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// Longer than anything takes.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// The state of a server that stores its games in this file.
pub(crate) fn app_state(store: &Path) -> AppState {
    AppState::open(spielwerk_arena::Store::open(store).unwrap(), 1).unwrap()
}

/// Sends a request without a network.
pub(crate) async fn ask(app_state: &AppState, request: Request<Body>) -> Response {
    spielwerk_web::app(app_state.clone()).oneshot(request).await.unwrap()
}

/// A request as a browser on this machine makes it.
pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "localhost:8123")
}

pub(crate) async fn get(app_state: &AppState, path: &str) -> (StatusCode, Value) {
    json_of(ask(app_state, request("GET", path).body(Body::empty()).unwrap()).await).await
}

pub(crate) async fn post(app_state: &AppState, path: &str, body: Value) -> (StatusCode, Value) {
    let request = request("POST", path).header("content-type", "application/json");
    json_of(ask(app_state, request.body(body.to_string().into()).unwrap()).await).await
}

pub(crate) async fn json_of(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A server that runs.
pub(crate) struct Server {
    pub(crate) app_state: AppState,
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(store: &Path) -> Server {
        Server::open(app_state(store)).await
    }

    pub(crate) async fn open(app_state: AppState) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let serve =
            spielwerk_web::serve(listener, app_state.clone(), async { ended.await.unwrap_or(()) });
        let task = tokio::spawn(async { serve.await.unwrap() });
        Server { app_state, address, end: Some(end), task }
    }

    /// Shuts down gracefully.
    pub(crate) async fn stop(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        tokio::time::timeout(TIMEOUT, self.task).await.unwrap().unwrap();
    }

    /// The id of a new session.
    pub(crate) async fn session(&self, request: Value) -> String {
        let (status, state) = post(&self.app_state, "/api/sessions", request).await;
        assert_eq!(status, StatusCode::CREATED, "{state}");
        state["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn connect(&self, path: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{}{path}", self.address)).await.unwrap();
        Client { socket, plies: Vec::new() }
    }

    /// Joins a session and reads the first state.
    pub(crate) async fn join(&self, id: &str) -> (Client, Value) {
        let mut client = self.connect(&format!("/api/sessions/{id}/live")).await;
        let state = client.state().await;
        assert_eq!(state["keep"], 0);
        (client, state)
    }
}

/// The client's end of a WebSocket.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The plies that the server has sent.
    pub(crate) plies: Vec<Value>,
}

impl Client {
    pub(crate) async fn send(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Sends a text that the server may not accept.
    pub(crate) async fn try_send(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next message; none once the socket is closed.
    pub(crate) async fn recv(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.socket.next()).await.unwrap();
            match message? {
                Ok(Message::Text(text)) => return Some(serde_json::from_str(&text).unwrap()),
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// The next message of a kind.
    pub(crate) async fn wait_for(&mut self, kind: &str) -> Value {
        loop {
            let message = self.recv().await.expect("the socket is open");
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refused", "{message}");
        }
    }

    /// The next state, with its plies added to those sent before.
    pub(crate) async fn state(&mut self) -> Value {
        let state = self.wait_for("state").await;
        let keep = state["keep"].as_u64().unwrap() as usize;
        assert!(keep <= self.plies.len(), "a state keeps only what was there");
        self.plies.truncate(keep);
        self.plies.extend(state["plies"].as_array().unwrap().iter().cloned());
        state
    }

    /// The next state in which a person may move or the game is over.
    pub(crate) async fn turn(&mut self) -> Value {
        loop {
            let state = self.state().await;
            if state["now"]["person"] == true || !state["over"].is_null() {
                return state;
            }
        }
    }

    /// The error message for a message that the server refuses.
    pub(crate) async fn refusal(&mut self, message: Value) -> String {
        self.send(message).await;
        loop {
            let received = self.recv().await.expect("the socket is open");
            if received["type"] == "refused" {
                return received["error"].as_str().unwrap().to_owned();
            }
        }
    }

    /// Plays one of the legal moves, by its path, and waits until it is confirmed.
    pub(crate) async fn play(&mut self, state: &Value, choice: usize) -> Value {
        let moves = state["now"]["moves"].as_array().unwrap();
        let m = &moves[choice % moves.len()];
        self.send(json!({ "type": "move", "path": m["path"], "ply": self.plies.len() })).await;
        let confirmed = self.state().await;
        assert_eq!(self.plies.last().unwrap()["move"]["text"], m["text"]);
        confirmed
    }

    pub(crate) async fn close(mut self) {
        self.socket.close(None).await.unwrap();
        while self.recv().await.is_some() {}
    }
}
