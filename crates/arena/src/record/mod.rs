//! Game records: stored in the [`Store`], exported and imported as text or JSON Lines.
//!
//! | item | what it is |
//! |---|---|
//! | [`GameRecord`] | one game as plain data; one JSON object |
//! | [`text`] | game records as text, modelled on PGN |
//! | [`Archive`] | game records in the store, by events |
//! | [`EventListing`], [`GameSummary`], [`GameFilter`] | lists of events and games without their moves |
//!
//! [`Store`]: crate::Store

mod archive;
mod game_record;
mod listing;
mod recorder;
pub mod text;

pub use archive::{Archive, ArchiveError, Event, EventKind};
pub use game_record::{GameRecord, RecordError, RecordedPlayer, RecordedPly};
pub(crate) use listing::ResultRow;
pub use listing::{EventListing, GameFilter, GameSummary};
pub use recorder::Recorder;
