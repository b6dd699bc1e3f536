//! Games in the store, by the events that they belong to. The tables are described in
//! `docs/record.md`.
//!
//! A game is there as a whole or not at all, and once only: its event and its number are its name.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior};
use thiserror::Error;

use super::{Noted, Seated, Sheet};
use crate::{Ending, Store, StoreError};

const STEPS: [&str; 1] = ["
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

/// The games of a store.
#[derive(Debug)]
pub struct Archive {
    pub(super) store: Store,
}

/// What games belong to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    id: i64,
    /// What it is called.
    pub name: String,
    /// By what it is played, as JSON; empty if that is not known.
    pub plan: String,
    /// A word that no other event has, here or elsewhere.
    pub token: String,
}

/// What an event is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A match.
    Match,
    /// A tournament.
    Tournament,
    /// Games from another store.
    Import,
}

/// Why games cannot be kept or read.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The store refuses.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Another game is there already.
    #[error("game {number} of `{event}` is there already, and is another one")]
    Other {
        /// Its event.
        event: String,
        /// Its number.
        number: u32,
    },
}

impl Archive {
    /// The archive in this file, which is made if it is not there.
    pub fn open(path: &Path) -> Result<Archive, ArchiveError> {
        Ok(Archive::within(Store::open(path)?)?)
    }

    /// The archive in a store.
    pub fn within(mut store: Store) -> Result<Archive, StoreError> {
        store.prepare("games", &STEPS)?;
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

    /// The event of this name; a new one, if there is none yet.
    pub fn begin(&mut self, name: &str, kind: Kind, plan: &str) -> Result<Event, ArchiveError> {
        Ok(self.store.run(|connection| {
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let event = begin(&change, name, kind, plan)?;
            change.commit()?;
            Ok(event)
        })?)
    }

    /// Keeps games, all of them or none. Those that are there already stay as they are.
    pub fn add(&mut self, event: &Event, sheets: &[Sheet]) -> Result<(), ArchiveError> {
        Ok(self.store.run(|connection| {
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for sheet in sheets {
                insert(&change, event.id, sheet)?;
            }
            change.commit()
        })?)
    }

    /// Keeps games from elsewhere, all of them or none, and says how many were new.
    pub fn import(&mut self, sheets: &[Sheet]) -> Result<usize, ArchiveError> {
        let (new, other) = self.store.run(|connection| {
            let mut new = 0;
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            for sheet in sheets {
                let event = begin(&change, &sheet.event, Kind::Import, "")?;
                if insert(&change, event.id, sheet)? {
                    new += 1;
                } else {
                    let condition = "where events.name = ?1 and games.number = ?2";
                    let there = select(&change, condition, (&sheet.event, sheet.number))?;
                    if there != [sheet.clone()] {
                        return Ok((0, Some(sheet)));
                    }
                }
            }
            change.commit()?;
            Ok((new, None))
        })?;
        match other {
            None => Ok(new),
            Some(Sheet { event, number, .. }) => {
                Err(ArchiveError::Other { event: event.clone(), number: *number })
            }
        }
    }

    /// The games of one event or of all, in the order of events and numbers.
    pub fn sheets(&mut self, event: Option<&str>) -> Result<Vec<Sheet>, ArchiveError> {
        Ok(self.store.run(|connection| {
            select(connection, "where ?1 is null or events.name = ?1", (event,))
        })?)
    }

    /// One game of an event, if it is there.
    pub fn sheet(&mut self, event: i64, number: u32) -> Result<Option<Sheet>, ArchiveError> {
        let condition = "where events.id = ?1 and games.number = ?2";
        let found = self.store.run(|connection| select(connection, condition, (event, number)))?;
        Ok(found.into_iter().next())
    }

    /// All events by their names, in the order in which they began, and how many games each has.
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

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Match => "match",
            Kind::Tournament => "tournament",
            Kind::Import => "import",
        }
    }
}

