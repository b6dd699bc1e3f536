//! Distributed games through a work queue, NATS JetStream.
//!
//! ```text
//! tournament ── job ──▶ stream SPIELWERK_GAMES ──▶ any worker: plays
//!     ▲                                              │
//!     └── stores, counts ◀── stream SPIELWERK_RESULTS ◀── result
//! ```
//!
//! Both streams are work queues on the server's disk: a message stays until it is acknowledged. A
//! worker acknowledges a job once the server has its result, and sends progress in between; a job
//! without progress for the queue's `ack_wait` is delivered to another worker. The tournament
//! acknowledges a result once the game is in its store. So nothing is lost whatever is killed, and a
//! game that is played twice is dropped by its number.

mod job;
mod tournament;
mod worker;

use std::time::Duration;

use async_nats::ConnectOptions;
use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::{self, RetentionPolicy};
use async_nats::jetstream::{self, Context};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};

use job::{Job, JobResult};
pub use worker::work;

/// A work queue of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queue {
    /// The server: `nats://HOST:PORT`.
    pub url: String,
    /// How long a job may go without progress before another worker gets it.
    pub ack_wait: Duration,
}

/// An error of a queue.
#[derive(Debug, Error)]
pub enum QueueError {
    /// The server cannot be reached.
    #[error("cannot reach a NATS server at {url}: {why}")]
    Unreachable {
        /// Where.
        url: String,
        /// What the system says.
        why: String,
    },
    /// The server refuses a request.
    #[error(
        "the NATS server at {url} refuses: {why}; it must run with JetStream (`nats-server -js`)"
    )]
    Refused {
        /// Where.
        url: String,
        /// What it says.
        why: String,
    },
    /// A worker cannot play a game.
    #[error("a worker cannot play game {number}: {why}")]
    Unplayable {
        /// Which game.
        number: u32,
        /// Why.
        why: String,
    },
    /// Threads cannot be started.
    #[error("cannot start threads for the queue: {0}")]
    Threads(#[from] std::io::Error),
}

const GAMES: &str = "SPIELWERK_GAMES";
const RESULTS: &str = "SPIELWERK_RESULTS";
/// The durable consumer that all workers share.
const WORKERS: &str = "workers";

/// How long a fetch waits for a message.
const FETCH_TIMEOUT: Duration = Duration::from_millis(500);
/// How long to wait before the next try at a server that does not answer.
const RETRY_DELAY: Duration = Duration::from_millis(200);

impl Queue {
    /// Enough for a machine that was suspended for a moment.
    pub const DEFAULT_ACK_WAIT: Duration = Duration::from_secs(30);

    fn refused(&self) -> impl Fn(String) -> QueueError {
        let url = self.url.clone();
        move |why| QueueError::Refused { url: url.clone(), why }
    }

    /// Connects; a lost connection is re-established, as often as it takes.
    async fn connect(&self) -> Result<Context, QueueError> {
        let options = ConnectOptions::new().name("spielwerk").max_reconnects(None);
        let client = options.connect(&self.url).await.map_err(|error| QueueError::Unreachable {
            url: self.url.clone(),
            why: error.to_string(),
        })?;
        Ok(jetstream::new(client))
    }

    /// Creates both streams and the consumer of the workers, if they do not exist.
    async fn prepare(&self, context: &Context) -> Result<(), QueueError> {
        let refused = self.refused();
        for (name, subjects) in [(GAMES, game_subject("*")), (RESULTS, result_subject("*"))] {
            let config = stream::Config {
                name: name.to_owned(),
                subjects: vec![subjects],
                retention: RetentionPolicy::WorkQueue,
                ..Default::default()
            };
            let made = context.get_or_create_stream(config).await;
            made.map_err(|error| refused(error.to_string()))?;
        }
        let workers = pull::Config {
            durable_name: Some(WORKERS.to_owned()),
            ack_wait: self.ack_wait,
            max_ack_pending: -1,
            ..Default::default()
        };
        let made = context.create_consumer_on_stream(workers, GAMES).await;
        made.map(drop).map_err(|error| refused(error.to_string()))
    }
}

fn runtime() -> Result<Runtime, QueueError> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

fn game_subject(event: &str) -> String {
    format!("spielwerk.games.{event}")
}

fn result_subject(event: &str) -> String {
    format!("spielwerk.results.{event}")
}
