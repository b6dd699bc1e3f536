//! Writing so that nothing is ever half done: files appear whole, and a closed pipe is no failure.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

/// Standard output, for a command that prints line after line.
pub(crate) fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Whoever read our output has seen enough.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

/// Writes a file beside its place and moves it there, so that nobody sees half of it.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, |beside| fs::write(beside, bytes))
}

/// The same for secrets: nobody but their owner may read them, not even for a moment.
pub(crate) fn write_secret_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    write_whole(path, |beside| {
        let mut options = fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(beside)?.write_all(bytes)
    })
}

fn write_whole(path: &Path, write: impl FnOnce(&Path) -> io::Result<()>) -> anyhow::Result<()> {
    let name = path.file_name().with_context(|| format!("`{}` names no file", path.display()))?;
    let mut beside = name.to_os_string();
    beside.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(beside);
    let written = write(&beside).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        // The first error is the one to report; what is left of the part may not even exist.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write `{}`", path.display()))
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &serde_json::Value) -> io::Result<()> {
    writeln!(out, "{value}")
}
