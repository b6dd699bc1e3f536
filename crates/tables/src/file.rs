//! Table files: a header of 256 bytes that says what the table is, and the table itself.
//!
//! ```text
//!   0  magic     16  payload length     32  name      248  checksum of the
//!   8  version   24  payload checksum   96  rules          248 bytes before
//!                                      160  parameters 256  payload …
//! ```
//!
//! A file is written beside its place, its header last, and renamed when it is whole: under its
//! own name it is never changed again, so any number of processes can map it into memory. What is
//! damaged, truncated, foreign or half-built is refused with one line, and the caller goes on
//! without it. Opening checks the header and the length, which costs nothing; [`TableFile::verify`]
//! reads everything.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use thiserror::Error;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: [u8; 8] = *b"SWTABLE\n";
const VERSION: u32 = 1;
const HEADER: usize = 256;

/// What a table is: which one, of which rules, of which extent. A file is opened by its label, and
/// one with another label is refused.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// Its name, and its file's: `bohnenspiel-20`. At most 64 bytes, as are the rules.
    pub name: String,
    /// The rule set it was computed for, changed whenever values would change.
    pub rules: String,
    /// What else decides the contents and their order. At most 88 bytes.
    pub parameters: String,
}

impl Label {
    const FIELDS: [(usize, usize); 3] = [(32, 64), (96, 64), (160, 88)];

    /// A label from its three texts.
    pub fn new(
        name: impl Into<String>,
        rules: impl Into<String>,
        parameters: impl Into<String>,
    ) -> Label {
        let (name, rules, parameters) = (name.into(), rules.into(), parameters.into());
        let label = Label { name, rules, parameters };
        for (text, (_, room)) in label.texts().iter().zip(Label::FIELDS) {
            assert!(text.len() <= room, "`{text}` is longer than {room} bytes");
        }
        label
    }

    fn texts(&self) -> [&str; 3] {
        [&self.name, &self.rules, &self.parameters]
    }
}

impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}, {}, {}", self.name, self.rules, self.parameters)
    }
}

/// Why a file cannot be used as a table.
#[derive(Debug, Error)]
pub enum TableError {
    /// The system refuses.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Not one of our files.
    #[error("{}: this is no Spielwerk table, its first bytes are foreign", .0.display())]
    Foreign(PathBuf),
    /// The header is still blank.
    #[error("{}: this table is half-built, its header was never written", .0.display())]
    HalfBuilt(PathBuf),
    /// Written by another version.
    #[error("{}: this table has format {found}, this program reads format {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// The header contradicts its checksum.
    #[error("{}: the header of this table is damaged", .0.display())]
    Header(PathBuf),
    /// A good table, but not the one asked for.
    #[error("{}: this is the table `{found}`, not `{wanted}`", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What it is.
        found: Box<Label>,
        /// What it should be.
        wanted: Box<Label>,
    },
    /// Too short or too long.
    #[error("{}: this table has {found} bytes where its header says {wanted}", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length.
        found: u64,
        /// What it should be.
        wanted: u64,
    },
    /// The payload contradicts its checksum.
    #[error("{}: this table is damaged, its contents do not match their checksum", .0.display())]
    Damaged(PathBuf),
    /// The payload is as it was written, but contradicts the rules of the game.
    #[error("{}: this table contradicts the rules: {what}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// The entry, what it says and what it should say.
        what: String,
    },
}

impl TableError {
    /// Turns what the system says about a file into an error.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> TableError {
        move |source| TableError::Io { path: path.to_owned(), source }
    }

    /// Whether there simply is no such file.
    pub fn is_missing(&self) -> bool {
        matches!(self, TableError::Io { source, .. } if source.kind() == io::ErrorKind::NotFound)
    }
}

/// A finished table, mapped into memory.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    map: Mmap,
    checksum: u64,
}

impl TableFile {
    /// Opens the table with this label.
    pub fn open(path: &Path, wanted: &Label) -> Result<TableFile, TableError> {
        let (file, label) = TableFile::open_any(path)?;
        if label == *wanted {
            return Ok(file);
        }
        Err(TableError::Other {
            path: path.to_owned(),
            found: Box::new(label),
            wanted: Box::new(wanted.clone()),
        })
    }

