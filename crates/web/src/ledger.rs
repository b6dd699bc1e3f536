//! The keeper of the store: one thread that writes down what the tables tell it.
//!
//! A move is acknowledged only when it is on the disk, and a disk takes its time. So whatever has
//! come in while the last entry was being written is written together as the next: a hundred
//! tables wait no longer than one.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use arena::{Store, StoreError};
use rusqlite::{Connection, OptionalExtension, Row};
use thiserror::Error;
use tokio::sync::oneshot;

/// Every change there ever was to our part of the store; see [`Store::prepare`].
const STEPS: [&str; 1] = ["
    create table web_tables (
        id text primary key,
        game text not null,
        public integer not null,
        over integer not null,
        changed integer not null,
        record text not null
    ) strict, without rowid;
    create index web_tables_public on web_tables (public, changed)
"];

/// The most entries that are written together.
const TOGETHER: usize = 512;

/// Hands entries to the keeper. Clones hand them to the same one.
#[derive(Clone, Debug)]
pub(crate) struct Ledger {
    desk: Sender<Job>,
}

/// One table, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) id: String,
    pub(crate) game: String,
    /// Whether it is listed: nobody's own game.
    pub(crate) public: bool,
    pub(crate) over: bool,
    /// When it was last written, in seconds since 1970.
    pub(crate) changed: i64,
    /// All there is to know about it, as JSON.
    pub(crate) record: String,
}

/// Why nothing is written or read.
#[derive(Clone, Debug, Error)]
pub(crate) enum LedgerError {
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    #[error("the server is going down")]
    Closed,
}

type Answer<T> = oneshot::Sender<Result<T, LedgerError>>;

enum Job {
    Save(Entry, Answer<()>),
    Load(String, Answer<Option<Entry>>),
    List(usize, Answer<Vec<Entry>>),
}

impl Ledger {
    /// Opens the books.
    pub(crate) fn open(mut store: Store) -> Result<Ledger, StoreError> {
        store.prepare("web", &STEPS)?;
        let (desk, jobs) = mpsc::channel();
        thread::spawn(move || keep(&mut store, &jobs));
        Ok(Ledger { desk })
    }

    /// Writes a table down. When this is answered, it is on the disk.
    pub(crate) async fn save(&self, mut entry: Entry) -> Result<(), LedgerError> {
        entry.changed = now();
        self.ask(|answer| Job::Save(entry, answer)).await
    }

    /// The table with this id, if there is one.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<Entry>, LedgerError> {
        self.ask(|answer| Job::Load(id.to_owned(), answer)).await
    }

    /// The latest public tables, newest first.
    pub(crate) async fn list(&self, limit: usize) -> Result<Vec<Entry>, LedgerError> {
        self.ask(|answer| Job::List(limit, answer)).await
    }

    async fn ask<T>(&self, job: impl FnOnce(Answer<T>) -> Job) -> Result<T, LedgerError> {
        let (answer, answered) = oneshot::channel();
        self.desk.send(job(answer)).map_err(|_| LedgerError::Closed)?;
        answered.await.map_err(|_| LedgerError::Closed)?
    }
}

/// Works until nobody can hand anything in any more.
fn keep(store: &mut Store, jobs: &Receiver<Job>) {
    while let Ok(first) = jobs.recv() {
        let mut saves = Vec::new();
        let mut others = Vec::new();
        for job in std::iter::once(first).chain(jobs.try_iter()).take(TOGETHER) {
            match job {
                Job::Save(entry, answer) => saves.push((entry, answer)),
                other => others.push(other),
            }
        }
        if !saves.is_empty() {
            let written = shared(store.run(|connection| write(connection, &saves)));
            for (_, answer) in saves {
                reply(answer, written.clone());
            }
        }
        for job in others {
            match job {
                Job::Save(..) => {}
                Job::Load(id, answer) => {
                    reply(answer, shared(store.run(|connection| read(connection, &id))));
                }
                Job::List(limit, answer) => {
                    reply(answer, shared(store.run(|connection| list(connection, limit))));
                }
            }
        }
    }
}

fn shared<T>(result: Result<T, StoreError>) -> Result<T, LedgerError> {
    result.map_err(|error| Arc::new(error).into())
}

fn reply<T>(answer: Answer<T>, result: Result<T, LedgerError>) {
    // Whoever asked may have gone away; what was written stays written.
    let _ = answer.send(result);
}

fn write(connection: &mut Connection, saves: &[(Entry, Answer<()>)]) -> rusqlite::Result<()> {
    let change = connection.transaction()?;
    {
        let mut insert = change.prepare_cached(
            "insert or replace into web_tables (id, game, public, over, changed, record)
             values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (entry, _) in saves {
            let Entry { id, game, public, over, changed, record } = entry;
            insert.execute((id, game, public, over, changed, record))?;
        }
    }
    change.commit()
}

const COLUMNS: &str = "select id, game, public, over, changed, record from web_tables";

fn read(connection: &mut Connection, id: &str) -> rusqlite::Result<Option<Entry>> {
    let mut select = connection.prepare_cached(&format!("{COLUMNS} where id = ?1"))?;
    select.query_row([id], entry).optional()
}

fn list(connection: &mut Connection, limit: usize) -> rusqlite::Result<Vec<Entry>> {
    let latest = format!("{COLUMNS} where public order by changed desc limit ?1");
    let mut select = connection.prepare_cached(&latest)?;
    select.query_map([limit as i64], entry)?.collect()
}

fn entry(row: &Row) -> rusqlite::Result<Entry> {
    Ok(Entry {
        id: row.get(0)?,
        game: row.get(1)?,
        public: row.get(2)?,
        over: row.get(3)?,
        changed: row.get(4)?,
        record: row.get(5)?,
    })
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().try_into().unwrap_or(i64::MAX)
}
