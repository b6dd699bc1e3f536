//! Game records in the store, by events. The schema is described in `docs/record.md`.
//!
//! A game is stored as a whole or not at all, and once only: its event and number are its key.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior};
use spielwerk_codecs::record::{GameRecord, RecordedPlayer, RecordedPly};
use thiserror::Error;

use crate::{Store, StoreError};
use spielwerk_session::Termination;

const MIGRATIONS: [&str; 1] = ["
    create table events (
        id integer primary key,
        name text not null unique,
        kind text not null,
        plan text not null,
        token text not null,
        begun text not null
    ) strict;
    create table games (
        id integer primary key,
        event integer not null references events,
        number integer not null,
        game text not null,
        date text not null,
        start text,
        opening text not null,
        moves text not null,
        ending text not null,
        culprit integer,
        remark text,
        unique (event, number)
    ) strict;
    create table seats (
        game integer not null references games,
        seat integer not null,
        player text not null,
        version text not null,
        points real not null,
        primary key (game, seat)
    ) strict, without rowid;
"];

/// The game records of a store.
#[derive(Debug)]
pub struct Archive {
    pub(super) store: Store,
}

/// A match, tournament or import that games belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    id: i64,
    /// Its name.
    pub name: String,
    /// Its configuration, as JSON; empty if that is not known.
    pub config: String,
    /// A globally unique identifier.
    pub token: String,
}

/// The kind of an event.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// A match.
    Match,
    /// A tournament.
    Tournament,
    /// Games from another store.
    Import,
}

/// Why games cannot be stored or read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// An error of the store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another game is stored under the same event and number.
    #[error("game {number} of `{event}` is there already, and is another one")]
    Conflict {
        /// Its event.
        event: String,
        /// Its number.
        number: u32,
    },
}

impl Archive {
    /// The archive in this file, which is created if it does not exist.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        Ok(Archive::in_store(Store::open(path)?)?)
    }

    /// The archive in a store.
    pub fn in_store(mut store: Store) -> Result<Archive, StoreError> {
        store.migrate("games", &MIGRATIONS)?;
        Ok(Archive { store })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.store.path()
    }

    /// The event of this name, if there is one.
    pub fn event(&mut self, name: &str) -> Result<Option<Event>, ArchiveError> {
        Ok(self.store.run(|connection| find(connection, name))?)
    }

    /// The event of this name, created if there is none yet.
    pub fn begin(
        &mut self,
        name: &str,
        kind: EventKind,
        config: &str,
    ) -> Result<Event, ArchiveError> {
        Ok(self.store.run(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let event = begin(&transaction, name, kind, config)?;
            transaction.commit()?;
            Ok(event)
        })?)
    }

    /// Stores games, all of them or none. Those already stored stay as they are.
    pub fn add(&mut self, event: &Event, records: &[GameRecord]) -> Result<(), ArchiveError> {
        Ok(self.store.run(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for record in records {
                insert(&transaction, event.id, record)?;
            }
            transaction.commit()
        })?)
    }

    /// Stores games from another store, all of them or none, and returns how many were new.
    pub fn import(&mut self, records: &[GameRecord]) -> Result<usize, ArchiveError> {
        let (new, other) = self.store.run(|connection| {
            let mut new = 0;
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for record in records {
                let event = begin(&transaction, &record.event, EventKind::Import, "")?;
                if insert(&transaction, event.id, record)? {
                    new += 1;
                } else {
                    let condition = "where events.name = ?1 and games.number = ?2";
                    let there = select(&transaction, condition, (&record.event, record.number))?;
                    if there != [record.clone()] {
                        return Ok((0, Some(record)));
                    }
                }
            }
            transaction.commit()?;
            Ok((new, None))
        })?;
        match other {
            None => Ok(new),
            Some(GameRecord { event, number, .. }) => {
                Err(ArchiveError::Conflict { event: event.clone(), number: *number })
            }
        }
    }

    /// The games of one event or of all, in the order of events and numbers.
    pub fn records(&mut self, event: Option<&str>) -> Result<Vec<GameRecord>, ArchiveError> {
        Ok(self.store.run(|connection| {
            select(connection, "where ?1 is null or events.name = ?1", (event,))
        })?)
    }

    /// One game of an event, if it is stored.
    pub fn record(&mut self, event: i64, number: u32) -> Result<Option<GameRecord>, ArchiveError> {
        let condition = "where events.id = ?1 and games.number = ?2";
        let found = self.store.run(|connection| select(connection, condition, (event, number)))?;
        Ok(found.into_iter().next())
    }

    /// The names of all events, in the order in which they began, with their numbers of games.
    pub fn events(&mut self) -> Result<Vec<(String, u32)>, ArchiveError> {
        Ok(self.store.run(|connection| {
            let mut all = connection.prepare(
                "select name, (select count(*) from games where event = events.id)
                 from events order by id",
            )?;
            all.query_map((), |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
        })?)
    }
}

