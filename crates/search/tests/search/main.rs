//! The searches against minimax, against solved games, and within their limits.

mod common;
mod endgames;
mod limits;
mod multiplayer;
mod quiescence;
mod values;
