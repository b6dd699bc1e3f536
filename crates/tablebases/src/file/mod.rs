//! The format of tablebase files: a header of 256 bytes, the payload, and a checksum for each block
//! of the payload.
//!
//! ```text
//!   0  magic     16  payload length     32  name      248  checksum of the
//!   8  version   24  checksum of the    96  rules          248 bytes before
//!                    block checksums   160  parameters 256  payload …
//! ```
//!
//! A file is written under a temporary name, its header last, and renamed when it is complete:
//! under its own name it is never changed again. A file that is damaged, truncated, foreign or
//! half-built is refused with an error of one line, and the caller does without it.
//!
//! Opening checks the header, the length and the checksum of the checksums, which is cheap. A block
//! is read and checked when one of its bytes is asked for the first time, and kept in memory: so no
//! byte is believed that was not checked, and whatever happens to the file afterwards changes
//! nothing. That costs the memory of the blocks in use, and a mapped file would share them with other
//! processes; but a mapped file that is truncated kills the process.

mod blocks;
mod error;
mod header;
mod writer;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64;

use blocks::{BLOCK_BYTES, Blocks};
pub use error::TablebaseError;
pub use header::TablebaseHeader;
use header::{FileHeader, HEADER_BYTES};
pub use writer::{TablebaseWriter, write};
pub(crate) use writer::{remove, rename};

/// A finished tablebase.
#[derive(Debug)]
pub struct TablebaseFile {
    path: PathBuf,
    file: File,
    checksums: Box<[u64]>,
    blocks: Blocks,
    /// The first damaged block that was met: where it begins, and what is wrong with it.
    damage: OnceLock<(u64, String)>,
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

    /// Opens the tablebase with this header and verifies all checksums.
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
        let io = |error| TablebaseError::io(path)(error);
        let file = File::open(path).map_err(io)?;
        let found = file.metadata().map_err(io)?.len();
        let mut raw = vec![0; found.min(HEADER_BYTES as u64) as usize];
        read_at(&file, &mut raw, 0).map_err(io)?;
        let FileHeader { length, checksum, header } = FileHeader::read(path, &raw)?;
        let blocks = length.div_ceil(BLOCK_BYTES as u64);
        let wanted = length.saturating_add(8 * blocks).saturating_add(HEADER_BYTES as u64);
        if found != wanted {
            return Err(TablebaseError::Length { path: path.to_owned(), found, wanted });
        }
        let mut raw = vec![0; 8 * blocks as usize];
        read_at(&file, &mut raw, HEADER_BYTES as u64 + length).map_err(io)?;
        if xxh3_64(&raw) != checksum {
            return Err(TablebaseError::Header(path.to_owned()));
        }
        let (checksums, _) = raw.as_chunks();
        let blocks = usize::try_from(length).ok().and_then(Blocks::new);
        let table = TablebaseFile {
            path: path.to_owned(),
            file,
            checksums: checksums.iter().copied().map(u64::from_le_bytes).collect(),
            blocks: blocks.ok_or_else(|| io(io::ErrorKind::OutOfMemory.into()))?,
            damage: OnceLock::new(),
        };
        Ok((table, header))
    }

    /// The size of the payload.
    pub fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Whether the payload is empty.
    pub fn is_empty(&self) -> bool {
        self.blocks.len() == 0
    }

    /// A byte of the payload. `None` if its block is damaged, which is reported once on standard
    /// error, or if there is no such byte.
    #[inline]
    pub fn byte(&self, index: usize) -> Option<u8> {
        self.blocks.byte(index, |number| self.read_or_report(number))
    }

    /// Eight bytes of the payload as a little-endian number, the nth such word. `None` as for
    /// [`byte`](TablebaseFile::byte).
    #[inline]
    pub fn word(&self, nth: usize) -> Option<u64> {
        self.blocks.word(nth, |number| self.read_or_report(number))
    }

    /// Reads and checks all blocks, so that [`byte`](TablebaseFile::byte) finds every byte.
    pub fn load_all(&self) -> Result<(), TablebaseError> {
        for number in 0..self.blocks.count() {
            if !self.blocks.is_known(number) {
                let bytes = self.read_block(number)?;
                self.blocks.fill(number, |_| Some(bytes));
            }
        }
        self.damage()
    }

    /// The whole payload, checked.
    pub fn read_all(&self) -> Result<Vec<u8>, TablebaseError> {
        let mut payload = Vec::with_capacity(self.len());
        self.for_each_block(|bytes| payload.extend_from_slice(bytes))?;
        Ok(payload)
    }

    /// Reads the payload from its beginning, checked, in pieces of 64 KiB, and keeps none of it.
    pub fn for_each_block(&self, mut each: impl FnMut(&[u8])) -> Result<(), TablebaseError> {
        (0..self.blocks.count()).try_for_each(|number| self.read_block(number).map(|it| each(&it)))
    }

    /// The error of the first damaged block that was met, if there was one.
    pub fn damage(&self) -> Result<(), TablebaseError> {
        match self.damage.get().cloned() {
            None => Ok(()),
            Some((offset, why)) => {
                Err(TablebaseError::Damaged { path: self.path.clone(), offset, why })
            }
        }
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads everything and compares it with the checksums.
    pub fn verify(&self) -> Result<(), TablebaseError> {
        (0..self.blocks.count()).try_for_each(|number| self.read_block(number).map(drop))
    }

    /// The error for an entry that does not follow from the rules.
    pub fn wrong(&self, what: impl Into<String>) -> TablebaseError {
        TablebaseError::Wrong { path: self.path.clone(), what: what.into() }
    }

    /// Reads a block, or says on standard error that it is damaged: one line for the whole file.
    fn read_or_report(&self, number: usize) -> Option<Vec<u8>> {
        match self.read_block(number) {
            Ok(bytes) => Some(bytes),
            Err(error) => {
                if let TablebaseError::Damaged { offset, why, .. } = &error
                    && self.damage.set((*offset, why.clone())).is_ok()
                {
                    eprintln!("spielwerk: {error}; it is not used, and `tables build` replaces it");
                }
                None
            }
        }
    }

    /// Reads and checks a block.
    fn read_block(&self, number: usize) -> Result<Vec<u8>, TablebaseError> {
        let begin = number * BLOCK_BYTES;
        let offset = (HEADER_BYTES + begin) as u64;
        let damaged = |why| TablebaseError::Damaged { path: self.path.clone(), offset, why };
        let mut block = vec![0; BLOCK_BYTES.min(self.len() - begin)];
        read_at(&self.file, &mut block, offset).map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => damaged("is cut off".into()),
            _ => damaged(format!("cannot be read: {error}")),
        })?;
        if xxh3_64(&block) != self.checksums[number] {
            return Err(damaged("does not match its checksum".into()));
        }
        Ok(block)
    }
}

