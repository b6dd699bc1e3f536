//! A match: many games between the same entrants, every opening from every seat, on any number of
//! threads with the same result.

use std::sync::{Mutex, PoisonError};

use spielwerk_games::AnyGame;
use spielwerk_search::StopFlag;

use crate::openings::OpeningGenerator;
use crate::runner::GameRunner;
use crate::scheduler::Scheduler;
use crate::statistics::Sprt;
use crate::{MatchScore, OpeningError, Openings, PlayedGame, Referee, seatings};
use spielwerk_engines::Entrant;
use spielwerk_session::{GameLimits, TimeControl};

/// A match.
#[derive(Debug)]
pub struct Match {
    /// The game.
    pub game: AnyGame,
    /// The players, as many as the game has seats.
    pub entrants: Vec<Entrant>,
    /// The time control and game limits.
    pub referee: Referee,
    /// The openings.
    pub openings: Openings,
    /// The largest number of games, rounded up to whole rounds.
    pub games: usize,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// The random seed.
    pub seed: u64,
    /// A sequential test that may end a two-player match early.
    pub sprt: Option<Sprt>,
}

/// A finished game of a match.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// Its number, from 0.
    pub number: usize,
    /// The entrant of every seat.
    pub seating: Vec<usize>,
    /// The game.
    pub played: PlayedGame,
}

impl Match {
    /// The default number of random opening plies.
    pub const DEFAULT_OPENING_PLIES: usize = 6;

    /// One round from a random opening, under the default limits of the game and without a time
    /// control. Set the other fields as needed.
    ///
    /// # Panics
    /// If there are not as many entrants as seats.
    pub fn new(game: AnyGame, entrants: Vec<Entrant>) -> Match {
        assert_eq!(entrants.len(), game.seats(), "every seat needs an entrant");
        Match {
            game,
            entrants,
            referee: Referee {
                time_control: TimeControl::default(),
                limits: GameLimits::default_for(game),
            },
            openings: Openings::Random { plies: Match::DEFAULT_OPENING_PLIES },
            games: 1,
            concurrency: 1,
            seed: 0,
            sprt: None,
        }
    }

    /// The largest number of games: whole rounds, so that every player plays every seat.
    pub fn total(&self) -> usize {
        self.games.next_multiple_of((1..=self.entrants.len()).product())
    }

    /// Plays all games, or until it is stopped: games under way are then abandoned. `each` receives
    /// every game in the order of their numbers, with the score so far.
    pub fn play(
        &self,
        stop: &StopFlag,
        each: &mut (dyn FnMut(&FinishedGame, &MatchScore) + Send),
    ) -> Result<MatchScore, OpeningError> {
        let seatings = seatings(self.entrants.len());
        let score = MatchScore::new(self.entrants.iter().map(Entrant::name));
        let generator = OpeningGenerator::new(self.game, self.openings.clone(), self.seed)?;
        let runner = GameRunner {
            entrants: &self.entrants,
            referee: self.referee,
            openings: &generator,
            seed: self.seed,
        };
        let sprt = self.sprt.filter(|_| self.entrants.len() == 2);
        let scheduler = Mutex::new(Scheduler::new(&seatings, self.total(), sprt, score, each));
        std::thread::scope(|scope| {
            for _ in 1..self.concurrency {
                scope.spawn(|| work(&runner, &scheduler, stop));
            }
            work(&runner, &scheduler, stop);
        });
        scheduler.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
    }
}

/// The loop of each thread: play games as long as there are some.
fn work(runner: &GameRunner, scheduler: &Mutex<Scheduler>, stop: &StopFlag) {
    let lock = || scheduler.lock().unwrap_or_else(PoisonError::into_inner);
    while !stop.is_stopped() {
        let Some(scheduled) = lock().next_game() else {
            return;
        };
        match runner.play(scheduled, stop) {
            Ok(Some(finished)) => lock().add_result(finished),
            Ok(None) => return,
            Err(error) => lock().fail(error),
        }
    }
}
