//! Whether a request comes from the server's own pages.
//!
//! A page from another site must not use a server on its visitor's machine. So the `Host` must be
//! one of ours, against DNS rebinding, and the `Origin`, if there is one, must be the server itself,
//! against cross-site requests.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::header::{HOST, HeaderValue, ORIGIN};

/// Checks a request to a server that is reached under these host names. The error says what is
/// foreign.
///
/// ```
/// use axum::{body::Body, http::Request};
///
/// let request = |origin: &str| {
///     let builder = Request::get("/").header("host", "localhost:8123");
///     builder.header("origin", origin).body(Body::empty())
/// };
/// assert!(spielwerk_http::check_origin(&[], &request("http://localhost:8123")?).is_ok());
/// assert!(spielwerk_http::check_origin(&[], &request("https://example.org")?).is_err());
/// # Ok::<(), axum::http::Error>(())
/// ```
pub fn check_origin(hosts: &[String], request: &Request) -> Result<(), String> {
    let header = |name| request.headers().get(name).map(HeaderValue::to_str);
    let host = match header(HOST) {
        Some(Ok(host)) => host,
        _ => request.uri().authority().map_or("", |authority| authority.as_str()),
    };
    if !is_own_host(hosts, host_name(host)) {
        return Err(format!("host `{}`", shorten(host)));
    }
    match header(ORIGIN) {
        None => Ok(()),
        Some(Ok(origin)) if origin.split_once("://").is_some_and(|(_, from)| from == host) => {
            Ok(())
        }
        Some(origin) => Err(format!("origin `{}`", shorten(origin.unwrap_or("?")))),
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
