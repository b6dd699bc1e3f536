//! The tablebases of each game against independent computations, and against damage.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod bohnenspiel;
mod fanorona;
mod race;
