//! The record of games: what was played, by whom, and how it ended, kept in the [`Store`] and
//! carried between stores as text.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Sheet`] | one game as plain data; one JSON object |
//! | [`text`] | sheets as text for people, modelled on PGN |
//! | [`Archive`] | sheets in the store, by events |
//! | [`Listed`], [`Summary`], [`Which`] | what is there, without the moves, for whoever looks on |
//!
//! [`Store`]: crate::Store

mod archive;
mod gallery;
mod recorder;
mod sheet;
pub mod text;

pub use archive::{Archive, ArchiveError, Event, Kind};
pub(crate) use gallery::Scored;
pub use gallery::{Listed, Summary, Which};
pub use recorder::Recorder;
pub use sheet::{Noted, Seated, Sheet, SheetError};
