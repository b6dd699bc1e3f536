//! Reading of bodies within a time, and no more than allowed. A client that sends its body byte by
//! byte holds nothing but its own connection.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tokio::time::timeout;

/// How long a body may take.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// Reads a body of at most so many bytes. An error is a status and one line.
pub async fn read_body(
    headers: &HeaderMap,
    body: Body,
    max_bytes: usize,
) -> Result<Bytes, (StatusCode, String)> {
    let too_large =
        || (StatusCode::PAYLOAD_TOO_LARGE, format!("a body has at most {max_bytes} bytes"));
    let announced = headers.get(CONTENT_LENGTH).and_then(|it| it.to_str().ok());
    if announced.and_then(|it| it.parse::<usize>().ok()).is_some_and(|bytes| bytes > max_bytes) {
        return Err(too_large());
    }
    match timeout(BODY_TIMEOUT, to_bytes(body, max_bytes)).await {
        // On any other read error the client is gone, so the status does not matter.
        Ok(read) => read.map_err(|_| too_large()),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the body did not come in time".to_owned())),
    }
}

/// Middleware that reads the body before anything else looks at it. `refuse` makes a response of a
/// status and one line.
pub async fn body_limit<R: IntoResponse>(
    max_bytes: usize,
    request: Request,
    next: Next,
    refuse: fn(StatusCode, String) -> R,
) -> Response {
    let (parts, body) = request.into_parts();
    match read_body(&parts.headers, body, max_bytes).await {
        Ok(bytes) => next.run(Request::from_parts(parts, Body::from(bytes))).await,
        Err((status, why)) => refuse(status, why).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    /// The clock stands still but for what is waited for, so this takes no time.
    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_is_given_up() {
        let begun = tokio::time::Instant::now();
        let never = Body::from_stream(stream::pending::<Result<Bytes, std::io::Error>>());
        let (status, why) = read_body(&HeaderMap::new(), never, 100).await.unwrap_err();
        assert_eq!((status, &*why), (StatusCode::REQUEST_TIMEOUT, "the body did not come in time"));
        assert!(begun.elapsed() >= BODY_TIMEOUT);
    }
}
