//! A server on a free port, and a client that believes only what it is told.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;
use web::House;

/// Longer than anything takes; whoever waits so long waits for ever.
pub(crate) const FOR_EVER: Duration = Duration::from_secs(60);

/// A house that keeps its games in this file.
pub(crate) fn house(store: &Path) -> House {
    House::open(arena::Store::open(store).unwrap(), 1).unwrap()
}

/// Asks without a network.
pub(crate) async fn ask(house: &House, request: Request<Body>) -> Response {
    web::app(house.clone()).oneshot(request).await.unwrap()
}

/// A request as a browser on this machine makes it.
pub(crate) fn request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).header("host", "localhost:8123")
}

pub(crate) async fn get(house: &House, path: &str) -> (StatusCode, Value) {
    json_of(ask(house, request("GET", path).body(Body::empty()).unwrap()).await).await
}

pub(crate) async fn post(house: &House, path: &str, body: Value) -> (StatusCode, Value) {
    let request = request("POST", path).header("content-type", "application/json");
    json_of(ask(house, request.body(body.to_string().into()).unwrap()).await).await
}

pub(crate) async fn json_of(response: Response) -> (StatusCode, Value) {
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&body).unwrap_or(Value::Null))
}

/// A server that runs.
pub(crate) struct Server {
    pub(crate) house: House,
    pub(crate) address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(store: &Path) -> Server {
        Server::open(house(store)).await
    }

    pub(crate) async fn open(house: House) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (end, ended) = oneshot::channel();
        let serve = web::serve(listener, house.clone(), async { ended.await.unwrap_or(()) });
        let task = tokio::spawn(async { serve.await.unwrap() });
        Server { house, address, end: Some(end), task }
    }

    /// Goes down politely.
    pub(crate) async fn stop(mut self) {
        self.end.take().unwrap().send(()).unwrap();
        tokio::time::timeout(FOR_EVER, self.task).await.unwrap().unwrap();
    }

    /// A new table's id.
    pub(crate) async fn table(&self, order: Value) -> String {
        let (status, state) = post(&self.house, "/api/tables", order).await;
        assert_eq!(status, StatusCode::CREATED, "{state}");
        state["id"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn line(&self, path: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{}{path}", self.address)).await.unwrap();
        Client { socket, plies: Vec::new() }
    }

    /// Sits down, and sees the first state.
    pub(crate) async fn sit(&self, id: &str) -> (Client, Value) {
        let mut client = self.line(&format!("/api/tables/{id}/live")).await;
        let state = client.state().await;
        assert_eq!(state["keep"], 0);
        (client, state)
    }
}

/// One end of a socket.
pub(crate) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The game as it was told.
    pub(crate) plies: Vec<Value>,
}

impl Client {
    pub(crate) async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Says something that may not arrive.
    pub(crate) async fn shout(&mut self, text: String) {
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// The next text; nothing once the line is closed.
    pub(crate) async fn hear(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(FOR_EVER, self.socket.next()).await.unwrap();
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
            let message = self.hear().await.expect("the line is open");
            if message["type"] == kind {
                return message;
            }
            assert_ne!(message["type"], "refused", "{message}");
        }
    }

    /// The next state, with the game put together as the interface says.
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

    /// What is said when something is not done.
    pub(crate) async fn refusal(&mut self, message: Value) -> String {
        self.say(message).await;
        loop {
            let heard = self.hear().await.expect("the line is open");
            if heard["type"] == "refused" {
                return heard["error"].as_str().unwrap().to_owned();
            }
        }
    }

    /// Plays one of the legal moves, by its path, and waits until it is confirmed.
    pub(crate) async fn play(&mut self, state: &Value, choice: usize) -> Value {
        let moves = state["now"]["moves"].as_array().unwrap();
        let m = &moves[choice % moves.len()];
        self.say(json!({ "type": "move", "path": m["path"], "ply": self.plies.len() })).await;
        let confirmed = self.state().await;
        assert_eq!(self.plies.last().unwrap()["move"]["text"], m["text"]);
        confirmed
    }

    pub(crate) async fn hang_up(mut self) {
        self.socket.close(None).await.unwrap();
        while self.hear().await.is_some() {}
    }
}
