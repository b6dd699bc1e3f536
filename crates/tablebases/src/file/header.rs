//! The header of a tablebase file.

use std::path::Path;

use xxhash_rust::xxh3::xxh3_64;

use super::TablebaseError;

const MAGIC: [u8; 8] = *b"SWTABLE\n";
/// The version of the format: 2 has a checksum for each block.
pub(super) const VERSION: u32 = 2;
pub(super) const HEADER_BYTES: usize = 256;

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

/// The header of a file, with the length of its payload and the checksum of its block checksums.
pub(super) struct FileHeader {
    pub(super) length: u64,
    pub(super) checksum: u64,
    pub(super) header: TablebaseHeader,
}

impl FileHeader {
    pub(super) fn read(path: &Path, bytes: &[u8]) -> Result<FileHeader, TablebaseError> {
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

    pub(super) fn write(&self) -> [u8; HEADER_BYTES] {
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

/// The little-endian number at this offset of the header.
fn number(raw: &[u8; HEADER_BYTES], from: usize) -> u64 {
    let bytes = &raw[from..from + 8];
    bytes.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}
