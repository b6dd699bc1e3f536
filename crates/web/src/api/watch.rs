//! Watching over HTTP: matches and tournaments, and the environments of the practice server. An
//! answer that has not changed is not sent again, so that a page may ask every few seconds.

use arena::record::{Listed, Summary, Which};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Path, Query};
use crate::House;
use crate::page::tagged;
use crate::refusal::Refusal;
use crate::watch::replay::Replay;

/// How many games are listed, if nobody says otherwise, and at most.
const USUAL: u32 = 50;
const MOST: u32 = 500;

/// All matches and tournaments.
pub(crate) async fn events(State(house): State<House>) -> Result<Json<Vec<Listed>>, Refusal> {
    Ok(Json(house.events().list().await?))
}

/// One of them, and how it stands.
pub(crate) async fn event(
    State(house): State<House>,
    Path(event): Path<i64>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let answer = house.events().standings(event).await?;
    Ok(tagged(&headers, "application/json", answer))
}

/// Which games are wanted.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    limit: Option<u32>,
    before: Option<u32>,
    player: Option<String>,
    against: Option<String>,
}

/// Its games, the last first.
pub(crate) async fn games(
    State(house): State<House>,
    Path(event): Path<i64>,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Vec<Summary>>, Refusal> {
    let which = Which {
        before: wanted.before,
        players: wanted.player.into_iter().chain(wanted.against).collect(),
        most: wanted.limit.unwrap_or(USUAL).min(MOST),
    };
    Ok(Json(house.events().games(event, which).await?))
}

/// One game, move by move.
pub(crate) async fn game(
    State(house): State<House>,
    Path((event, number)): Path<(i64, u32)>,
) -> Result<Json<Replay>, Refusal> {
    let sheet = house.events().game(event, number).await?;
    Ok(Json(Replay::of_sheet(&sheet)?))
}

/// The environments of the practice server in which somebody has played.
pub(crate) async fn environments(State(house): State<House>) -> Result<Json<Value>, Refusal> {
    match house.practice() {
        Some(practice) => Ok(Json(practice.environments().await?)),
        None => Ok(Json(json!([]))),
    }
}

/// A run there, move by move.
pub(crate) async fn run(
    State(house): State<House>,
    Path(id): Path<i64>,
) -> Result<Json<Replay>, Refusal> {
    let practice = house.practice().ok_or(Refusal::Run(id))?;
    let (about, course) = practice.run(id).await?;
    Ok(Json(Replay::of(&course, about)))
}
