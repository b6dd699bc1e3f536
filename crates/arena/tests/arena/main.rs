//! Games, matches and tournaments, with players from the registry and with scripted bad ones.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod java;
mod matches;
mod record;
mod script;
mod terminations;
mod tournaments;
