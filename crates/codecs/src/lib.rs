//! The texts that programs exchange, read and written. It does no I/O.
//!
//! | module | what is in it |
//! |---|---|
//! | [`ugi`] | the Universal Game Interface, for engines and those who run them |
//! | [`halma`] | `input.txt` and `output.txt` of Halma programs |
//! | [`aisysproj`] | the messages of the AISysProj server and its clients |
//! | [`record`] | game records as text and JSON |

pub mod aisysproj;
pub mod halma;
pub mod record;
pub mod ugi;
