//! A worker: takes jobs from the queue, does them, publishes the results.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use spielwerk_search::StopFlag;
use tokio::time::{sleep, timeout};

use super::topic::is_token;
use super::{
    FETCH_TIMEOUT, JOBS, Queue, QueueError, REQUEST_TIMEOUT, RETRY_DELAY, Topic, result_subject,
    runtime,
};

/// How often a worker looks whether it shall stop.
const STOP_INTERVAL: Duration = Duration::from_millis(100);

/// Reads a job. Nothing, if it is of a kind or a version that it does not know: such a job is left to
/// other workers.
pub type Handler = Arc<dyn Fn(&[u8]) -> Option<Task> + Send + Sync>;

/// Does a job; nothing, if it is stopped before the end, or fails.
pub type Run = Box<dyn FnOnce(&StopFlag) -> Option<Answer> + Send>;

/// A job that can be done.
pub struct Task {
    /// The token that it was handed out under.
    pub token: String,
    /// What is published before it begins.
    pub begun: Option<Vec<u8>>,
    /// Does it, or else leaves it to others.
    pub run: Run,
}

/// The end of a job.
pub struct Answer {
    /// The result, to be published.
    pub payload: Vec<u8>,
    /// What was done, or why it was refused, for the user.
    pub note: Result<String, String>,
}

/// The threads of a worker that take jobs of one topic.
pub struct Subscription {
    /// Which jobs.
    pub topic: Topic,
    /// How many at a time.
    pub threads: usize,
    /// Does them.
    pub handler: Handler,
}

/// What a worker tells its user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerEvent<'a> {
    /// A job was done.
    Done {
        /// Which.
        what: &'a str,
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
    context: Context,
    stop: &'a StopFlag,
    each: &'a (dyn Fn(WorkerEvent) + Sync),
    /// Whether an unsigned job was reported: one line is enough.
    reported: AtomicBool,
}

/// Does jobs from a queue until it is stopped. Jobs under way are then left to other workers.
pub fn work(
    queue: &Queue,
    subscriptions: &[Subscription],
    stop: &StopFlag,
    each: &(dyn Fn(WorkerEvent) + Sync),
) -> Result<(), QueueError> {
    let runtime = runtime()?;
    let context = runtime.block_on(queue.connect())?;
    let worker = Worker { queue, context, stop, each, reported: AtomicBool::new(false) };
    std::thread::scope(|scope| {
        for subscription in subscriptions {
            for _ in 0..subscription.threads {
                let (runtime, worker) = (&runtime, &worker);
                scope.spawn(move || {
                    while !stop.is_stopped() {
                        runtime.block_on(worker.next(subscription));
                    }
                });
            }
        }
    });
    // A job under way may take long; it is not waited for.
    runtime.shutdown_background();
    Ok(())
}

/// The next job, if one comes before the timeout, and the time within which it needs progress.
async fn next_job(context: &Context, topic: Topic) -> Option<(Message, Duration)> {
    let consumer = context.get_consumer_from_stream(topic.consumer(), JOBS);
    let Ok(Ok(consumer)) = timeout(REQUEST_TIMEOUT, consumer).await else {
        // Nothing was handed out yet, or the server is unavailable for a moment.
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
    /// Does the next job, if there is one.
    async fn next(&self, subscription: &Subscription) {
        let Some((message, ack_wait)) = next_job(&self.context, subscription.topic).await else {
            return;
        };
        if !self.queue.believes(&message) {
            if !self.reported.swap(true, Relaxed) {
                (self.each)(WorkerEvent::Refused { why: "a job is not signed by the key" });
            }
            let _ = message.ack_with(AckKind::Term).await;
            return;
        }
        match (subscription.handler)(&message.payload) {
            Some(task) if is_token(&task.token) => self.handle(task, &message, ack_wait).await,
            // No result could be published.
            Some(_) => drop(message.ack_with(AckKind::Term).await),
            // Of another kind, or published by another version of the program.
            None => drop(message.ack_with(AckKind::Nak(Some(ack_wait))).await),
        }
    }

    /// Does a job, and acknowledges it once the server has the result.
    async fn handle(&self, task: Task, message: &Message, ack_wait: Duration) {
        let Task { token, begun, run } = task;
        let subject = result_subject(&token);
        if let Some(begun) = begun {
            // Only a hint to whoever handed it out: it may be lost.
            let sent = self.queue.send(&self.context, subject.clone(), begun);
            let _ = timeout(REQUEST_TIMEOUT, sent).await;
        }
        let Some(Answer { payload, note }) = self.run(run, message, ack_wait).await else {
            // It is stopped: another worker gets the job at once. Or it has failed: not at once again.
            let delay = (!self.stop.is_stopped()).then_some(ack_wait);
            let _ = timeout(REQUEST_TIMEOUT, message.ack_with(AckKind::Nak(delay))).await;
            return;
        };
        match &note {
            Ok(what) => (self.each)(WorkerEvent::Done { what }),
            Err(why) => (self.each)(WorkerEvent::Refused { why }),
        }
        while self.queue.send(&self.context, subject.clone(), payload.clone()).await.is_err() {
            if self.stop.is_stopped() {
                return;
            }
            sleep(RETRY_DELAY).await;
        }
        // If this is lost, the job is done again and its result dropped.
        let _ = timeout(REQUEST_TIMEOUT, message.double_ack()).await;
    }

    /// Does a job, with progress to the server; nothing, if the worker is stopped before its end.
    async fn run(&self, run: Run, message: &Message, ack_wait: Duration) -> Option<Answer> {
        let flag = self.stop.clone();
        let running = tokio::task::spawn_blocking(move || run(&flag));
        let interval = (ack_wait / 3).max(Duration::from_millis(10));
        let mut progress =
            tokio::time::interval_at(tokio::time::Instant::now() + interval, interval);
        let mut stop = tokio::time::interval(STOP_INTERVAL);
        tokio::pin!(running);
        loop {
            tokio::select! {
                answer = &mut running => return answer.ok()?,
                // If this is lost, another worker does the job as well.
                _ = progress.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
                _ = stop.tick() => if self.stop.is_stopped() { return None },
            }
        }
    }
}
