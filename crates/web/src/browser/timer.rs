//! Waiting until a moment. The page has the timer: it is told when to send the next tick.

use std::cell::RefCell;
use std::time::Duration;

use spielwerk_search::Instant;
use tokio::sync::oneshot;

thread_local! {
    /// Who waits, and until when.
    static WAITING: RefCell<Vec<(Instant, oneshot::Sender<()>)>> = const { RefCell::new(Vec::new()) };
}

/// Waits until a moment.
pub(crate) async fn sleep_until(when: Instant) {
    let (sender, receiver) = oneshot::channel();
    WAITING.with_borrow_mut(|waiting| waiting.push((when, sender)));
    // The sender is kept until the moment has come.
    let _ = receiver.await;
}

/// Wakes all whose moment has come.
pub(super) fn fire(now: Instant) {
    WAITING.with_borrow_mut(|waiting| {
        for (_, sender) in waiting.extract_if(.., |(when, _)| *when <= now) {
            // Whoever waits no longer has dropped the receiver.
            let _ = sender.send(());
        }
    });
}

/// The time until the next moment for which somebody waits.
pub(super) fn next(now: Instant) -> Option<Duration> {
    WAITING.with_borrow_mut(|waiting| {
        waiting.retain(|(_, sender)| !sender.is_closed());
        let earliest = waiting.iter().map(|&(when, _)| when).min()?;
        Some(earliest.duration_since(now))
    })
}
