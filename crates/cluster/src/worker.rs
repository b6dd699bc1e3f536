//! A worker: takes jobs from the queue, plays them, publishes the results.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use spielwerk_arena::{Job, JobResult};
use spielwerk_engines::NamedEngines;
use spielwerk_search::StopFlag;
use tokio::time::{sleep, timeout};

use super::{
    FETCH_TIMEOUT, GAMES, Queue, QueueError, REQUEST_TIMEOUT, RETRY_DELAY, WORKERS, result_subject,
    runtime,
};

/// How often a worker looks whether it shall stop.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// What a worker tells its user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerEvent<'a> {
    /// A game was played.
    Played {
        /// The number of the game.
        number: u32,
        /// Its event.
        event: &'a str,
    },
    /// A job was refused.
    Refused {
        /// Why.
        why: &'a str,
    },
}

/// A worker of one queue.
struct Worker<'a> {
    queue: &'a Queue,
    engines: &'a NamedEngines,
    stop: &'a StopFlag,
    each: &'a (dyn Fn(WorkerEvent) + Sync),
    /// Whether an unsigned job was reported: one line is enough.
    reported: AtomicBool,
}

/// Plays games from a queue, so many at a time, until it is stopped. Games under way are then left
/// to other workers. Of external programs it starts only those that it was told of by name.
pub fn work(
    queue: &Queue,
    threads: usize,
    engines: &NamedEngines,
    stop: &StopFlag,
    each: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<(), QueueError> {
    let runtime = runtime()?;
    let context = runtime.block_on(queue.connect())?;
    let worker = Worker { queue, engines, stop, each, reported: AtomicBool::new(false) };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (runtime, context, worker) = (&runtime, &context, &worker);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    if let Some((message, ack_wait)) = runtime.block_on(next_job(context)) {
                        runtime.block_on(worker.handle(context, &message, ack_wait));
                    }
                }
            });
        }
    });
    // A game under way may take long; it is not waited for.
    runtime.shutdown_background();
    Ok(())
}

/// The next job, if one comes before the timeout, and the time within which it needs progress.
async fn next_job(context: &Context) -> Option<(Message, Duration)> {
    let consumer = context.get_consumer_from_stream(WORKERS, GAMES);
    let Ok(Ok(consumer)) = timeout(REQUEST_TIMEOUT, consumer).await else {
        // There is no tournament yet, or the server is unavailable for a moment.
        sleep(RETRY_DELAY).await;
        return None;
    };
    let consumer: PullConsumer = consumer;
    let ack_wait = consumer.cached_info().config.ack_wait;
    let batch = consumer.batch().max_messages(1).expires(FETCH_TIMEOUT).messages();
    let Ok(Ok(mut messages)) = timeout(REQUEST_TIMEOUT, batch).await else {
        sleep(RETRY_DELAY).await;
        return None;
    };
    let message = timeout(REQUEST_TIMEOUT, messages.next()).await.ok()??.ok()?;
    Some((message, ack_wait))
}

impl Worker<'_> {
    /// Plays the game of a message, and acknowledges it once the server has the result.
    async fn handle(&self, context: &Context, message: &Message, ack_wait: Duration) {
        if !self.queue.believes(message) {
            if !self.reported.swap(true, Relaxed) {
                (self.each)(WorkerEvent::Refused { why: "a job is not signed by the key" });
            }
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
            // Published by another version of the program: leave it to another worker.
            let _ = message.ack_with(AckKind::Nak(Some(ack_wait))).await;
            return;
        };
        let subject = result_subject(job.token());
        let Some(result) = self.play(job, message, ack_wait).await else {
            // It is stopped: another worker gets the game at once.
            let _ = timeout(REQUEST_TIMEOUT, message.ack_with(AckKind::Nak(None))).await;
            return;
        };
        match &result {
            JobResult::Played(record) => {
                let event = WorkerEvent::Played { number: record.number, event: &record.event };
                (self.each)(event);
            }
            JobResult::Refused { why, .. } => (self.each)(WorkerEvent::Refused { why }),
        }
        // Plain data with text keys can always be written as JSON.
        let text = serde_json::to_vec(&result).unwrap_or_default();
        while self.queue.send(context, subject.clone(), text.clone()).await.is_err() {
            if self.stop.is_stopped() {
                return;
            }
            sleep(RETRY_DELAY).await;
        }
        // If this is lost, the game is played again and dropped.
        let _ = timeout(REQUEST_TIMEOUT, message.double_ack()).await;
    }

    /// Plays a job, with progress to the server; nothing, if the worker is stopped before its end.
    async fn play(&self, job: Job, message: &Message, ack_wait: Duration) -> Option<JobResult> {
        let engines = self.engines.clone();
        let playing = tokio::task::spawn_blocking(move || job.play(&engines));
        let interval = (ack_wait / 3).max(Duration::from_millis(10));
        let mut progress =
            tokio::time::interval_at(tokio::time::Instant::now() + interval, interval);
        let mut stop = tokio::time::interval(STOP_INTERVAL);
        tokio::pin!(playing);
        loop {
            tokio::select! {
                result = &mut playing => return result.ok(),
                // If this is lost, another worker plays the game as well.
                _ = progress.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
                _ = stop.tick() => if self.stop.is_stopped() { return None },
            }
        }
    }
}
