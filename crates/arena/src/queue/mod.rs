//! Games for other machines, through NATS JetStream.
//!
//! ```text
//! tournament ── job ──▶ stream SPIELWERK_GAMES ──▶ any worker: plays
//!     ▲                                              │
//!     └── keeps, counts ◀── stream SPIELWERK_RESULTS ◀── answer
//! ```
//!
//! Both streams are work queues on the server's disk: a message stays until somebody has
//! acknowledged it. A worker acknowledges a job once the server has its answer, and tells now and
//! then that it is still at work; a job of which nothing has been heard for the queue's patience goes
//! to somebody else. The tournament acknowledges an answer once the game is in its store. So nothing
//! is lost whatever is killed, and what is played twice is dropped by its number.

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

use job::{Answer, Job};
pub use worker::work;

/// Where games are handed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queue {
    /// The server: `nats://HOST:PORT`.
    pub url: String,
    /// How long nothing may be heard of a game before somebody else plays it.
    pub patience: Duration,
}

/// What is wrong with a queue.
#[derive(Debug, Error)]
pub enum QueueError {
    /// Nobody answers.
    #[error("cannot reach a NATS server at {url}: {why}")]
    Unreachable {
        /// Where.
        url: String,
        /// What the system says.
        why: String,
    },
    /// The server does not do what is needed.
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
    /// This machine has no threads left.
    #[error("cannot start threads for the queue: {0}")]
    Threads(#[from] std::io::Error),
}

const GAMES: &str = "SPIELWERK_GAMES";
const RESULTS: &str = "SPIELWERK_RESULTS";
/// What all workers share.
const WORKERS: &str = "workers";

/// How long a question to the server waits for something to come.
const A_WHILE: Duration = Duration::from_millis(500);
/// How long to leave a server alone that does not answer.
const PAUSE: Duration = Duration::from_millis(200);

impl Queue {
    /// Enough for a machine that was suspended for a moment.
    pub const PATIENCE: Duration = Duration::from_secs(30);

    fn refused(&self) -> impl Fn(String) -> QueueError {
        let url = self.url.clone();
        move |why| QueueError::Refused { url: url.clone(), why }
    }

    /// Connects; a connection that is lost later is made again, as often as it takes.
    async fn connect(&self) -> Result<Context, QueueError> {
        let options = ConnectOptions::new().name("spielwerk").max_reconnects(None);
        let client = options.connect(&self.url).await.map_err(|error| QueueError::Unreachable {
            url: self.url.clone(),
            why: error.to_string(),
        })?;
        Ok(jetstream::new(client))
    }

    /// Makes sure that both streams are there, and the games' common consumer.
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
            ack_wait: self.patience,
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
