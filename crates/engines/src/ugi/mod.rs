//! The Universal Game Interface: engines of others as players, and our players as an engine.

pub(crate) mod engine_pool;
mod options;
pub(crate) mod player;
mod server;
#[cfg(test)]
mod tests;

pub use server::serve;
