//! The database writer: one thread that stores all sessions.
//!
//! A move is acknowledged only when it is on the disk, and a commit takes time. So all requests that
//! come in during one commit share the next (group commit): a hundred sessions wait no longer than
//! one.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row};
use spielwerk_arena::{Store, StoreError};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::{error, info};

use crate::session_row::SessionRow;

/// The migrations of our part of the store, oldest first; see [`Store::migrate`].
const MIGRATIONS: [&str; 2] = [
    "
    create table web_tables (
        id text primary key,
        game text not null,
        public integer not null,
        over integer not null,
        changed integer not null,
        record text not null
    ) strict, without rowid;
    create index web_tables_public on web_tables (public, changed)
    ",
    "
    create table web_owners (
        owner blob not null,
        id text not null,
        seat_key text,
        primary key (owner, id)
    ) strict, without rowid
    ",
];

/// The most requests that are handled in one batch.
const MAX_BATCH: usize = 512;

/// How often old sessions are removed.
const CLEANING_INTERVAL: Duration = Duration::from_secs(3600);

/// Sends requests to the writer thread. Clones send to the same one.
#[derive(Clone, Debug)]
pub(crate) struct DbWriter {
    requests: Sender<DbRequest>,
}

/// Why a session could not be written or read.
#[derive(Clone, Debug, Error)]
pub(crate) enum DbError {
    #[error(transparent)]
    Store(#[from] Arc<StoreError>),
    #[error("the server is shutting down")]
    Closed,
}

/// Who has a session in the list of their own games: the hash of the owner's key.
pub(crate) type OwnerHash = [u8; 32];

/// A session in somebody's list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OwnedRow {
    pub(crate) row: SessionRow,
    /// The key with which the owner plays, if the session has keys.
    pub(crate) seat_key: Option<String>,
}

type Reply<T> = oneshot::Sender<Result<T, DbError>>;

