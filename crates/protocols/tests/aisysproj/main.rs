//! The AISysProj protocol over loopback: client and server against each other, the client against
//! servers that misbehave, the server against requests that do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
mod faulty_servers;
mod practice;
mod raw_requests;
