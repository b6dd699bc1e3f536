//! HTTP errors, in the form of the original server.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tracing::error;

use super::play::ActError;
use spielwerk_codecs::aisysproj::ErrorBody;

/// A response other than 200.
#[derive(Debug)]
pub(super) struct HttpError {
    status: StatusCode,
    why: String,
}

impl HttpError {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> HttpError {
        HttpError { status, why: why.into() }
    }

    pub(super) fn bad_request(why: String) -> HttpError {
        HttpError::new(StatusCode::BAD_REQUEST, why)
    }

    pub(super) fn unauthorized(why: &str) -> HttpError {
        HttpError::new(StatusCode::UNAUTHORIZED, why)
    }

    /// The original's name of the status: some have changed their names since.
    fn name(&self) -> &'static str {
        match self.status {
            StatusCode::PAYLOAD_TOO_LARGE => "Request Entity Too Large",
            status => status.canonical_reason().unwrap_or("Error"),
        }
    }
}

/// The details go to the log; a client need not know where the store is.
impl From<spielwerk_arena::StoreError> for HttpError {
    fn from(error: spielwerk_arena::StoreError) -> HttpError {
        error!(%error, "the store has failed");
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, "the server cannot use its store")
    }
}

impl From<ActError> for HttpError {
    fn from(error: ActError) -> HttpError {
        error!(%error, "a run cannot go on");
        HttpError::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let body = ErrorBody {
            errorcode: self.status.as_u16(),
            errorname: self.name().into(),
            description: self.why,
        };
        (self.status, Json(body)).into_response()
    }
}
