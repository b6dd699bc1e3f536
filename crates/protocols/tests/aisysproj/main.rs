//! The AISysProj protocol over loopback: client and server against each other, the client against
//! servers that misbehave, the server against requests that do.

mod common;
mod faulty_servers;
mod practice;
mod raw_requests;
