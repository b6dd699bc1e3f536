//! Games on this machine: threads play, and one place keeps.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use search::Stop;

use super::TournamentError;
use crate::hall::{Fixture, Hall};
use crate::record::Sheet;

/// Plays these games, so many at a time. What has been played while the store was busy with the
/// games before is kept in one go.
pub(super) fn play(
    hall: &Hall,
    event: &str,
    games: &[Fixture],
    threads: usize,
    stop: &Stop,
    keep: &mut dyn FnMut(&[Sheet]) -> Result<(), TournamentError>,
) -> Result<(), TournamentError> {
    let next = AtomicUsize::new(0);
    let (done, come) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let (done, next, games) = (done.clone(), &next, games);
            scope.spawn(move || {
                while !stop.is_stopped()
                    && let Some(fixture) = games.get(next.fetch_add(1, Ordering::Relaxed))
                {
                    let played = hall.play(fixture.clone());
                    let sheet = played.map(|it| Sheet::new(event, hall.entrants, &it));
                    let last = sheet.is_err();
                    // Nobody listens any more once something has gone wrong.
                    if done.send(sheet).is_err() || last {
                        return;
                    }
                }
            });
        }
        drop(done);
        let listen = || {
            while let Ok(first) = come.recv() {
                let sheets: Result<Vec<Sheet>, _> =
                    std::iter::once(first).chain(come.try_iter()).collect();
                keep(&sheets?)?;
            }
            Ok(())
        };
        let result = { listen }();
        // On an error, this lets the threads end after their present game.
        next.store(games.len(), Ordering::Relaxed);
        result
    })
}
