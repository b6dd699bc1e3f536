//! Everything that plays: players, matches, self-play, tablebases, the AISysProj course.
//!
//! | file | what is in it |
//! |---|---|
//! | `player.rs`, `analysis.rs` | a named player, and what its search reports |
//! | `specs.rs` | names, limits and options from Python |
//! | `interruptible.rs` | long work that Ctrl-C ends |
//! | `python_player.rs` | a Python function as a player |
//! | `matches.rs`, `match_result.rs`, `self_play.rs` | matches, their statistics, training data |
//! | `tablebases.rs` | building and probing tablebases |
//! | `client.rs`, `practice_server.rs` | both sides of the AISysProj course |

pub(crate) mod analysis;
pub(crate) mod client;
mod interruptible;
pub(crate) mod match_result;
pub(crate) mod matches;
pub(crate) mod player;
pub(crate) mod practice_server;
mod python_player;
pub(crate) mod self_play;
mod specs;
pub(crate) mod tablebases;
