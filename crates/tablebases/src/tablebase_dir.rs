//! The tablebase directory: the one given, else `SPIELWERK_TABLES`, else the platform's data
//! directory.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use thiserror::Error;

use crate::file::TablebaseError;

/// The environment variable with the default directory.
pub const ENVIRONMENT_VARIABLE: &str = "SPIELWERK_TABLES";

/// The directory of the tablebase files. It is created by the first build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TablebaseDir(PathBuf);

/// No tablebase directory is given, and the platform has no default.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "there is no home directory to keep tables in; name a folder with --tables or {ENVIRONMENT_VARIABLE}"
)]
pub struct NoTablebaseDir;

impl TablebaseDir {
    /// The directory given, else that of the environment variable or the platform.
    pub fn find(given: Option<PathBuf>) -> Result<TablebaseDir, NoTablebaseDir> {
        let named = || {
            env::var_os(ENVIRONMENT_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from)
        };
        let usual = || Some(ProjectDirs::from("", "", "spielwerk")?.data_dir().join("tables"));
        let folder = given.or_else(named).or_else(usual);
        folder.map(TablebaseDir).ok_or(NoTablebaseDir)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// The file of the tablebase with this name.
    pub fn tablebase_path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.table"))
    }

    /// A temporary file of a build: lock, checkpoint or unfinished tablebase.
    pub(crate) fn auxiliary_path(&self, name: &str, what: &str) -> PathBuf {
        self.0.join(format!("{name}.{what}"))
    }

    /// Creates the directory if it does not exist.
    pub(crate) fn create(&self) -> Result<(), TablebaseError> {
        fs::create_dir_all(&self.0).map_err(TablebaseError::io(&self.0))
    }
}

impl<P: Into<PathBuf>> From<P> for TablebaseDir {
    fn from(folder: P) -> TablebaseDir {
        TablebaseDir(folder.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_given_goes_first() {
        let dir = TablebaseDir::find(Some("here".into())).unwrap();
        assert_eq!(dir, TablebaseDir::from("here"));
        assert_eq!(dir.tablebase_path("race-star"), Path::new("here/race-star.table"));
    }
}