impl EventKind {
    const fn name(self) -> &'static str {
        match self {
            EventKind::Match => "match",
            EventKind::Tournament => "tournament",
            EventKind::Import => "import",
        }
    }
}

fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Event>> {
    let mut events =
        connection.prepare_cached("select id, name, plan, token from events where name = ?1")?;
    let event = |row: &Row| {
        Ok(Event { id: row.get(0)?, name: row.get(1)?, config: row.get(2)?, token: row.get(3)? })
    };
    events.query_row([name], event).optional()
}

fn begin(
    transaction: &Transaction,
    name: &str,
    kind: EventKind,
    config: &str,
) -> rusqlite::Result<Event> {
    if let Some(event) = find(transaction, name)? {
        return Ok(event);
    }
    let token = format!("{:016x}", rand::random::<u64>());
    let begun = jiff::Timestamp::now().to_string();
    let insert = "insert into events (name, kind, plan, token, begun) values (?1, ?2, ?3, ?4, ?5)";
    transaction.execute(insert, (name, kind.name(), config, &token, begun))?;
    let id = transaction.last_insert_rowid();
    Ok(Event { id, name: name.to_owned(), config: config.to_owned(), token })
}

/// Stores a game, unless there is one of its event and number. Returns whether it was new.
fn insert(transaction: &Transaction, event: i64, record: &GameRecord) -> rusqlite::Result<bool> {
    let moves: Vec<_> = record.moves.iter().map(to_row).collect();
    let new = transaction
        .prepare_cached(
            "insert or ignore into games
             (event, number, game, date, start, opening, moves, ending, culprit, remark)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute((
            event,
            record.number,
            &record.game,
            &record.date,
            &record.start,
            to_json(&record.opening)?,
            to_json(&moves)?,
            record.termination.name(),
            record.culprit,
            &record.remark,
        ))?;
    if new == 0 {
        return Ok(false);
    }
    let id = transaction.last_insert_rowid();
    let mut seats = transaction.prepare_cached("insert into seats values (?1, ?2, ?3, ?4, ?5)")?;
    for (player, seat) in record.players.iter().zip(1..) {
        seats.execute((id, seat, &player.player, &player.version, player.points))?;
    }
    Ok(true)
}

fn select(
    connection: &Connection,
    condition: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<GameRecord>> {
    let query = format!(
        "select events.name, number, game, date, start, opening, moves, ending, culprit, remark,
         games.id from games join events on events.id = games.event
         {condition} order by events.id, number"
    );
    let mut games = connection.prepare_cached(&query)?;
    let mut seats = connection.prepare_cached(
        "select player, version, points from seats where game = ?1 order by seat",
    )?;
    let player = |row: &Row| {
        Ok(RecordedPlayer { player: row.get(0)?, version: row.get(1)?, points: row.get(2)? })
    };
    let record = |row: &Row| {
        let moves: Vec<MoveRow> = from_json(row, 6)?;
        Ok(GameRecord {
            event: row.get(0)?,
            number: row.get(1)?,
            game: row.get(2)?,
            date: row.get(3)?,
            start: row.get(4)?,
            opening: from_json(row, 5)?,
            moves: moves.into_iter().map(from_row).collect(),
            termination: read_termination(row, 7)?,
            culprit: row.get(8)?,
            remark: row.get(9)?,
            players: seats
                .query_map([row.get::<_, i64>(10)?], player)?
                .collect::<rusqlite::Result<_>>()?,
        })
    };
    games.query_map(parameters, record)?.collect()
}

/// The termination by its name in a column.
pub(super) fn read_termination(row: &Row, column: usize) -> rusqlite::Result<Termination> {
    let name: String = row.get(column)?;
    let known = Termination::ALL.into_iter().find(|it| it.name() == name);
    let text = rusqlite::types::Type::Text;
    known.ok_or_else(|| rusqlite::Error::InvalidColumnType(column, name, text))
}

/// A move as it is stored: a JSON array instead of an object, which is shorter.
type MoveRow = (String, Option<String>, u32, u64, u64, Option<u64>);

fn to_row(ply: &RecordedPly) -> MoveRow {
    let RecordedPly { text, score, depth, nodes, us, allowed_us } = ply.clone();
    (text, score, depth, nodes, us, allowed_us)
}

fn from_row((text, score, depth, nodes, us, allowed_us): MoveRow) -> RecordedPly {
    RecordedPly { text, score, depth, nodes, us, allowed_us }
}

fn to_json(value: &impl serde::Serialize) -> rusqlite::Result<String> {
    let fail = |error| rusqlite::Error::ToSqlConversionFailure(Box::new(error));
    serde_json::to_string(value).map_err(fail)
}

fn from_json<T: serde::de::DeserializeOwned>(row: &Row, column: usize) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| {
        let kind = rusqlite::types::Type::Text;
        rusqlite::Error::FromSqlConversionFailure(column, kind, Box::new(error))
    })
}
