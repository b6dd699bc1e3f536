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
use crate::watch::events::Events;
use crate::watch::practice::Practice;

/// How long guests have to hang up when the server goes down.
const FAREWELL: Duration = Duration::from_secs(2);

/// What a house has beside its games.
#[derive(Clone, Debug, Default)]
pub struct Equipment {
    /// How many players think at once; at least one does.
    pub threads: usize,
    /// The names by which others know the server.
    pub hosts: Vec<String>,
    /// How to look at the practice server for AISysProj.
    pub practice: Option<Practice>,
    /// Where tables of perfect play are, if the small ones of a game shall be built as soon as
    /// somebody plays it.
    pub tables: Option<tables::Place>,
}

/// A place to play. Clones are the same place.
#[derive(Clone, Debug)]
pub struct House(Arc<Inside>);

#[derive(Debug)]
struct Inside {
    rooms: Arc<Rooms>,
    events: Events,
    practice: Option<Practice>,
    hosts: Vec<String>,
    closing: watch::Sender<bool>,
}

impl House {
    /// Opens a house that keeps its games in a store and lets so many players think at once.
    pub fn open(store: Store, threads: usize) -> Result<House, StoreError> {
        House::equipped(store, Equipment { threads, ..Equipment::default() })
    }

    /// The same, with all that a house can have.
    pub fn equipped(store: Store, equipment: Equipment) -> Result<House, StoreError> {
        let Equipment { threads, hosts, practice, tables } = equipment;
        // Whoever reads about tournaments keeps no move waiting.
        let events = Events::open(Store::open(store.path())?)?;
        let rooms = Rooms::new(Ledger::open(store)?, Arc::new(Thinkers::new(threads, tables)));
        let closing = watch::Sender::new(false);
        Ok(House(Arc::new(Inside { rooms, events, practice, hosts, closing })))
    }

    pub(crate) fn rooms(&self) -> &Arc<Rooms> {
        &self.0.rooms
    }

    pub(crate) fn events(&self) -> &Events {
        &self.0.events
    }

    pub(crate) fn practice(&self) -> Option<&Practice> {
        self.0.practice.as_ref()
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
