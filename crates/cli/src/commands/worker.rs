//! `spielwerk worker`: plays games that a tournament elsewhere hands out, until it is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::Context;
use spielwerk_cluster::{Queue, QueueAccess, SigningKey, WorkerEvent};
use spielwerk_search::StopFlag;

use super::{named_engines, stop_on_interrupt};
use crate::args::{QueueAccessArgs, Worker};

pub(crate) fn run(options: &Worker) -> anyhow::Result<()> {
    let queue = queue(&options.queue, &options.access)?;
    let engines = named_engines(&options.engines)?;
    let stop = StopFlag::default();
    stop_on_interrupt(&stop)?;
    let played = AtomicUsize::new(0);
    eprintln!("waiting for games at {}; an interruption ends the work", options.queue);
    spielwerk_cluster::work(&queue, options.threads, &engines, &stop, &|event| match event {
        WorkerEvent::Played { number, event } => {
            played.fetch_add(1, Ordering::Relaxed);
            eprintln!("game {number} of {event}");
        }
        WorkerEvent::Refused { why } => eprintln!("refused: {why}"),
    })?;
    eprintln!("{} games played", played.load(Ordering::Relaxed));
    Ok(())
}

/// The queue at an address, with the credentials of the options.
pub(super) fn queue(url: &str, access: &QueueAccessArgs) -> anyhow::Result<Queue> {
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
