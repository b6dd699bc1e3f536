//! What can be watched: games between players on this server, the arena's matches and tournaments,
//! and runs on the practice server. All of it can be watched live, and nothing of it can be changed
//! from here.
//!
//! | module | contents |
//! |---|---|
//! | `sessions` | games on this server in which no person plays |
//! | `events` | matches and tournaments, from the archive in the store |
//! | `practice` | environments of the practice server |
//! | `replay` | one game of any of them, move by move |

#[cfg(not(target_family = "wasm"))]
pub(crate) mod events;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod practice;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod replay;
pub(crate) mod sessions;
