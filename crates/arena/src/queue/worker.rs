//! A worker: takes games from the queue, plays them, answers.

use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use search::Stop;

use super::{
    A_WHILE, Answer, GAMES, Job, PAUSE, Queue, QueueError, WORKERS, result_subject, runtime,
};

/// Plays games from the queue at this address, so many at a time, until it is stopped, which takes
/// effect between games. `each` is told of every game played, by its number and its event.
pub fn work(
    url: &str,
    threads: usize,
    stop: &Stop,
    each: &(dyn Fn(u32, &str) + Sync),
) -> Result<(), QueueError> {
    let queue = Queue { url: url.to_owned(), patience: Queue::PATIENCE };
    let runtime = runtime()?;
    let context = runtime.block_on(queue.connect())?;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (runtime, context) = (&runtime, &context);
            scope.spawn(move || {
                while !stop.is_stopped() {
                    if let Some((message, patience)) = runtime.block_on(next(context)) {
                        let answer = runtime.block_on(play(context, &message, patience));
                        if let Some(Answer::Played(sheet)) = answer {
                            each(sheet.number, &sheet.event);
                        }
                    }
                }
            });
        }
    });
    Ok(())
}

/// The next job, if one comes within a while, and how often it wants to hear from us.
async fn next(context: &Context) -> Option<(Message, Duration)> {
    let consumer: Result<PullConsumer, _> = context.get_consumer_from_stream(WORKERS, GAMES).await;
    let Ok(consumer) = consumer else {
        // There is no tournament yet, or the server is gone for a moment.
        tokio::time::sleep(PAUSE).await;
        return None;
    };
    let patience = consumer.cached_info().config.ack_wait;
    let batch = consumer.batch().max_messages(1).expires(A_WHILE).messages().await;
    let Ok(mut messages) = batch else {
        tokio::time::sleep(PAUSE).await;
        return None;
    };
    Some((messages.next().await?.ok()?, patience))
}

/// Plays a game, and gives its job back only when the server has the answer.
async fn play(context: &Context, message: &Message, patience: Duration) -> Option<Answer> {
    let Ok(job) = serde_json::from_slice::<Job>(&message.payload) else {
        // Written by another version of the program: for another worker.
        let _ = message.ack_with(AckKind::Nak(Some(patience))).await;
        return None;
    };
    let subject = result_subject(&job.token);
    let playing = tokio::task::spawn_blocking(move || job.play());
    let often = (patience / 3).max(Duration::from_millis(10));
    let mut still_here = tokio::time::interval_at(tokio::time::Instant::now() + often, often);
    tokio::pin!(playing);
    let answer = loop {
        tokio::select! {
            answer = &mut playing => break answer.ok()?,
            // If the server does not hear it, somebody else plays the game as well.
            _ = still_here.tick() => { let _ = message.ack_with(AckKind::Progress).await; }
        }
    };
    let text = serde_json::to_vec(&answer).ok()?;
    loop {
        if let Ok(sent) = context.publish(subject.clone(), text.clone().into()).await
            && sent.await.is_ok()
        {
            break;
        }
        tokio::time::sleep(PAUSE).await;
    }
    // Lost, it means that the game is played again and dropped.
    let _ = message.double_ack().await;
    Some(answer)
}
