//! One WebSocket: texts in and out, a heartbeat, and a polite end when the server goes down.

use std::time::Duration;

use axum::extract::WebSocketUpgrade;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code};
use axum::response::Response;
use tokio::sync::watch;
use tokio::time::{Interval, MissedTickBehavior, interval};

/// The longest message a client may send.
const LONGEST: usize = 64 * 1024;
/// How often the other side is asked whether it is there.
const HEARTBEAT: Duration = Duration::from_secs(30);
/// After so many questions without an answer it is not.
const PATIENCE: u32 = 3;

/// What a socket needs of the server.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// True once the server goes down, which then waits until nobody listens here any more.
    pub(crate) closing: watch::Receiver<bool>,
}

/// A socket that is open.
pub(crate) struct OpenLine {
    socket: WebSocket,
    line: Line,
    heartbeat: Interval,
    unanswered: u32,
}

/// What came from the other side.
pub(crate) enum Heard {
    Text(Utf8Bytes),
    /// Nothing that matters.
    Nothing,
    /// Nothing ever again.
    End,
}

impl Line {
    /// Begins to talk.
    pub(crate) fn open(self, socket: WebSocket) -> OpenLine {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        OpenLine { socket, line: self, heartbeat, unanswered: 0 }
    }
}

/// Accepts a socket that does not send more than it should.
pub(crate) fn accept<F>(
    upgrade: WebSocketUpgrade,
    talk: impl FnOnce(WebSocket) -> F + Send + 'static,
) -> Response
where
    F: Future<Output = ()> + Send + 'static,
{
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(talk)
}

impl OpenLine {
    /// What comes next. Can be dropped at any time without losing anything.
    pub(crate) async fn hear(&mut self) -> Heard {
        tokio::select! {
            message = self.socket.recv() => {
                self.unanswered = 0;
                match message {
                    Some(Ok(Message::Text(text))) => Heard::Text(text),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Nothing,
                    Some(Ok(Message::Binary(_))) => {
                        self.close(close_code::UNSUPPORTED, "only text, please").await
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::End,
                }
            }
            _ = self.heartbeat.tick() => {
                self.unanswered += 1;
                let asked = self.socket.send(Message::Ping(Default::default())).await;
                if asked.is_err() || self.unanswered > PATIENCE { Heard::End } else { Heard::Nothing }
            }
            () = is_closing(&mut self.line.closing) => {
                self.close(close_code::AWAY, "the server goes down; the game is stored").await
            }
        }
    }

    /// Sends a text.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), axum::Error> {
        self.socket.send(Message::Text(text)).await
    }

    async fn close(&mut self, code: u16, reason: &'static str) -> Heard {
        // The other side may be gone already.
        let _ = self
            .socket
            .send(Message::Close(Some(CloseFrame { code, reason: reason.into() })))
            .await;
        Heard::End
    }
}

/// Waits until the server goes down.
async fn is_closing(closing: &mut watch::Receiver<bool>) {
    // A server that is not there any more has gone down too.
    let _ = closing.wait_for(|&closing| closing).await;
}
