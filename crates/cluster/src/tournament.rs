//! The tournament's side of the queue: hands out jobs, collects results.

use std::collections::HashSet;

use async_nats::jetstream::{Context, Message};
use spielwerk_arena::JobResult;
use spielwerk_arena::tournament::{Executor, RoundGames, StoreRecords, TournamentError};
use spielwerk_codecs::record::GameRecord;
use spielwerk_search::StopFlag;
use tokio::time::timeout;

use super::handout::{Handout, Incoming};
use super::{Queue, QueueError, REQUEST_TIMEOUT, Topic, runtime};

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
            let handout = self.tournament(&context, &round.event().token);
            let mut open: HashSet<u32> = round.numbers().collect();
            let played = handout.play_open(round, &mut open, stop, store).await;
            // Done or abandoned, nobody needs what is left of it. A server that does not answer
            // drops it by its age.
            let _ = timeout(REQUEST_TIMEOUT, handout.clean_up()).await;
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
    fn tournament<'a>(&'a self, context: &'a Context, token: &'a str) -> Handout<'a> {
        let consumer = format!("tournament-{token}");
        Handout { queue: self, context, topic: Topic::Games, token, consumer }
    }
}

impl Handout<'_> {
    /// Hands out the open games and collects their results, until none is open.
    async fn play_open(
        &self,
        round: &RoundGames<'_>,
        open: &mut HashSet<u32>,
        stop: &StopFlag,
        store: &mut StoreRecords<'_>,
    ) -> Result<(), TournamentError> {
        loop {
            self.begin().await?;
            self.hand_out(round, open, stop).await?;
            match self.collect_results(open, stop, store).await? {
                Collected::Done => return Ok(()),
                Collected::StreamsLost => (self.queue.note)(
                    "the NATS server has lost its streams; the rest of the games is handed out again",
                ),
            }
        }
    }

    async fn hand_out(
        &self,
        round: &RoundGames<'_>,
        open: &HashSet<u32>,
        stop: &StopFlag,
    ) -> Result<(), TournamentError> {
        let jobs = round.numbers().zip(round.jobs()).filter(|(number, _)| open.contains(number));
        for (sent, (number, job)) in jobs.enumerate() {
            if stop.is_stopped() {
                break;
            }
            let url = self.queue.url.clone();
            let gone = |why| QueueError::Gone { url, why, sent, all: open.len() };
            let text = match serde_json::to_vec(&job?) {
                Ok(text) => self.publish(number.into(), &text).await,
                Err(error) => Err(error.to_string()),
            };
            text.map_err(gone)?;
        }
        Ok(())
    }

    async fn collect_results(
        &self,
        open: &mut HashSet<u32>,
        stop: &StopFlag,
        store: &mut StoreRecords<'_>,
    ) -> Result<Collected, TournamentError> {
        let results = self.results().await?;
        while !open.is_empty() && !stop.is_stopped() {
            let Incoming::Results(messages) = self.fetch(&results).await else {
                return Ok(Collected::StreamsLost);
            };
            let records = self.read_records(&messages).await?;
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

    /// The games in these messages. What cannot be read is dropped.
    async fn read_records(&self, messages: &[Message]) -> Result<Vec<GameRecord>, QueueError> {
        let mut records = Vec::with_capacity(messages.len());
        for message in messages {
            match serde_json::from_slice(&message.payload) {
                Ok(JobResult::Played(record)) => records.push(record),
                Ok(JobResult::Refused { number, why }) => {
                    // Another worker may be able to, at the next try; this result is consumed.
                    let _ = message.ack().await;
                    return Err(QueueError::Unplayable { number: number.into(), why });
                }
                Err(error) => self.drop_result(message, &error.to_string()).await,
            }
        }
        Ok(records)
    }
}
