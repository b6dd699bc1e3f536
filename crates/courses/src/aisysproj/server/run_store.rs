//! Agents, their runs and their ratings, in SQL tables of the common store.
//!
//! A request changes everything it changes in one transaction, before it is answered. So a server
//! can be killed at any moment: what a client was told is there, and open runs go on.

use std::sync::{Mutex, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row};
use spielwerk_arena::{Store, StoreError};

use crate::aisysproj::client::RatingTracker;

const MIGRATIONS: &[&str] = &["
    create table aisysproj_agents (
        environment text not null,
        name text not null,
        password text not null,
        best real,
        primary key (environment, name)
    ) strict, without rowid;
    create table aisysproj_runs (
        id integer primary key,
        environment text not null,
        agent text not null,
        number integer not null,
        first integer not null,
        acts integer not null,
        position text not null,
        moves text not null,
        asked integer not null,
        points real,
        finish integer,
        foreign key (environment, agent) references aisysproj_agents (environment, name)
    ) strict;
    create index aisysproj_runs_by_agent on aisysproj_runs (environment, agent, finish);
    create unique index aisysproj_runs_by_finish on aisysproj_runs (finish);
"];

/// How many runs make a rating.
const RATING_WINDOW: u32 = RatingTracker::RATING_WINDOW as u32;

/// The SQL tables of this server.
pub(super) struct RunStore {
    store: Mutex<Store>,
}

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Run {
    /// Its number on this server; 0 before it is written for the first time.
    pub(super) id: i64,
    pub(super) environment: String,
    pub(super) agent: String,
    /// Which run of this agent in this environment it is, from 0; seeds its random draws.
    pub(super) number: i64,
    /// The seat that began.
    pub(super) first: u8,
    /// How many moves of the agent there are.
    pub(super) acts: u32,
    /// The present position.
    pub(super) position: String,
    /// Everybody's moves, a line each.
    pub(super) moves: String,
    /// Whether the agent has been asked for the next move and has not answered yet.
    pub(super) asked: bool,
    /// The agent's points, once the run is over.
    pub(super) points: Option<f64>,
}

/// How an agent stands in an environment.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Standing {
    pub(super) agent: String,
    /// Finished runs.
    pub(super) games: u32,
    /// The mean of the last runs.
    pub(super) rating: Option<f64>,
    /// The best mean of enough runs in a row.
    pub(super) best: Option<f64>,
}

const SELECT_RUN: &str = "select id, environment, agent, number, first, acts, position, moves, asked, \
                   points from aisysproj_runs";

fn read_run(row: &Row) -> rusqlite::Result<Run> {
    Ok(Run {
        id: row.get(0)?,
        environment: row.get(1)?,
        agent: row.get(2)?,
        number: row.get(3)?,
        first: row.get(4)?,
        acts: row.get(5)?,
        position: row.get(6)?,
        moves: row.get(7)?,
        asked: row.get(8)?,
        points: row.get(9)?,
    })
}

impl RunStore {
    /// Opens the tables in a store.
    pub(super) fn new(mut store: Store) -> Result<RunStore, StoreError> {
        store.migrate("aisysproj", MIGRATIONS)?;
        Ok(RunStore { store: Mutex::new(store) })
    }

