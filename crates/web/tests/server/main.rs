//! The server as its clients see it, over HTTP without a network and over real sockets on this
//! machine.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod analysis;
mod client;
mod http;
mod live;
mod recovery;
mod watch;
