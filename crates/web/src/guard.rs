//! Who may talk to the server, and what its answers tell a browser.
//!
//! A page from elsewhere must not play with a server on its visitor's own machine. So a request
//! must name a host that is really ours (or a name that leads here by trickery would pass), and if
//! a browser says which page it comes from, that page must be ours too.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::House;
use crate::refusal::Refusal;

/// What an answer allows a browser to do with it: as little as our page needs.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
         form-action 'self'; frame-ancestors 'none'",
    ),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    // The address of a table is its key.
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Lets a request in or not, and seals the answer.
pub(crate) async fn guard(State(house): State<House>, request: Request, next: Next) -> Response {
    let mut response = match admit(&house, &request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn admit(house: &House, request: &Request) -> Result<(), Refusal> {
    let header = |name| request.headers().get(name).map(HeaderValue::to_str);
    let host = match header(HOST) {
        Some(Ok(host)) => host,
        _ => request.uri().authority().map_or("", |authority| authority.as_str()),
    };
    if !is_ours(house.hosts(), name_of(host)) {
        return Err(Refusal::Foreign(format!("host `{}`", shorten(host))));
    }
    match header(ORIGIN) {
        None => Ok(()),
        Some(Ok(origin)) if origin.split_once("://").is_some_and(|(_, from)| from == host) => {
            Ok(())
        }
        Some(origin) => {
            Err(Refusal::Foreign(format!("origin `{}`", shorten(origin.unwrap_or("?")))))
        }
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or(rest, |(name, _)| name),
        None => host.split_once(':').map_or(host, |(name, _)| name),
    }
}

/// A bare address cannot be somebody else's name for us, and `localhost` is always this machine.
fn is_ours(hosts: &[String], name: &str) -> bool {
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
            assert!(is_ours(&hosts, name_of(host)), "{host}");
        }
        for host in ["", "evil.example", "evil.example:8123", "localhost.evil.example", "[::1"] {
            assert_eq!(is_ours(&hosts, name_of(host)), host == "[::1", "{host}");
        }
    }
}
