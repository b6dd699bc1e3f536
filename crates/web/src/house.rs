//! All that a server knows: its tables, its thinkers, the names it goes by, and whether it is
//! closing.

use std::sync::Arc;
use std::time::Duration;

use arena::{Store, StoreError};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::ledger::Ledger;
use crate::socket::Line;
use crate::table::rooms::Rooms;
use crate::thinkers::Thinkers;

/// How long guests have to hang up when the server goes down.
const FAREWELL: Duration = Duration::from_secs(2);

/// A place to play. Clones are the same place.
#[derive(Clone, Debug)]
pub struct House(Arc<Inside>);

#[derive(Debug)]
struct Inside {
    rooms: Arc<Rooms>,
    hosts: Vec<String>,
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens a house that keeps its games in a store and lets so many players think at once.
    pub fn open(store: Store, threads: usize) -> Result<House, StoreError> {
        House::named(store, threads, Vec::new())
    }

    /// The same, for a server that others know by these host names.
    pub fn named(store: Store, threads: usize, hosts: Vec<String>) -> Result<House, StoreError> {
        let rooms = Rooms::new(Ledger::open(store)?, Arc::new(Thinkers::new(threads)));
        Ok(House(Arc::new(Inside { rooms, hosts, closing: watch::Sender::new(false) })))
    }

    pub(crate) fn rooms(&self) -> &Arc<Rooms> {
        &self.0.rooms
    }

    pub(crate) fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    /// What a new socket needs.
    pub(crate) fn line(&self) -> Line {
        Line { closing: self.0.closing.subscribe() }
    }

    /// Asks everybody to hang up, and waits a little until they have.
    pub(crate) async fn close(&self) {
        self.0.closing.send_replace(true);
        // Every socket listens until it is closed. Whoever does not hang up has nothing to lose:
        // every move seen is stored.
        let _ = timeout(FAREWELL, self.0.closing.closed()).await;
    }
}
