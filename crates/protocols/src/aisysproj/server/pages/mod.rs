//! Pages to look at: environments with their leader boards, an agent's runs, a run on the board.
//!
//! Plain HTML that the server writes, without scripts and without anything from elsewhere. Boards
//! are pictures of their own, so that a page can offer a light and a dark one.

mod board;
mod frame;
mod lists;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::desk::Desk;
use super::refusal::Refused;
use super::room::Run;
use super::{Server, apart};
use crate::aisysproj::Environment;

/// All pages.
pub(super) fn router() -> Router<Server> {
    Router::new()
        .route("/", get(front))
        // Browsers ask for it whether or not a page names one.
        .route("/favicon.ico", get(async || StatusCode::NO_CONTENT))
        .route("/env/{environment}", get(environment))
        .route("/agent/{environment}/{agent}", get(agent))
        .route("/run/{environment}/{run}", get(run))
        .route("/board/{environment}/{run}/{ply}/{theme}", get(picture))
        .fallback(async || NotThere.into_response())
}

/// There is no such page.
struct NotThere;

impl IntoResponse for NotThere {
    fn into_response(self) -> Response {
        let page = frame::page("Not found", &[], "<p>There is no such page.</p>");
        (StatusCode::NOT_FOUND, Html(page)).into_response()
    }
}

/// A page, or why there is none.
type Page = Result<Response, Refused>;

/// Writes a page from the tables, away from the connections.
async fn write(
    server: Server,
    page: impl FnOnce(&Desk) -> Result<Option<String>, Refused> + Send + 'static,
) -> Page {
    let desk = server.desk.clone();
    Ok(match apart(move || page(&desk)).await? {
        Some(page) => {
            ([(header::CONTENT_SECURITY_POLICY, frame::POLICY)], Html(page)).into_response()
        }
        None => NotThere.into_response(),
    })
}

async fn front(State(server): State<Server>) -> Page {
    write(server, |desk| {
        let mut rows = Vec::new();
        for environment in &desk.environments {
            rows.push((environment, desk.room.standings(&environment.name)?));
        }
        Ok(Some(lists::front(&rows)))
    })
    .await
}

async fn environment(State(server): State<Server>, Path(name): Path<String>) -> Page {
    write(server, move |desk| {
        let Some(environment) = desk.environment(&name) else { return Ok(None) };
        let standings = desk.room.standings(&name)?;
        let runs = desk.room.newest(&name, None, lists::NEWEST)?;
        Ok(Some(lists::environment(environment, &standings, &runs)))
    })
    .await
}

async fn agent(State(server): State<Server>, Path((name, agent)): Path<(String, String)>) -> Page {
    write(server, move |desk| {
        let Some(environment) = desk.environment(&name) else { return Ok(None) };
        let standings = desk.room.standings(&name)?;
        let Some(standing) = standings.iter().find(|standing| standing.agent == agent) else {
            return Ok(None);
        };
        let runs = desk.room.newest(&name, Some(&agent), lists::RUNS)?;
        Ok(Some(lists::agent(environment, standing, &runs)))
    })
    .await
}

#[derive(Deserialize)]
struct Moment {
    ply: Option<usize>,
}

async fn run(
    State(server): State<Server>,
    Path((name, id)): Path<(String, String)>,
    Query(Moment { ply }): Query<Moment>,
) -> Page {
    write(server, move |desk| {
        let Some((environment, run)) = find(desk, &name, &id)? else { return Ok(None) };
        Ok(Some(board::run(environment, &run, ply)?))
    })
    .await
}

async fn picture(
    State(server): State<Server>,
    Path((name, id, ply, theme)): Path<(String, String, usize, String)>,
) -> Page {
    let desk = server.desk.clone();
    let picture = move || -> Result<Option<String>, Refused> {
        let Some((environment, run)) = find(&desk, &name, &id)? else { return Ok(None) };
        Ok(board::picture(environment, &run, ply, theme == "dark")?)
    };
    Ok(match apart(picture).await? {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => NotThere.into_response(),
    })
}

/// A run of an environment.
fn find<'a>(
    desk: &'a Desk,
    environment: &str,
    id: &str,
) -> Result<Option<(&'a Environment, Run)>, Refused> {
    let (Some(environment), Ok(id)) = (desk.environment(environment), id.parse()) else {
        return Ok(None);
    };
    let run = desk.room.find(id)?.filter(|run| run.environment == environment.name);
    Ok(run.map(|run| (environment, run)))
}
