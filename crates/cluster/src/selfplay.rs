//! Self-play's side of the queue: hands out batches, appends what comes back to the file of samples.

use std::collections::HashMap;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{Context, Message};
use spielwerk_arena::selfplay::{SelfPlayError, SelfPlayHandout, SelfPlayJob, SelfPlayResult};
use spielwerk_search::StopFlag;
use thiserror::Error;
use tokio::time::timeout;

use super::handout::{Handout, Incoming};
use super::{Queue, QueueError, REQUEST_TIMEOUT, Topic, runtime};

/// Why self-play on a queue has ended early.
#[derive(Debug, Error)]
pub enum SelfPlayQueueError {
    /// The queue cannot be used.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// There are no games, or they cannot be written.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// The server has gone away while batches were handed out.
    #[error(
        "the NATS server at {url} does not answer any more: {why}; the same command goes on with the \
         games that are missing"
    )]
    Gone {
        /// Where.
        url: String,
        /// What the system says.
        why: String,
    },
}

impl Queue {
    /// Lets workers play until the file has all games, or until it is stopped. `each` receives the
    /// number of games in the file whenever there are more.
    pub fn selfplay(
        &self,
        games: &mut SelfPlayHandout,
        stop: &StopFlag,
        each: &mut dyn FnMut(u64),
    ) -> Result<(), SelfPlayQueueError> {
        let runtime = runtime()?;
        runtime.block_on(async {
            let context = self.connect().await?;
            let token = games.token().to_owned();
            let handout = self.selfplay_handout(&context, &token);
            let played = handout.play_batches(games, stop, each).await;
            // Done or stopped, nobody needs what is left of it. A server that does not answer drops
            // it by its age.
            let _ = timeout(REQUEST_TIMEOUT, handout.clean_up()).await;
            played
        })
    }

    fn selfplay_handout<'a>(&'a self, context: &'a Context, token: &'a str) -> Handout<'a> {
        let consumer = format!("selfplay-{token}");
        Handout { queue: self, context, topic: Topic::Games, token, consumer }
    }
}

impl Handout<'_> {
    /// Hands out batches and collects their results, until the file has all games.
    async fn play_batches(
        &self,
        games: &mut SelfPlayHandout<'_>,
        stop: &StopFlag,
        each: &mut dyn FnMut(u64),
    ) -> Result<(), SelfPlayQueueError> {
        games.more();
        loop {
            self.begin().await?;
            self.hand_out_batches(games.missing(), stop).await?;
            let results = self.results().await?;
            if self.collect_batches(&results, games, stop, each).await? {
                return Ok(());
            }
            (self.queue.note)(
                "the NATS server has lost its streams; the rest of the games is handed out again",
            );
        }
    }

    async fn hand_out_batches(
        &self,
        jobs: Vec<SelfPlayJob>,
        stop: &StopFlag,
    ) -> Result<(), SelfPlayQueueError> {
        for job in jobs.iter().take_while(|_| !stop.is_stopped()) {
            let sent = match serde_json::to_vec(job) {
                Ok(text) => self.publish(job.batch, &text).await,
                Err(error) => Err(error.to_string()),
            };
            let url = self.queue.url.clone();
            sent.map_err(|why| SelfPlayQueueError::Gone { url, why })?;
        }
        Ok(())
    }

    /// Returns whether it is done or stopped, and not the streams lost.
    async fn collect_batches(
        &self,
        results: &PullConsumer,
        games: &mut SelfPlayHandout<'_>,
        stop: &StopFlag,
        each: &mut dyn FnMut(u64),
    ) -> Result<bool, SelfPlayQueueError> {
        // What waits for earlier batches is acknowledged once it is in the file.
        let mut waiting: HashMap<u64, Message> = HashMap::new();
        while !games.is_done() && !stop.is_stopped() {
            let Incoming::Results(messages) = self.fetch(results).await else {
                return Ok(false);
            };
            let before = games.games();
            for message in messages {
                match serde_json::from_slice::<SelfPlayResult>(&message.payload) {
                    Ok(result) => {
                        waiting.insert(result.job.batch, message);
                        games.add(result)?;
                    }
                    Err(error) => self.drop_result(&message, &error.to_string()).await,
                }
            }
            if games.games() > before {
                each(games.games());
            }
            let (past, open) = waiting.into_iter().partition(|(batch, _)| games.is_past(*batch));
            waiting = open;
            for message in HashMap::into_values(past) {
                // A result that is delivered again is dropped by its number.
                let _ = message.ack().await;
            }
            self.hand_out_batches(games.more(), stop).await?;
        }
        Ok(true)
    }
}