enum DbRequest {
    Save(SessionRow, Reply<()>),
    Load(String, Reply<Option<SessionRow>>),
    List(usize, Reply<Vec<SessionRow>>),
    Own(OwnerHash, String, Option<String>, Reply<()>),
    Disown(OwnerHash, String, Reply<()>),
    ListOwned(OwnerHash, usize, Reply<Vec<OwnedRow>>),
    CountFinished(&'static str, Reply<usize>),
    ListFinished(&'static str, usize, Reply<Vec<SessionRow>>),
}

impl DbWriter {
    /// Migrates the store and starts the thread. Sessions that nobody has touched for the time
    /// `keep` are removed, now and every hour.
    pub(crate) fn open(mut store: Store, keep: Option<Duration>) -> Result<DbWriter, StoreError> {
        store.migrate("web", &MIGRATIONS)?;
        let (requests, receiver) = mpsc::channel();
        thread::spawn(move || run(&mut store, &receiver, keep));
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

    /// Puts a session into somebody's list.
    pub(crate) async fn own(
        &self,
        owner: OwnerHash,
        id: &str,
        seat_key: Option<String>,
    ) -> Result<(), DbError> {
        self.request(|reply| DbRequest::Own(owner, id.to_owned(), seat_key, reply)).await
    }

    /// Removes a session from somebody's list.
    pub(crate) async fn disown(&self, owner: OwnerHash, id: &str) -> Result<(), DbError> {
        self.request(|reply| DbRequest::Disown(owner, id.to_owned(), reply)).await
    }

    /// The latest sessions of somebody's list, newest first.
    pub(crate) async fn list_owned(
        &self,
        owner: OwnerHash,
        limit: usize,
    ) -> Result<Vec<OwnedRow>, DbError> {
        self.request(|reply| DbRequest::ListOwned(owner, limit, reply)).await
    }

    /// How many sessions of a game are over.
    pub(crate) async fn count_finished(&self, game: &'static str) -> Result<usize, DbError> {
        self.request(|reply| DbRequest::CountFinished(game, reply)).await
    }

    /// The latest sessions of a game that are over.
    pub(crate) async fn list_finished(
        &self,
        game: &'static str,
        limit: usize,
    ) -> Result<Vec<SessionRow>, DbError> {
        self.request(|reply| DbRequest::ListFinished(game, limit, reply)).await
    }

    async fn request<T>(&self, build: impl FnOnce(Reply<T>) -> DbRequest) -> Result<T, DbError> {
        let (reply, response) = oneshot::channel();
        self.requests.send(build(reply)).map_err(|_| DbError::Closed)?;
        response.await.map_err(|_| DbError::Closed)?
    }
}

/// Handles requests until all senders are dropped.
fn run(store: &mut Store, requests: &Receiver<DbRequest>, keep: Option<Duration>) {
    let mut cleaned: Option<Instant> = None;
    while let Ok(first) = requests.recv() {
        if let Some(keep) = keep
            && cleaned.is_none_or(|at| at.elapsed() >= CLEANING_INTERVAL)
        {
            cleaned = Some(Instant::now());
            // The log says what is wrong; games go on without it.
            let _ = shared(store.run(|connection| remove_older(connection, keep)));
        }
        let mut saves = Vec::new();
        let mut others = Vec::new();
        for request in std::iter::once(first).chain(requests.try_iter()).take(MAX_BATCH) {
            match request {
                DbRequest::Save(row, reply) => saves.push((row, reply)),
                other => others.push(other),
            }
        }
        if !saves.is_empty() {
            let (rows, replies): (Vec<SessionRow>, Vec<Reply<()>>) = saves.into_iter().unzip();
            let written = shared(store.run(|connection| write(connection, &rows)));
            for reply in replies {
                respond(reply, written.clone());
            }
        }
        for request in others {
            handle(store, request);
        }
    }
}

/// Handles a request that is not part of the batch.
fn handle(store: &mut Store, request: DbRequest) {
    match request {
        DbRequest::Save(row, reply) => {
            respond(reply, shared(store.run(|connection| write(connection, &[row]))));
        }
        DbRequest::Load(id, reply) => {
            respond(reply, shared(store.run(|connection| read(connection, &id))));
        }
        DbRequest::List(limit, reply) => {
            respond(reply, shared(store.run(|connection| list(connection, limit))));
        }
        DbRequest::Own(owner, id, seat_key, reply) => {
            let key = seat_key.as_deref();
            respond(reply, shared(store.run(|connection| own(connection, &owner, &id, key))));
        }
        DbRequest::Disown(owner, id, reply) => {
            respond(reply, shared(store.run(|connection| disown(connection, &owner, &id))));
        }
        DbRequest::ListOwned(owner, limit, reply) => {
            respond(reply, shared(store.run(|connection| list_owned(connection, &owner, limit))));
        }
        DbRequest::CountFinished(game, reply) => {
            respond(reply, shared(store.run(|connection| count_finished(connection, game))));
        }
        DbRequest::ListFinished(game, limit, reply) => {
            respond(reply, shared(store.run(|connection| list_finished(connection, game, limit))));
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

fn write(connection: &mut Connection, rows: &[SessionRow]) -> rusqlite::Result<()> {
    let transaction = connection.transaction()?;
    {
        let mut insert = transaction.prepare_cached(
            "insert or replace into web_tables (id, game, public, over, changed, record)
             values (?1, ?2, ?3, ?4, ?5, ?6)",
        )?;
        for row in rows {
            let SessionRow { id, game, public, over, changed, record } = row;
            insert.execute((id, game, public, over, changed, record))?;
        }
    }
    transaction.commit()
}

/// Removes sessions that nobody has touched for so long.
fn remove_older(connection: &mut Connection, keep: Duration) -> rusqlite::Result<()> {
    let before = now().saturating_sub(keep.as_secs().try_into().unwrap_or(i64::MAX));
    let removed = connection.execute("delete from web_tables where changed < ?1", [before])?;
    connection.execute("delete from web_owners where id not in (select id from web_tables)", ())?;
    if removed > 0 {
        info!(removed, "old sessions are removed");
    }
    Ok(())
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

fn own(
    connection: &mut Connection,
    owner: &OwnerHash,
    id: &str,
    seat_key: Option<&str>,
) -> rusqlite::Result<()> {
    // Whoever plays keeps the key of the seat, also after watching.
    let mut insert = connection.prepare_cached(
        "insert into web_owners (owner, id, seat_key) values (?1, ?2, ?3)
         on conflict do update set seat_key = coalesce(excluded.seat_key, seat_key)",
    )?;
    insert.execute((owner, id, seat_key)).map(drop)
}

fn disown(connection: &mut Connection, owner: &OwnerHash, id: &str) -> rusqlite::Result<()> {
    let sql = "delete from web_owners where owner = ?1 and id = ?2";
    connection.execute(sql, (owner, id)).map(drop)
}

fn list_owned(
    connection: &mut Connection,
    owner: &OwnerHash,
    limit: usize,
) -> rusqlite::Result<Vec<OwnedRow>> {
    let mut select = connection.prepare_cached(
        "select id, game, public, over, changed, record, seat_key
         from web_owners join web_tables using (id)
         where owner = ?1 order by changed desc limit ?2",
    )?;
    let owned = |row: &Row| Ok(OwnedRow { row: read_row(row)?, seat_key: row.get(6)? });
    select.query_map((owner, limit as i64), owned)?.collect()
}

fn count_finished(connection: &mut Connection, game: &str) -> rusqlite::Result<usize> {
    let sql = "select count(*) from web_tables where game = ?1 and over";
    let count: i64 = connection.query_row(sql, [game], |row| row.get(0))?;
    Ok(count.try_into().unwrap_or_default())
}

fn list_finished(
    connection: &mut Connection,
    game: &str,
    limit: usize,
) -> rusqlite::Result<Vec<SessionRow>> {
    let latest = format!("{SELECT} where game = ?1 and over order by changed desc limit ?2");
    let mut select = connection.prepare_cached(&latest)?;
    select.query_map((game, limit as i64), read_row)?.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> SessionRow {
        SessionRow {
            id: id.into(),
            game: "halma".into(),
            public: false,
            over: false,
            changed: 0,
            record: "{}".into(),
        }
    }

    #[tokio::test]
    async fn sessions_that_nobody_touched_for_long_are_removed_at_the_next_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let open = |keep| DbWriter::open(Store::open(&path).unwrap(), keep).unwrap();
        let writer = open(None);
        writer.save(row("old")).await.unwrap();
        writer.save(row("new")).await.unwrap();
        let day = Duration::from_secs(24 * 3600);
        let age = |store: &mut Store| {
            store.run(|connection| {
                connection
                    .execute("update web_tables set changed = changed - 86401 where id = 'old'", ())
            })
        };
        assert_eq!(age(&mut Store::open(&path).unwrap()).unwrap(), 1);
        assert!(open(None).load("old").await.unwrap().is_some(), "without a limit all are kept");
        let writer = open(Some(day));
        assert_eq!(writer.load("old").await.unwrap(), None);
        assert!(writer.load("new").await.unwrap().is_some());
    }
}
