//! What is known for certain: tables of exact values, built on the user's own machine.
//!
//! 1. A [`Recipe`] says what a table holds, how long it takes and how large it becomes.
//! 2. [`build()`] makes it, in a [`Place`], under the eyes of a [`Watch`]: it can be stopped or
//!    killed at any moment and goes on from there.
//! 3. A [`TableFile`] is mapped into memory and probed. A file that is not exactly what it should
//!    be is refused, and the game goes on without it.
//!
//! | room | what is in it |
//! |---|---|
//! | [`bohnenspiel`] | endgames by the number of beans on the board |
//! | [`fanorona`] | endgames by the number of stones on the board |
//! | [`race`] | FAUhalma alone on the board: moves to bring all pegs home |
//! | [`catalogue`] | all tables by name |
//! | [`mod@file`] | the format of table files |
//! | [`place`] | where they live |
//! | [`mod@build`] | building, resuming, verifying |
//! | [`mod@prepare`] | small tables, built in the background when they are first wanted |
//! | [`combinations`] | numbering sets |

pub mod bohnenspiel;
pub mod build;
pub mod catalogue;
pub mod combinations;
pub mod fanorona;
pub mod file;
mod layers;
pub mod place;
pub mod prepare;
pub mod race;

pub use build::{BuildError, Checkpoint, Extent, Plan, Progress, Recipe, Watch, build, verify};
pub use file::{Label, TableError, TableFile, TableWriter};
pub use place::{NoPlace, Place};
pub use prepare::prepare_in_background;
