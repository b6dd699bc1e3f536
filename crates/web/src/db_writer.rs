//! The database writer: one thread that stores all sessions.
//!
//! A move is acknowledged only when it is on the disk, and a commit takes time. So all requests that
//! come in during one commit share the next (group commit): a hundred sessions wait no longer than
//! one.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row};
use spielwerk_arena::{Store, StoreError};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::error;

/// The migrations of our part of the store, oldest first; see [`Store::migrate`].
const MIGRATIONS: [&str; 1] = ["
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

/// The most requests that are handled in one batch.
const MAX_BATCH: usize = 512;

/// Sends requests to the writer thread. Clones send to the same one.
#[derive(Clone, Debug)]
pub(crate) struct DbWriter {
    requests: Sender<DbRequest>,
}

/// One session, as a row of the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SessionRow {
    pub(crate) id: String,
    pub(crate) game: String,
    /// Whether it is listed: only if no person plays.
    pub(crate) public: bool,
    pub(crate) over: bool,
    /// When it was last written, in seconds since 1970.
    pub(crate) changed: i64,
    /// The whole session, as JSON.
    pub(crate) record: String,
}

/// Why a session could not be written or read.
#[derive(Clone, Debug, Error)]
pub(crate) enum DbError {
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    #[error("the server is shutting down")]
    Closed,
}

type Reply<T> = oneshot::Sender<Result<T, DbError>>;

enum DbRequest {
    Save(SessionRow, Reply<()>),
    Load(String, Reply<Option<SessionRow>>),
    List(usize, Reply<Vec<SessionRow>>),
}

impl DbWriter {
    /// Migrates the store and starts the thread.
    pub(crate) fn open(mut store: Store) -> Result<DbWriter, StoreError> {
        store.migrate("web", &MIGRATIONS)?;
        let (requests, receiver) = mpsc::channel();
        thread::spawn(move || run(&mut store, &receiver));
        Ok(DbWriter { requests })
    }

    /// Stores a session. When this returns, it is on the disk.
    pub(crate) async fn save(&self, mut row: SessionRow) -> Result<(), DbError> {
        row.changed = now();
        self.request(|reply| DbRequest::Save(row, reply)).await
    }

    /// The session with this id, if there is one.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<SessionRow>, DbError> {
        self.request(|reply| DbRequest::Load(id.to_owned(), reply)).await
    }

    /// The latest public sessions, newest first.
    pub(crate) async fn list(&self, limit: usize) -> Result<Vec<SessionRow>, DbError> {
        self.request(|reply| DbRequest::List(limit, reply)).await
    }

    async fn request<T>(&self, build: impl FnOnce(Reply<T>) -> DbRequest) -> Result<T, DbError> {
        let (reply, response) = oneshot::channel();
        self.requests.send(build(reply)).map_err(|_| DbError::Closed)?;
        response.await.map_err(|_| DbError::Closed)?
    }
}

/// Handles requests until all senders are dropped.
fn run(store: &mut Store, requests: &Receiver<DbRequest>) {
    while let Ok(first) = requests.recv() {
        let mut saves = Vec::new();
        let mut others = Vec::new();
        for request in std::iter::once(first).chain(requests.try_iter()).take(MAX_BATCH) {
            match request {
                DbRequest::Save(row, reply) => saves.push((row, reply)),
                other => others.push(other),
            }
        }
        if !saves.is_empty() {
            let written = shared(store.run(|connection| write(connection, &saves)));
            for (_, reply) in saves {
                respond(reply, written.clone());
            }
        }
        for request in others {
            match request {
                DbRequest::Save(..) => {}
                DbRequest::Load(id, reply) => {
                    respond(reply, shared(store.run(|connection| read(connection, &id))));
                }
                DbRequest::List(limit, reply) => {
                    respond(reply, shared(store.run(|connection| list(connection, limit))));
                }
            }
        }
    }
}

fn shared<T>(result: Result<T, StoreError>) -> Result<T, DbError> {
    result.map_err(|error| {
        error!(%error, "the store has failed");
        Arc::new(error).into()
    })
}

fn respond<T>(reply: Reply<T>, result: Result<T, DbError>) {
    // The caller may have gone away; what was written stays written.
    let _ = reply.send(result);
}

fn write(connection: &mut Connection, saves: &[(SessionRow, Reply<()>)]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    {
        let mut insert = transaction.prepare_cached(
            "insert or replace into web_tables (id, game, public, over, changed, record)
             values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for (row, _) in saves {
            let SessionRow { id, game, public, over, changed, record } = row;
            insert.execute((id, game, public, over, changed, record))?;
        }
    }
    transaction.commit()
}

const SELECT: &str = "select id, game, public, over, changed, record from web_tables";

fn read(connection: &mut Connection, id: &str) -> rusqlite::Result<Option<SessionRow>> {
    let mut select = connection.prepare_cached(&format!("{SELECT} where id = ?1"))?;
    select.query_row([id], read_row).optional()
}

fn list(connection: &mut Connection, limit: usize) -> rusqlite::Result<Vec<SessionRow>> {
    let latest = format!("{SELECT} where public order by changed desc limit ?1");
    let mut select = connection.prepare_cached(&latest)?;
    select.query_map([limit as i64], read_row)?.collect()
}

fn read_row(row: &Row) -> rusqlite::Result<SessionRow> {
    Ok(SessionRow {
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
