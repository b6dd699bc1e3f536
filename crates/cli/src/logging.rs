//! The log of the servers, on standard error: standard output has their address and nothing else.

use std::io;

use anyhow::Context;
use tracing_subscriber::filter::{EnvFilter, LevelFilter};

/// Starts the log; RUST_LOG says what is in it, as in `debug` or `spielwerk_web=debug`. Without it
/// a server is silent unless something fails.
pub(crate) fn start() -> anyhow::Result<()> {
    let filter = EnvFilter::builder()
        .with_default_directive(LevelFilter::WARN.into())
        .from_env()
        .context("RUST_LOG is not a log filter such as `info` or `spielwerk_web=debug`")?;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr).init();
    Ok(())
}
