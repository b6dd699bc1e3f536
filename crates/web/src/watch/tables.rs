//! The games at this server in which no person plays. A person's game belongs to whoever knows its
//! address and is never listed.

use serde::Serialize;

use crate::refusal::Refusal;
use crate::table::rooms::Rooms;
use crate::table::{Sitter, Table};

/// How many tables are listed, if nobody says otherwise, and at most.
const USUAL: usize = 50;
const MOST: usize = 500;

/// A table in the list.
#[derive(Serialize)]
pub(crate) struct Listed {
    id: String,
    game: String,
    seats: Vec<Sitter>,
    plies: usize,
    /// Whether somebody is watching, so that it goes on.
    live: bool,
    over: bool,
    changed: i64,
}

/// The latest tables, newest first.
pub(crate) async fn list(rooms: &Rooms, limit: Option<usize>) -> Result<Vec<Listed>, Refusal> {
    let limit = limit.unwrap_or(USUAL).min(MOST);
    let entries = rooms.ledger().list(limit).await?;
    let listed = entries.into_iter().filter_map(|entry| {
        // A damaged entry is nothing to watch.
        let (seats, plies) = Table::summary(&entry)?;
        let live = rooms.is_open(&entry.id);
        let (over, changed) = (entry.over, entry.changed);
        Some(Listed { id: entry.id, game: entry.game, seats, plies, live, over, changed })
    });
    Ok(listed.collect())
}
