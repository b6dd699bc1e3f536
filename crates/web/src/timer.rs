//! Waiting until a moment, by the timer of the runtime.

use spielwerk_search::Instant;

/// Waits until a moment.
pub(crate) async fn sleep_until(when: Instant) {
    tokio::time::sleep_until(when.into()).await;
}
