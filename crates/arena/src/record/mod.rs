//! Game records in the [`Store`]: written after each game, listed, exported and imported.
//!
//! | item | what it is |
//! |---|---|
//! | [`Archive`] | game records in the store, by events |
//! | [`Recorder`] | stores records on a thread of its own |
//! | [`EventListing`], [`GameSummary`], [`GameFilter`] | lists of events and games without their moves |
//!
//! [`Store`]: crate::Store

#[cfg(feature = "store")]
mod archive;
mod finished;
#[cfg(feature = "store")]
mod listing;
#[cfg(feature = "store")]
mod recorder;

#[cfg(feature = "store")]
pub use archive::{Archive, ArchiveError, Event, EventKind};
#[cfg(feature = "store")]
pub(crate) use listing::ResultRow;
#[cfg(feature = "store")]
pub use listing::{EventListing, GameFilter, GameSummary};
#[cfg(feature = "store")]
pub use recorder::Recorder;
