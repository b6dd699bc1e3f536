//! Writing of tablebase files.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::header::{FileHeader, HEADER_BYTES};
use super::{BLOCK_BYTES, TablebaseError, TablebaseHeader};

/// Writes a tablebase file sequentially. Until it is finished, its header is blank.
pub struct TablebaseWriter {
    path: PathBuf,
    file: BufWriter<File>,
    header: TablebaseHeader,
    length: u64,
    /// Of the block that is being written.
    checksum: Xxh3,
    /// Of the blocks before it.
    checksums: Vec<u64>,
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
            checksums: Vec::new(),
        })
    }

    /// Appends to the payload.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), TablebaseError> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let room = BLOCK_BYTES - self.length as usize % BLOCK_BYTES;
            let (now, after) = rest.split_at(room.min(rest.len()));
            self.checksum.update(now);
            self.length += now.len() as u64;
            if now.len() == room {
                self.finish_block();
            }
            rest = after;
        }
        self.file.write_all(bytes).map_err(TablebaseError::io(&self.path))
    }

    fn finish_block(&mut self) {
        self.checksums.push(self.checksum.digest());
        self.checksum.reset();
    }

    /// Writes the checksums and the header, and syncs the file to disk.
    pub(crate) fn finish(mut self) -> Result<(), TablebaseError> {
        if !(self.length as usize).is_multiple_of(BLOCK_BYTES) {
            self.finish_block();
        }
        let checksums: Vec<u8> = self.checksums.iter().flat_map(|it| it.to_le_bytes()).collect();
        let file_header =
            FileHeader { length: self.length, checksum: xxh3_64(&checksums), header: self.header };
        let mut end = || {
            self.file.write_all(&checksums)?;
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
fn fresh(path: &Path) -> PathBuf {
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
