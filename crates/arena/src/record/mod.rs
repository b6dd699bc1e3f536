//! The record of games: what was played, by whom, and how it ended, kept in the [`Store`] and
//! carried between stores as text.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Sheet`] | one game as plain data; one JSON object |
//! | [`text`] | sheets as text for people, modelled on PGN |
//! | [`Archive`] | sheets in the store, by events |
//!
//! [`Store`]: crate::Store

mod archive;
mod recorder;
mod sheet;
pub mod text;

pub use archive::{Archive, ArchiveError, Event, Kind};
pub use recorder::Recorder;
pub use sheet::{Noted, Seated, Sheet, SheetError};
