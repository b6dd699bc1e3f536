//! The server's interface inside a browser: the same requests, sessions and analyses, answered by a
//! WebAssembly module in a worker.
//!
//! A [`Backend`] has the same routes and handlers as the server. In place of sockets, threads and a
//! database there are messages to the page: [`Backend::handle`] takes one and returns what the page
//! has to do. Searches would block it, so they run in a [`SearchWorker`], in a worker of its own; the
//! page stops one by ending its worker.
//!
//! | module | contents |
//! |---|---|
//! | `backend`, `message` | the messages between the page and the module |
//! | `app_state`, `router` | routes and shared state |
//! | `socket` | connections in place of WebSockets |
//! | `player_threads`, `search`, `search_worker` | searches in another worker |
//! | `db_writer` | sessions in the browser's storage |
//! | `timer` | waiting, by a timer of the page |

pub(crate) mod app_state;
mod backend;
pub(crate) mod db_writer;
mod message;
pub(crate) mod player_threads;
mod router;
mod search;
mod search_worker;
pub(crate) mod socket;
pub(crate) mod timer;

pub use backend::Backend;
pub use search_worker::SearchWorker;
