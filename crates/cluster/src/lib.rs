//! Work for other machines, through a work queue of NATS JetStream: games of tournaments and of
//! self-play, and claims of large proofs.
//!
//! ```text
//! tournament,  ── job ──▶ stream SPIELWERK_GAMES ──▶ any worker: plays, searches
//! self-play,                                           │
//! proof        ◀── result ── stream SPIELWERK_RESULTS ◀┘
//! ```
//!
//! Both streams are work queues on the server's disk: a message stays until it is acknowledged. A
//! worker acknowledges a job once the server has its result, and sends progress in between; a job
//! without progress for the queue's `ack_wait` is delivered to another worker. Whoever handed it out
//! acknowledges a result once it is on disk: in the store, the file of samples, or the ledger. So
//! nothing is lost whatever is killed, and what is done twice is dropped by its number.
//!
//! What a job says is left to a [`Handler`], so that nothing here depends on the solver. A job that
//! no handler knows goes back to the queue for other workers.
//!
//! A job names players and positions, never a command: a worker starts only the programs that it was
//! itself told of by name. With a key, both sides believe only what is signed by it.
//!
//! | file | what is in it |
//! |---|---|
//! | `access.rs` | [`QueueAccess`]: credentials, and which servers are trusted |
//! | `signature.rs` | [`SigningKey`]: signatures of messages |
//! | `messages.rs` | sending signed messages, and which to believe |
//! | `topic.rs` | [`Topic`]: which workers see which jobs |
//! | `handout.rs` | handing out jobs and fetching results, for every kind |
//! | `tournament.rs`, `selfplay.rs` | the side that hands out games, and waits for them |
//! | `background_jobs.rs` | [`BackgroundJobs`]: handing out jobs while something else is done |
//! | `worker.rs` | the worker's side |
//! | `games.rs` | the handler that plays games |

mod access;
mod background_jobs;
mod games;
mod handout;
mod messages;
mod selfplay;
mod signature;
mod topic;
mod tournament;
mod worker;

use std::time::Duration;

use async_nats::jetstream::consumer::{PullConsumer, pull};
use async_nats::jetstream::stream::{self, RetentionPolicy};
use async_nats::jetstream::{self, Context};
use thiserror::Error;
use tokio::runtime::{Builder, Runtime};
use tokio::time::Instant;

pub use access::QueueAccess;
pub use background_jobs::{BackgroundJobs, Delivery};
pub use games::games;
pub use selfplay::SelfPlayQueueError;
pub use signature::SigningKey;
pub use topic::Topic;
pub use worker::{Answer, Handler, Run, Subscription, Task, WorkerEvent, work};

use topic::result_subject;

/// A work queue.
#[derive(Clone, Debug)]
pub struct Queue {
    /// The server: `nats://HOST:PORT`.
    pub url: String,
    /// How long a job may go without progress before another worker gets it.
    pub ack_wait: Duration,
    /// Credentials, and the key that messages are signed by.
    pub access: QueueAccess,
    /// Takes lines for the user, such as that the server does not answer.
    pub note: fn(&str),
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
    /// Anybody could send games through this server.
    #[error(
        "the NATS server at {url} is on another machine, where anybody could send games: name \
         --key FILE, --creds FILE or --token TOKEN, or use tls://"
    )]
    Untrusted {
        /// Where.
        url: String,
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
    /// The server has gone away while games were handed out.
    #[error(
        "the NATS server at {url} does not answer any more: {why}; {sent} of {all} games were \
         handed out, and --resume goes on"
    )]
    Gone {
        /// Where.
        url: String,
        /// What the system says.
        why: String,
        /// How many games it has taken.
        sent: usize,
        /// How many there are.
        all: usize,
    },
    /// A worker cannot play a game.
    #[error("a worker cannot play game {number}: {why}")]
    Unplayable {
        /// Which game.
        number: u64,
        /// Why.
        why: String,
    },
    /// Threads cannot be started.
    #[error("cannot start threads for the queue: {0}")]
    Threads(#[from] std::io::Error),
}

/// The stream of all jobs.
const JOBS: &str = "SPIELWERK_GAMES";
const RESULTS: &str = "SPIELWERK_RESULTS";

/// How long a fetch waits for a message.
const FETCH_TIMEOUT: Duration = Duration::from_millis(500);
/// How long to wait before the next try at a server that does not answer.
const RETRY_DELAY: Duration = Duration::from_millis(200);
/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a server that does not answer is tried again: long enough for a restart.
const PATIENCE: Duration = Duration::from_secs(8);
/// Results of what was abandoned are dropped after this.
const RESULTS_MAX_AGE: Duration = Duration::from_secs(7 * 24 * 3600);

impl Queue {
    /// Enough for a machine that was suspended for a moment.
    pub const DEFAULT_ACK_WAIT: Duration = Duration::from_secs(30);

    fn refused(&self) -> impl Fn(String) -> QueueError {
        let url = self.url.clone();
        move |why| QueueError::Refused { url: url.clone(), why }
    }

    /// Connects; a lost connection is re-established, as often as it takes.
    async fn connect(&self) -> Result<Context, QueueError> {
        let options = self.access.options(&self.url).await?.request_timeout(Some(REQUEST_TIMEOUT));
        let client = options.connect(&self.url).await.map_err(|error| QueueError::Unreachable {
            url: self.url.clone(),
            why: error.to_string(),
        })?;
        Ok(jetstream::new(client))
    }

    /// Creates both streams and the consumers of the workers, if they do not exist. A server that has
    /// just started answers before its streams do.
    async fn prepare(&self, context: &Context) -> Result<(), QueueError> {
        let begun = Instant::now();
        loop {
            match self.try_prepare(context).await {
                Err(_) if begun.elapsed() < PATIENCE => tokio::time::sleep(RETRY_DELAY).await,
                prepared => return prepared.map_err(self.refused()),
            }
        }
    }

    async fn try_prepare(&self, context: &Context) -> Result<(), String> {
        let jobs = Topic::ALL.map(|topic| topic.subjects().to_owned()).to_vec();
        let streams =
            [(JOBS, jobs, Duration::ZERO), (RESULTS, vec![result_subject("*")], RESULTS_MAX_AGE)];
        for (name, subjects, max_age) in streams {
            let config = stream::Config {
                name: name.to_owned(),
                subjects,
                retention: RetentionPolicy::WorkQueue,
                max_age,
                ..Default::default()
            };
            let made = context.create_or_update_stream(config).await;
            made.map_err(|error| error.to_string())?;
        }
        for topic in Topic::ALL {
            // A server of version 2.9 takes another filter, but delivers nothing by it; so a consumer
            // that an earlier version of the program has made is made again.
            let there = context.get_consumer_from_stream(topic.consumer(), JOBS).await;
            let there: Option<PullConsumer> = there.ok();
            if there.is_some_and(|it| it.cached_info().config.filter_subject != topic.subjects()) {
                let deleted = context.delete_consumer_from_stream(topic.consumer(), JOBS).await;
                deleted.map_err(|error| error.to_string())?;
            }
            let workers = pull::Config {
                durable_name: Some(topic.consumer().to_owned()),
                filter_subject: topic.subjects().to_owned(),
                ack_wait: self.ack_wait,
                max_ack_pending: -1,
                ..Default::default()
            };
            let made = context.create_consumer_on_stream(workers, JOBS).await;
            made.map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

fn runtime() -> Result<Runtime, QueueError> {
    Ok(Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}
