//! A connection of the page, in place of a WebSocket.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc::UnboundedReceiver;

use super::message::{Outbox, Output};

/// A message as text.
pub(crate) type Utf8Bytes = String;

/// The server of a page is there as long as the page.
#[derive(Clone, Debug)]
pub(crate) struct ShutdownSignal;

/// An open connection.
#[derive(Debug)]
pub(crate) struct WebSocket {
    pub(super) socket: u64,
    pub(super) incoming: UnboundedReceiver<String>,
    pub(super) outbox: Outbox,
}

/// The connection that a request asks for; the extensions of a request must be `Clone`.
#[derive(Clone, Debug)]
pub(super) struct IncomingSocket(pub(super) Arc<Mutex<Option<WebSocket>>>);

/// A request for a connection.
#[derive(Debug)]
pub(crate) struct WebSocketUpgrade(WebSocket);

impl<S: Sync> FromRequestParts<S> for WebSocketUpgrade {
    type Rejection = StatusCode;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, StatusCode> {
        let incoming = parts.extensions.get::<IncomingSocket>();
        let socket = incoming.and_then(|IncomingSocket(it)| {
            it.lock().unwrap_or_else(PoisonError::into_inner).take()
        });
        socket.map(WebSocketUpgrade).ok_or(StatusCode::UPGRADE_REQUIRED)
    }
}

/// Opens a connection.
pub(crate) fn accept<F>(
    WebSocketUpgrade(socket): WebSocketUpgrade,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    socket.outbox.send(Output::Opened { socket: socket.socket });
    tokio::spawn(serve(socket));
    StatusCode::SWITCHING_PROTOCOLS.into_response()
}

/// A connection that is told when it ends.
#[derive(Debug)]
pub(crate) struct WsConnection(WebSocket);

/// What came from the page.
#[derive(Debug)]
pub(crate) enum WsEvent {
    Text(Utf8Bytes),
    #[expect(dead_code, reason = "only a network has frames without a message")]
    Ignored,
    Closed,
}

impl WsConnection {
    pub(crate) fn new(socket: WebSocket, _: ShutdownSignal) -> WsConnection {
        WsConnection(socket)
    }

    /// The next event.
    pub(crate) async fn recv(&mut self) -> WsEvent {
        self.0.incoming.recv().await.map_or(WsEvent::Closed, WsEvent::Text)
    }

    /// Sends a text message, which cannot fail.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Infallible> {
        self.0.outbox.send(Output::Message { socket: self.0.socket, text });
        Ok(())
    }
}

impl Drop for WsConnection {
    fn drop(&mut self) {
        self.0.outbox.send(Output::Closed { socket: self.0.socket });
    }
}
