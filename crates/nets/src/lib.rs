//! Small neural networks for evaluation.
//!
//! A network has binary inputs (a stone on a point, for example), one hidden layer and one output:
//! the expected points of the side to move. Most inputs are zero, so the hidden layer is a sum of a
//! few dozen rows of weights.
//!
//! ```text
//!   inputs 0/1 ──► Σ rows of 16-bit weights ──► clamp to 0..=255, squared ──► Σ 8-bit weights ──► score
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`network`] | the quantised network and its inference |
//! | [`mod@file`] | the file format of networks |
//! | [`policy`] | networks that say how likely each move is, and their training |
//! | [`samples`] | training positions with scores and results, in files that can be resumed |
//! | [`mod@train`] | the trainer: Adam, cosine learning rate, validation |
//!
//! Nothing here knows a game: what the inputs are is said by who uses a network.

pub mod file;
pub mod network;
pub mod policy;
pub mod samples;
pub mod train;

pub use file::{NetworkError, NetworkInfo};
pub use network::Network;
pub use policy::{Choice, InputChange, train_policy};
pub use samples::{Sample, SampleError, SampleFile};
pub use train::{Epoch, Training, train};
