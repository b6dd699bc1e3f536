//! Games for other machines: a job, which is a game with everything that decides it, and its result.

use serde::{Deserialize, Serialize};
use spielwerk_codecs::record::GameRecord;
use spielwerk_engines::{Entrant, NamedEngines};
use spielwerk_games::Seat;
use spielwerk_players::{GameState, PlayerSpec};

use crate::record::Event;
use crate::runner::{GameRunner, ScheduledGame};
use crate::{FinishedGame, MatchConditions, OpeningError, TournamentConfig};

/// A game to be played by a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Job {
    token: String,
    event: String,
    /// The number of the game, from 0.
    number: usize,
    game: String,
    /// The player of every seat, and its random seed.
    players: Vec<(String, u64)>,
    limits: MatchConditions,
    start: Option<String>,
    opening: Vec<String>,
}

/// The result of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobResult {
    /// The record of the game.
    Played(GameRecord),
    /// This worker cannot play it.
    Refused {
        /// The game's number, from 1.
        number: u32,
        /// Why.
        why: String,
    },
}

impl Job {
    pub(crate) fn new(
        runner: &GameRunner,
        config: &TournamentConfig,
        event: &Event,
        scheduled: &ScheduledGame,
    ) -> Result<Job, OpeningError> {
        let ScheduledGame { number, seating, opening } = scheduled;
        let state = runner.openings.opening(*opening)?;
        let first = &state.positions()[0];
        let player = |&it: &usize| (config.players[it].to_string(), runner.seed(*number, it));
        Ok(Job {
            token: event.token.clone(),
            event: event.name.clone(),
            number: *number,
            game: config.game.name().to_owned(),
            players: seating.iter().map(player).collect(),
            limits: config.conditions.with_default_time(config.game, &config.players),
            start: (*first != config.game.start()).then(|| first.text()),
            opening: state.written_moves().collect(),
        })
    }

    /// The token of its event, which names it in messages.
    pub fn token(&self) -> &str {
        &self.token
    }

    /// Plays it. Of external programs only those named here are started.
    pub fn play(&self, engines: &NamedEngines) -> JobResult {
        match self.try_play(engines) {
            Ok(record) => JobResult::Played(record),
            Err(error) => {
                let number = u32::try_from(self.number + 1).unwrap_or(u32::MAX);
                JobResult::Refused { number, why: error.to_string() }
            }
        }
    }

    fn try_play(&self, engines: &NamedEngines) -> Result<GameRecord, Box<dyn std::error::Error>> {
        let game = spielwerk_games::game(&self.game)?;
        let mut state = match &self.start {
            None => GameState::new(game),
            Some(text) => GameState::from_position(game, game.read_position(text)?),
        };
        for text in &self.opening {
            let m = state.position().read_move(text)?;
            state.play(m)?;
        }
        let specs: Result<Vec<PlayerSpec>, _> =
            self.players.iter().map(|(spec, _)| spec.parse()).collect();
        let specs = specs?;
        let entrants: Result<Vec<Entrant>, _> =
            specs.iter().map(|spec| Entrant::untrusted(game, spec, engines)).collect();
        let entrants = entrants?;
        if entrants.len() != game.seats() {
            return Err(format!("{} players for {} seats", entrants.len(), game.seats()).into());
        }
        let referee = self.limits.referee(game, &specs);
        let mut players = Vec::new();
        let mut failed = None;
        for (seat, entrant) in Seat::all(game.seats()).zip(&entrants) {
            match entrant.player(self.players[seat.index()].1) {
                Ok(player) => players.push(player),
                Err(error) => failed = failed.or(Some((seat, error))),
            }
        }
        let played = match failed {
            None => referee.play(state, &mut players),
            Some((seat, error)) => referee.failed_start(state, seat, &error),
        };
        let seating = (0..game.seats()).collect();
        let finished = FinishedGame { number: self.number, seating, played };
        Ok(finished.record(&self.event, &entrants))
    }
}
