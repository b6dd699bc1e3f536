//! Where the games of a round are played: on this machine, or wherever another [`Executor`] sends
//! them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use spielwerk_codecs::record::GameRecord;
use spielwerk_search::StopFlag;

use super::TournamentError;
use crate::record::Event;
use crate::runner::{GameRunner, ScheduledGame};
use crate::{Job, OpeningError, TournamentConfig};

/// Plays the games of a round.
pub trait Executor {
    /// Plays these games, or until it is stopped. `store` takes every game once, as soon as it is
    /// finished, and what it has taken is never lost.
    fn play(
        &self,
        round: &RoundGames,
        stop: &StopFlag,
        store: &mut StoreRecords,
    ) -> Result<(), TournamentError>;
}

/// Stores finished games.
pub type StoreRecords<'a> = dyn FnMut(&[GameRecord]) -> Result<(), TournamentError> + 'a;

/// Games of a round that are still to be played, and what decides them.
pub struct RoundGames<'a> {
    pub(super) runner: GameRunner<'a>,
    pub(super) config: &'a TournamentConfig,
    pub(super) event: &'a Event,
    pub(super) games: &'a [ScheduledGame],
}

impl RoundGames<'_> {
    /// The event.
    pub fn event(&self) -> &Event {
        self.event
    }

    /// The numbers of the games, from 1.
    pub fn numbers(&self) -> impl Iterator<Item = u32> {
        self.games.iter().map(|scheduled| scheduled.number as u32 + 1)
    }

    /// The games as messages that can be played anywhere.
    pub fn jobs(&self) -> impl Iterator<Item = Result<Job, OpeningError>> {
        self.games.iter().map(|game| Job::new(&self.runner, self.config, self.event, game))
    }
}

/// Plays games on this machine: threads play, and the thread that asked stores the records. All
/// games that finish during a transaction are stored in the next one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct LocalExecutor {
    /// How many games are played at a time.
    pub threads: usize,
}

impl Executor for LocalExecutor {
    fn play(
        &self,
        round: &RoundGames,
        stop: &StopFlag,
        store: &mut StoreRecords,
    ) -> Result<(), TournamentError> {
        let next = AtomicUsize::new(0);
        let (done, come) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (done, next, games) = (done.clone(), &next, &round.games);
                scope.spawn(move || {
                    while !stop.is_stopped()
                        && let Some(scheduled) = games.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let played = match round.runner.play(scheduled.clone(), stop) {
                            Ok(Some(played)) => Ok(played),
                            Ok(None) => return,
                            Err(error) => Err(error),
                        };
                        let record =
                            played.map(|it| it.record(&round.event.name, round.runner.entrants));
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
            next.store(round.games.len(), Ordering::Relaxed);
            result
        })
    }
}