    fn with_connection<T>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        // Whoever panicked with the lock left a transaction that was rolled back.
        self.store.lock().unwrap_or_else(PoisonError::into_inner).run(work)
    }

    /// Inserts an agent with the hashes of its passwords; false if it exists and must not be
    /// replaced.
    pub(super) fn register(
        &self,
        name: &str,
        environments: &[(String, String)],
        replace: bool,
    ) -> Result<bool, StoreError> {
        self.with_connection(|connection| {
            let change = connection.transaction()?;
            let known = "select count(*) from aisysproj_agents where name = ?1";
            let known: i64 = change.query_row(known, [name], |row| row.get(0))?;
            if known > 0 && !replace {
                return Ok(false);
            }
            let insert = "insert into aisysproj_agents (environment, name, password)
                          values (?1, ?2, ?3)
                          on conflict do update set password = excluded.password";
            for (environment, hash) in environments {
                change.execute(insert, (environment, name, hash))?;
            }
            change.commit()?;
            Ok(true)
        })
    }

    /// The hash of an agent's password, if there is such an agent.
    pub(super) fn password(&self, env: &str, agent: &str) -> Result<Option<String>, StoreError> {
        let select = "select password from aisysproj_agents where environment = ?1 and name = ?2";
        self.with_connection(|connection| {
            connection.query_row(select, [env, agent], |row| row.get(0)).optional()
        })
    }

    /// An agent's open runs in the order of their numbers, and how many runs it has had in all.
    pub(super) fn open_runs(&self, env: &str, agent: &str) -> Result<(Vec<Run>, i64), StoreError> {
        self.with_connection(|connection| {
            let select = format!(
                "{SELECT_RUN} where environment = ?1 and agent = ?2 and finish is null order by id"
            );
            let mut select = connection.prepare_cached(&select)?;
            let runs: rusqlite::Result<Vec<Run>> =
                select.query_map([env, agent], read_run)?.collect();
            let count = "select count(*) from aisysproj_runs where environment = ?1 and agent = ?2";
            let count = connection.query_row(count, [env, agent], |row| row.get(0))?;
            Ok((runs?, count))
        })
    }

    /// A run by its number.
    pub(super) fn find(&self, id: i64) -> Result<Option<Run>, StoreError> {
        let select = format!("{SELECT_RUN} where id = ?1");
        self.with_connection(|connection| connection.query_row(&select, [id], read_run).optional())
    }

    /// Saves runs of one agent, all or none. New ones get their numbers.
    pub(super) fn save(&self, runs: &mut [Run]) -> Result<(), StoreError> {
        self.with_connection(|connection| {
            let change = connection.transaction()?;
            for run in runs.iter_mut() {
                save(&change, run)?;
                if run.points.is_some() {
                    finish(&change, run)?;
                }
            }
            change.commit()
        })
    }

    /// All agents of an environment, the best first.
    pub(super) fn standings(&self, env: &str) -> Result<Vec<Standing>, StoreError> {
        self.with_connection(|connection| {
            let mut select = connection.prepare_cached(
                "select name, best, (select count(*) from aisysproj_runs
                    where environment = ?1 and agent = name and finish is not null)
                 from aisysproj_agents where environment = ?1 order by name",
            )?;
            let all = select.query_map([env], |row| {
                let agent: String = row.get(0)?;
                let rating = rating(connection, env, &agent)?;
                Ok(Standing { agent, best: row.get(1)?, games: row.get(2)?, rating })
            })?;
            let mut all: Vec<Standing> = all.collect::<rusqlite::Result<_>>()?;
            let key = |s: &Standing| (s.best.unwrap_or(-1.0), s.rating.unwrap_or(-1.0));
            all.sort_by(|a, b| key(b).partial_cmp(&key(a)).unwrap_or(std::cmp::Ordering::Equal));
            Ok(all)
        })
    }

    /// The newest runs of an environment, of one agent or of all.
    pub(super) fn newest(
        &self,
        env: &str,
        agent: Option<&str>,
        most: u32,
    ) -> Result<Vec<Run>, StoreError> {
        self.with_connection(|connection| {
            let select = format!(
                "{SELECT_RUN} where environment = ?1 and (?2 is null or agent = ?2)
                 order by id desc limit ?3"
            );
            let mut select = connection.prepare_cached(&select)?;
            select.query_map((env, agent, most), read_run)?.collect()
        })
    }
}

fn save(change: &Connection, run: &mut Run) -> rusqlite::Result<()> {
    if run.id == 0 {
        change.execute(
            "insert into aisysproj_runs
                (environment, agent, number, first, acts, position, moves, asked)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            (
                &run.environment,
                &run.agent,
                run.number,
                run.first,
                run.acts,
                &run.position,
                &run.moves,
                run.asked,
            ),
        )?;
        run.id = change.last_insert_rowid();
        return Ok(());
    }
    change.execute(
        "update aisysproj_runs
         set acts = ?2, position = ?3, moves = ?4, asked = ?5, points = ?6 where id = ?1",
        (run.id, run.acts, &run.position, &run.moves, run.asked, run.points),
    )?;
    Ok(())
}

/// Numbers a finished run, and updates the best rating of its agent.
fn finish(change: &Connection, run: &Run) -> rusqlite::Result<()> {
    change.execute(
        "update aisysproj_runs
         set finish = (select coalesce(max(finish), 0) + 1 from aisysproj_runs) where id = ?1",
        [run.id],
    )?;
    let games: u32 = change.query_row(
        "select count(*) from aisysproj_runs
         where environment = ?1 and agent = ?2 and finish is not null",
        [&run.environment, &run.agent],
        |row| row.get(0),
    )?;
    if games >= RATING_WINDOW {
        change.execute(
            "update aisysproj_agents set best = max(coalesce(best, ?3), ?3)
             where environment = ?1 and name = ?2",
            (&run.environment, &run.agent, rating(change, &run.environment, &run.agent)?),
        )?;
    }
    Ok(())
}

/// The mean outcome of an agent's last runs.
fn rating(connection: &Connection, env: &str, agent: &str) -> rusqlite::Result<Option<f64>> {
    let mut select = connection.prepare_cached(
        "select avg(points) from (select points from aisysproj_runs
            where environment = ?1 and agent = ?2 and finish is not null
            order by finish desc limit ?3)",
    )?;
    select.query_row((env, agent, RATING_WINDOW), |row| row.get(0))
}
