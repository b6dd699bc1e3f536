//! Endgame and race tablebases: exact values, built on the user's own machine.
//!
//! 1. A [`Builder`] computes one tablebase and estimates its build time and size.
//! 2. [`build()`] runs it in a [`TablebaseDir`] and reports to a [`BuildMonitor`]: a build can be
//!    stopped or killed at any moment and is resumed from its last checkpoint.
//! 3. A [`TablebaseFile`] is probed, and each block is checked at its first use. A file that is
//!    damaged or of another version is refused, and players do without it.
//!
//! | module | contents |
//! |---|---|
//! | [`bohnenspiel`] | endgame tablebases by the number of beans on the board |
//! | [`fanorona`] | endgame tablebases by the number of stones on the board, by retrograde analysis |
//! | [`race`] | race tablebases of FAUhalma: moves to bring all pegs home, alone on the board |
//! | [`registry`] | all tablebases by name |
//! | [`mod@file`] | the file format |
//! | [`tablebase_dir`] | the directory of the files |
//! | [`mod@build`] | building, resuming, verifying |
//! | [`background`] | building small tablebases in the background |
//! | [`combinations`] | ranking and unranking of combinations |

pub mod background;
pub mod bohnenspiel;
pub mod build;
pub mod combinations;
pub mod fanorona;
pub mod file;
mod layers;
mod move_results;
mod probe_result;
pub mod race;
pub mod registry;
pub mod tablebase_dir;

pub use background::build_in_background;
pub use build::{
    BuildError, BuildEstimate, BuildMonitor, Builder, Checkpoint, Extent, Progress, build, verify,
};
pub use file::{TablebaseError, TablebaseFile, TablebaseHeader, TablebaseWriter};
pub use move_results::{GameResult, MoveResult, move_results};
pub use probe_result::ProbeResult;
pub use tablebase_dir::{NoTablebaseDir, TablebaseDir};
