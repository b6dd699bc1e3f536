//! What is answered instead of 200, in the form of the original server.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::play::ActError;
use crate::aisysproj::wire::Refusal;

/// A request that is not done.
#[derive(Debug)]
pub(super) struct Refused {
    status: StatusCode,
    why: String,
}

impl Refused {
    pub(super) fn new(status: StatusCode, why: impl Into<String>) -> Refused {
        Refused { status, why: why.into() }
    }

    pub(super) fn bad_request(why: String) -> Refused {
        Refused::new(StatusCode::BAD_REQUEST, why)
    }

    pub(super) fn unauthorized(why: &str) -> Refused {
        Refused::new(StatusCode::UNAUTHORIZED, why)
    }

    /// What the original calls the status: some have changed their names since.
    fn name(&self) -> &'static str {
        match self.status {
            StatusCode::PAYLOAD_TOO_LARGE => "Request Entity Too Large",
            status => status.canonical_reason().unwrap_or("Error"),
        }
    }
}

/// The owner of the server reads what is wrong; a client need not know where the store is.
impl From<arena::StoreError> for Refused {
    fn from(error: arena::StoreError) -> Refused {
        eprintln!("{error}");
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, "the server cannot use its store")
    }
}

impl From<ActError> for Refused {
    fn from(error: ActError) -> Refused {
        Refused::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let body = Refusal {
            errorcode: self.status.as_u16(),
            errorname: self.name().into(),
            description: self.why,
        };
        (self.status, Json(body)).into_response()
    }
}
