//! All tables at which somebody is, each with its host; the others wait in the ledger.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::oneshot;

use super::Table;
use super::host::{Call, Command, Host, Private, View};
use crate::ledger::Ledger;
use crate::refusal::Refusal;
use crate::thinkers::Thinkers;

/// The tables that are open.
#[derive(Debug)]
pub(crate) struct Rooms {
    ledger: Ledger,
    thinkers: Arc<Thinkers>,
    open: Mutex<HashMap<String, Open>>,
    /// Tables are opened one after the other, so that none is opened twice.
    opening: tokio::sync::Mutex<()>,
}

/// An open table.
#[derive(Debug)]
struct Open {
    calls: UnboundedSender<Call>,
    /// How many guests have come and not yet been seen off by the host.
    guests: usize,
}

/// Somebody at a table. Leaves when dropped.
#[derive(Debug)]
pub(crate) struct Guest {
    calls: UnboundedSender<Call>,
}

impl Rooms {
    pub(crate) fn new(ledger: Ledger, thinkers: Arc<Thinkers>) -> Arc<Rooms> {
        let (open, opening) = (Mutex::default(), tokio::sync::Mutex::default());
        Arc::new(Rooms { ledger, thinkers, open, opening })
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    pub(crate) fn thinkers(&self) -> &Arc<Thinkers> {
        &self.thinkers
    }

    /// Comes to a table, and opens it if nobody is there yet.
    pub(crate) async fn enter(self: &Arc<Self>, id: &str) -> Result<Guest, Refusal> {
        let _one_at_a_time = self.opening.lock().await;
        if let Some(guest) = self.join(id) {
            return Ok(guest);
        }
        let table = self.read(id).await?;
        let (calls, called) = mpsc::unbounded_channel();
        self.open().insert(id.to_owned(), Open { calls: calls.clone(), guests: 1 });
        tokio::spawn(Host::new(table, self.clone()).work(called));
        Ok(Guest { calls })
    }

    /// A table as it was last written down.
    pub(crate) async fn read(&self, id: &str) -> Result<Table, Refusal> {
        let entry = self.ledger.load(id).await?;
        let missing = || Refusal::Table(id.chars().take(40).collect());
        Table::read(&entry.ok_or_else(missing)?)
    }

    /// Whether somebody is at this table.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.open().contains_key(id)
    }

    /// The host has seen a guest off. Whether that was the last one, and the table is closed.
    pub(crate) fn leave(&self, id: &str) -> bool {
        let mut open = self.open();
        let Some(table) = open.get_mut(id) else { return true };
        table.guests -= 1;
        let empty = table.guests == 0;
        if empty {
            open.remove(id);
        }
        empty
    }

    fn join(&self, id: &str) -> Option<Guest> {
        let mut open = self.open();
        let table = open.get_mut(id)?;
        table.guests += 1;
        Some(Guest { calls: table.calls.clone() })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, Open>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Guest {
    /// Everything up to now and everything from now on; nothing, if the host is gone.
    pub(crate) async fn look(&self) -> Option<View> {
        let (reply, view) = oneshot::channel();
        self.calls.send(Call::Look(reply)).ok()?;
        view.await.ok()
    }

    /// Does something at the table.
    pub(crate) async fn act(&self, command: Command, private: Private) -> Result<(), Refusal> {
        let (reply, done) = oneshot::channel();
        let gone = || Refusal::NotNow("the table is closed; come again");
        self.calls.send(Call::Do(command, private, reply)).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        // The host has ended if it does not hear this.
        let _ = self.calls.send(Call::Leave);
    }
}
