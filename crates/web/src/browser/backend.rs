//! The state of the module: its router, its connections, and the tasks of its sessions.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use spielwerk_search::Instant;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tower::ServiceExt;

use super::app_state::AppState;
use super::message::{Input, Outbox, Output};
use super::socket::{IncomingSocket, WebSocket};
use super::{router, timer};

/// How often every task that is ready gets its turn before the page does. A message passes through a
/// handful of tasks, each of which waits for the one before.
const TURNS: usize = 64;

/// The server's interface, by messages.
#[derive(Debug)]
pub struct Backend {
    runtime: Runtime,
    router: Router,
    app_state: AppState,
    sockets: HashMap<u64, UnboundedSender<String>>,
    outbox: Outbox,
    outputs: UnboundedReceiver<Output>,
}

impl Backend {
    /// A backend without sessions; none where there is no memory for it.
    pub fn new() -> std::io::Result<Backend> {
        let (sender, outputs) = mpsc::unbounded_channel();
        let outbox = Outbox(sender);
        let app_state = AppState::new(&outbox);
        Ok(Backend {
            runtime: Builder::new_current_thread().build()?,
            router: router::router(app_state.clone()),
            app_state,
            sockets: HashMap::new(),
            outbox,
            outputs,
        })
    }

    /// Handles a message of the page, given as JSON. Returns what the page has to do, as a JSON list.
    pub fn handle(&mut self, message: &str) -> Result<String, serde_json::Error> {
        match serde_json::from_str(message)? {
            Input::Load { rows } => self.app_state.sessions().db().load_all(rows),
            Input::Remove { id } => self.app_state.sessions().db().remove(&id),
            Input::Request { id, method, path, body } => self.request(id, &method, &path, body),
            Input::Connect { socket, path } => self.connect(socket, &path),
            Input::Message { socket, text } => {
                if let Some(incoming) = self.sockets.get(&socket) {
                    // A connection that is closed has no use for it.
                    let _ = incoming.send(text);
                }
            }
            Input::Close { socket } => drop(self.sockets.remove(&socket)),
            Input::Search { search, report } => {
                self.app_state.sessions().player_threads().report(search, &report);
            }
            Input::Tick {} => {}
        }
        timer::fire(Instant::now());
        self.run();
        let mut outputs = Vec::new();
        while let Ok(output) = self.outputs.try_recv() {
            outputs.push(output);
        }
        if let Some(wait) = timer::next(Instant::now()) {
            // A timer of the page may be early by a part of a millisecond.
            let ms = wait.as_millis().try_into().unwrap_or(u64::MAX).saturating_add(1);
            outputs.push(Output::Wake { ms });
        }
        serde_json::to_string(&outputs)
    }

    /// Lets all tasks run until they wait for the page.
    fn run(&self) {
        self.runtime.block_on(async {
            for _ in 0..TURNS {
                tokio::task::yield_now().await;
            }
        });
    }

    fn request(&self, id: u64, method: &str, path: &str, body: Option<String>) {
        let outbox = self.outbox.clone();
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(CONTENT_TYPE, "application/json")
            .body(Body::from(body.unwrap_or_default()));
        let router = self.router.clone();
        self.runtime.spawn(async move {
            let (status, media, body) = match request {
                Ok(request) => read(call(router, request).await).await,
                Err(error) => (StatusCode::BAD_REQUEST, String::new(), error.to_string()),
            };
            outbox.send(Output::Response { id, status: status.as_u16(), media, body });
        });
    }

    fn connect(&mut self, socket: u64, path: &str) {
        let (sender, incoming) = mpsc::unbounded_channel();
        self.sockets.insert(socket, sender);
        let outbox = self.outbox.clone();
        let web_socket = WebSocket { socket, incoming, outbox: outbox.clone() };
        let incoming = IncomingSocket(Arc::new(Mutex::new(Some(web_socket))));
        let request = Request::builder().uri(path).extension(incoming).body(Body::empty());
        let router = self.router.clone();
        self.runtime.spawn(async move {
            let accepted = match request {
                Ok(request) => call(router, request).await.status(),
                Err(_) => StatusCode::BAD_REQUEST,
            };
            if accepted != StatusCode::SWITCHING_PROTOCOLS {
                outbox.send(Output::Closed { socket });
            }
        });
    }
}

async fn call(router: Router, request: Request<Body>) -> Response {
    let Ok(response) = router.oneshot(request).await;
    response
}

/// The status, media type and body of a response. All bodies are text.
async fn read(response: Response) -> (StatusCode, String, String) {
    let status = response.status();
    let media = response.headers().get(CONTENT_TYPE).and_then(|media| media.to_str().ok());
    let media = media.unwrap_or_default().to_owned();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap_or_default();
    (status, media, String::from_utf8_lossy(&body).into_owned())
}
