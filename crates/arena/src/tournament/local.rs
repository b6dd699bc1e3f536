//! Games on this machine: threads play, and this thread stores the records.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use spielwerk_search::StopFlag;

use super::TournamentError;
use crate::record::GameRecord;
use crate::runner::{GameRunner, ScheduledGame};

/// Plays these games, so many at a time. All games that finish during a transaction are stored in the
/// next one.
pub(super) fn play(
    runner: &GameRunner,
    event: &str,
    games: &[ScheduledGame],
    threads: usize,
    stop: &StopFlag,
    store: &mut dyn FnMut(&[GameRecord]) -> Result<(), TournamentError>,
) -> Result<(), TournamentError> {
    let next = AtomicUsize::new(0);
    let (done, come) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (done, next, games) = (done.clone(), &next, games);
            scope.spawn(move || {
                while !stop.is_stopped()
                    && let Some(scheduled) = games.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = runner.play(scheduled.clone());
                    let record = played.map(|it| GameRecord::new(event, runner.entrants, &it));
                    let last = record.is_err();
                    // The receiver is gone after an error.
                    if done.send(record).is_err() || last {
                        return;
                    }
                }
            });
        }
        drop(done);
        let listen = || {
            while let Ok(first) = come.recv() {
                let records: Result<Vec<GameRecord>, _> =
                    std::iter::once(first).chain(come.try_iter()).collect();
                store(&records?)?;
            }
            Ok(())
        };
        let result = { listen }();
        // On an error, this lets the threads end after their current game.
        next.store(games.len(), Ordering::Relaxed);
        result
    })
}
