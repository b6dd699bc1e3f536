//! Protocols through which other programs use Spielwerk.
//!
//! | module | what is in it |
//! |---|---|
//! | [`aisysproj`] | the HTTP protocol of a university course: a client, and a practice server |
//! | [`halma`] | Halma through files, as another course plays it |
//! | [`ugi`] | the Universal Game Interface, UCI for any game |

pub mod aisysproj;
pub mod halma;
pub mod ugi;
