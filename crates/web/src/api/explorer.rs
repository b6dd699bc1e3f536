//! The opening explorer over HTTP.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde::Serialize;

use super::{Body, blocking};
use crate::AppState;
use crate::api_error::ApiError;
use crate::explorer::{ExploredMove, OpeningTable, StoredGame};
use crate::game_input::GameInput;
use crate::session::WebSession;

/// The most games of the arena, and of this server, that are counted.
const MAX_GAMES: usize = 20_000;

/// The moves that were played in a position, and from how many games that is known.
#[derive(Serialize)]
pub(crate) struct ExplorerResponse {
    games: usize,
    moves: Vec<ExploredMove>,
}

/// What was played in a position.
pub(crate) async fn moves(
    State(app_state): State<AppState>,
    Body(input): Body<GameInput>,
) -> Result<Json<ExplorerResponse>, ApiError> {
    let game_state = blocking(move || input.game_state()).await?;
    let game = game_state.game();
    let (events, db) = (app_state.events(), app_state.sessions().db());
    let games = events.count(game.name()).await? + db.count_finished(game.name()).await?;
    let table = match app_state.explorer().table(game, games) {
        Some(table) => table,
        None => {
            let records = events.records(game.name(), MAX_GAMES).await?;
            let rows = db.list_finished(game.name(), MAX_GAMES).await?;
            let table = blocking(move || {
                let sessions = rows.iter().filter_map(WebSession::summary);
                let sessions = sessions.filter_map(StoredGame::of_session);
                let stored: Vec<StoredGame> =
                    records.into_iter().map(StoredGame::of_record).chain(sessions).collect();
                Ok(Arc::new(OpeningTable::new(game, &stored)))
            })
            .await?;
            app_state.explorer().keep(game, games, table.clone());
            table
        }
    };
    Ok(Json(ExplorerResponse { games, moves: table.moves(game_state.position())? }))
}
