//! Files that appear whole: written beside their place and moved there, so that nobody ever sees
//! half of one, whatever is killed.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    whole(path, |beside| fs::write(beside, bytes))
}

/// The same for secrets: nobody but their owner may read them, not even for a moment.
pub fn write_secret(path: &Path, bytes: &[u8]) -> io::Result<()> {
    whole(path, |beside| {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(beside)?.write_all(bytes)
    })
}

fn whole(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> io::Result<()> {
    let name = path.file_name().ok_or_else(|| io::Error::other("it names no file"))?;
    let mut beside = name.to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = write(&beside).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; what is left of the part may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written
}
