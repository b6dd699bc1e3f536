//! How others speak to us.
//!
//! | room | what is in it |
//! |---|---|
//! | [`ugi`] | the engine protocol: lines in, lines out |

pub mod ugi;
