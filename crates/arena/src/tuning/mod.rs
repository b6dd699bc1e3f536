//! Evaluation tuning: logistic regression of game results on the static evaluation (Texel's method).
//!
//! 1. A [`Match`](crate::Match) of a player against itself gives games; their positions with the
//!    results are the [`Samples`].
//! 2. [`Fit::run`] finds the weights under which the static evaluation of the quiet positions
//!    predicts the results best.
//!
//! Whether the weights play better, only a match can tell: `strong:w.turn=40` is a player.

mod fit;
mod samples;

pub use fit::{Fit, FitError};
pub use samples::Samples;
