//! Tournaments: round robin, gauntlet, Swiss and knock-out.
//!
//! A [`TournamentConfig`] decides all games of a tournament. [`Tournament`] plays them, on this
//! machine or through a queue, and stores every game in the [`Archive`] before it counts: if it is
//! killed at any moment, the same command with `--resume` goes on with the same games, and none is
//! played twice.
//!
//! | item | what it is |
//! |---|---|
//! | [`TournamentConfig`], [`Format`] | the configuration of a tournament |
//! | [`Tournament`] | a tournament |
//! | [`Executor`], [`LocalExecutor`] | where its games are played |
//! | [`Standings`] | the standings |
//! | [`TournamentView`] | the standings from the store alone, while another process plays |
//! | [`report()`] | an HTML report |

mod config;
mod executor;
mod pairing;
mod report;
mod standings;
mod view;

use std::collections::BTreeMap;

use spielwerk_codecs::record::GameRecord;
use spielwerk_engines::{Entrant, NamedEngines};
use spielwerk_search::StopFlag;
use thiserror::Error;

pub use config::{Format, TournamentConfig, TournamentConfigError};
pub use executor::{Executor, LocalExecutor, RoundGames, StoreRecords};
use pairing::{Round, next_round};
pub use report::report;
use standings::GameResult;
pub use standings::{Standings, StandingsRow};
pub use view::TournamentView;

use crate::OpeningError;
use crate::openings::OpeningGenerator;
use crate::record::{Archive, ArchiveError, Event, EventKind};
use crate::runner::{GameRunner, ScheduledGame};

/// A tournament that can be started or resumed.
#[derive(Debug)]
pub struct Tournament {
    config: TournamentConfig,
    event: Event,
    entrants: Vec<Entrant>,
    /// The results so far, by the numbers of the games.
    scores: BTreeMap<usize, GameResult>,
}

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// Games cannot be stored.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player cannot be built.
    #[error(transparent)]
    Player(#[from] spielwerk_players::SpecError),
    /// The games cannot be played where they were sent.
    #[error("{0}")]
    Executor(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// It has begun already, and is not to be resumed.
    #[error(
        "`{name}` has begun already, with {games} games in {store}; --resume goes on with it, and \
         another `name` begins anew"
    )]
    AlreadyBegun {
        /// Its name.
        name: String,
        /// How many games it has.
        games: usize,
        /// Where.
        store: String,
    },
    /// It was begun with another configuration.
    #[error(
        "`{name}` was begun with another configuration, so it cannot be resumed with this one; it was {config}"
    )]
    ConfigMismatch {
        /// Its name.
        name: String,
        /// The configuration with which it was begun.
        config: String,
    },
    /// A game in the store is not the scheduled one.
    #[error(
        "game {number} of `{name}` in the store is not the one that the configuration has there"
    )]
    GameMismatch {
        /// Its name.
        name: String,
        /// The game's number.
        number: u32,
    },
}

impl Tournament {
    /// Begins a tournament, or resumes it if `resume` is set. Players `engine:NAME` are those of
    /// `engines`.
    pub fn open(
        config: TournamentConfig,
        archive: &mut Archive,
        resume: bool,
        engines: &NamedEngines,
    ) -> Result<Tournament, TournamentError> {
        let entrant = |spec| Entrant::with_engines(config.game, spec, engines);
        let entrants: Result<Vec<Entrant>, _> = config.players.iter().map(entrant).collect();
        let entrants = entrants?;
        let text = config.to_json();
        let event = archive.begin(&config.name, EventKind::Tournament, &text)?;
        if event.config != text {
            return Err(TournamentError::ConfigMismatch {
                name: config.name,
                config: event.config,
            });
        }
        let stored = archive.records(Some(&config.name))?;
        if !resume && !stored.is_empty() {
            let store = archive.path().display().to_string();
            return Err(TournamentError::AlreadyBegun {
                name: config.name,
                games: stored.len(),
                store,
            });
        }
        let mut tournament = Tournament { config, event, entrants, scores: BTreeMap::new() };
        for record in &stored {
            tournament.add_game(record)?;
        }
        Ok(tournament)
    }

    /// Its configuration.
    pub fn config(&self) -> &TournamentConfig {
        &self.config
    }

