//! A server that speaks the protocol, for practising with any client.
//!
//! One agent cannot hurt another: each is served one request at a time, opponents think on threads
//! of their own and never more at once than there are processors, and no body is larger than it may
//! be. All that happened is in the store before it is told.

mod accounts;
mod desk;
mod onlooker;
mod pages;
mod play;
mod refusal;
mod room;
mod versions;

use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arena::{Store, StoreError};
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore};

pub use accounts::AgentError;
pub use onlooker::{Agent, Onlooker, RunSeen, Watched};

use super::Config;
use desk::{Desk, Order};
use refusal::Refused;
use room::Room;
use versions::Version;

/// The largest body of a request.
const LARGEST_BODY: usize = 1 << 20;

/// How long the body of a request may take to come.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many requests of one agent in one environment may be here at a time. An honest client sends
/// one after the other; a broken one shall not fill the memory.
const MOST_AT_ONCE: usize = 8;

/// A practice server.
#[derive(Clone)]
pub struct Server {
    desk: Arc<Desk>,
    /// One lock for every agent that has come with the right password.
    turnstiles: Arc<Mutex<HashMap<String, Arc<Mutex<()>>>>>,
    thinkers: Arc<Semaphore>,
}

/// Why a server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}; choose another with --port or --bind")]
    Listen {
        /// Where it should have listened.
        address: SocketAddr,
        /// What the system says.
        error: std::io::Error,
    },
    /// The system fails us.
    #[error("the server cannot run: {0}")]
    System(#[from] std::io::Error),
}

impl Server {
    /// A server with its memory in a store. The same seed gives the same lots and opponents.
    pub fn new(store: Store, seed: Option<u64>) -> Result<Server, StoreError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Ok(Server {
            desk: Arc::new(Desk::new(Room::new(store)?, seed.unwrap_or_else(accounts::entropy))),
            turnstiles: Arc::default(),
            thinkers: Arc::new(Semaphore::new(processors)),
        })
    }

    /// Writes a new agent down in all environments; these are its config files. An agent that is
    /// there gets new passwords, if that is wanted.
    pub fn register(&self, name: &str, url: &str, renew: bool) -> Result<Vec<Config>, AgentError> {
        accounts::register(&self.desk.room, name, url, renew)
    }

    /// All that can be asked for.
    pub fn router(&self) -> Router {
        Router::new()
            .route("/act/{environment}", get(act).put(act))
            .merge(pages::router())
            .with_state(self.clone())
    }

    /// Serves until the process is asked to end; requests under way are answered first. `ready` is
    /// told the address.
    pub fn run(
        &self,
        address: SocketAddr,
        ready: impl FnOnce(SocketAddr),
    ) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let listener = TcpListener::bind(address)
                .await
                .map_err(|error| ServeError::Listen { address, error })?;
            ready(listener.local_addr()?);
            Ok(self.serve(listener, interruption()).await?)
        })
    }

    /// Serves on a listener until something happens.
    pub async fn serve(
        &self,
        listener: TcpListener,
        until: impl Future<Output = ()> + Send + 'static,
    ) -> std::io::Result<()> {
        axum::serve(listener, self.router()).with_graceful_shutdown(until).await
    }

    /// Answers an order: checks who it is, waits for the agent's turn, and for a processor.
    async fn answer(
        &self,
        environment: String,
        order: Order,
    ) -> Result<super::wire::Response, Refused> {
        let order = Arc::new(order);
        let (desk, checked, place) = (self.desk.clone(), order.clone(), environment.clone());
        apart(move || desk.check(&place, &checked)).await?;
        let turnstile = {
            let agent = format!("{environment}/{}", order.agent);
            self.turnstiles.lock().await.entry(agent).or_default().clone()
        };
        // Everybody who is here holds it, and so does the list of turnstiles.
        if Arc::strong_count(&turnstile) > MOST_AT_ONCE + 1 {
            let why =
                format!("{MOST_AT_ONCE} requests of this agent wait already; send one at a time");
            return Err(Refused::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        let turn = turnstile.lock_owned().await;
        let permit = self.thinkers.clone().acquire_owned().await.map_err(|_| broken())?;
        let desk = self.desk.clone();
        // A client that hangs up does not end the work, so turn and permit go along with it.
        apart(move || {
            let _held = (turn, permit);
            desk.act(&environment, &order)
        })
        .await
    }
}

/// The one thing that a client asks for.
async fn act(
    State(server): State<Server>,
    Path(environment): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, Refused> {
    let body = read_body(&headers, body).await?;
    let (version, order) = Version::read(&body)?;
    let response = server.answer(environment, order).await?;
    Ok(Json(version.write(&response)))
}

/// The body, if it is JSON and not too large.
async fn read_body(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, Refused> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json"))
    {
        let why = "the content type must be application/json";
        return Err(Refused::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let too_large = || {
        let why = format!("a body has at most {LARGEST_BODY} bytes");
        Refused::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    };
    let announced = text(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    if announced.is_some_and(|length| length > LARGEST_BODY) {
        return Err(too_large());
    }
    let reading = axum::body::to_bytes(body, LARGEST_BODY);
    match tokio::time::timeout(PATIENCE, reading).await {
        // Whatever else goes wrong while reading, nobody is there any more to hear of it.
        Ok(body) => body.map(Vec::from).map_err(|_| too_large()),
        Err(_) => Err(Refused::new(StatusCode::REQUEST_TIMEOUT, "the body did not come")),
    }
}

/// Does work that thinks or waits for the disk away from the connections.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refused> + Send + 'static,
) -> Result<T, Refused> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(broken()))
}

fn broken() -> Refused {
    Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "the server broke down over this request")
}

/// Ctrl-C, or what ends a service.
async fn interruption() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    // Where interruptions cannot be heard, only the hard way ends the server.
    if interrupted.await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_agent_may_not_pile_up_requests() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(&folder.path().join("store")).unwrap();
        let server = Server::new(store, Some(1)).unwrap();
        let configs = server.register("eager", "http://localhost", false).unwrap();
        let config = configs.into_iter().find(|config| config.environment == "ss26.1.2.1").unwrap();
        let order = || Order {
            agent: config.agent.clone(),
            password: config.password.expose().to_owned(),
            actions: Vec::new(),
            parallel: false,
            to_abandon: Vec::new(),
        };
        let turnstile = Arc::new(Mutex::new(()));
        let name = format!("{}/eager", config.environment);
        server.turnstiles.lock().await.insert(name, turnstile.clone());
        let turn = turnstile.lock().await;
        let waiting: Vec<_> = (1..MOST_AT_ONCE)
            .map(|_| {
                let (server, place, order) = (server.clone(), config.environment.clone(), order());
                tokio::spawn(async move { server.answer(place, order).await })
            })
            .collect();
        // The list and this test hold it as well.
        while Arc::strong_count(&turnstile) < MOST_AT_ONCE + 1 {
            tokio::task::yield_now().await;
        }
        let refused = server.answer(config.environment.clone(), order()).await.unwrap_err();
        assert_eq!(refused.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(turn);
        for answer in waiting {
            assert!(answer.await.unwrap().is_ok());
        }
        assert!(server.answer(config.environment.clone(), order()).await.is_ok());
    }
}
