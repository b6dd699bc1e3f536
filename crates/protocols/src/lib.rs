//! How others speak to us.
//!
//! | room | what is in it |
//! |---|---|
//! | [`halma`] | Halma through files, as a course plays it |
//! | [`ugi`] | the engine protocol: lines in, lines out |

pub mod halma;
pub mod ugi;
