//! Game records: one game as plain data, written as text or as a JSON object.

mod game_record;
pub mod text;

pub use game_record::{GameRecord, RecordError, RecordedPlayer, RecordedPly};
