//! The AISysProj protocol over loopback: client and server against each other, the client against
//! servers that misbehave, the server against requests that do.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::needless_pass_by_value, reason = "literals of JSON read better without a sign")]

mod common;
mod faulty_servers;
mod outside_agent;
mod practice;
mod raw_requests;
