//! The messages between the page and the module, as JSON.

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::UnboundedSender;

use super::search::{SearchReport, SearchTask};
use crate::session_row::SessionRow;

/// What the page tells.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Input {
    /// The sessions in the browser's storage.
    Load { rows: Vec<SessionRow> },
    /// A session was removed from it.
    Remove { id: String },
    /// An HTTP request.
    Request { id: u64, method: String, path: String, body: Option<String> },
    /// A new connection.
    Connect { socket: u64, path: String },
    /// A message on a connection.
    Message { socket: u64, text: String },
    /// A connection is closed.
    Close { socket: u64 },
    /// A search has got so far.
    Search { search: u64, report: SearchReport },
    /// The time that was asked for has come.
    Tick {},
}

/// What the page has to do.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Output {
    /// The response to a request.
    Response { id: u64, status: u16, media: String, body: String },
    /// A connection is open.
    Opened { socket: u64 },
    /// A message on a connection.
    Message { socket: u64, text: String },
    /// A connection is closed, or was refused.
    Closed { socket: u64 },
    /// A session is to be stored.
    Save { row: SessionRow },
    /// A search is to be started.
    Search { search: u64, task: SearchTask },
    /// A search is to be stopped.
    Stop { search: u64 },
    /// The page shall send a tick after so many milliseconds.
    Wake { ms: u64 },
}

/// Where what the page has to do is collected.
#[derive(Clone, Debug)]
pub(super) struct Outbox(pub(super) UnboundedSender<Output>);

impl Outbox {
    pub(super) fn send(&self, output: Output) {
        // The receiver lives as long as the module.
        let _ = self.0.send(output);
    }
}
