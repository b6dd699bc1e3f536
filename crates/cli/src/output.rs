//! Writing so that nothing is ever half done: files appear whole, and a closed pipe is no failure.

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
    arena::write_whole(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// The same for secrets: nobody but their owner may read them, not even for a moment.
pub(crate) fn write_secret_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    arena::write_secret(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut impl Write, value: &serde_json::Value) -> io::Result<()> {
    writeln!(out, "{value}")
}
