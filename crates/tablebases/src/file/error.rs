//! Why a file is refused: one line that names the file.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::TablebaseHeader;
use super::header::VERSION;

/// Why a file cannot be used as a tablebase.
#[derive(Debug, Error)]
pub enum TablebaseError {
    /// An I/O error.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Not a tablebase file.
    #[error("{}: this is no Spielwerk tablebase, its first bytes are foreign", .0.display())]
    Foreign(PathBuf),
    /// The header was never written.
    #[error("{}: this tablebase is half-built, its header was never written", .0.display())]
    HalfBuilt(PathBuf),
    /// Another version of the format.
    #[error("{}: this tablebase has format {found}, this program reads format {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// The header does not match its checksum.
    #[error("{}: the header of this tablebase is damaged", .0.display())]
    Header(PathBuf),
    /// A valid tablebase, but not the expected one.
    #[error("{}: this is the tablebase `{found}`, not `{wanted}`", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: Box<TablebaseHeader>,
        /// What it should be.
        wanted: Box<TablebaseHeader>,
    },
    /// Too short or too long.
    #[error("{}: this tablebase has {found} bytes where its header says {wanted}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// What it should be.
        wanted: u64,
    },
    /// A block of the payload does not match its checksum, or cannot be read.
    #[error("{}: this tablebase is damaged, the block at byte {offset} {why}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the block begins in the file.
        offset: u64,
        /// What is wrong with it.
        why: String,
    },
    /// The checksum is right, but an entry contradicts the rules of the game.
    #[error("{}: this tablebase contradicts the rules: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The entry, what it says and what it should say.
        what: String,
    },
}

impl TablebaseError {
    /// Converts an I/O error of this file.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TablebaseError {
        move |source| TablebaseError::Io { path: path.to_owned(), source }
    }

    /// Whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        matches!(self, TablebaseError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}
