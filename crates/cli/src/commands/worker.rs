//! `spielwerk worker`: plays games that a tournament elsewhere hands out, until it is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};

use spielwerk_search::StopFlag;

use super::stop_between_games;
use crate::args::Worker;

pub(crate) fn run(options: &Worker) -> anyhow::Result<()> {
    let stop = StopFlag::default();
    stop_between_games(&stop)?;
    let played = AtomicUsize::new(0);
    eprintln!("waiting for games at {}; an interruption ends the work", options.queue);
    spielwerk_arena::queue::work(&options.queue, options.threads, &stop, &|number, event| {
        played.fetch_add(1, Ordering::Relaxed);
        eprintln!("game {number} of {event}");
    })?;
    eprintln!("{} games played", played.load(Ordering::Relaxed));
    Ok(())
}
