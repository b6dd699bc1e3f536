//! Clients that send their requests slowly or not at all.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use axum::routing::{get, post};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Reached only if something is broken.
const LONG: Duration = Duration::from_secs(60);

struct Server {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

async fn server() -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let refuse = |status: StatusCode, why: String| (status, why);
    let limited =
        move |request: Request, next: Next| spielwerk_http::body_limit(100, request, next, refuse);
    let router = Router::new()
        .route("/", get(|| async { "hello" }))
        .route("/echo", post(|body: String| async { body }))
        .layer(from_fn(limited));
    let (end, ended) = oneshot::channel();
    let until = async { drop(ended.await) };
    let task = tokio::spawn(spielwerk_http::serve(listener, router, until));
    Server { address, end, task }
}

impl Server {
    /// A connection on which this much was sent.
    async fn send(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        stream
    }

    /// The answer to a whole request.
    async fn ask(&self, request: &str) -> String {
        let mut stream = self.send(request).await;
        let mut answer = String::new();
        timeout(LONG, stream.read_to_string(&mut answer)).await.unwrap().unwrap();
        answer
    }
}

const HELLO: &str = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

#[tokio::test]
async fn half_sent_requests_keep_nobody_out() {
    let server = server().await;
    let mut half = Vec::new();
    for _ in 0..600 {
        half.push(server.send("GET / HTTP/1.1\r\nHost: loc").await);
    }
    assert!(server.ask(HELLO).await.ends_with("hello"));
}

#[tokio::test]
async fn a_half_sent_request_does_not_keep_the_server_from_ending() {
    let server = server().await;
    let _head = server.send("GET / HTTP/1.1\r\nHost: loc").await;
    let _body = server.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc").await;
    assert!(server.ask(HELLO).await.ends_with("hello"));
    server.end.send(()).unwrap();
    timeout(LONG, server.task).await.unwrap().unwrap().unwrap();
}

#[tokio::test]
async fn a_body_is_no_larger_than_allowed() {
    let server = server().await;
    let post = |body: &str| {
        format!(
            "POST /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    assert!(server.ask(&post("fine")).await.ends_with("fine"));
    let refused = server.ask(&post(&"x".repeat(101))).await;
    assert!(refused.starts_with("HTTP/1.1 413") && refused.ends_with("at most 100 bytes"));
}
