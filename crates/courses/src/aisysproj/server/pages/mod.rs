//! HTML pages: environments with their leader boards, an agent's runs, a run on the board.
//!
//! Plain HTML that the server writes, without scripts and without anything from elsewhere. Boards
//! are pictures of their own, so that a page can offer a light and a dark one.

mod board;
mod layout;
mod lists;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use serde::Deserialize;

use super::http_error::HttpError;
use super::request_handler::RequestHandler;
use super::run_store::Run;
use super::{Server, run_blocking};
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
        .fallback(async || NotFound.into_response())
}

/// There is no such page.
struct NotFound;

impl IntoResponse for NotFound {
    fn into_response(self) -> Response {
        let page = layout::page("Not found", &[], "<p>There is no such page.</p>");
        (StatusCode::NOT_FOUND, Html(page)).into_response()
    }
}

/// A page, or why there is none.
type Page = Result<Response, HttpError>;

/// Writes a page from the store, on the thread pool for blocking work.
async fn write(
    server: Server,
    page: impl FnOnce(&RequestHandler) -> Result<Option<String>, HttpError> + Send + 'static,
) -> Page {
    let handler = server.handler.clone();
    Ok(match run_blocking(move || page(&handler)).await? {
        Some(page) => {
            ([(header::CONTENT_SECURITY_POLICY, layout::POLICY)], Html(page)).into_response()
        }
        None => NotFound.into_response(),
    })
}

async fn front(State(server): State<Server>) -> Page {
    write(server, |handler| {
        let mut rows = Vec::new();
        for environment in &handler.environments {
            rows.push((environment, handler.store.standings(&environment.name)?));
        }
        Ok(Some(lists::front(&rows)))
    })
    .await
}

async fn environment(State(server): State<Server>, Path(name): Path<String>) -> Page {
    write(server, move |handler| {
        let Some(environment) = handler.environment(&name) else { return Ok(None) };
        let standings = handler.store.standings(&name)?;
        let runs = handler.store.newest(&name, None, lists::LISTED_ENVIRONMENT_RUNS)?;
        Ok(Some(lists::environment(environment, &standings, &runs)))
    })
    .await
}

async fn agent(State(server): State<Server>, Path((name, agent)): Path<(String, String)>) -> Page {
    write(server, move |handler| {
        let Some(environment) = handler.environment(&name) else { return Ok(None) };
        let standings = handler.store.standings(&name)?;
        let Some(standing) = standings.iter().find(|standing| standing.agent == agent) else {
            return Ok(None);
        };
        let runs = handler.store.newest(&name, Some(&agent), lists::LISTED_AGENT_RUNS)?;
        Ok(Some(lists::agent(environment, standing, &runs)))
    })
    .await
}

#[derive(Deserialize)]
struct PlyQuery {
    ply: Option<usize>,
}

async fn run(
    State(server): State<Server>,
    Path((name, id)): Path<(String, String)>,
    Query(PlyQuery { ply }): Query<PlyQuery>,
) -> Page {
    write(server, move |handler| {
        let Some((environment, run)) = find(handler, &name, &id)? else { return Ok(None) };
        Ok(Some(board::run(environment, &run, ply)?))
    })
    .await
}

async fn picture(
    State(server): State<Server>,
    Path((name, id, ply, theme)): Path<(String, String, usize, String)>,
) -> Page {
    let handler = server.handler.clone();
    let picture = move || -> Result<Option<String>, HttpError> {
        let Some((environment, run)) = find(&handler, &name, &id)? else { return Ok(None) };
        Ok(board::picture(environment, &run, ply, theme == "dark")?)
    };
    Ok(match run_blocking(picture).await? {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => NotFound.into_response(),
    })
}

/// A run of an environment.
fn find<'a>(
    handler: &'a RequestHandler,
    environment: &str,
    id: &str,
) -> Result<Option<(&'a Environment, Run)>, HttpError> {
    let (Some(environment), Ok(id)) = (handler.environment(environment), id.parse()) else {
        return Ok(None);
    };
    let run = handler.store.find(id)?.filter(|run| run.environment == environment.name);
    Ok(run.map(|run| (environment, run)))
}
