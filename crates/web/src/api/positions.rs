//! Positions: what can be done in one, what can be clicked next, pictures of it, and new ones put
//! together by hand. Nothing here is remembered.

use axum::Json;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use drawing::{Scene, Theme};
use games::{AnyPosition, Content, Seat, Spot};
use players::Course;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Body;
use crate::refusal::Refusal;
use crate::so_far::{SoFar, read_position};
use crate::view::{MoveView, PlyView, PositionView};

/// The widest picture, in pixels.
const WIDEST: u32 = 4_000;

/// A position, and how it came about.
#[derive(Serialize)]
pub(crate) struct Reached {
    #[serde(flatten)]
    position: PositionView,
    start: PositionView,
    plies: Vec<PlyView>,
}

/// The position after some moves.
pub(crate) async fn position(Body(so_far): Body<SoFar>) -> Result<Json<Reached>, Refusal> {
    let course = so_far.course()?;
    Ok(Json(Reached {
        position: PositionView::of(course.position()),
        start: PositionView::of(&course.positions()[0]),
        plies: PlyView::list(&course, 0),
    }))
}

/// Spots that somebody has clicked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clicked {
    game: String,
    position: Option<Value>,
    #[serde(default)]
    path: Vec<u16>,
}

/// What can come after them.
#[derive(Serialize)]
pub(crate) struct Next {
    next: Vec<Spot>,
    done: Option<MoveView>,
    /// The board as it looks now: after the longest part of the path that is a move.
    contents: Vec<Content>,
}

/// What can be clicked after some spots.
pub(crate) async fn follow(Body(clicked): Body<Clicked>) -> Result<Json<Next>, Refusal> {
    let game = games::game(&clicked.game)?;
    let position = read_position(game, clicked.position.as_ref())?;
    let path: Vec<Spot> = clicked.path.into_iter().map(Spot).collect();
    let follow = position.follow(&path);
    let contents = match &follow.done {
        Some(m) => position.play(m)?.contents(),
        None => so_far(&position, &path)?.contents(),
    };
    let done = follow.done.map(|m| MoveView::of(game, &position, &m));
    Ok(Json(Next { next: follow.next, done, contents }))
}

/// The position after the longest part of a path that is a move.
fn so_far(position: &AnyPosition, path: &[Spot]) -> Result<AnyPosition, Refusal> {
    let parts = (1..path.len()).rev().map(|length| &path[..length]);
    match parts.filter_map(|part| position.follow(part).done).next() {
        Some(m) => Ok(position.play(&m)?),
        None => Ok(position.clone()),
    }
}

/// A position put together by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arranged {
    game: String,
    contents: Vec<Content>,
    #[serde(default)]
    turn: usize,
}

/// The position, if the rules allow it.
pub(crate) async fn setup(Body(arranged): Body<Arranged>) -> Result<Json<PositionView>, Refusal> {
    let game = games::game(&arranged.game)?;
    if arranged.turn >= game.seats() {
        let (turn, name) = (arranged.turn, game.name());
        return Err(Refusal::nonsense(format!("`turn` is {turn}, but {name} has no such seat")));
    }
    let position = game.arrange(&arranged.contents, Seat::new(arranged.turn))?;
    Ok(Json(PositionView::of(&position)))
}

/// A file that somebody wants.
#[derive(Deserialize)]
pub(crate) struct Export {
    #[serde(flatten)]
    so_far: SoFar,
    format: Format,
    #[serde(default)]
    dark: bool,
    #[serde(default = "usual_width")]
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

const fn usual_width() -> u32 {
    1_000
}

/// A position as a file.
pub(crate) async fn export(Body(export): Body<Export>) -> Result<Response, Refusal> {
    let width = export.width;
    if !(16..=WIDEST).contains(&width) {
        let why = format!("`width` is {width}, but must be from 16 to {WIDEST}");
        return Err(Refusal::nonsense(why));
    }
    let course = export.so_far.course()?;
    let name = course.game().name();
    let position = course.position();
    let (ending, media, body) = match export.format {
        Format::Text => ("txt", "text/plain; charset=utf-8", (position.text() + "\n").into_bytes()),
        Format::Json => ("json", "application/json", position.json().to_string().into_bytes()),
        Format::Svg => ("svg", "image/svg+xml", draw(&course, export.dark).into_bytes()),
        Format::Png => {
            let draw = move || drawing::png(&draw(&course, export.dark), width);
            // Pixels take a while.
            let drawn = tokio::task::spawn_blocking(draw).await;
            let failed = |error: String| Refusal::nonsense(format!("no picture: {error}"));
            let drawn = drawn.map_err(|error| failed(error.to_string()))?;
            ("png", "image/png", drawn.map_err(|error| failed(error.to_string()))?)
        }
    };
    let file = format!("attachment; filename=\"{name}.{ending}\"");
    Ok(([(CONTENT_TYPE, media.to_owned()), (CONTENT_DISPOSITION, file)], body).into_response())
}

fn draw(course: &Course, dark: bool) -> String {
    let info = course.game().info();
    let contents = course.position().contents();
    let scene = Scene {
        title: info.title,
        board: course.game().board(),
        contents: &contents,
        seats: info.seats,
        marked: course.moves().last().map_or(&[], |last| &last.path),
    };
    drawing::svg(&scene, if dark { &Theme::Dark } else { &Theme::Light })
}