    /// Plays all games that are left, or until it is stopped: games under way are then abandoned.
    /// `each` receives the number of games played, and that of all games of the rounds so far.
    pub fn play(
        &mut self,
        archive: &mut Archive,
        executor: &dyn Executor,
        stop: &StopFlag,
        each: &mut dyn FnMut(usize, usize),
    ) -> Result<Standings, TournamentError> {
        let config = self.config.clone();
        let generator = OpeningGenerator::new(config.game, config.openings.clone(), config.seed)?;
        let mut rounds: Vec<Round> = Vec::new();
        let mut first = 0;
        while let Some(mut round) = next_round(&config, &rounds) {
            let scheduled = round.games(&config, rounds.len(), first);
            first += scheduled.len();
            self.check_games(&scheduled)?;
            let left = scheduled.iter().map(|(_, scheduled)| scheduled);
            let left: Vec<ScheduledGame> =
                left.filter(|it| !self.scores.contains_key(&it.number)).cloned().collect();
            each(self.scores.len(), first);
            self.play_round(archive, &generator, executor, &left, stop, &mut |played| {
                each(played, first);
            })?;
            if scheduled.iter().any(|(_, it)| !self.scores.contains_key(&it.number)) {
                return Ok(Standings::new(&config, &rounds, self.scores.values(), false));
            }
            for (index, ScheduledGame { number, .. }) in &scheduled {
                round.pairings[*index].add(&self.scores[number]);
            }
            rounds.push(round);
        }
        Ok(Standings::new(&config, &rounds, self.scores.values(), true))
    }

    /// Plays these games; each is stored first, and counted then.
    fn play_round(
        &mut self,
        archive: &mut Archive,
        generator: &OpeningGenerator,
        executor: &dyn Executor,
        left: &[ScheduledGame],
        stop: &StopFlag,
        each: &mut dyn FnMut(usize),
    ) -> Result<(), TournamentError> {
        if left.is_empty() {
            return Ok(());
        }
        let entrants = std::mem::take(&mut self.entrants);
        let (config, event) = (self.config.clone(), self.event.clone());
        let runner = GameRunner {
            entrants: &entrants,
            referee: config.conditions.referee(config.game, &config.players),
            openings: generator,
            seed: config.seed,
        };
        let round = RoundGames { runner, config: &config, event: &event, games: left };
        let store = &mut |records: &[GameRecord]| -> Result<(), TournamentError> {
            archive.add(&event, records)?;
            for record in records {
                // Of a game that a queue delivers twice the first record counts: it is the stored one.
                if !self.scores.contains_key(&(record.number as usize).wrapping_sub(1)) {
                    self.add_game(record)?;
                }
            }
            each(self.scores.len());
            Ok(())
        };
        let played = executor.play(&round, stop, store);
        self.entrants = entrants;
        played
    }

    /// Counts a stored game.
    fn add_game(&mut self, record: &GameRecord) -> Result<(), TournamentError> {
        let other = || TournamentError::GameMismatch {
            name: self.config.name.clone(),
            number: record.number,
        };
        let seat = |player: &str| {
            self.config.players.iter().position(|spec| spec.to_string() == player).ok_or_else(other)
        };
        let seating: Result<Vec<usize>, _> =
            record.players.iter().map(|player| seat(&player.player)).collect();
        let score = GameResult {
            seating: seating?,
            points: record.players.iter().map(|player| player.points).collect(),
            forfeit: record
                .culprit
                .filter(|_| record.termination.is_forfeit())
                .map(|seat| usize::from(seat) - 1),
        };
        self.scores.insert((record.number as usize).wrapping_sub(1), score);
        Ok(())
    }

    /// Checks that the stored games are those of the schedule.
    fn check_games(&self, scheduled: &[(usize, ScheduledGame)]) -> Result<(), TournamentError> {
        for (_, ScheduledGame { number, seating, .. }) in scheduled {
            if self.scores.get(number).is_some_and(|score| score.seating != *seating) {
                let (name, number) = (self.config.name.clone(), *number as u32 + 1);
                return Err(TournamentError::GameMismatch { name, number });
            }
        }
        Ok(())
    }
}

impl pairing::Pairing {
    fn add(&mut self, score: &GameResult) {
        for (seat, player) in score.seating.iter().enumerate() {
            if let Some(index) = self.players.iter().position(|it| it == player) {
                self.points[index] += score.points[seat];
                self.losses[index] += usize::from(score.is_lost(seat));
            }
        }
    }
}
