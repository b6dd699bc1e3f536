//! Tables over HTTP: a new one, one by its id, and those that anybody may watch.

use std::time::Instant;

use axum::Json;
use axum::extract::{State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Body, Path, Query};
use crate::House;
use crate::refusal::Refusal;
use crate::socket;
use crate::table::{NewTable, live};

/// Sits down at a new table.
pub(crate) async fn create(
    State(house): State<House>,
    Body(order): Body<NewTable>,
) -> Result<(StatusCode, Json<Value>), Refusal> {
    let table = order.open()?;
    let now = Instant::now();
    house.rooms().ledger().save(table.entry(now)).await?;
    Ok((StatusCode::CREATED, Json(json(&table.state(0, now)))))
}

/// A table as it was last written down.
pub(crate) async fn read(
    State(house): State<House>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Refusal> {
    let table = house.rooms().read(&id).await?;
    Ok(Json(json(&table.state(0, Instant::now()))))
}

/// Comes to a table.
pub(crate) async fn live(
    State(house): State<House>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let guest = house.rooms().enter(&id).await?;
    let line = house.line();
    Ok(socket::accept(upgrade, move |socket| live::talk(socket, guest, line)))
}

/// How many tables to list.
#[derive(Deserialize)]
pub(crate) struct Limit {
    limit: Option<usize>,
}

/// The latest tables that anybody may watch.
pub(crate) async fn list(
    State(house): State<House>,
    Query(Limit { limit }): Query<Limit>,
) -> Result<Json<Vec<crate::watch::tables::Listed>>, Refusal> {
    Ok(Json(crate::watch::tables::list(house.rooms(), limit).await?))
}

fn json(state: &impl Serialize) -> Value {
    // Plain data with text keys can always be written as JSON.
    serde_json::to_value(state).unwrap_or_default()
}
