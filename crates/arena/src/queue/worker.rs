//! A worker: takes jobs from the queue, plays them, publishes the results.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use spielwerk_search::StopFlag;

use super::{
    FETCH_TIMEOUT, GAMES, Job, JobResult, Queue, QueueError, RETRY_DELAY, WORKERS, result_subject,
    runtime,
};

/// Plays games from the queue at this address, so many at a time, until it is stopped, which takes
/// effect between games. `each` receives the number and the event of every game played.
pub fn work(
    url: &str,
    threads: usize,
    stop: &StopFlag,
    each: &(dyn Fn(u32, &str) + Sync),
) -> Result<(), QueueError> {
    let queue = Queue { url: url.to_owned(), ack_wait: Queue::DEFAULT_ACK_WAIT };
    let runtime = runtime()?;
    let context = runtime.block_on(queue.connect())?;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (runtime, context) = (&runtime, &context);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    if let Some((message, ack_wait)) = runtime.block_on(next_job(context)) {
                        let result = runtime.block_on(play_job(context, &message, ack_wait));
                        if let Some(JobResult::Played(record)) = result {
                            each(record.number, &record.event);
                        }
                    }
                }
            });
        }
    });
    Ok(())
}

/// The next job, if one comes before the timeout, and the time within which it needs progress.
async fn next_job(context: &Context) -> Option<(Message, Duration)> {
    let consumer: Result<PullConsumer, _> = context.get_consumer_from_stream(WORKERS, GAMES).await;
    let Ok(consumer) = consumer else {
        // There is no tournament yet, or the server is unavailable for a moment.
        tokio::time::sleep(RETRY_DELAY).await;
        return None;
    };
    let ack_wait = consumer.cached_info().config.ack_wait;
    let batch = consumer.batch().max_messages(1).expires(FETCH_TIMEOUT).messages().await;
    let Ok(mut messages) = batch else {
        tokio::time::sleep(RETRY_DELAY).await;
        return None;
    };
    Some((messages.next().await?.ok()?, ack_wait))
}

/// Plays a game, and acknowledges its job once the server has the result.
async fn play_job(context: &Context, message: &Message, ack_wait: Duration) -> Option<JobResult> {
    let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
        // Published by another version of the program: leave it to another worker.
        let _ = message.ack_with(AckKind::Nak(Some(ack_wait))).await;
        return None;
    };
    let subject = result_subject(&job.token);
    let playing = tokio::task::spawn_blocking(move || job.play());
    let interval = (ack_wait / 3).max(Duration::from_millis(10));
    let mut progress = tokio::time::interval_at(tokio::time::Instant::now() + interval, interval);
    tokio::pin!(playing);
    let result = loop {
        tokio::select! {
            result = &mut playing => break result.ok()?,
            // If this is lost, another worker plays the game as well.
            _ = progress.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
        }
    };
    let text = serde_json::to_vec(&result).ok()?;
    loop {
        if let Ok(sent) = context.publish(subject.clone(), text.clone().into()).await
            && sent.await.is_ok()
        {
            break;
        }
        tokio::time::sleep(RETRY_DELAY).await;
    }
    // If this is lost, the game is played again and dropped.
    let _ = message.double_ack().await;
    Some(result)
}
