//! The SQLite database of games, ratings, open tournaments and whatever other components store.
//!
//! Committed transactions survive any crash. Each component owns tables of its own and migrates them
//! itself, with [`Store::migrate`]; so no component has to know another's schema.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use directories::ProjectDirs;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};
use thiserror::Error;

/// The environment variable that names the file where none is given.
pub(crate) const VARIABLE: &str = "SPIELWERK_STORE";

/// How long to wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// An open database.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

/// Why the database cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no default directory for it.
    #[error("there is no home directory to keep games in; name a file with --store or {VARIABLE}")]
    NoDirectory,
    /// Its directory cannot be created.
    #[error("cannot create the directory of the store {path}: {error}", path = path.display())]
    Folder {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// It was written by a later version.
    #[error(
        "{path} was written by a newer Spielwerk: its {component} are of version {found}, this program \
         knows {known}",
        path = path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The component that owns the tables.
        component: &'static str,
        /// Their version.
        found: u32,
        /// The latest version known.
        known: u32,
    },
    /// An error of SQLite.
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
        given.or_else(named).or_else(usual).ok_or(StoreError::NoDirectory)
    }

    /// Opens a database, and creates it if it does not exist. Several processes can use one.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        make_private(path).map_err(|error| StoreError::Folder { path: path.to_owned(), error })?;
        let open = || {
            let connection = Connection::open(path)?;
            connection.busy_timeout(BUSY_TIMEOUT)?;
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

    /// Migrates the tables of one component. `steps` are all migrations there ever were, in order: a
    /// published step is never altered, only followed by another.
    pub fn migrate(&mut self, component: &'static str, steps: &[&str]) -> Result<(), StoreError> {
        // There are never billions of steps.
        let known = steps.len() as u32;
        let found = self.run(|connection| {
            let transaction =
                connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let version = "select version from rooms where room = ?1";
            let found: u32 = transaction
                .query_row(version, [component], |row| row.get(0))
                .optional()?
                .unwrap_or(0);
            for step in steps.iter().skip(found as usize) {
                transaction.execute_batch(step)?;
            }
            if found < known {
                let note = "insert or replace into rooms (room, version) values (?1, ?2)";
                transaction.execute(note, (component, known))?;
            }
            transaction.commit()?;
            Ok(found)
        })?;
        if found > known {
            let path = self.path.clone();
            return Err(StoreError::Newer { path, component, found, known });
        }
        Ok(())
    }

    /// Runs statements on the database; an error names the file.
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

/// Creates the file and its directory, as far as they are missing, for their owner alone: games with
/// the addresses of sessions are in it. SQLite gives its other files the mode of the first.
fn make_private(path: &Path) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(()),
        // SQLite says what is wrong with a path that cannot be opened.
        Err(_) if path.is_dir() => Ok(()),
        created => created.map(drop),
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn a_new_store_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/store.sqlite");
        let mut store = Store::open(&path).unwrap();
        store.migrate("test", &["create table test (number integer) strict"]).unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(path.parent().unwrap()), 0o700);
        for file in fs::read_dir(path.parent().unwrap()).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }

    use super::*;

    const FIRST_STEP: &str =
        "create table stones (colour text) strict; insert into stones values ('w')";
    const SECOND_STEP: &str = "alter table stones add column weight integer not null default 3";

    fn weights(store: &mut Store) -> Vec<i64> {
        let all = |connection: &mut Connection| {
            let mut select = connection.prepare("select weight from stones")?;
            select.query_map((), |row| row.get(0))?.collect()
        };
        store.run(all).unwrap()
    }

    #[test]
    fn every_migration_runs_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/store.sqlite");
        Store::open(&path).unwrap().migrate("stones", &[FIRST_STEP]).unwrap();
        for _ in 0..2 {
            let mut store = Store::open(&path).unwrap();
            store.migrate("stones", &[FIRST_STEP, SECOND_STEP]).unwrap();
            assert_eq!(weights(&mut store), [3]);
        }
    }

    #[test]
    fn a_failed_migration_is_rolled_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        let mut store = Store::open(&path).unwrap();
        assert!(store.migrate("stones", &[FIRST_STEP, "nonsense"]).is_err());
        store.migrate("stones", &[FIRST_STEP, SECOND_STEP]).unwrap();
        assert_eq!(weights(&mut store), [3]);
    }

    #[test]
    fn a_newer_or_foreign_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.sqlite");
        Store::open(&path).unwrap().migrate("stones", &[FIRST_STEP, SECOND_STEP]).unwrap();
        let error = Store::open(&path).unwrap().migrate("stones", &[FIRST_STEP]).unwrap_err();
        assert!(error.to_string().contains("newer Spielwerk"), "{error}");
        fs::write(&path, "no database at all, but long enough to look at").unwrap();
        let error = Store::open(&path).unwrap_err();
        assert!(error.to_string().contains("store.sqlite"), "{error}");
    }
}
