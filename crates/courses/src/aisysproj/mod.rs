//! The AISysProj server's protocol, from both sides: a client that plays there, and a server to
//! practise against.
//!
//! An agent has a [`Config`] for each [`Environment`]. A client sends moves for all its open runs
//! in one request and gets the next positions; it is always player A and always to move. [`Client`]
//! is such a client, [`Server`] serves any of them.

pub mod client;
mod config;
mod environment;
mod password;
pub mod server;

pub use client::Client;
pub use config::{Config, ConfigError};
pub use environment::Environment;
pub use password::Password;
pub use server::Server;
