//! Jobs that are handed out under one token, and the results that come back: what is the same for
//! every kind of jobs.

use std::time::Duration;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, AckKind, Context, Message};
use futures_util::StreamExt;
use tokio::time::{Instant, sleep, timeout};

use super::{
    FETCH_TIMEOUT, JOBS, PATIENCE, Queue, QueueError, REQUEST_TIMEOUT, RESULTS, RETRY_DELAY, Topic,
    result_subject,
};

/// The largest number of results fetched at a time.
const BATCH: usize = 256;

/// How long a result may be kept before it is on disk: it may wait for those of earlier jobs, or for
/// the end of a search.
const RESULT_ACK_WAIT: Duration = Duration::from_secs(600);

/// Jobs of one topic under one token.
pub(crate) struct Handout<'a> {
    pub(crate) queue: &'a Queue,
    pub(crate) context: &'a Context,
    pub(crate) topic: Topic,
    /// Names it in messages.
    pub(crate) token: &'a str,
    /// The durable consumer of its results.
    pub(crate) consumer: String,
}

/// What came while results were waited for.
pub(crate) enum Incoming {
    /// These results; perhaps none.
    Results(Vec<Message>),
    /// The server has lost its streams, so what is open must be handed out again.
    StreamsLost,
}

impl Handout<'_> {
    /// Prepares the streams, and takes away the jobs of an earlier run that no worker has taken:
    /// what is open is published again. With a new consumer, what that run has received and not
    /// acknowledged is delivered again.
    pub(crate) async fn begin(&self) -> Result<(), QueueError> {
        self.queue.prepare(self.context).await?;
        let _ = self.context.delete_consumer_from_stream(&self.consumer, RESULTS).await;
        self.take_back().await
    }

    /// Takes away the jobs that no worker has taken.
    pub(crate) async fn take_back(&self) -> Result<(), QueueError> {
        self.purge(JOBS, self.topic.all_subjects(self.token)).await
    }

    /// Publishes a job. Waits for a server that is unavailable for a moment.
    pub(crate) async fn publish(&self, number: u64, job: &[u8]) -> Result<(), String> {
        let begun = Instant::now();
        loop {
            let subject = self.topic.subject(self.token, number);
            match self.queue.send(self.context, subject, job.to_vec()).await {
                Err(why) if begun.elapsed() >= PATIENCE => return Err(why),
                Err(_) => sleep(RETRY_DELAY).await,
                Ok(()) => return Ok(()),
            }
        }
    }

    /// Takes a job away, if no worker has it.
    pub(crate) async fn withdraw(&self, number: u64) -> Result<(), QueueError> {
        self.purge(JOBS, self.topic.subject(self.token, number)).await
    }

    /// Removes what is left: jobs, results, and the consumer.
    pub(crate) async fn clean_up(&self) -> Result<(), QueueError> {
        self.take_back().await?;
        let _ = self.context.delete_consumer_from_stream(&self.consumer, RESULTS).await;
        self.purge(RESULTS, result_subject(self.token)).await
    }

    async fn purge(&self, stream: &str, subject: String) -> Result<(), QueueError> {
        let refused = self.queue.refused();
        let stream =
            self.context.get_stream(stream).await.map_err(|error| refused(error.to_string()))?;
        let purged = stream.purge().filter(subject).await;
        purged.map(drop).map_err(|error| refused(error.to_string()))
    }

    /// The consumer of the results.
    pub(crate) async fn results(&self) -> Result<PullConsumer, QueueError> {
        let config = pull::Config {
            durable_name: Some(self.consumer.clone()),
            filter_subject: result_subject(self.token),
            ack_wait: RESULT_ACK_WAIT,
            max_ack_pending: -1,
            ..Default::default()
        };
        let made = self.context.create_consumer_on_stream(config, RESULTS).await;
        made.map_err(|error| self.queue.refused()(error.to_string()))
    }

    /// Waits a moment for results. Those that nobody signed are dropped.
    pub(crate) async fn fetch(&self, results: &PullConsumer) -> Incoming {
        let messages = fetch(results).await;
        if messages.is_empty() && streams_are_lost(self.context).await {
            return Incoming::StreamsLost;
        }
        let mut believed = Vec::with_capacity(messages.len());
        for message in messages {
            if self.queue.believes(&message) {
                believed.push(message);
            } else {
                self.drop_result(&message, "it is not signed by the key").await;
            }
        }
        Incoming::Results(believed)
    }

    /// Drops a result that cannot be used, and says why.
    pub(crate) async fn drop_result(&self, message: &Message, why: &str) {
        (self.queue.note)(&format!("a result is dropped: {why}"));
        let _ = message.ack_with(AckKind::Term).await;
    }
}

/// Whether the server answers, but does not know the streams any more.
async fn streams_are_lost(context: &Context) -> bool {
    use jetstream::ErrorCode;
    use jetstream::context::GetStreamErrorKind;
    let lost = |stream| async move {
        let found = context.get_stream(stream).await;
        found.is_err_and(|error| match error.kind() {
            GetStreamErrorKind::JetStream(error) => {
                error.error_code() == ErrorCode::STREAM_NOT_FOUND
            }
            _ => false,
        })
    };
    lost(RESULTS).await || lost(JOBS).await
}

/// Fetches the results that are there, or the first that comes before the timeout. Empty if the
/// server is unavailable for a moment.
async fn fetch(results: &PullConsumer) -> Vec<Message> {
    let mut come = Vec::new();
    match timeout(REQUEST_TIMEOUT, results.fetch().max_messages(BATCH).messages()).await {
        Ok(Ok(mut messages)) => {
            while let Ok(Some(Ok(message))) = timeout(REQUEST_TIMEOUT, messages.next()).await {
                come.push(message);
            }
        }
        _ => sleep(RETRY_DELAY).await,
    }
    let wait = results.batch().max_messages(1).expires(FETCH_TIMEOUT).messages();
    if come.is_empty()
        && let Ok(Ok(mut messages)) = timeout(REQUEST_TIMEOUT, wait).await
        && let Ok(Some(Ok(message))) = timeout(REQUEST_TIMEOUT, messages.next()).await
    {
        come.push(message);
    }
    come
}
