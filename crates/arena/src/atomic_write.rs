//! Atomic file writes: a file is written under a temporary name beside its target and renamed, so
//! that no reader ever sees an incomplete one, whatever is killed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file atomically.
pub fn atomic_write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_file(path, |beside| fs::write(beside, bytes))
}

/// The same for secrets: only their owner may read the file (mode 0600), from the beginning.
pub fn atomic_write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_file(path, |beside| {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(beside)?.write_all(bytes)
    })
}

fn replace_file(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let mut beside = name.to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = write(&beside).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; the temporary file may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}