    /// Opens the table with this label and reads all of it to see that it is whole.
    pub fn open_verified(path: &Path, wanted: &Label) -> Result<TableFile, TableError> {
        let file = TableFile::open(path, wanted)?;
        file.verify()?;
        Ok(file)
    }

    /// Opens a table whichever it is.
    pub fn open_any(path: &Path) -> Result<(TableFile, Label), TableError> {
        let file = File::open(path).map_err(TableError::io(path))?;
        let map = map(&file).map_err(TableError::io(path))?;
        let header = Header::read(path, &map)?;
        let (found, wanted) = (map.len() as u64, HEADER as u64 + header.length);
        if found != wanted {
            return Err(TableError::Length { path: path.to_owned(), found, wanted });
        }
        let table = TableFile { path: path.to_owned(), map, checksum: header.checksum };
        Ok((table, header.label))
    }

    /// The table itself. It begins at a multiple of 256 bytes in memory.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.map[HEADER..]
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads everything and compares it with the checksum.
    pub fn verify(&self) -> Result<(), TableError> {
        if xxh3_64(self.payload()) == self.checksum {
            Ok(())
        } else {
            Err(TableError::Damaged(self.path.clone()))
        }
    }

    /// The error for an entry that does not follow from the rules.
    pub fn wrong(&self, what: impl Into<String>) -> TableError {
        TableError::Wrong { path: self.path.clone(), what: what.into() }
    }
}

/// Maps a file into memory, to be read only.
#[allow(unsafe_code)]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: The bytes of a map must not change while they are borrowed. This crate writes a file
    // only under another name, through `TableWriter`, and renames it when it will never be written
    // again; renaming over a mapped table or deleting it leaves the mapped one as it was. Bytes are
    // read as `u8` only, for which every bit pattern is valid.
    unsafe { Mmap::map(file) }
}

/// The header, read and found sound.
struct Header {
    length: u64,
    checksum: u64,
    label: Label,
}

impl Header {
    fn read(path: &Path, bytes: &[u8]) -> Result<Header, TableError> {
        let foreign = || TableError::Foreign(path.to_owned());
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or_else(foreign)?;
        if *header == [0; HEADER] {
            return Err(TableError::HalfBuilt(path.to_owned()));
        }
        if header[..8] != MAGIC {
            return Err(foreign());
        }
        let found = number(header, 8) as u32;
        if found != VERSION {
            let path = path.to_owned();
            return Err(TableError::Version { path, found });
        }
        let damaged = || TableError::Header(path.to_owned());
        if xxh3_64(&header[..HEADER - 8]) != number(header, HEADER - 8) {
            return Err(damaged());
        }
        let [name, rules, parameters] = Label::FIELDS.map(|(from, room)| {
            let text = header[from..from + room].split(|&byte| byte == 0).next();
            text.and_then(|text| String::from_utf8(text.to_vec()).ok())
        });
        Ok(Header {
            length: number(header, 16),
            checksum: number(header, 24),
            label: Label {
                name: name.ok_or_else(damaged)?,
                rules: rules.ok_or_else(damaged)?,
                parameters: parameters.ok_or_else(damaged)?,
            },
        })
    }

    fn write(&self) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        header[..8].copy_from_slice(&MAGIC);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[16..24].copy_from_slice(&self.length.to_le_bytes());
        header[24..32].copy_from_slice(&self.checksum.to_le_bytes());
        for (text, (from, _)) in self.label.texts().iter().zip(Label::FIELDS) {
            header[from..from + text.len()].copy_from_slice(text.as_bytes());
        }
        let checksum = xxh3_64(&header[..HEADER - 8]);
        header[HEADER - 8..].copy_from_slice(&checksum.to_le_bytes());
        header
    }
}

