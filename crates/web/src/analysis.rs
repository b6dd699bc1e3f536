//! The WebSocket for engine analysis of any position, and for game reviews.
//!
//! One request at a time: a new one stops the one before, and so does closing the socket.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use spielwerk_players::{PlayerKey, PlayerSpec, SearchEvent, SearchParams};
use spielwerk_search::Limits;
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::task::JoinSet;

use crate::AppState;
use crate::api::blocking;
use crate::api_error::ApiError;
use crate::game_input::GameInput;
use crate::player_threads::{PlayerThreads, Purpose, Visitor};
use crate::random::random;
use crate::review::Review;
use crate::session::actor::text;
use crate::socket::{
    self, ShutdownSignal, Utf8Bytes, WebSocket, WebSocketUpgrade, WsConnection, WsEvent,
};
use crate::view::AnalysisView;

/// The most variations (multi-PV).
const MAX_LINES: usize = 10;
/// The search time for a position, by default and at most, in milliseconds.
const DEFAULT_MS: u64 = 30_000;
const MAX_MS: u64 = 600_000;

/// What a client can ask for.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum AnalysisRequest {
    Analyse {
        #[serde(flatten)]
        input: GameInput,
        #[serde(default)]
        request: u64,
        #[serde(default = "default_lines")]
        lines: usize,
        #[serde(default = "default_ms")]
        ms: u64,
    },
    Review {
        #[serde(flatten)]
        input: GameInput,
        #[serde(default)]
        request: u64,
        #[serde(default = "Review::default_ms")]
        ms: u64,
    },
    Stop {},
}

const fn default_lines() -> usize {
    1
}

const fn default_ms() -> u64 {
    DEFAULT_MS
}

/// Sends the responses to one request.
#[derive(Clone, Debug)]
pub(crate) struct Responder {
    request: u64,
    out: UnboundedSender<Utf8Bytes>,
}

/// A message with the number of its request.
#[derive(Serialize)]
struct ResponseMessage<'a, T> {
    #[serde(rename = "type")]
    kind: &'a str,
    request: u64,
    #[serde(flatten)]
    body: T,
}

impl Responder {
    /// Sends a message. The client may have disconnected, which also stops the search.
    pub(crate) fn send(&self, kind: &str, body: impl Serialize) {
        let _ = self.out.send(text(&ResponseMessage { kind, request: self.request, body }));
    }

    fn refuse(&self, why: &impl ToString) {
        self.send("refused", serde_json::json!({ "error": why.to_string() }));
    }
}

/// Opens the WebSocket.
pub(crate) async fn analysis(
    State(app_state): State<AppState>,
    visitor: Visitor,
    upgrade: WebSocketUpgrade,
) -> Response {
    let shutdown = app_state.shutdown_signal();
    let player_threads = app_state.sessions().player_threads().clone();
    socket::accept(upgrade, move |socket| serve(socket, player_threads, visitor, shutdown))
}

async fn serve(
    socket: WebSocket,
    player_threads: Arc<PlayerThreads>,
    visitor: Visitor,
    shutdown: ShutdownSignal,
) {
    let mut connection = WsConnection::new(socket, shutdown);
    let client = random();
    let mut tasks = JoinSet::new();
    // There is no request yet, so nothing is sent on this channel.
    let (_, mut messages) = mpsc::unbounded_channel();
    loop {
        let message = tokio::select! {
            event = connection.recv() => match event {
                WsEvent::Text(text) => {
                    // Messages of the old request are dropped with its channel.
                    tasks.abort_all();
                    tasks.detach_all();
                    let (out, receiver) = mpsc::unbounded_channel();
                    messages = receiver;
                    start(&mut tasks, client, (&player_threads, visitor), &text, out);
                    continue;
                }
                WsEvent::Ignored => continue,
                WsEvent::Closed => return,
            },
            Some(message) = messages.recv() => message,
        };
        if connection.send(message).await.is_err() {
            return;
        }
    }
}

/// Starts a request.
fn start(
    tasks: &mut JoinSet<()>,
    client: u64,
    (player_threads, visitor): (&Arc<PlayerThreads>, Visitor),
    text: &str,
    out: UnboundedSender<Utf8Bytes>,
) {
    let responder = move |request| Responder { request, out };
    let request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => return responder(0).refuse(&error),
    };
    let key = |game: &str| PlayerKey {
        name: format!("analysis {client:x} {game}"),
        spec: PlayerSpec::named("strong"),
    };
    match request {
        AnalysisRequest::Analyse { input, request, lines, ms } => {
            let params = SearchParams {
                multi_pv: lines.clamp(1, MAX_LINES),
                ..SearchParams::new(Limits::time(Duration::from_millis(ms.clamp(1, MAX_MS))))
            };
            let (key, player_threads) = (key(&input.game), player_threads.clone());
            tasks.spawn(async move {
                let responder = responder(request);
                let threads = (&player_threads, visitor);
                if let Err(error) = analyse(input, key, params, threads, &responder).await {
                    responder.refuse(&error);
                }
            });
        }
        AnalysisRequest::Review { input, request, ms } => {
            let (key, player_threads) = (key(&input.game), player_threads.clone());
            tasks.spawn(async move {
                let responder = responder(request);
                match blocking(move || input.game_state()).await {
                    Ok(game_state) => {
                        let review = Review::new(game_state, key, player_threads, visitor, ms);
                        review.run(responder).await;
                    }
                    Err(error) => responder.refuse(&error),
                }
            });
        }
        AnalysisRequest::Stop {} => {}
    }
}

#[derive(Serialize)]
struct AnalysisMessage {
    #[serde(flatten)]
    analysis: AnalysisView,
    done: bool,
}

async fn analyse(
    input: GameInput,
    key: PlayerKey,
    params: SearchParams,
    (player_threads, visitor): (&Arc<PlayerThreads>, Visitor),
    responder: &Responder,
) -> Result<(), ApiError> {
    let game_state = blocking(move || input.game_state()).await?;
    let position = game_state.position().clone();
    if position.outcome().is_some() {
        return Err(ApiError::Conflict("the game is over"));
    }
    let mut search = player_threads.search(Purpose::Analysis, visitor, key, game_state, params);
    while let Some(event) = search.next().await {
        let (analysis, done) = match event {
            SearchEvent::Waiting(ahead) => {
                responder.send("waiting", serde_json::json!({ "ahead": ahead }));
                continue;
            }
            SearchEvent::Progress(analysis) => (analysis, false),
            SearchEvent::Done(Ok(analysis)) => (analysis, true),
            SearchEvent::Done(Err(error)) => return Err(ApiError::bad_request(error.to_string())),
        };
        responder.send(
            "analysis",
            AnalysisMessage { analysis: AnalysisView::of(&position, &analysis), done },
        );
    }
    Ok(())
}
