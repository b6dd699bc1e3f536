//! How others speak to us.
//!
//! | room | what is in it |
//! |---|---|
//! | [`aisysproj`] | the course's server: a client that plays there, a server to practise against |
//! | [`halma`] | Halma through files, as a course plays it |
//! | [`ugi`] | the engine protocol: lines in, lines out |

pub mod aisysproj;
pub mod halma;
pub mod ugi;
