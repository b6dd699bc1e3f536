//! The AISysProj server's protocol, from both sides: a client that plays there, and a server to
//! practise against.
//!
//! An agent has a [`Config`] for each [`Environment`]. A client sends moves for all its open runs
//! in one request and gets the next positions; it is always player A and always to move. A
//! [`Session`] is such a client, a [`Server`] answers any of them.

pub mod client;
mod config;
mod environment;
mod secret;
pub mod server;
pub mod wire;

pub use client::Session;
pub use config::{Config, ConfigError};
pub use environment::Environment;
pub use secret::Password;
pub use server::Server;
