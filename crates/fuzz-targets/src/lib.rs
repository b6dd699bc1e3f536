//! One fuzz target for every parser.
//!
//! A target takes any bytes and panics if something is wrong: the parser panics, an error has more
//! than one line, or what was parsed does not survive being written and parsed again. `fuzz/` runs
//! each of them under libFuzzer; `tests/corpus.rs` runs all of them over the seeds of `fuzz/seeds`
//! and seeded mutations of those.
//!
//! | module | parsers |
//! |---|---|
//! | [`games`] | positions, moves, openings files |
//! | [`players`] | player specs, times |
//! | [`ugi`] | what a front end sends to an engine, what an engine prints |
//! | [`halma`] | the files of Halma through files |
//! | [`aisysproj`] | config files, requests and responses |
//! | [`records`] | game records, tournaments |
//! | [`binary`] | tablebase and proof files |
//! | [`web`] | bodies of HTTP requests |

#![allow(clippy::unwrap_used, reason = "a target fails by panicking")]

pub mod aisysproj;
pub mod binary;
pub mod games;
pub mod halma;
pub mod players;
pub mod records;
pub mod ugi;
pub mod web;

use std::borrow::Cow;
use std::fmt::Display;

/// The input as text, as a file or a terminal would give it.
fn text(data: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(data)
}

/// Every error is told in one line.
fn one_line(error: &impl Display) {
    let message = error.to_string();
    assert!(!message.is_empty() && !message.contains('\n'), "not one line: {message:?}");
}
