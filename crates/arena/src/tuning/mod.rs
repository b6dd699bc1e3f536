//! Weights of a game's judgement, fitted to how games ended.
//!
//! 1. A [`Match`](crate::Match) of a player against itself gives games; every quiet position of them
//!    is a [`Samples`] entry: who sat where, and what became of it.
//! 2. [`Fit::to`] looks for the weights under which the judge's unaided opinion of those positions
//!    tells the results best, by logistic regression.
//!
//! Whether the weights play better, only a match can tell: `strong:w.turn=40` is a player.

mod fit;
mod samples;

pub use fit::{Fit, FitError};
pub use samples::Samples;
