//! HTTP serving that slow and foreign clients cannot harm, for the web app and the practice server.
//!
//! | item | what it is |
//! |---|---|
//! | [`serve`] | accepts connections: time-outs, a limit, an end within seconds |
//! | [`read_body`], [`body_limit`] | a body must come within a time, and be no larger than allowed; the same as middleware |
//! | [`check_origin`] | whether a request comes from the server's own pages |
//! | [`logged`] | middleware: logs every request |
//! | [`shutdown_signal`] | waits for SIGINT or SIGTERM |

mod body_limit;
mod connections;
mod origin;
mod request_log;
mod serve;

pub use body_limit::{body_limit, read_body};
pub use origin::check_origin;
pub use request_log::logged;
pub use serve::{ClientAddress, serve, shutdown_signal};
