//! A client's WebSocket to a session: commands come in, states and analyses go out.

use tokio::sync::broadcast::error::RecvError;
use tokio::sync::mpsc;

use super::actor::{refused, text};
use super::sessions::SessionHandle;
use crate::socket::{ShutdownSignal, Utf8Bytes, WebSocket, WsConnection, WsEvent};

/// Serves a client until it disconnects.
pub(crate) async fn serve(socket: WebSocket, handle: SessionHandle, shutdown: ShutdownSignal) {
    let mut connection = WsConnection::new(socket, shutdown);
    let (replies, mut reply_receiver) = mpsc::unbounded_channel::<Utf8Bytes>();
    let Some(mut subscription) = handle.subscribe().await else { return };
    if connection.send(subscription.state).await.is_err() {
        return;
    }
    loop {
        let message = tokio::select! {
            event = connection.recv() => match event {
                WsEvent::Text(command) => match execute(&handle, &command, replies.clone()).await {
                    Some(error) => error,
                    None => continue,
                },
                WsEvent::Ignored => continue,
                WsEvent::Closed => return,
            },
            Some(reply) = reply_receiver.recv() => reply,
            update = subscription.updates.recv() => match update {
                Ok(update) => update,
                // The client is too slow and has missed updates: send the whole state again.
                Err(RecvError::Lagged(_)) => match handle.subscribe().await {
                    Some(again) => {
                        subscription.updates = again.updates;
                        again.state
                    }
                    None => return,
                },
                Err(RecvError::Closed) => return,
            },
        };
        if connection.send(message).await.is_err() {
            return;
        }
    }
}

/// Executes a client's command; the error message, if it is refused.
async fn execute(
    handle: &SessionHandle,
    message: &str,
    replies: mpsc::UnboundedSender<Utf8Bytes>,
) -> Option<Utf8Bytes> {
    match serde_json::from_str(message) {
        Ok(command) => {
            handle.execute(command, replies).await.err().map(|error| text(&refused(&error)))
        }
        Err(error) => Some(text(&refused(&error))),
    }
}
