//! Whole games and matches, between our own players and between others who misbehave.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod endings;
mod java;
mod lab;
mod matches;
mod record;
mod script;
mod tournaments;
