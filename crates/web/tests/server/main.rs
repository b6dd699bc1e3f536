//! The server as its clients see it, over HTTP without a network and over real sockets on this
//! machine.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod client;
mod explorer;
mod fairness;
mod http;
mod invitations;
mod lessons;
mod live;
mod own_games;
mod recovery;
mod tablebases;
mod wasm_module;
mod watch;