/// The little-endian number at this place of the header.
fn number(header: &[u8; HEADER], from: usize) -> u64 {
    let bytes = &header[from..from + 8];
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// Writes a table from front to back. Until it is finished it is half-built, and says so.
pub struct TableWriter {
    path: PathBuf,
    file: BufWriter<File>,
    label: Label,
    length: u64,
    checksum: Xxh3,
}

impl TableWriter {
    /// Begins a file, whatever was there before.
    pub(crate) fn create(path: &Path, label: Label) -> Result<TableWriter, TableError> {
        let begin = || {
            let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
            file.write_all(&[0; HEADER])?;
            Ok(file)
        };
        Ok(TableWriter {
            path: path.to_owned(),
            file: begin().map_err(TableError::io(path))?,
            label,
            length: 0,
            checksum: Xxh3::new(),
        })
    }

    /// Appends to the payload.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TableError> {
        self.checksum.update(bytes);
        self.length += bytes.len() as u64;
        self.file.write_all(bytes).map_err(TableError::io(&self.path))
    }

    /// Writes the header and waits until the disk has everything.
    pub(crate) fn finish(mut self) -> Result<(), TableError> {
        let header =
            Header { length: self.length, checksum: self.checksum.digest(), label: self.label };
        let mut end = || {
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&header.write())?;
            self.file.flush()?;
            self.file.get_ref().sync_all()
        };
        end().map_err(TableError::io(&self.path))
    }
}

/// Writes a whole file: beside its place first, under a name that ends in `-new`, then in its place,
/// over an older one if there is one.
pub fn write(
    path: &Path,
    label: &Label,
    contents: impl FnOnce(&mut TableWriter) -> Result<(), TableError>,
) -> Result<(), TableError> {
    let fresh = fresh(path);
    let mut writer = TableWriter::create(&fresh, label.clone())?;
    contents(&mut writer)?;
    writer.finish()?;
    rename(&fresh, path)
}

/// Where a file is written before it takes its place.
pub(crate) fn fresh(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-new");
    name.into()
}

/// Puts a finished file in its place, over an older one if there is one.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), TableError> {
    fs::rename(from, to).map_err(TableError::io(to))
}

/// Deletes a file that may be missing.
pub(crate) fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(TableError::io(path)(error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label() -> Label {
        Label::new("squares", "arithmetic", "below 1000")
    }

    fn write(path: &Path) {
        let mut writer = TableWriter::create(path, label()).unwrap();
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
        match TableFile::open(&path, &label()).and_then(|file| file.verify()) {
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
        let (first, found) = TableFile::open_any(&path).unwrap();
        let second = TableFile::open(&path, &label()).unwrap();
        assert_eq!(found, label());
        assert_eq!(first.payload(), second.payload());
        assert_eq!(first.payload()[4 * 999..], (999_u32 * 999).to_le_bytes());
        assert_eq!(after(|_| ()), "sound");
    }

    #[test]
    fn files_that_are_no_table_are_refused() {
        let foreign = "this is no Spielwerk table, its first bytes are foreign";
        assert_eq!(after(Vec::clear), foreign);
        assert_eq!(after(|bytes| bytes.truncate(255)), foreign);
        assert_eq!(after(|bytes| bytes[..7].fill(b'x')), foreign);
        assert_eq!(
            after(|bytes| bytes[..HEADER].fill(0)),
            "this table is half-built, its header was never written"
        );
        assert_eq!(
            after(|bytes| bytes[8] = 9),
            "this table has format 9, this program reads format 1"
        );
    }

    #[test]
    fn a_table_too_short_or_too_long_is_refused() {
        assert_eq!(
            after(|bytes| bytes.truncate(1256)),
            "this table has 1256 bytes where its header says 4256"
        );
        assert_eq!(
            after(|bytes| bytes.push(0)),
            "this table has 4257 bytes where its header says 4256"
        );
    }

    #[test]
    fn one_flipped_bit_is_found_wherever_it_is() {
        for byte in (8..HEADER).chain([HEADER, HEADER + 1234, HEADER + 3999]) {
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
        let wanted = Label::new("squares", "geometry", "below 1000");
        let error = TableFile::open(&path, &wanted).unwrap_err().to_string();
        assert!(
            error.ends_with(
                "this is the table `squares, arithmetic, below 1000`, \
                 not `squares, geometry, below 1000`"
            ),
            "{error}"
        );
    }
}
