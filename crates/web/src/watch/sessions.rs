//! The sessions in which no person plays. A session with a person belongs to those who know its
//! address and is never listed.

use serde::Serialize;

use crate::api_error::ApiError;
use crate::session::sessions::Sessions;
use crate::session::{SeatOccupant, SessionSummary, WebSession};

/// How many sessions are listed, by default and at most.
const DEFAULT_LIMIT: usize = 50;
const MAX_LIMIT: usize = 500;

/// A session in the list.
#[derive(Serialize)]
pub(crate) struct ListedSession {
    id: String,
    game: String,
    seats: Vec<SeatOccupant>,
    plies: usize,
    /// Whether a client is connected, so that it goes on.
    live: bool,
    over: bool,
    changed: i64,
}

/// The latest sessions, newest first.
pub(crate) async fn list(
    sessions: &Sessions,
    limit: Option<usize>,
) -> Result<Vec<ListedSession>, ApiError> {
    let limit = limit.unwrap_or(DEFAULT_LIMIT).min(MAX_LIMIT);
    let rows = sessions.db().list(limit).await?;
    let listed = rows.into_iter().filter_map(|row| {
        // A damaged row is not listed.
        let SessionSummary { seats, moves, .. } = WebSession::summary(&row)?;
        let plies = moves.len();
        let live = sessions.is_open(&row.id);
        let (over, changed) = (row.over, row.changed);
        Some(ListedSession { id: row.id, game: row.game, seats, plies, live, over, changed })
    });
    Ok(listed.collect())
}
