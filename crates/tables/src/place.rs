//! Where tables live: the folder given, else `SPIELWERK_TABLES`, else the platform's data folder.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use thiserror::Error;

use crate::file::TableError;

/// The variable that names the folder where none is given.
pub const VARIABLE: &str = "SPIELWERK_TABLES";

/// The folder with the tables, which need not exist before something is built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place(PathBuf);

/// Nothing says where tables live.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no home directory to keep tables in; name a folder with --tables or {VARIABLE}")]
pub struct NoPlace;

impl Place {
    /// The folder given, or the one the environment or the platform names.
    pub fn find(given: Option<PathBuf>) -> Result<Place, NoPlace> {
        let named = || env::var_os(VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
        let usual = || Some(ProjectDirs::from("", "", "spielwerk")?.data_dir().join("tables"));
        let folder = given.or_else(named).or_else(usual);
        folder.map(Place).ok_or(NoPlace)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// The file of the table with this name.
    pub fn table(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.table"))
    }

    /// A file that a build of this table keeps beside it while it lasts.
    pub(crate) fn beside(&self, name: &str, what: &str) -> PathBuf {
        self.0.join(format!("{name}.{what}"))
    }

    /// Makes the folder if it is not there.
    pub(crate) fn prepare(&self) -> Result<(), TableError> {
        fs::create_dir_all(&self.0).map_err(TableError::io(&self.0))
    }
}

impl<P: Into<PathBuf>> From<P> for Place {
    fn from(folder: P) -> Place {
        Place(folder.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_given_goes_first() {
        let place = Place::find(Some("here".into())).unwrap();
        assert_eq!(place, Place::from("here"));
        assert_eq!(place.table("race-star"), Path::new("here/race-star.table"));
    }
}
