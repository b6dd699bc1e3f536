//! The format of tablebase files: a header of 256 bytes and the payload.
//!
//! ```text
//!   0  magic     16  payload length     32  name      248  checksum of the
//!   8  version   24  payload checksum   96  rules          248 bytes before
//!                                      160  parameters 256  payload …
//! ```
//!
//! A file is written under a temporary name, its header last, and renamed when it is complete:
//! under its own name it is never changed again, so any number of processes can map it into memory.
//! A file that is damaged, truncated, foreign or half-built is refused with an error of one line,
//! and the caller does without it. Opening checks the header and the length, which is cheap;
//! [`TablebaseFile::verify`] reads everything.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use thiserror::Error;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: [u8; 8] = *b"SWTABLE\n";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 256;

/// Identifies a tablebase by name, rules and parameters. A file with another header than the
/// expected one is refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TablebaseHeader {
    /// Its name, also the name of its file: `bohnenspiel-20`. At most 64 bytes, as are the rules.
    pub name: String,
    /// The rule set, changed whenever values would change.
    pub rules: String,
    /// Everything else that determines contents and indexing. At most 88 bytes.
    pub parameters: String,
}

impl TablebaseHeader {
    const FIELDS: [(usize, usize); 3] = [(32, 64), (96, 64), (160, 88)];

    /// A header from its three texts.
    pub fn new(
        name: impl Into<String>,
        rules: impl Into<String>,
        parameters: impl Into<String>,
    ) -> TablebaseHeader {
        let (name, rules, parameters) = (name.into(), rules.into(), parameters.into());
        let header = TablebaseHeader { name, rules, parameters };
        for (text, (_, room)) in header.texts().iter().zip(TablebaseHeader::FIELDS) {
            assert!(text.len() <= room, "`{text}` is longer than {room} bytes");
        }
        header
    }

    fn texts(&self) -> [&str; 3] {
        [&self.name, &self.rules, &self.parameters]
    }
}

impl std::fmt::Display for TablebaseHeader {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}, {}, {}", self.name, self.rules, self.parameters)
    }
}

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
    /// The payload does not match its checksum.
    #[error("{}: this tablebase is damaged, its contents do not match their checksum", .0.display())]
    Damaged(PathBuf),
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

/// A finished tablebase, mapped into memory.
#[derive(Debug)]
pub struct TablebaseFile {
    path: PathBuf,
    map: Mmap,
    checksum: u64,
}

impl TablebaseFile {
    /// Opens the tablebase with this header.
    pub fn open(path: &Path, wanted: &TablebaseHeader) -> Result<TablebaseFile, TablebaseError> {
        let (file, header) = TablebaseFile::open_any(path)?;
        if header == *wanted {
            return Ok(file);
        }
        Err(TablebaseError::Other {
            path: path.to_owned(),
            found: Box::new(header),
            wanted: Box::new(wanted.clone()),
        })
    }

    /// Opens the tablebase with this header and verifies its checksum.
    pub fn open_verified(
        path: &Path,
        wanted: &TablebaseHeader,
    ) -> Result<TablebaseFile, TablebaseError> {
        let file = TablebaseFile::open(path, wanted)?;
        file.verify()?;
        Ok(file)
    }

    /// Opens any tablebase.
    pub fn open_any(path: &Path) -> Result<(TablebaseFile, TablebaseHeader), TablebaseError> {
        let file = File::open(path).map_err(TablebaseError::io(path))?;
        let map = map(&file).map_err(TablebaseError::io(path))?;
        let file_header = FileHeader::read(path, &map)?;
        let (found, wanted) =
            (map.len() as u64, file_header.length.saturating_add(HEADER_BYTES as u64));
        if found != wanted {
            return Err(TablebaseError::Length { path: path.to_owned(), found, wanted });
        }
        let table = TablebaseFile { path: path.to_owned(), map, checksum: file_header.checksum };
        Ok((table, file_header.header))
    }

    /// The entries. They begin at a multiple of 256 bytes in memory.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.map[HEADER_BYTES..]
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads everything and compares it with the checksum.
    pub fn verify(&self) -> Result<(), TablebaseError> {
        if xxh3_64(self.payload()) == self.checksum {
            Ok(())
        } else {
            Err(TablebaseError::Damaged(self.path.clone()))
        }
    }

