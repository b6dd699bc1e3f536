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
use tokio::sync::Semaphore;

use super::{Body, blocking};
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
    blocking(move || {
        let game_state = input.game_state()?;
        Ok(Json(PositionResponse {
            position: PositionView::of(game_state.position()),
            start: PositionView::of(&game_state.positions()[0]),
            plies: PlyView::list(&game_state, 0),
        }))
    })
    .await
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
    blocking(move || {
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
    })
    .await
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
    Gif,
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
    if !matches!(export.format, Format::Gif) {
        return blocking(move || export_file(&export)).await;
    }
    // An animation takes seconds, so they are made one after the other.
    static ONE_AT_A_TIME: Semaphore = Semaphore::const_new(1);
    let _turn = ONE_AT_A_TIME.acquire().await.map_err(|_| ApiError::Internal)?;
    blocking(move || export_file(&export)).await
}

fn export_file(export: &ExportRequest) -> Result<Response, ApiError> {
    let game_state = export.input.game_state()?;
    let name = game_state.game().name();
    let position = game_state.position();
    let (extension, media, body) = match export.format {
        Format::Text => ("txt", "text/plain; charset=utf-8", (position.text() + "\n").into_bytes()),
        Format::Json => ("json", "application/json", position.json().to_string().into_bytes()),
        Format::Svg => ("svg", "image/svg+xml", draw_last(&game_state, export.dark).into_bytes()),
        #[cfg(not(target_family = "wasm"))]
        Format::Png => {
            let svg = draw_last(&game_state, export.dark);
            let rendered = spielwerk_drawing::png(&svg, export.width);
            let failed = |error| ApiError::bad_request(format!("no image: {error}"));
            ("png", "image/png", rendered.map_err(failed)?)
        }
        #[cfg(not(target_family = "wasm"))]
        Format::Gif => ("gif", "image/gif", gif::animation(&game_state, export)?),
        // A browser renders the SVG itself.
        #[cfg(target_family = "wasm")]
        Format::Png | Format::Gif => {
            return Err(ApiError::bad_request("pictures other than `svg` need a server"));
        }
    };
    let file = format!("attachment; filename=\"{name}.{extension}\"");
    Ok(([(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, file)], body).into_response())
}

/// The position after the last move.
fn draw_last(game_state: &GameState, dark: bool) -> String {
    draw(game_state, game_state.moves().len(), dark)
}

/// The position after so many plies.
fn draw(game_state: &GameState, plies: usize, dark: bool) -> String {
    let info = game_state.game().info();
    let positions = game_state.positions();
    let contents = positions[plies].contents();
    let last_move = match plies.checked_sub(1) {
        Some(last) => positions[last].path(game_state.moves()[last]),
        None => Vec::new(),
    };
    let scene = Scene {
        title: info.title,
        board: game_state.game().board(),
        contents: &contents,
        seats: info.seats,
        last_move: &last_move,
    };
    spielwerk_drawing::svg(&scene, if dark { &Theme::Dark } else { &Theme::Light })
}

#[cfg(not(target_family = "wasm"))]
mod gif {
    //! Games as animations.

    use super::{ApiError, ExportRequest, GameState, draw};

    /// The largest width of an animation, and the most plies it shows.
    const MAX_GIF_WIDTH: u32 = 800;
    const MAX_GIF_PLIES: usize = 500;
    /// How long each position of an animation is shown, in hundredths of a second.
    const GIF_DELAY: u16 = 80;

    /// The whole game as an animated GIF.
    pub(super) fn animation(
        game_state: &GameState,
        export: &ExportRequest,
    ) -> Result<Vec<u8>, ApiError> {
        let plies = game_state.moves().len();
        if plies > MAX_GIF_PLIES {
            let why = format!(
                "a game of {plies} plies is too long for a GIF; {MAX_GIF_PLIES} are the most"
            );
            return Err(ApiError::bad_request(why));
        }
        let pictures: Vec<String> =
            (0..=plies).map(|ply| draw(game_state, ply, export.dark)).collect();
        let width = export.width.min(MAX_GIF_WIDTH) as u16;
        let failed = |error| ApiError::bad_request(format!("no animation: {error}"));
        spielwerk_drawing::gif(pictures.iter().map(String::as_str), width, GIF_DELAY)
            .map_err(failed)
    }
}
