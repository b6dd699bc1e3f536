//! A session as it is stored: in the database of a server, or in the storage of a browser.

use serde::{Deserialize, Serialize};

/// One session, as a row of the database.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SessionRow {
    pub(crate) id: String,
    pub(crate) game: String,
    /// Whether it is listed: only if no person plays.
    pub(crate) public: bool,
    pub(crate) over: bool,
    /// When it was last written, in seconds since 1970.
    pub(crate) changed: i64,
    /// The whole session, as JSON.
    pub(crate) record: String,
}