    /// The error for an entry that does not follow from the rules.
    pub fn wrong(&self, what: impl Into<String>) -> TablebaseError {
        TablebaseError::Wrong { path: self.path.clone(), what: what.into() }
    }
}

/// Maps a file into memory, to be read only.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: The bytes of a map must not change while they are borrowed. This crate writes a file
    // only under another name, through `TablebaseWriter`, and renames it when it is never written
    // again; renaming over a mapped file or deleting it leaves the mapped one as it was. Bytes are
    // read as `u8` only, for which every bit pattern is valid.
    unsafe { Mmap::map(file) }
}

/// The header of a file, with the length and checksum of its payload.
struct FileHeader {
    length: u64,
    checksum: u64,
    header: TablebaseHeader,
}

impl FileHeader {
    fn read(path: &Path, bytes: &[u8]) -> Result<FileHeader, TablebaseError> {
        let foreign = || TablebaseError::Foreign(path.to_owned());
        let raw: &[u8; HEADER_BYTES] = bytes.first_chunk().ok_or_else(foreign)?;
        if *raw == [0; HEADER_BYTES] {
            return Err(TablebaseError::HalfBuilt(path.to_owned()));
        }
        if raw[..8] != MAGIC {
            return Err(foreign());
        }
        let found = number(raw, 8) as u32;
        if found != VERSION {
            let path = path.to_owned();
            return Err(TablebaseError::Version { path, found });
        }
        let damaged = || TablebaseError::Header(path.to_owned());
        if xxh3_64(&raw[..HEADER_BYTES - 8]) != number(raw, HEADER_BYTES - 8) {
            return Err(damaged());
        }
        let [name, rules, parameters] = TablebaseHeader::FIELDS.map(|(from, room)| {
            let text = raw[from..from + room].split(|&byte| byte == 0).next();
            let text = text.and_then(|text| String::from_utf8(text.to_vec()).ok());
            text.filter(|text| !text.contains(char::is_control))
        });
        Ok(FileHeader {
            length: number(raw, 16),
            checksum: number(raw, 24),
            header: TablebaseHeader {
                name: name.ok_or_else(damaged)?,
                rules: rules.ok_or_else(damaged)?,
                parameters: parameters.ok_or_else(damaged)?,
            },
        })
    }

    fn write(&self) -> [u8; HEADER_BYTES] {
        let mut raw = [0; HEADER_BYTES];
        raw[..8].copy_from_slice(&MAGIC);
        raw[8..12].copy_from_slice(&VERSION.to_le_bytes());
        raw[16..24].copy_from_slice(&self.length.to_le_bytes());
        raw[24..32].copy_from_slice(&self.checksum.to_le_bytes());
        for (text, (from, _)) in self.header.texts().iter().zip(TablebaseHeader::FIELDS) {
            raw[from..from + text.len()].copy_from_slice(text.as_bytes());
        }
        let checksum = xxh3_64(&raw[..HEADER_BYTES - 8]);
        raw[HEADER_BYTES - 8..].copy_from_slice(&checksum.to_le_bytes());
        raw
    }
}

/// The little-endian number at this offset of the raw.
fn number(raw: &[u8; HEADER_BYTES], from: usize) -> u64 {
    let bytes = &raw[from..from + 8];
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// Writes a tablebase file sequentially. Until it is finished, its header is blank.
pub struct TablebaseWriter {
    path: PathBuf,
    file: BufWriter<File>,
    header: TablebaseHeader,
    length: u64,
    checksum: Xxh3,
}

impl TablebaseWriter {
    /// Creates a file, replacing an existing one.
    pub(crate) fn create(
        path: &Path,
        header: TablebaseHeader,
    ) -> Result<TablebaseWriter, TablebaseError> {
        let begin = || {
            let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
            file.write_all(&[0; HEADER_BYTES])?;
            Ok(file)
        };
        Ok(TablebaseWriter {
            path: path.to_owned(),
            file: begin().map_err(TablebaseError::io(path))?,
            header,
            length: 0,
            checksum: Xxh3::new(),
        })
    }

    /// Appends to the payload.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TablebaseError> {
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        self.file.write_all(bytes).map_err(TablebaseError::io(&self.path))
    }

    /// Writes the header and syncs the file to disk.
    pub(crate) fn finish(mut self) -> Result<(), TablebaseError> {
        let file_header = FileHeader {
            length: self.length,
            checksum: self.checksum.digest(),
            header: self.header,
        };
        let mut end = || {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&file_header.write())?;
            self.file.flush()?;
            self.file.get_ref().sync_all()
        };
        end().map_err(TablebaseError::io(&self.path))
    }
}

