//! Output: files are written atomically, and a closed pipe is no failure.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

use anyhow::Context;

/// Standard output, for a command that prints line after line.
pub(crate) fn stdout() -> BufWriter<io::StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Whether the reader of our output closed the pipe.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

/// Writes a file atomically: to a temporary file, which is renamed.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    spielwerk_arena::atomic_write(path, bytes)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

#[cfg(feature = "aisysproj")]
/// The same for secrets: readable by their owner only, from the beginning.
pub(crate) fn write_secret_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    spielwerk_arena::atomic_write_secret(path, bytes)
        .with_context(|| format!("cannot write `{}`", path.display()))
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &serde_json::Value) -> io::Result<()> {
    writeln!(out, "{value}")
}
