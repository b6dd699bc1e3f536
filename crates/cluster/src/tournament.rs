//! The tournament's side of the queue: hands out jobs, collects results.

use std::collections::HashSet;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, AckKind, Context};
use futures_util::StreamExt;
use spielwerk_arena::record::Event;
use spielwerk_arena::tournament::{Executor, RoundGames, StoreRecords, TournamentError};
use spielwerk_arena::{Job, JobResult};
use spielwerk_codecs::record::GameRecord;
use spielwerk_search::StopFlag;
use tokio::time::{Instant, sleep, timeout};

use super::{
    FETCH_TIMEOUT, GAMES, PATIENCE, Queue, QueueError, REQUEST_TIMEOUT, RESULTS, RETRY_DELAY,
    runtime,
};
use super::{game_subject, result_subject};

/// The largest number of results stored in one transaction.
const BATCH: usize = 256;

/// How collecting results ended.
#[derive(PartialEq, Eq)]
enum Collected {
    /// All games are stored, or the tournament was stopped.
    Done,
    /// The server has lost its streams, so the rest must be handed out again.
    StreamsLost,
}

impl Executor for Queue {
    fn play(
        &self,
        round: &RoundGames,
        stop: &StopFlag,
        store: &mut StoreRecords,
    ) -> Result<(), TournamentError> {
        let runtime = runtime()?;
        runtime.block_on(async {
            let context = self.connect().await?;
            let mut open: HashSet<u32> = round.numbers().collect();
            let played = self.play_open(&context, round, &mut open, stop, store).await;
            // Done or abandoned, nobody needs what is left of it. A server that does not answer
            // drops it by its age.
            let _ = timeout(REQUEST_TIMEOUT, self.clean_up(&context, round.event())).await;
            played
        })
    }
}

impl From<QueueError> for TournamentError {
    fn from(error: QueueError) -> TournamentError {
        TournamentError::Executor(error.into())
    }
}

impl Queue {
    /// Hands out the open games and collects their results, until none is open.
    async fn play_open(
        &self,
        context: &Context,
        round: &RoundGames<'_>,
        open: &mut HashSet<u32>,
        stop: &StopFlag,
        store: &mut StoreRecords<'_>,
    ) -> Result<(), TournamentError> {
        loop {
            self.prepare(context).await?;
            // Jobs of an earlier run that no worker has taken are published again.
            self.purge(context, GAMES, game_subject(&round.event().token)).await?;
            self.hand_out(context, round, open, stop).await?;
            match self.collect_results(context, round, open, stop, store).await? {
                Collected::Done => return Ok(()),
                Collected::StreamsLost => (self.note)(
                    "the NATS server has lost its streams; the rest of the games is handed out again",
                ),
            }
        }
    }

    async fn hand_out(
        &self,
        context: &Context,
        round: &RoundGames<'_>,
        open: &HashSet<u32>,
        stop: &StopFlag,
    ) -> Result<(), TournamentError> {
        let jobs = round.numbers().zip(round.jobs()).filter(|(number, _)| open.contains(number));
        for (sent, (_, job)) in jobs.enumerate() {
            if stop.is_stopped() {
                break;
            }
            self.publish(context, &job?).await.map_err(|why| QueueError::Gone {
                url: self.url.clone(),
                why,
                sent,
                all: open.len(),
            })?;
        }
        Ok(())
    }

    /// Publishes a job. Waits for a server that is unavailable for a moment.
    async fn publish(&self, context: &Context, job: &Job) -> Result<(), String> {
        let text = serde_json::to_vec(job).map_err(|error| error.to_string())?;
        let begun = Instant::now();
        loop {
            match self.send(context, game_subject(job.token()), text.clone()).await {
                Err(why) if begun.elapsed() >= PATIENCE => return Err(why),
                Err(_) => sleep(RETRY_DELAY).await,
                Ok(()) => return Ok(()),
            }
        }
    }

    async fn purge(
        &self,
        context: &Context,
        stream: &str,
        subject: String,
    ) -> Result<(), QueueError> {
        let refused = self.refused();
        let stream =
            context.get_stream(stream).await.map_err(|error| refused(error.to_string()))?;
        let purged = stream.purge().filter(subject).await;
        purged.map(drop).map_err(|error| refused(error.to_string()))
    }

    /// Removes what a tournament has left: jobs, results, and its consumer.
    async fn clean_up(&self, context: &Context, event: &Event) -> Result<(), QueueError> {
        self.purge(context, GAMES, game_subject(&event.token)).await?;
        let _ = context.delete_consumer_from_stream(consumer_name(event), RESULTS).await;
        self.purge(context, RESULTS, result_subject(&event.token)).await
    }

    async fn collect_results(
        &self,
        context: &Context,
        round: &RoundGames<'_>,
        open: &mut HashSet<u32>,
        stop: &StopFlag,
        store: &mut StoreRecords<'_>,
    ) -> Result<Collected, TournamentError> {
        let event = round.event();
        let config = pull::Config {
            durable_name: Some(consumer_name(event)),
            filter_subject: result_subject(&event.token),
            max_ack_pending: -1,
            ..Default::default()
        };
        let refused = self.refused();
        let results: PullConsumer = context
            .create_consumer_on_stream(config, RESULTS)
            .await
            .map_err(|error| refused(error.to_string()))?;
        while !open.is_empty() && !stop.is_stopped() {
            let messages = fetch(&results).await;
            if messages.is_empty() && self.streams_are_lost(context).await {
                return Ok(Collected::StreamsLost);
            }
            let records = self.read(&messages).await?;
            if records.is_empty() {
                continue;
            }
            store(&records)?;
            for record in &records {
                open.remove(&record.number);
            }
            for message in &messages {
                // A result that is delivered again is dropped by its number.
                let _ = message.ack().await;
            }
        }
        Ok(Collected::Done)
    }

    /// The games in these messages. What cannot be read or is not signed is dropped.
    async fn read(&self, messages: &[jetstream::Message]) -> Result<Vec<GameRecord>, QueueError> {
        let mut records = Vec::with_capacity(messages.len());
        for message in messages {
            let result = serde_json::from_slice(&message.payload);
            let result = result.map_err(|error| format!("a result is dropped: {error}"));
            let unsigned = || "a result is dropped: it is not signed by the key".to_owned();
            match if self.believes(message) { result } else { Err(unsigned()) } {
                Ok(JobResult::Played(record)) => records.push(record),
                Ok(JobResult::Refused { number, why }) => {
                    // Another worker may be able to, at the next try; this result is consumed.
                    let _ = message.ack().await;
                    return Err(QueueError::Unplayable { number, why });
                }
                Err(why) => {
                    (self.note)(&why);
                    let _ = message.ack_with(AckKind::Term).await;
                }
            }
        }
        Ok(records)
    }

    /// Whether the server answers, but does not know the streams any more.
    async fn streams_are_lost(&self, context: &Context) -> bool {
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
        lost(RESULTS).await || lost(GAMES).await
    }
}

fn consumer_name(event: &Event) -> String {
    format!("tournament-{}", event.token)
}

/// Fetches the results that are there, or the first that comes before the timeout. Empty if the
/// server is unavailable for a moment.
async fn fetch(results: &PullConsumer) -> Vec<jetstream::Message> {
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
