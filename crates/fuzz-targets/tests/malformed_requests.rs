//! Both servers, over real sockets, against requests that are broken anywhere: in the request line,
//! in a header, in the body, or off in the middle. Each gets an answer below 500 or a closed
//! connection, and afterwards the server answers as before.
//!
//! `SPIELWERK_TEST_REQUESTS` says how many for each server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod mutation;

use std::net::SocketAddr;
use std::time::Duration;

use mutation::Mutator;
use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::Server;
use spielwerk_web::AppState;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;

/// Reached only if something hangs.
const LONG: Duration = Duration::from_secs(60);

#[tokio::test]
async fn the_web_app_survives_malformed_requests() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let state = AppState::open(store, 1).unwrap();
    tokio::spawn(async { spielwerk_web::serve(listener, state, std::future::pending()).await });
    let seats = r#"{"game":"halma","seats":[{"person":""},{"person":""}]}"#;
    let moves = r#"{"game":"fanorona","position":"start","moves":["e3-d3"]}"#;
    let seeds = [
        request("GET", "/", ""),
        request("GET", "/api/games", ""),
        request("GET", "/api/games/fanorona/board", ""),
        request("GET", "/api/sessions/abcdefgh/live", ""),
        request("POST", "/api/sessions", seats),
        request("POST", "/api/position", moves),
        request("POST", "/api/export", moves),
    ];
    survives("web", address, &seeds, "/api/games").await;
}

#[tokio::test]
async fn the_practice_server_survives_malformed_requests() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let server = Server::new(store, Some(1)).unwrap();
    let config = server.register("agent", &format!("http://{address}"), false).unwrap().remove(0);
    tokio::spawn(async move { server.serve(listener, std::future::pending()).await });
    let act = format!("/act/{}", config.environment);
    let body = format!(
        r#"{{"agent":"agent","pwd":"{}","actions":[],"parallel_runs":false}}"#,
        config.password.expose()
    );
    let seeds = [
        request("GET", "/", ""),
        request("GET", &format!("/env/{}", config.environment), ""),
        request("PUT", &act, &body),
        request(
            "PUT",
            &act,
            &body.replace("[]", r#"[{"run":"7","act_no":0,"action":[[0,0],[1,1]]}]"#),
        ),
    ];
    survives("practice", address, &seeds, "/").await;
}

/// A whole request.
fn request(method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Sends the seeds, then mutations of them, then asks for `alive` once more.
async fn survives(name: &str, address: SocketAddr, seeds: &[Vec<u8>], alive: &str) {
    let count = std::env::var("SPIELWERK_TEST_REQUESTS").map_or(300, |it| it.parse().unwrap());
    let mut mutator = Mutator::new(name);
    let mut refused = 0;
    for nth in 0..seeds.len() + count {
        let data = seeds.get(nth).cloned().unwrap_or_else(|| mutator.mutate(seeds));
        let status = status(&answer(address, &data, Then::HangUp).await);
        assert!(status.is_none_or(|it| it < 500), "{status:?} for b\"{}\"", data.escape_ascii());
        refused += u32::from(status.is_none_or(|it| it >= 400));
    }
    let last = answer(address, &request("GET", alive, ""), Then::Wait).await;
    assert_eq!(status(&last), Some(200), "{name} no longer answers");
    println!("{name}: {count} requests, {refused} of them refused, none failed");
}

/// What a client does after its bytes: a server may drop a request whose client has hung up.
#[derive(PartialEq)]
enum Then {
    HangUp,
    Wait,
}

/// What the server sends to these bytes until it closes the connection.
async fn answer(address: SocketAddr, data: &[u8], then: Then) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).await.unwrap();
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(data).await;
    if then == Then::HangUp {
        let _ = stream.shutdown().await;
    }
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let ended = timeout(LONG, read).await;
    assert!(ended.is_ok(), "no end after b\"{}\"", data.escape_ascii());
    answer
}

/// The status of an answer, if there is one.
fn status(answer: &[u8]) -> Option<u16> {
    let line = answer.strip_prefix(b"HTTP/1.1 ")?;
    std::str::from_utf8(line.get(..3)?).ok()?.parse().ok()
}
