//! One WebSocket connection: text messages, ping and pong, and a close frame when the server shuts
//! down.

use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, close_code};
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

pub(crate) use axum::extract::WebSocketUpgrade;
pub(crate) use axum::extract::ws::{Utf8Bytes, WebSocket};

/// The longest message a client may send.
const MAX_MESSAGE: usize = 64 * 1024;
/// The time between two pings.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// After so many pings without an answer the connection counts as closed.
const MAX_UNANSWERED_PINGS: u32 = 3;

/// Tells connections that the server shuts down.
#[derive(Clone, Debug)]
pub(crate) struct ShutdownSignal {
    /// True once the server shuts down, which then waits until all receivers are dropped.
    pub(crate) closing: watch::Receiver<bool>,
}

/// An open WebSocket.
pub(crate) struct WsConnection {
    socket: WebSocket,
    shutdown: ShutdownSignal,
    heartbeat: Interval,
    unanswered: u32,
}

/// What came from the client.
pub(crate) enum WsEvent {
    Text(Utf8Bytes),
    /// A control frame or a tick of the heartbeat: nothing to do.
    Ignored,
    Closed,
}

/// Upgrades a request to a WebSocket with a limited message size.
pub(crate) fn accept<F>(
    upgrade: WebSocketUpgrade,
    serve: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    upgrade.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).on_upgrade(serve)
}

impl WsConnection {
    pub(crate) fn new(socket: WebSocket, shutdown: ShutdownSignal) -> WsConnection {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        WsConnection { socket, shutdown, heartbeat, unanswered: 0 }
    }

    /// The next event. Cancel-safe: the future can be dropped at any time without losing a message.
    pub(crate) async fn recv(&mut self) -> WsEvent {
        tokio::select! {
            message = self.socket.recv() => {
                self.unanswered = 0;
                match message {
                    Some(Ok(Message::Text(text))) => WsEvent::Text(text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => WsEvent::Ignored,
                    Some(Ok(Message::Binary(_))) => {
                        self.close(close_code::UNSUPPORTED, "only text, please").await
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => WsEvent::Closed,
                }
            }
            _ = self.heartbeat.tick() => {
                self.unanswered += 1;
                let sent = self.socket.send(Message::Ping(Default::default())).await;
                if sent.is_err() || self.unanswered > MAX_UNANSWERED_PINGS { WsEvent::Closed } else { WsEvent::Ignored }
            }
            () = closed(&mut self.shutdown.closing) => {
                self.close(close_code::AWAY, "the server shuts down; the game is stored").await
            }
        }
    }

    /// Sends a text message.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), axum::Error> {
        self.socket.send(Message::Text(text)).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> WsEvent {
        // The client may be gone already.
        let _ = self
            .socket
            .send(Message::Close(Some(CloseFrame { code, reason: reason.into() })))
            .await;
        WsEvent::Closed
    }
}

/// Waits until the server shuts down.
async fn closed(closing: &mut watch::Receiver<bool>) {
    // A dropped sender means the same.
    let _ = closing.wait_for(|&closing| closing).await;
}
