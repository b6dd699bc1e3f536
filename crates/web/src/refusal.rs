//! Why a request is not answered: a status for programs, one line for people.
//!
//! Everything that can be wrong with a request ends here, over HTTP as a status with JSON, over a
//! WebSocket as a message; nothing from outside makes the server panic.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use games::{MoveError, PositionError, UnknownGame};
use players::SpecError;
use serde_json::json;
use thiserror::Error;

use crate::ledger::LedgerError;

/// Why a request is not answered.
#[derive(Debug, Error)]
pub(crate) enum Refusal {
    #[error(transparent)]
    Game(#[from] UnknownGame),
    #[error("there is no table `{0}`")]
    Table(String),
    #[error("there is no match or tournament {0}")]
    Event(i64),
    #[error("match or tournament {event} has no game {number}")]
    NoGame { event: i64, number: u32 },
    #[error("there is no run {0}")]
    Run(i64),
    #[error("there is nothing at `{0}`; the interface is described in docs/api.md")]
    Nothing(String),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {number}: {error}")]
    Moves { number: usize, error: MoveError },
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(transparent)]
    Player(#[from] SpecError),
    /// A field of a request that makes no sense.
    #[error("{0}")]
    Nonsense(String),
    /// A request that makes sense, but not now.
    #[error("{0}")]
    NotNow(&'static str),
    #[error("a request from {0} is refused: this server answers only its own page")]
    Foreign(String),
    #[error("{0}")]
    Body(String, StatusCode),
    #[error("this could not be read: {0}")]
    Unread(String),
    #[error("the server broke down over this request")]
    Broken,
    #[error("the game could not be stored: {0}")]
    Store(#[from] LedgerError),
}

impl Refusal {
    pub(crate) fn nonsense(why: impl Into<String>) -> Refusal {
        Refusal::Nonsense(why.into())
    }

    fn status(&self) -> StatusCode {
        match self {
            Refusal::Game(_) | Refusal::Table(_) | Refusal::Nothing(_) => StatusCode::NOT_FOUND,
            Refusal::Event(_) | Refusal::NoGame { .. } | Refusal::Run(_) => StatusCode::NOT_FOUND,
            Refusal::Position(_) | Refusal::Moves { .. } | Refusal::Move(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Refusal::Player(_) | Refusal::Nonsense(_) => StatusCode::BAD_REQUEST,
            Refusal::NotNow(_) => StatusCode::CONFLICT,
            Refusal::Foreign(_) => StatusCode::FORBIDDEN,
            Refusal::Body(_, status) => *status,
            Refusal::Store(_) | Refusal::Unread(_) => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(json!({ "error": self.to_string() }))).into_response()
    }
}

impl From<PathRejection> for Refusal {
    fn from(rejection: PathRejection) -> Refusal {
        Refusal::nonsense(rejection.body_text())
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Refusal {
        Refusal::nonsense(rejection.body_text())
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Refusal {
        let status = match rejection.status() {
            // JSON of another form than we asked for is nonsense; 422 is for the rules.
            StatusCode::UNPROCESSABLE_ENTITY => StatusCode::BAD_REQUEST,
            other => other,
        };
        Refusal::Body(rejection.body_text().replace('\n', " "), status)
    }
}