/// Reads bytes at an offset, without a position in the file that threads would share.
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    #[cfg(unix)]
    {
        std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
    }
    #[cfg(windows)]
    {
        let (mut bytes, mut offset) = (bytes, offset);
        while !bytes.is_empty() {
            match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => {
                    bytes = &mut bytes[read..];
                    offset += read as u64;
                }
            }
        }
        Ok(())
    }
    // A browser has no files.
    #[cfg(not(any(unix, windows)))]
    {
        let _ = (file, bytes, offset);
        Err(io::ErrorKind::Unsupported.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

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
        let payload = first.read_all().unwrap();
        assert_eq!((payload.len(), second.read_all().unwrap()), (first.len(), payload.clone()));
        assert_eq!(payload[4 * 999..], (999_u32 * 999).to_le_bytes());
        assert!((0..4000).all(|index| second.byte(index) == Some(payload[index])));
        assert_eq!(second.word(499), Some((998 * 998) | ((999 * 999) << 32)));
        assert_eq!((second.byte(BLOCK_BYTES), second.word(BLOCK_BYTES / 8)), (None, None));
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
            "this tablebase has format 9, this program reads format 2"
        );
    }

    #[test]
    fn a_table_too_short_or_too_long_is_refused() {
        assert_eq!(
            after(|bytes| bytes.truncate(1256)),
            "this tablebase has 1256 bytes where its header says 4264"
        );
        assert_eq!(
            after(|bytes| bytes.push(0)),
            "this tablebase has 4265 bytes where its header says 4264"
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

    /// A table of three blocks, the last one shorter, and its bytes.
    fn large(folder: &Path) -> (PathBuf, Vec<u8>) {
        let path = folder.join("large.table");
        let payload: Vec<u8> =
            (0..2 * BLOCK_BYTES as u32 + 999).map(|it| it.wrapping_mul(it) as u8).collect();
        let mut writer = TablebaseWriter::create(&path, header()).unwrap();
        // Written in pieces that do not end with a block.
        payload.chunks(10_007).for_each(|piece| writer.write(piece).unwrap());
        writer.finish().unwrap();
        (path, payload)
    }

    #[test]
    fn every_flipped_bit_is_found_by_the_first_byte_of_its_block() {
        let folder = tempfile::tempdir().unwrap();
        let (path, payload) = large(folder.path());
        let sound = fs::read(&path).unwrap();
        for nth in 0..300 {
            let index = nth * 439 % payload.len();
            let mut bytes = sound.clone();
            bytes[HEADER_BYTES + index] ^= 1 << (nth % 8);
            fs::write(&path, bytes).unwrap();
            let table = TablebaseFile::open(&path, &header()).unwrap();
            let block = index / BLOCK_BYTES;
            assert_eq!(table.byte(block * BLOCK_BYTES), None, "bit {nth} at {index}");
            let other = (block + 1) % 3 * BLOCK_BYTES;
            assert_eq!(table.byte(other), Some(payload[other]), "other blocks are sound");
            let error = table.damage().unwrap_err().to_string();
            assert!(error.contains(&format!("at byte {}", HEADER_BYTES + block * BLOCK_BYTES)));
            assert!(table.verify().is_err() && table.read_all().is_err());
        }
    }

    #[test]
    fn a_table_truncated_while_it_is_open_is_refused_where_it_was_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let (path, payload) = large(folder.path());
        let table = TablebaseFile::open(&path, &header()).unwrap();
        assert_eq!(table.byte(7), Some(payload[7]));
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(10).unwrap();
        assert_eq!(table.byte(8), Some(payload[8]), "what was read is kept");
        assert_eq!(table.byte(BLOCK_BYTES), None);
        assert!(table.damage().unwrap_err().to_string().ends_with("is cut off"));
        assert!(table.load_all().is_err());
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
