//! Errors of the API: a status code for programs, one line for people.
//!
//! Over HTTP an error becomes a status with JSON, over a WebSocket a message. No request makes the
//! server panic.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use spielwerk_games::{MoveError, PositionError, UnknownGame};
use spielwerk_players::SpecError;
use thiserror::Error;

use crate::db_writer::DbError;

/// Why a request fails.
#[derive(Debug, Error)]
#[cfg_attr(target_family = "wasm", expect(dead_code, reason = "some errors only a server has"))]
pub(crate) enum ApiError {
    #[error(transparent)]
    UnknownGame(#[from] UnknownGame),
    #[error("there is no session `{0}`")]
    UnknownSession(String),
    #[error("there is no match or tournament {0}")]
    UnknownEvent(i64),
    #[error("match or tournament {event} has no game {number}")]
    UnknownEventGame { event: i64, number: u32 },
    #[error("there is no run {0}")]
    UnknownRun(i64),
    #[error("there is no shared game `{0}`")]
    UnknownSharedGame(String),
    #[error("there is nothing at `{0}`; the interface is described in docs/api.md")]
    NotFound(String),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {number}: {error}")]
    Moves { number: usize, error: MoveError },
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Player(#[from] SpecError),
    /// An invalid field of a request.
    #[error("{0}")]
    BadRequest(String),
    /// A valid request that does not fit the present state.
    #[error("{0}")]
    Conflict(&'static str),
    #[error("a request from {0} is refused: this server answers only its own page")]
    Forbidden(String),
    #[error("{0}")]
    Body(String, StatusCode),
    #[error("this could not be read; the server's log says why")]
    Unreadable,
    #[error("{0} new games an hour are the most for one visitor; try again later")]
    TooMany(usize),
    #[error("internal error of the server")]
    Internal,
    /// The details go to the log: a client need not know where the store is.
    #[error("the game could not be stored; the server's log says why")]
    Store(#[from] DbError),
}

impl ApiError {
    pub(crate) fn bad_request(why: impl Into<String>) -> ApiError {
        ApiError::BadRequest(why.into())
    }

    /// The store or something in it cannot be read, which the log says as well.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn unreadable(error: &impl ToString) -> ApiError {
        let error = error.to_string();
        tracing::error!(error, "the store cannot be read");
        ApiError::Unreadable
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::UnknownGame(_) | ApiError::UnknownSession(_) | ApiError::NotFound(_) => {
                StatusCode::NOT_FOUND
            }
            ApiError::UnknownEvent(_)
            | ApiError::UnknownEventGame { .. }
            | ApiError::UnknownSharedGame(_)
            | ApiError::UnknownRun(_) => StatusCode::NOT_FOUND,
            ApiError::Position(_) | ApiError::Moves { .. } | ApiError::Move(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            ApiError::Player(_) | ApiError::BadRequest(_) => StatusCode::BAD_REQUEST,
            ApiError::Conflict(_) => StatusCode::CONFLICT,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::Body(_, status) => *status,
            ApiError::Store(_) | ApiError::Unreadable => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({ "error": self.to_string() }))).into_response()
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> ApiError {
        ApiError::bad_request(rejection.body_text())
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> ApiError {
        ApiError::bad_request(rejection.body_text())
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> ApiError {
        let status = match rejection.status() {
            // JSON of the wrong form is a bad request; 422 is for the rules.
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            other => other,
        };
        ApiError::Body(rejection.body_text().replace('\n', " "), status)
    }
}
