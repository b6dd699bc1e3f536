//! Positions: legal moves, the sites that can be clicked next, export as files, and positions set up
//! by hand. All of it is stateless.

use axum::Json;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use spielwerk_drawing::{Scene, Theme};
use spielwerk_games::{AnyPosition, Content, Seat, Site};
use spielwerk_players::GameState;

use super::Body;
use crate::api_error::ApiError;
use crate::game_input::{GameInput, read_position};
use crate::view::{MoveView, PlyView, PositionView};

/// The largest width of an image, in pixels.
const MAX_WIDTH: u32 = 4_000;

/// A position, and the moves that led to it.
#[derive(Serialize)]
pub(crate) struct PositionResponse {
    #[serde(flatten)]
    position: PositionView,
    start: PositionView,
    plies: Vec<PlyView>,
}

/// The position after some moves.
pub(crate) async fn position(
    Body(input): Body<GameInput>,
) -> Result<Json<PositionResponse>, ApiError> {
    let game_state = input.game_state()?;
    Ok(Json(PositionResponse {
        position: PositionView::of(game_state.position()),
        start: PositionView::of(&game_state.positions()[0]),
        plies: PlyView::list(&game_state, 0),
    }))
}

/// Sites that have been request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FollowRequest {
    game: String,
    position: Option<Value>,
    #[serde(default)]
    path: Vec<u16>,
}

/// What can be clicked next.
#[derive(Serialize)]
pub(crate) struct FollowResponse {
    next: Vec<Site>,
    done: Option<MoveView>,
    /// The board after the longest part of the path that is a move.
    contents: Vec<Content>,
}

/// The sites that can be clicked after a path, and the move it makes.
pub(crate) async fn follow(
    Body(request): Body<FollowRequest>,
) -> Result<Json<FollowResponse>, ApiError> {
    let game = spielwerk_games::game(&request.game)?;
    let position = read_position(game, request.position.as_ref())?;
    let path: Vec<Site> = request.path.into_iter().map(Site).collect();
    let continuations = position.continuations(&path);
    let contents = match continuations.complete {
        Some(m) => position.play(m)?.contents(),
        None => after_longest_move(&position, &path)?.contents(),
    };
    let done = continuations.complete.map(|m| MoveView::of(game, &position, m));
    Ok(Json(FollowResponse { next: continuations.next, done, contents }))
}

/// The position after the longest part of a path that is a move.
fn after_longest_move(position: &AnyPosition, path: &[Site]) -> Result<AnyPosition, ApiError> {
    let parts = (1..path.len()).rev().map(|length| &path[..length]);
    match parts.filter_map(|part| position.continuations(part).complete).next() {
        Some(m) => Ok(position.play(m)?),
        None => Ok(position.clone()),
    }
}

/// A position set up by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SetupRequest {
    game: String,
    contents: Vec<Content>,
    #[serde(default)]
    turn: usize,
}

/// The position, if it is valid.
pub(crate) async fn setup(
    Body(request): Body<SetupRequest>,
) -> Result<Json<PositionView>, ApiError> {
    let game = spielwerk_games::game(&request.game)?;
    if request.turn >= game.seats() {
        let (turn, name) = (request.turn, game.name());
        return Err(ApiError::bad_request(format!(
            "`turn` is {turn}, but {name} has no such seat"
        )));
    }
    let position = game.position_from_contents(&request.contents, Seat::new(request.turn))?;
    Ok(Json(PositionView::of(&position)))
}

/// A request for a position as a file.
#[derive(Deserialize)]
pub(crate) struct ExportRequest {
    #[serde(flatten)]
    input: GameInput,
    format: Format,
    #[serde(default)]
    dark: bool,
    #[serde(default = "default_width")]
    width: u32,
}

#[derive(Copy, Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Format {
    Text,
    Json,
    Svg,
    Png,
}

const fn default_width() -> u32 {
    1_000
}

/// A position as a file.
pub(crate) async fn export(Body(export): Body<ExportRequest>) -> Result<Response, ApiError> {
    let width = export.width;
    if !(16..=MAX_WIDTH).contains(&width) {
        let why = format!("`width` is {width}, but must be from 16 to {MAX_WIDTH}");
        return Err(ApiError::bad_request(why));
    }
    let game_state = export.input.game_state()?;
    let name = game_state.game().name();
    let position = game_state.position();
    let (extension, media, body) = match export.format {
        Format::Text => ("txt", "text/plain; charset=utf-8", (position.text() + "\n").into_bytes()),
        Format::Json => ("json", "application/json", position.json().to_string().into_bytes()),
        Format::Svg => ("svg", "image/svg+xml", draw(&game_state, export.dark).into_bytes()),
        Format::Png => {
            let draw = move || spielwerk_drawing::png(&draw(&game_state, export.dark), width);
            // Rendering takes a while.
            let rendered = tokio::task::spawn_blocking(draw).await;
            let failed = |error: String| ApiError::bad_request(format!("no image: {error}"));
            let rendered = rendered.map_err(|error| failed(error.to_string()))?;
            ("png", "image/png", rendered.map_err(|error| failed(error.to_string()))?)
        }
    };
    let file = format!("attachment; filename=\"{name}.{extension}\"");
    Ok(([(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, file)], body).into_response())
}

fn draw(game_state: &GameState, dark: bool) -> String {
    let info = game_state.game().info();
    let contents = game_state.position().contents();
    let last_move = game_state.last_path();
    let scene = Scene {
        title: info.title,
        board: game_state.game().board(),
        contents: &contents,
        seats: info.seats,
        last_move: &last_move,
    };
    spielwerk_drawing::svg(&scene, if dark { &Theme::Dark } else { &Theme::Light })
}
