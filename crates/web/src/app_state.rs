//! The state shared by all requests: sessions, player threads, recorded events, host names, and
//! whether the server shuts down.

use std::sync::Arc;
use std::time::Duration;

use spielwerk_arena::{Store, StoreError};
use spielwerk_tablebases::TablebaseDir;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::db_writer::DbWriter;
use crate::explorer::Explorer;
use crate::player_threads::PlayerThreads;
use crate::quota::SessionQuota;
use crate::session::sessions::Sessions;
use crate::shared_games::SharedGames;
use crate::socket::ShutdownSignal;
use crate::wasm_module::WasmModule;
use crate::watch::events::Events;
use crate::watch::practice::PracticeReader;

/// How long clients have to close their sockets when the server shuts down.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The configuration of a server.
#[derive(Clone, Debug, Default)]
pub struct ServerConfig {
    /// How many players search at once, at least one.
    pub threads: usize,
    /// Host names that requests may use, beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// How to read the store of the practice server for AISysProj.
    pub practice: Option<PracticeReader>,
    /// Where tablebases are, if the small ones of a game shall be built as soon as somebody plays
    /// it.
    pub tablebases: Option<TablebaseDir>,
    /// Sessions that nobody has touched for so long are removed.
    pub keep: Option<Duration>,
    /// How many sessions a visitor may create in an hour; 0 means any number.
    pub quota: usize,
    /// The WebAssembly module, with which the page answers some requests itself.
    pub wasm_module: Option<Arc<WasmModule>>,
}

/// The state of a server. Clones share it.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    sessions: Arc<Sessions>,
    events: Events,
    shared_games: SharedGames,
    explorer: Explorer,
    practice: Option<PracticeReader>,
    hosts: Vec<String>,
    quota: SessionQuota,
    tablebases: Option<TablebaseDir>,
    wasm_module: Option<Arc<WasmModule>>,
    closing: watch::Sender<bool>,
}

impl AppState {
    /// The state of a server that stores its games here and lets so many players search at once.
    pub fn open(store: Store, threads: usize) -> Result<AppState, StoreError> {
        AppState::with_config(store, ServerConfig { threads, ..ServerConfig::default() })
    }

    /// The same, with a whole configuration.
    pub fn with_config(store: Store, config: ServerConfig) -> Result<AppState, StoreError> {
        let ServerConfig { threads, hosts, practice, tablebases: tables, keep, quota, wasm_module } =
            config;
        // A connection of its own: reading about tournaments must not delay a move.
        let events = Events::open(Store::open(store.path())?)?;
        let shared_games = SharedGames::open(Store::open(store.path())?)?;
        let sessions = Sessions::new(
            DbWriter::open(store, keep)?,
            Arc::new(PlayerThreads::new(threads, tables.as_ref())),
        );
        let closing = watch::Sender::new(false);
        Ok(AppState(Arc::new(Inner {
            sessions,
            events,
            shared_games,
            explorer: Explorer::default(),
            practice,
            hosts,
            quota: SessionQuota::new(quota),
            tablebases: tables,
            wasm_module,
            closing,
        })))
    }

    pub(crate) fn sessions(&self) -> &Arc<Sessions> {
        &self.0.sessions
    }

    pub(crate) fn events(&self) -> &Events {
        &self.0.events
    }

    pub(crate) fn shared_games(&self) -> &SharedGames {
        &self.0.shared_games
    }

    pub(crate) fn explorer(&self) -> &Explorer {
        &self.0.explorer
    }

    pub(crate) fn practice(&self) -> Option<&PracticeReader> {
        self.0.practice.as_ref()
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    pub(crate) fn quota(&self) -> &SessionQuota {
        &self.0.quota
    }

    pub(crate) fn tablebases(&self) -> Option<&TablebaseDir> {
        self.0.tablebases.as_ref()
    }

    pub(crate) fn wasm_module(&self) -> Option<&Arc<WasmModule>> {
        self.0.wasm_module.as_ref()
    }

    /// Tells a new WebSocket when the server shuts down.
    pub(crate) fn shutdown_signal(&self) -> ShutdownSignal {
        ShutdownSignal { closing: self.0.closing.subscribe() }
    }

    /// Closes all WebSockets, and waits a little until they are closed.
    pub(crate) async fn close(&self) {
        self.0.closing.send_replace(true);
        // Every socket holds a receiver until it is closed. A client that does not close loses
        // nothing: every move it has seen is stored.
        let _ = timeout(CLOSE_TIMEOUT, self.0.closing.closed()).await;
    }
}
