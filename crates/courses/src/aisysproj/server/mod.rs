//! A practice server for any client of the protocol.
//!
//! One agent cannot disturb another: each is served one request at a time, opponents search on
//! threads of their own, never more at once than there are processors, and bodies are limited in
//! size. Everything is stored before it is sent.

mod accounts;
mod http_error;
mod pages;
mod play;
mod protocol_version;
mod request_handler;
mod run_store;
mod spectator;

use std::collections::HashMap;
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;

use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Json, Router};
use spielwerk_arena::{Store, StoreError};
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::{Mutex, Semaphore};
use tracing::info;

pub use accounts::RegistrationError;
pub use spectator::{AgentStanding, EnvironmentView, RunView, Spectator};

use super::Config;
use http_error::HttpError;
use protocol_version::ProtocolVersion;
use request_handler::{AgentRequest, RequestHandler};
use run_store::RunStore;

/// The largest body of a request.
const MAX_BODY_BYTES: usize = 1 << 20;

/// How many requests of one agent in one environment may be pending. An honest client sends one
/// after the other; a broken one shall not fill the memory.
const MAX_PENDING_REQUESTS: usize = 8;

/// A practice server.
#[derive(Clone)]
pub struct Server {
    handler: Arc<RequestHandler>,
    /// One lock for every authenticated agent.
    agent_locks: Arc<Mutex<HashMap<String, Arc<Mutex<()>>>>>,
    search_permits: Arc<Semaphore>,
    /// Host names that requests may use, beside addresses and `localhost`.
    hosts: Arc<[String]>,
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
    /// A server on a store. The same seed gives the same first movers and opponents.
    pub fn new(store: Store, seed: Option<u64>) -> Result<Server, StoreError> {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Ok(Server {
            handler: Arc::new(RequestHandler::new(
                RunStore::new(store)?,
                seed.unwrap_or_else(accounts::entropy),
            )),
            agent_locks: Arc::default(),
            search_permits: Arc::new(Semaphore::new(processors)),
            hosts: Arc::default(),
        })
    }

    /// The same server, which is reached under these host names too.
    #[must_use]
    pub fn with_hosts(self, hosts: Vec<String>) -> Server {
        Server { hosts: hosts.into(), ..self }
    }

    /// Registers a new agent in all environments and returns its config files. An existing agent
    /// gets new passwords, if `renew` is set.
    pub fn register(
        &self,
        name: &str,
        url: &str,
        renew: bool,
    ) -> Result<Vec<Config>, RegistrationError> {
        accounts::register(&self.handler.store, name, url, renew)
    }

    /// All routes.
    pub fn router(&self) -> Router {
        let router = Router::new()
            .route("/act/{environment}", get(act).put(act))
            .merge(pages::router())
            .with_state(self.clone());
        let checked = from_fn_with_state(self.hosts.clone(), check_origin);
        spielwerk_http::logged(router.layer(checked))
    }

    /// Serves until SIGINT or SIGTERM; requests under way are answered first. `ready` is called
    /// with the address.
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
            Ok(self.serve(listener, spielwerk_http::shutdown_signal()).await?)
        })
    }

    /// Serves on a listener until a future completes.
    pub async fn serve(
        &self,
        listener: TcpListener,
        until: impl Future<Output = ()>,
    ) -> std::io::Result<()> {
        info!(address = %listener.local_addr()?, "the practice server has started");
        let served = spielwerk_http::serve(listener, self.router(), until).await;
        info!("the practice server has stopped");
        served
    }

    /// Handles a request: authenticates it, waits for the agent's lock and for a processor.
    async fn handle(
        &self,
        environment: String,
        request: AgentRequest,
    ) -> Result<spielwerk_codecs::aisysproj::Response, HttpError> {
        let request = Arc::new(request);
        let (handler, checked, env) = (self.handler.clone(), request.clone(), environment.clone());
        run_blocking(move || handler.authenticate(&env, &checked)).await?;
        let lock = {
            let agent = format!("{environment}/{}", request.agent);
            self.agent_locks.lock().await.entry(agent).or_default().clone()
        };
        // Every pending request holds it, and so does the map of locks.
        if Arc::strong_count(&lock) > MAX_PENDING_REQUESTS + 1 {
            let why = format!(
                "{MAX_PENDING_REQUESTS} requests of this agent wait already; send one at a time"
            );
            return Err(HttpError::new(StatusCode::SERVICE_UNAVAILABLE, why));
        }
        let turn = lock.lock_owned().await;
        let permit =
            self.search_permits.clone().acquire_owned().await.map_err(|_| internal_error())?;
        let handler = self.handler.clone();
        // A client that hangs up does not end the work, so turn and permit go along with it.
        run_blocking(move || {
            let _held = (turn, permit);
            handler.act(&environment, &request)
        })
        .await
    }
}

/// Refuses requests of foreign pages.
async fn check_origin(
    State(hosts): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> axum::response::Response {
    match spielwerk_http::check_origin(&hosts, &request) {
        Ok(()) => next.run(request).await,
        Err(foreign) => {
            let why = format!("a request from {foreign} is refused; --host NAME allows a host");
            HttpError::new(StatusCode::FORBIDDEN, why).into_response()
        }
    }
}

/// The one request of the protocol.
async fn act(
    State(server): State<Server>,
    Path(environment): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<impl IntoResponse, HttpError> {
    let body = read_body(&headers, body).await?;
    let (version, request) = ProtocolVersion::read(&body)?;
    let response = server.handle(environment, request).await?;
    Ok(Json(version.write(&response)))
}

/// The body, if it is JSON and not too large.
async fn read_body(headers: &HeaderMap, body: Body) -> Result<Vec<u8>, HttpError> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    if kind != "application/json" && !(kind.starts_with("application/") && kind.ends_with("+json"))
    {
        let why = "the content type must be application/json";
        return Err(HttpError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    let read = spielwerk_http::read_body(headers, body, MAX_BODY_BYTES).await;
    read.map(Vec::from).map_err(|(status, why)| HttpError::new(status, why))
}

/// Runs a search or disk access on the thread pool for blocking work.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, HttpError> + Send + 'static,
) -> Result<T, HttpError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(internal_error()))
}

fn internal_error() -> HttpError {
    HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "the server broke down over this request")
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
        let request = || AgentRequest {
            agent: config.agent.clone(),
            password: config.password.expose().to_owned(),
            actions: Vec::new(),
            parallel: false,
            to_abandon: Vec::new(),
        };
        let lock = Arc::new(Mutex::new(()));
        let name = format!("{}/eager", config.environment);
        server.agent_locks.lock().await.insert(name, lock.clone());
        let turn = lock.lock().await;
        let waiting: Vec<_> = (1..MAX_PENDING_REQUESTS)
            .map(|_| {
                let (server, env, request) =
                    (server.clone(), config.environment.clone(), request());
                tokio::spawn(async move { server.handle(env, request).await })
            })
            .collect();
        // The map and this test hold it as well.
        while Arc::strong_count(&lock) < MAX_PENDING_REQUESTS + 1 {
            tokio::task::yield_now().await;
        }
        let error = server.handle(config.environment.clone(), request()).await.unwrap_err();
        assert_eq!(error.into_response().status(), StatusCode::SERVICE_UNAVAILABLE);
        drop(turn);
        for answer in waiting {
            assert!(answer.await.unwrap().is_ok());
        }
        assert!(server.handle(config.environment.clone(), request()).await.is_ok());
    }
}
