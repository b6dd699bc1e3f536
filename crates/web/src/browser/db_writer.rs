//! Sessions in the browser's storage. All of them are in memory; the page stores each that changes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use thiserror::Error;

use super::message::{Outbox, Output};
use crate::session_row::SessionRow;

/// The sessions, and where changes are sent. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct DbWriter {
    rows: Arc<Mutex<HashMap<String, SessionRow>>>,
    outbox: Outbox,
}

/// Why a session could not be written or read: there is no reason why.
#[derive(Clone, Debug, Error)]
pub(crate) enum DbError {}

impl DbWriter {
    pub(super) fn new(outbox: Outbox) -> DbWriter {
        DbWriter { rows: Arc::default(), outbox }
    }

    /// Adds sessions that are in the storage already.
    pub(super) fn load_all(&self, rows: Vec<SessionRow>) {
        self.rows().extend(rows.into_iter().map(|row| (row.id.clone(), row)));
    }

    /// Forgets a session.
    pub(super) fn remove(&self, id: &str) {
        self.rows().remove(id);
    }

    /// Stores a session.
    pub(crate) async fn save(&self, mut row: SessionRow) -> Result<(), DbError> {
        row.changed = seconds_since_1970();
        self.rows().insert(row.id.clone(), row.clone());
        self.outbox.send(Output::Save { row });
        Ok(())
    }

    /// The session with this id, if there is one.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<SessionRow>, DbError> {
        Ok(self.rows().get(id).cloned())
    }

    /// The latest sessions, newest first. All of them belong to whose browser it is.
    pub(crate) async fn list(&self, limit: usize) -> Result<Vec<SessionRow>, DbError> {
        let mut rows: Vec<SessionRow> = self.rows().values().cloned().collect();
        rows.sort_by(|a, b| b.changed.cmp(&a.changed).then_with(|| a.id.cmp(&b.id)));
        rows.truncate(limit);
        Ok(rows)
    }

    fn rows(&self) -> MutexGuard<'_, HashMap<String, SessionRow>> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn seconds_since_1970() -> i64 {
    #[link(wasm_import_module = "spielwerk")]
    #[expect(unsafe_code, reason = "the page's clock is reached by an import of the module")]
    unsafe extern "C" {
        /// Milliseconds since 1970.
        safe fn date() -> f64;
    }
    (date() / 1000.0) as i64
}
