//! Middleware that logs every request, with its status and time.
//!
//! Routes are logged, not addresses: whoever knows the address of a session may play in it. Bodies
//! are not logged either: some have passwords.

use axum::Router;
use axum::extract::{MatchedPath, Request};
use tower_http::LatencyUnit;
use tower_http::trace::{DefaultOnFailure, DefaultOnResponse, TraceLayer};
use tracing::{Level, Span, warn_span};

/// Logs requests at debug, and those at which the server fails at warn.
pub fn logged<S: Clone + Send + Sync + 'static>(router: Router<S>) -> Router<S> {
    router.layer(
        TraceLayer::new_for_http()
            .make_span_with(span)
            .on_request(())
            .on_response(DefaultOnResponse::new().level(Level::DEBUG).latency_unit(UNIT))
            .on_failure(DefaultOnFailure::new().level(Level::WARN).latency_unit(UNIT)),
    )
}

const UNIT: LatencyUnit = LatencyUnit::Micros;

/// The request that an event in the log belongs to, at the highest level of any such event.
fn span(request: &Request) -> Span {
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str);
    warn_span!("request", method = %request.method(), route)
}
