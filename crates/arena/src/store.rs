//! The one file in which everything is kept that must outlive the program: games, ratings, open
//! tournaments, and whatever the outer rooms have to remember.
//!
//! SQLite keeps the promise that what was once acknowledged is there after any accident. Each room
//! owns tables of its own and brings them up to date itself, with [`Store::prepare`]; so no room
//! has to know what another one keeps.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use directories::ProjectDirs;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use thiserror::Error;

/// The variable that names the file where none is given.
pub(crate) const VARIABLE: &str = "SPIELWERK_STORE";

/// How long to wait for another process that is writing.
const PATIENCE: Duration = Duration::from_secs(10);

/// An open store.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Why a store cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Nothing says where it is.
    #[error("there is no home directory to keep games in; name a file with --store or {VARIABLE}")]
    NoPlace,
    /// Its folder cannot be made.
    #[error("cannot make the folder of the store {path}: {error}", path = path.display())]
    Folder {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It was written by a later version.
    #[error(
        "{path} was written by a newer Spielwerk: its {room} are of version {found}, this program \
         knows {known}",
        path = path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Whose tables.
        room: &'static str,
        /// Their version.
        found: u32,
        /// The latest version known.
        known: u32,
    },
    /// SQLite refuses.
    #[error("the store {path}: {error}", path = path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What SQLite says.
        error: rusqlite::Error,
    },
}

impl Store {
    /// The file given, or the one the environment or the platform names.
    pub fn find(given: Option<PathBuf>) -> Result<PathBuf, StoreError> {
        let named = || env::var_os(VARIABLE).filter(|file| !file.is_empty()).map(PathBuf::from);
        let usual = || {
            let place = ProjectDirs::from("", "", "spielwerk")?;
            Some(place.data_dir().join("spielwerk.sqlite"))
        };
        given.or_else(named).or_else(usual).ok_or(StoreError::NoPlace)
    }

    /// Opens a store, and makes it if it is not there. Several processes can use one.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| StoreError::Folder { path: path.to_owned(), error })?;
        }
        let open = || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(PATIENCE)?;
            connection.pragma_update(None, "journal_mode", "wal")?;
            connection.pragma_update(None, "synchronous", "full")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.execute_batch(
                "create table if not exists rooms (
                    room text primary key,
                    version integer not null
                ) strict, without rowid",
            )?;
            Ok(connection)
        };
        let connection =
            open().map_err(|error| StoreError::Sqlite { path: path.to_owned(), error })?;
        Ok(Store { connection, path: path.to_owned() })
    }

    /// Brings the tables of one room up to date. `steps` are all changes there ever were, in
    /// order: a step that has been published is never altered, only followed by another.
    pub fn prepare(&mut self, room: &'static str, steps: &[&str]) -> Result<(), StoreError> {
        // There are never billions of steps.
        let known = steps.len() as u32;
        let found = self.run(|connection| {
            let change = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let version = "select version from rooms where room = ?1";
            let found: u32 =
                change.query_row(version, [room], |row| row.get(0)).optional()?.unwrap_or(0);
            for step in steps.iter().skip(found as usize) {
                change.execute_batch(step)?;
            }
            if found < known {
                let note = "insert or replace into rooms (room, version) values (?1, ?2)";
                change.execute(note, (room, known))?;
            }
            change.commit()?;
            Ok(found)
        })?;
        if found > known {
            let path = self.path.clone();
            return Err(StoreError::Newer { path, room, found, known });
        }
        Ok(())
    }

    /// Does something with the database; an error names the file.
    pub fn run<T>(
        &mut self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        work(&mut self.connection)
            .map_err(|error| StoreError::Sqlite { path: self.path.clone(), error })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "create table stones (colour text) strict; insert into stones values ('w')";
    const TWO: &str = "alter table stones add column weight integer not null default 3";

    fn weights(store: &mut Store) -> Vec<i64> {
        let all = |connection: &mut Connection| {
            let mut select = connection.prepare("select weight from stones")?;
            select.query_map((), |row| row.get(0))?.collect()
        };
        store.run(all).unwrap()
    }

    #[test]
    fn every_step_is_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/store.sqlite");
        Store::open(&path).unwrap().prepare("stones", &[ONE]).unwrap();
        for _ in 0..2 {
            let mut store = Store::open(&path).unwrap();
            store.prepare("stones", &[ONE, TWO]).unwrap();
            assert_eq!(weights(&mut store), [3]);
        }
    }

    #[test]
    fn a_failed_step_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let mut store = Store::open(&path).unwrap();
        assert!(store.prepare("stones", &[ONE, "nonsense"]).is_err());
        store.prepare("stones", &[ONE, TWO]).unwrap();
        assert_eq!(weights(&mut store), [3]);
    }

    #[test]
    fn a_newer_or_foreign_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        Store::open(&path).unwrap().prepare("stones", &[ONE, TWO]).unwrap();
        let error = Store::open(&path).unwrap().prepare("stones", &[ONE]).unwrap_err();
        assert!(error.to_string().contains("newer Spielwerk"), "{error}");
        fs::write(&path, "no database at all, but long enough to look at").unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("store.sqlite"), "{error}");
    }
}