/// Writes a file atomically: first under a name that ends in `-new`, which is then renamed, replacing
/// an older file.
pub fn write(
    path: &Path,
    header: &TablebaseHeader,
    contents: impl FnOnce(&mut TablebaseWriter) -> Result<(), TablebaseError>,
) -> Result<(), TablebaseError> {
    let fresh = fresh(path);
    let mut writer = TablebaseWriter::create(&fresh, header.clone())?;
    contents(&mut writer)?;
    writer.finish()?;
    rename(&fresh, path)
}

/// The temporary name of a file.
pub(crate) fn fresh(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-new");
    name.into()
}

/// Renames a finished file, replacing an older one.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), TablebaseError> {
    fs::rename(from, to).map_err(TablebaseError::io(to))
}

/// Deletes a file that may be missing.
pub(crate) fn remove(path: &Path) -> Result<(), TablebaseError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TablebaseError::io(path)(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> TablebaseHeader {
        TablebaseHeader::new("squares", "arithmetic", "below 1000")
    }

    fn write(path: &Path) {
        let mut writer = TablebaseWriter::create(path, header()).unwrap();
        for number in 0..1000_u32 {
            writer.write(&(number * number).to_le_bytes()).unwrap();
        }
        writer.finish().unwrap();
    }

    /// Changes the bytes of a good file and says what opening and verifying it says.
    fn after(change: impl FnOnce(&mut Vec<u8>)) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.table");
        write(&path);
        let mut bytes = fs::read(&path).unwrap();
        change(&mut bytes);
        fs::write(&path, bytes).unwrap();
        match TablebaseFile::open(&path, &header()).and_then(|file| file.verify()) {
            Ok(()) => "sound".into(),
            Err(error) => {
                let line = error.to_string();
                assert!(!line.contains('\n'), "{line}");
                line.rsplit_once(": ").unwrap().1.into()
            }
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.table");
        write(&path);
        let (first, found) = TablebaseFile::open_any(&path).unwrap();
        let second = TablebaseFile::open(&path, &header()).unwrap();
        assert_eq!(found, header());
        assert_eq!(first.payload(), second.payload());
        assert_eq!(first.payload()[4 * 999..], (999_u32 * 999).to_le_bytes());
        assert_eq!(after(|_| ()), "sound");
    }

    #[test]
    fn files_that_are_no_table_are_refused() {
        let foreign = "this is no Spielwerk tablebase, its first bytes are foreign";
        assert_eq!(after(Vec::clear), foreign);
        assert_eq!(after(|bytes| bytes.truncate(255)), foreign);
        assert_eq!(after(|bytes| bytes[..7].fill(b'x')), foreign);
        assert_eq!(
            after(|bytes| bytes[..HEADER_BYTES].fill(0)),
            "this tablebase is half-built, its header was never written"
        );
        assert_eq!(
            after(|bytes| bytes[8] = 9),
            "this tablebase has format 9, this program reads format 1"
        );
    }

    #[test]
    fn a_table_too_short_or_too_long_is_refused() {
        assert_eq!(
            after(|bytes| bytes.truncate(1256)),
            "this tablebase has 1256 bytes where its header says 4256"
        );
        assert_eq!(
            after(|bytes| bytes.push(0)),
            "this tablebase has 4257 bytes where its header says 4256"
        );
    }

    #[test]
    fn one_flipped_bit_is_found_wherever_it_is() {
        for byte in
            (8..HEADER_BYTES).chain([HEADER_BYTES, HEADER_BYTES + 1234, HEADER_BYTES + 3999])
        {
            for bit in [0, 7] {
                // The four bytes after the version are not read, but the checksum covers them.
                let said = after(|bytes| bytes[byte] ^= 1 << bit);
                assert_ne!(said, "sound", "bit {bit} of byte {byte}");
            }
        }
    }

    #[test]
    fn a_table_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares.table");
        write(&path);
        let wanted = TablebaseHeader::new("squares", "geometry", "below 1000");
        let error = TablebaseFile::open(&path, &wanted).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "this is the tablebase `squares, arithmetic, below 1000`, \
                 not `squares, geometry, below 1000`"
            ),
            "{error}"
        );
    }
}