fn find(connection: &Connection, name: &str) -> rusqlite::Result<Option<Event>> {
    let mut events =
        connection.prepare_cached("select id, name, plan, token from events where name = ?1")?;
    let event = |row: &Row| {
        Ok(Event { id: row.get(0)?, name: row.get(1)?, plan: row.get(2)?, token: row.get(3)? })
    };
    events.query_row([name], event).optional()
}

fn begin(change: &Transaction, name: &str, kind: Kind, plan: &str) -> rusqlite::Result<Event> {
    if let Some(event) = find(change, name)? {
        return Ok(event);
    }
    let token = format!("{:016x}", rand::random::<u64>());
    let begun = jiff::Timestamp::now().to_string();
    let insert = "insert into events (name, kind, plan, token, begun) values (?1, ?2, ?3, ?4, ?5)";
    change.execute(insert, (name, kind.name(), plan, &token, begun))?;
    let id = change.last_insert_rowid();
    Ok(Event { id, name: name.to_owned(), plan: plan.to_owned(), token })
}

/// Keeps a game, unless there is one of its event and number. Whether it was new.
fn insert(change: &Transaction, event: i64, sheet: &Sheet) -> rusqlite::Result<bool> {
    let moves: Vec<_> = sheet.moves.iter().map(to_row).collect();
    let new = change
        .prepare_cached(
            "insert or ignore into games
             (event, number, game, date, start, opening, moves, ending, culprit, remark)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute((
            event,
            sheet.number,
            &sheet.game,
            &sheet.date,
            &sheet.start,
            to_json(&sheet.opening)?,
            to_json(&moves)?,
            sheet.ending.name(),
            sheet.culprit,
            &sheet.remark,
        ))?;
    if new == 0 {
        return Ok(false);
    }
    let id = change.last_insert_rowid();
    let mut seats = change.prepare_cached("insert into seats values (?1, ?2, ?3, ?4, ?5)")?;
    for (player, seat) in sheet.players.iter().zip(1..) {
        seats.execute((id, seat, &player.player, &player.version, player.points))?;
    }
    Ok(true)
}

fn select(
    connection: &Connection,
    condition: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<Sheet>> {
    let query = format!(
        "select events.name, number, game, date, start, opening, moves, ending, culprit, remark,
         games.id from games join events on events.id = games.event
         {condition} order by events.id, number"
    );
    let mut games = connection.prepare_cached(&query)?;
    let mut seats = connection.prepare_cached(
        "select player, version, points from seats where game = ?1 order by seat",
    )?;
    let seated =
        |row: &Row| Ok(Seated { player: row.get(0)?, version: row.get(1)?, points: row.get(2)? });
    let sheet = |row: &Row| {
        let moves: Vec<Line> = from_json(row, 6)?;
        Ok(Sheet {
            event: row.get(0)?,
            number: row.get(1)?,
            game: row.get(2)?,
            date: row.get(3)?,
            start: row.get(4)?,
            opening: from_json(row, 5)?,
            moves: moves.into_iter().map(from_row).collect(),
            ending: read_ending(row, 7)?,
            culprit: row.get(8)?,
            remark: row.get(9)?,
            players: seats
                .query_map([row.get::<_, i64>(10)?], seated)?
                .collect::<rusqlite::Result<_>>()?,
        })
    };
    games.query_map(parameters, sheet)?.collect()
}

/// How a game ended, by its name in a column.
pub(super) fn read_ending(row: &Row, column: usize) -> rusqlite::Result<Ending> {
    let name: String = row.get(column)?;
    let known = Ending::ALL.into_iter().find(|it| it.name() == name);
    let text = rusqlite::types::Type::Text;
    known.ok_or_else(|| rusqlite::Error::InvalidColumnType(column, name, text))
}

/// A move as it stands in the store: a short array instead of an object.
type Line = (String, Option<String>, u32, u64, u64, Option<u64>);

fn to_row(noted: &Noted) -> Line {
    let Noted { text, score, depth, nodes, us, allowed_us } = noted.clone();
    (text, score, depth, nodes, us, allowed_us)
}

fn from_row((text, score, depth, nodes, us, allowed_us): Line) -> Noted {
    Noted { text, score, depth, nodes, us, allowed_us }
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
