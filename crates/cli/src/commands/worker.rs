//! `spielwerk worker`: does jobs that others hand out, until it is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use spielwerk_cluster::{Queue, QueueAccess, SigningKey, Subscription, Topic, WorkerEvent, games};
use spielwerk_search::StopFlag;

use super::{named_engines, stop_on_interrupt};
use crate::args::{HandoutArgs, QueueAccessArgs, Worker};

pub(crate) fn run(options: &Worker) -> anyhow::Result<()> {
    let queue = queue(&options.queue, &options.access)?;
    let engines = named_engines(&options.engines)?;
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let mut subscriptions = vec![Subscription {
        topic: Topic::Games,
        threads: options.threads,
        handler: games(&engines),
    }];
    subscriptions.extend(super::claims::subscription(options)?);
    let done = AtomicUsize::new(0);
    eprintln!("waiting for work at {}; an interruption ends it", options.queue);
    spielwerk_cluster::work(&queue, &subscriptions, &stop, &|event| match event {
        WorkerEvent::Done { what } => {
            done.fetch_add(1, Ordering::Relaxed);
            eprintln!("{what}");
        }
        WorkerEvent::Refused { why } => eprintln!("refused: {why}"),
    })?;
    eprintln!("{} jobs done", done.load(Ordering::Relaxed));
    Ok(())
}

/// The queue at an address for handing out work.
pub(super) fn handout_queue(url: &str, options: &HandoutArgs) -> anyhow::Result<Queue> {
    Ok(Queue { ack_wait: options.patience, ..queue(url, &options.access)? })
}

/// The queue at an address, with the credentials of the options.
fn queue(url: &str, access: &QueueAccessArgs) -> anyhow::Result<Queue> {
    let read = |path: &std::path::PathBuf| {
        let key = SigningKey::read(path);
        key.with_context(|| format!("cannot read the key `{}`", path.display()))
    };
    Ok(Queue {
        url: url.to_owned(),
        ack_wait: Queue::DEFAULT_ACK_WAIT,
        access: QueueAccess {
            creds: access.creds.clone(),
            token: access.token.clone(),
            key: access.key.as_ref().map(read).transpose()?,
        },
        note: |line| eprintln!("spielwerk: {line}"),
    })
}
