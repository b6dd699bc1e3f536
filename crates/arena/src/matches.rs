//! Many games between the same entrants: every opening from every seat, as many games at a time as
//! wanted, and the same result however many that are.

use std::sync::{Mutex, PoisonError};

use games::AnyGame;
use search::Stop;

use crate::desk::Desk;
use crate::hall::Hall;
use crate::openings::Dealer;
use crate::statistics::Sprt;
use crate::{Bounds, Control, Entrant, OpeningError, Openings, Played, Referee, Tally, seatings};

/// A match that can be played.
#[derive(Debug)]
pub struct Match {
    /// The game.
    pub game: AnyGame,
    /// As many as the game has seats.
    pub entrants: Vec<Entrant>,
    /// By what the games are played.
    pub referee: Referee,
    /// Where they begin.
    pub openings: Openings,
    /// How many there are at most; rounded up to whole rounds.
    pub games: usize,
    /// How many are played at a time.
    pub concurrency: usize,
    /// Where all random numbers begin.
    pub seed: u64,
    /// What may end the match before its last game, if it is for two.
    pub test: Option<Sprt>,
}

/// A game of a match.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its number, from 0.
    pub number: usize,
    /// The entrant of every seat.
    pub seating: Vec<usize>,
    /// How it went.
    pub played: Played,
}

impl Match {
    /// How many random plies an opening has, unless somebody says otherwise.
    pub const PLIES: usize = 6;

    /// One round from a random opening, under the usual bounds of the game and without any limit
    /// for the players. Set the other fields as needed.
    ///
    /// # Panics
    /// If there are not as many entrants as seats.
    pub fn new(game: AnyGame, entrants: Vec<Entrant>) -> Match {
        assert_eq!(entrants.len(), game.seats(), "every seat needs an entrant");
        Match {
            game,
            entrants,
            referee: Referee { control: Control::default(), bounds: Bounds::usual(game) },
            openings: Openings::Random { plies: Match::PLIES },
            games: 1,
            concurrency: 1,
            seed: 0,
            test: None,
        }
    }

    /// How many games there are at most: whole rounds, so that everybody sits everywhere.
    pub fn total(&self) -> usize {
        self.games.next_multiple_of((1..=self.entrants.len()).product())
    }

    /// Plays all games, or until it is stopped, which takes effect between games. `each` is told of
    /// every game, in the order of their numbers, with the score so far.
    pub fn play(
        &self,
        stop: &Stop,
        each: &mut (dyn FnMut(&Finished, &Tally) + Send),
    ) -> Result<Tally, OpeningError> {
        let seatings = seatings(self.entrants.len());
        let tally = Tally::new(self.entrants.iter().map(Entrant::name));
        let dealer = Dealer::new(self.game, self.openings.clone(), self.seed)?;
        let hall = Hall {
            entrants: &self.entrants,
            referee: self.referee,
            dealer: &dealer,
            seed: self.seed,
        };
        let test = self.test.filter(|_| self.entrants.len() == 2);
        let desk = Mutex::new(Desk::new(&seatings, self.total(), test, tally, each));
        std::thread::scope(|scope| {
            for _ in 1..self.concurrency {
                scope.spawn(|| work(&hall, &desk, stop));
            }
            work(&hall, &desk, stop);
        });
        desk.into_inner().unwrap_or_else(PoisonError::into_inner).close()
    }
}

/// What each thread does: play games as long as there are some.
fn work(hall: &Hall, desk: &Mutex<Desk>, stop: &Stop) {
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    while !stop.is_stopped() {
        let Some(fixture) = lock().hand_out() else {
            return;
        };
        match hall.play(fixture) {
            Ok(finished) => lock().take(finished),
            Err(error) => lock().give_up(error),
        }
    }
}
