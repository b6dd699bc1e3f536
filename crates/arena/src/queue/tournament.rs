//! The tournament's side of the queue: publishes jobs, collects results.

use std::collections::HashSet;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt;
use spielwerk_search::StopFlag;

use super::{
    FETCH_TIMEOUT, GAMES, Job, JobResult, Queue, QueueError, RESULTS, RETRY_DELAY, runtime,
};
use super::{game_subject, result_subject};
use crate::TournamentConfig;
use crate::record::{Event, GameRecord};
use crate::runner::{GameRunner, ScheduledGame};
use crate::tournament::TournamentError;

/// The largest number of results stored in one transaction.
const BATCH: usize = 256;
/// How often publishing a job is tried.
const MAX_ATTEMPTS: usize = 20;

impl Queue {
    /// Has these games played by the workers, and stores them as they come.
    pub(crate) fn play(
        &self,
        runner: &GameRunner,
        config: &TournamentConfig,
        event: &Event,
        games: &[ScheduledGame],
        stop: &StopFlag,
        store: &mut dyn FnMut(&[GameRecord]) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        let runtime = runtime()?;
        runtime.block_on(async {
            let context = self.connect().await?;
            self.prepare(&context).await?;
            // Jobs of an earlier run that no worker has taken are published again.
            self.purge(&context, event).await?;
            for scheduled in games {
                let job = Job::new(runner, config, event, scheduled)?;
                self.publish(&context, &job).await?;
            }
            let played = self.collect_results(&context, event, games, stop, store).await;
            if stop.is_stopped() || played.is_err() {
                self.purge(&context, event).await?;
            }
            played
        })
    }

    /// Publishes a job. Waits for a server that is unavailable for a moment.
    async fn publish(&self, context: &Context, job: &Job) -> Result<(), QueueError> {
        let refused = self.refused();
        let text = serde_json::to_vec(job).map_err(|error| refused(error.to_string()))?;
        let mut why = String::new();
        for _ in 0..MAX_ATTEMPTS {
            match context.publish(game_subject(&job.token), text.clone().into()).await {
                Ok(sent) => match sent.await {
                    Ok(_) => return Ok(()),
                    Err(error) => why = error.to_string(),
                },
                Err(error) => why = error.to_string(),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        Err(refused(why))
    }

    async fn purge(&self, context: &Context, event: &Event) -> Result<(), QueueError> {
        let refused = self.refused();
        let games = context.get_stream(GAMES).await.map_err(|error| refused(error.to_string()))?;
        let purged = games.purge().filter(game_subject(&event.token)).await;
        purged.map(drop).map_err(|error| refused(error.to_string()))
    }

    async fn collect_results(
        &self,
        context: &Context,
        event: &Event,
        games: &[ScheduledGame],
        stop: &StopFlag,
        store: &mut dyn FnMut(&[GameRecord]) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        let refused = self.refused();
        let config = pull::Config {
            durable_name: Some(format!("tournament-{}", event.token)),
            filter_subject: result_subject(&event.token),
            max_ack_pending: -1,
            ..Default::default()
        };
        let results: PullConsumer = context
            .create_consumer_on_stream(config, RESULTS)
            .await
            .map_err(|error| refused(error.to_string()))?;
        let mut open: HashSet<u32> =
            games.iter().map(|scheduled| scheduled.number as u32 + 1).collect();
        while !open.is_empty() && !stop.is_stopped() {
            let messages = fetch(&results).await;
            let mut records = Vec::with_capacity(messages.len());
            for message in &messages {
                match serde_json::from_slice(&message.payload) {
                    Ok(JobResult::Played(record)) => records.push(record),
                    Ok(JobResult::Refused { number, why }) => {
                        // Another worker may be able to, at the next try; this result is consumed.
                        let _ = message.ack().await;
                        return Err(QueueError::Unplayable { number, why }.into());
                    }
                    Err(error) => return Err(refused(format!("a result: {error}")).into()),
                }
            }
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
        Ok(())
    }
}

/// Fetches the results that are there, or the first that comes before the timeout. Empty if the
/// server is unavailable for a moment.
async fn fetch(results: &PullConsumer) -> Vec<jetstream::Message> {
    let mut come = Vec::new();
    match results.fetch().max_messages(BATCH).messages().await {
        Err(_) => tokio::time::sleep(RETRY_DELAY).await,
        Ok(mut messages) => {
            while let Some(Ok(message)) = messages.next().await {
                come.push(message);
            }
        }
    }
    if come.is_empty()
        && let Ok(mut messages) =
            results.batch().max_messages(1).expires(FETCH_TIMEOUT).messages().await
        && let Some(Ok(message)) = messages.next().await
    {
        come.push(message);
    }
    come
}
