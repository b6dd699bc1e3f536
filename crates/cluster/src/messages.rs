//! Messages with signatures: sending them, and telling which to believe.

use async_nats::HeaderMap;
use async_nats::jetstream::{Context, Message};

use crate::{Queue, signature};

impl Queue {
    /// Publishes a message, signed if there is a key. Returns why it failed.
    pub(crate) async fn send(
        &self,
        context: &Context,
        subject: String,
        payload: Vec<u8>,
    ) -> Result<(), String> {
        let mut headers = HeaderMap::new();
        if let Some(key) = &self.access.key {
            headers.insert(signature::HEADER, key.sign(&subject, &payload).as_str());
        }
        let sent = context.publish_with_headers(subject, headers, payload.into()).await;
        sent.map_err(|error| error.to_string())?.await.map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Whether a message may be believed: it is signed, or there is no key.
    pub(crate) fn believes(&self, message: &Message) -> bool {
        let Some(key) = &self.access.key else { return true };
        let signature = message.headers.as_ref().and_then(|headers| headers.get(signature::HEADER));
        signature.is_some_and(|signature| {
            key.verifies(&message.subject, &message.payload, signature.as_str())
        })
    }
}
