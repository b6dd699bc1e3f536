//! A guest's line to a table: what it sends is done, what happens is sent to it.

use axum::extract::ws::{Utf8Bytes, WebSocket};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::host::{refused, text};
use super::rooms::Guest;
use crate::socket::{Heard, Line};

/// Talks to a guest until it goes.
pub(crate) async fn talk(socket: WebSocket, guest: Guest, line: Line) {
    let mut line = line.open(socket);
    let (private, mut answers) = mpsc::unbounded_channel::<Utf8Bytes>();
    let Some(mut view) = guest.look().await else { return };
    if line.send(view.state).await.is_err() {
        return;
    }
    loop {
        let message = tokio::select! {
            heard = line.hear() => match heard {
                Heard::Text(said) => match obey(&guest, &said, private.clone()).await {
                    Some(refusal) => refusal,
                    None => continue,
                },
                Heard::Nothing => continue,
                Heard::End => return,
            },
            Some(answer) = answers.recv() => answer,
            news = view.news.recv() => match news {
                Ok(news) => news,
                // Too slow to hear everything: begin anew with all there is.
                Err(RecvError::Lagged(_)) => match guest.look().await {
                    Some(again) => {
                        view.news = again.news;
                        again.state
                    }
                    None => return,
                },
                Err(RecvError::Closed) => return,
            },
        };
        if line.send(message).await.is_err() {
            return;
        }
    }
}

/// Does what a guest says; what is not done is answered.
async fn obey(
    guest: &Guest,
    said: &str,
    private: mpsc::UnboundedSender<Utf8Bytes>,
) -> Option<Utf8Bytes> {
    match serde_json::from_str(said) {
        Ok(command) => guest.act(command, private).await.err().map(|why| text(&refused(&why))),
        Err(error) => Some(text(&refused(&error))),
    }
}
