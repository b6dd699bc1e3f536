//! What university courses play: their protocols, graders and servers.
//!
//! | module | what is in it |
//! |---|---|
//! | [`aisysproj`] | the HTTP protocol of a course on FAUhalma: a client, and a practice server |
//! | [`halma`] | Halma through files: an agent, matches, grading and cups |
//! | [`lab`] | the lab of Das Bohnenspiel: an assessment of a player |

#[cfg(feature = "aisysproj")]
pub mod aisysproj;
pub mod halma;
pub mod lab;
