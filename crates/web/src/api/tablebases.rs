//! Tablebases over HTTP: the exact result of every legal move, as far as it is known.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use spielwerk_games::{AnyPosition, Seat, Wdl};
use spielwerk_tablebases::{GameResult, MoveResult, build_in_background, move_results};

use super::{Body, blocking};
use crate::AppState;
use crate::api_error::ApiError;
use crate::game_input::GameInput;
use crate::view::MoveView;

/// The moves of a position with their results; no move if nothing is known.
#[derive(Default, Serialize)]
pub(crate) struct TablebaseResponse {
    /// Who moves, and whose results these are.
    seat: Option<usize>,
    moves: Vec<MoveResultView>,
}

#[derive(Serialize)]
struct MoveResultView {
    #[serde(rename = "move")]
    legal_move: MoveView,
    result: Option<ResultView>,
}

#[derive(Serialize)]
struct ResultView {
    result: &'static str,
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    margin: Option<i32>,
}

/// The exact result of every legal move. The small tablebases of the game are built meanwhile, if they
/// are missing.
pub(crate) async fn moves(
    State(app_state): State<AppState>,
    Body(input): Body<GameInput>,
) -> Result<Json<TablebaseResponse>, ApiError> {
    let dir = app_state.tablebases().cloned();
    blocking(move || {
        let game_state = input.game_state()?;
        let position = game_state.position();
        let Some(dir) = dir else { return Ok(Json::default()) };
        build_in_background(game_state.game().name(), dir.clone());
        let results = move_results(&dir, position);
        let moves = results.into_iter().map(|it| MoveResultView::of(position, it)).collect();
        Ok(Json(TablebaseResponse { seat: position.turn().map(Seat::index), moves }))
    })
    .await
}

impl MoveResultView {
    fn of(position: &AnyPosition, MoveResult { legal_move, result }: MoveResult) -> MoveResultView {
        MoveResultView {
            legal_move: MoveView::bare(position, legal_move),
            result: result.map(ResultView::of),
        }
    }
}

impl ResultView {
    fn of(GameResult { wdl, margin }: GameResult) -> ResultView {
        let (result, plies) = match wdl {
            Wdl::Win(plies) => ("win", plies),
            Wdl::Draw => ("draw", None),
            Wdl::Loss(plies) => ("loss", plies),
        };
        ResultView { result, plies, margin }
    }
}
