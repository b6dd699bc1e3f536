//! The tournament's side of the queue: hands out jobs, keeps answers.

use std::collections::HashSet;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt;
use search::Stop;

use super::{A_WHILE, Answer, GAMES, Job, PAUSE, Queue, QueueError, RESULTS, runtime};
use super::{game_subject, result_subject};
use crate::Plan;
use crate::hall::{Fixture, Hall};
use crate::record::{Event, Sheet};
use crate::tournament::TournamentError;

/// So many answers are kept in one go at most.
const BATCH: usize = 256;
/// So often a job is offered to a server that does not take it.
const TRIES: usize = 20;

impl Queue {
    /// Has these games played by whoever is there, and keeps them as they come.
    pub(crate) fn play(
        &self,
        hall: &Hall,
        plan: &Plan,
        event: &Event,
        games: &[Fixture],
        stop: &Stop,
        keep: &mut dyn FnMut(&[Sheet]) -> Result<(), TournamentError>,
    ) -> Result<(), TournamentError> {
        let runtime = runtime()?;
        runtime.block_on(async {
            let context = self.connect().await?;
            self.prepare(&context).await?;
            // What an earlier run handed out and nobody has taken is handed out again.
            self.take_back(&context, event).await?;
            for fixture in games {
                let job = Job::new(hall, plan, event, fixture)?;
                self.hand_out(&context, &job).await?;
            }
            let played = self.keep_all(&context, event, games, stop, keep).await;
            if stop.is_stopped() || played.is_err() {
                self.take_back(&context, event).await?;
            }
            played
        })
    }

    /// Puts a job on the queue. A server that is gone for a moment is waited for.
    async fn hand_out(&self, context: &Context, job: &Job) -> Result<(), QueueError> {
        let refused = self.refused();
        let text = serde_json::to_vec(job).map_err(|error| refused(error.to_string()))?;
        let mut why = String::new();
        for _ in 0..TRIES {
            match context.publish(game_subject(&job.token), text.clone().into()).await {
                Ok(sent) => match sent.await {
                    Ok(_) => return Ok(()),
                    Err(error) => why = error.to_string(),
                },
                Err(error) => why = error.to_string(),
            }
            tokio::time::sleep(PAUSE).await;
        }
        Err(refused(why))
    }

    async fn take_back(&self, context: &Context, event: &Event) -> Result<(), QueueError> {
        let refused = self.refused();
        let games = context.get_stream(GAMES).await.map_err(|error| refused(error.to_string()))?;
        let purged = games.purge().filter(game_subject(&event.token)).await;
        purged.map(drop).map_err(|error| refused(error.to_string()))
    }

    async fn keep_all(
        &self,
        context: &Context,
        event: &Event,
        games: &[Fixture],
        stop: &Stop,
        keep: &mut dyn FnMut(&[Sheet]) -> Result<(), TournamentError>,
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
            games.iter().map(|fixture| fixture.number as u32 + 1).collect();
        while !open.is_empty() && !stop.is_stopped() {
            let messages = some(&results).await;
            let mut sheets = Vec::with_capacity(messages.len());
            for message in &messages {
                match serde_json::from_slice(&message.payload) {
                    Ok(Answer::Played(sheet)) => sheets.push(sheet),
                    Ok(Answer::Refused { number, why }) => {
                        // Somebody else may be able to, at the next try; this answer is used up.
                        let _ = message.ack().await;
                        return Err(QueueError::Unplayable { number, why }.into());
                    }
                    Err(error) => return Err(refused(format!("an answer: {error}")).into()),
                }
            }
            if sheets.is_empty() {
                continue;
            }
            keep(&sheets)?;
            for sheet in &sheets {
                open.remove(&sheet.number);
            }
            for message in &messages {
                // An answer that comes again is dropped by its number.
                let _ = message.ack().await;
            }
        }
        Ok(())
    }
}

/// The answers that are there, or come within a while. A server that is gone for a moment has none.
async fn some(results: &PullConsumer) -> Vec<jetstream::Message> {
    let mut come = Vec::new();
    match results.fetch().max_messages(BATCH).messages().await {
        Err(_) => tokio::time::sleep(PAUSE).await,
        Ok(mut messages) => {
            while let Some(Ok(message)) = messages.next().await {
                come.push(message);
            }
        }
    }
    if come.is_empty()
        && let Ok(mut messages) = results.batch().max_messages(1).expires(A_WHILE).messages().await
        && let Some(Ok(message)) = messages.next().await
    {
        come.push(message);
    }
    come
}
