//! External programs as players, and our players as a program for others.
//!
//! Each interface has a name in [`PlayerSpec::EXTERNAL`]. An engine is started for one game, before
//! any clock runs, and ends with it; a Java player is kept for all games of a match, and a program that
//! communicates through files is started for every move.
//!
//! | file | what is in it |
//! |---|---|
//! | `entrant.rs` | [`Entrant`]: a factory of players, from the registry or external |
//! | `named_engines.rs` | [`NamedEngines`]: programs by name, whose commands stay on this machine |
//! | `ugi/` | the Universal Game Interface: engines of others as players, and [`ugi::serve`] |
//! | `java.rs` | Java players of the Bohnenspiel course, through a host program |
//! | `process.rs` | a process with line-based input and output |
//! | `file_program.rs` | [`FileProgram`]: started for every move, communicates through files |
//! | `file_player.rs` | such a program as a player |
//! | `command_paths.rs` | relative paths in its command |
//! | `run_log.rs` | [`RunLog`]: what its runs cost and print |
//! | `limited_process.rs` | a process with measured and limited CPU time |
//!
//! [`PlayerSpec::EXTERNAL`]: spielwerk_players::PlayerSpec::EXTERNAL

mod command_paths;
mod entrant;
mod file_player;
mod file_program;
mod java;
mod limited_process;
mod named_engines;
mod process;
mod reaper;
mod run_log;
pub mod ugi;

pub use entrant::Entrant;
pub use file_program::FileProgram;
pub use named_engines::NamedEngines;
pub use run_log::RunLog;
