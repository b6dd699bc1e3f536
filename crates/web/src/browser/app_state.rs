//! The state shared by all requests of the page.

use std::sync::Arc;

use super::db_writer::DbWriter;
use super::message::Outbox;
use super::player_threads::PlayerThreads;
use super::socket::ShutdownSignal;
use crate::quota::SessionQuota;
use crate::session::sessions::Sessions;

/// The state of a backend. Clones share it.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    sessions: Arc<Sessions>,
    quota: SessionQuota,
}

impl AppState {
    /// A state without sessions.
    pub(super) fn new(outbox: &Outbox) -> AppState {
        let threads = Arc::new(PlayerThreads::new(outbox.clone()));
        let sessions = Sessions::new(DbWriter::new(outbox.clone()), threads);
        AppState(Arc::new(Inner { sessions, quota: SessionQuota::new(0) }))
    }

    pub(crate) fn sessions(&self) -> &Arc<Sessions> {
        &self.0.sessions
    }

    /// Whose browser it is may create any number of sessions.
    pub(crate) fn quota(&self) -> &SessionQuota {
        &self.0.quota
    }

    pub(crate) fn shutdown_signal(&self) -> ShutdownSignal {
        ShutdownSignal
    }
}
