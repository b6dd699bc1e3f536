//! Middleware that checks the `Host` and `Origin` of requests and adds security headers.
//!
//! A page from another site must not use a server on its visitor's machine. So the `Host` must be
//! one of ours, against DNS rebinding, and the `Origin`, if there is one, must be the server itself,
//! against cross-site requests.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::api_error::ApiError;

/// Security headers: they allow as little as the page needs.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // Whoever knows the address of a session may play in it.
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Refuses foreign requests, and adds the security headers to every response.
pub(crate) async fn guard(
    State(app_state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match check(&app_state, &request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn check(app_state: &AppState, request: &Request) -> Result<(), ApiError> {
    let header = |name| request.headers().get(name).map(HeaderValue::to_str);
    let host = match header(HOST) {
        Some(Ok(host)) => host,
        _ => request.uri().authority().map_or("", |authority| authority.as_str()),
    };
    if !is_own_host(app_state.hosts(), host_name(host)) {
        return Err(ApiError::Forbidden(format!("host `{}`", shorten(host))));
    }
    match header(ORIGIN) {
        None => Ok(()),
        Some(Ok(origin)) if origin.split_once("://").is_some_and(|(_, from)| from == host) => {
            Ok(())
        }
        Some(origin) => {
            Err(ApiError::Forbidden(format!("origin `{}`", shorten(origin.unwrap_or("?")))))
        }
    }
}

/// A host without its port.
fn host_name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(name, _)| name),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    }
}

/// Whether a host name is allowed. DNS rebinding needs a name, so any IP address is, and
/// `localhost` is always this machine.
fn is_own_host(hosts: &[String], name: &str) -> bool {
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|host| host.eq_ignore_ascii_case(name))
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_an_address_or_a_name_of_ours() {
        let hosts = ["games.example".to_owned()];
        for host in ["localhost:8123", "127.0.0.1", "[::1]:8123", "192.168.0.7:80", "Games.Example"]
        {
            assert!(is_own_host(&hosts, host_name(host)), "{host}");
        }
        for host in ["", "evil.example", "evil.example:8123", "localhost.evil.example", "[::1"] {
            assert_eq!(is_own_host(&hosts, host_name(host)), host == "[::1", "{host}");
        }
    }
}
