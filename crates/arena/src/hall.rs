//! The hall where games are played: everybody who takes part, the rules of the house, the openings.
//! Whoever knows a fixture's three numbers gets the same game from it, in any order, on any thread.

use games::Seat;

use crate::openings::Dealer;
use crate::seeds::seed_for;
use crate::{Entrant, Finished, OpeningError, Referee};

/// All that the games of a match or a tournament have in common.
pub(crate) struct Hall<'a> {
    pub(crate) entrants: &'a [Entrant],
    pub(crate) referee: Referee,
    pub(crate) dealer: &'a Dealer,
    pub(crate) seed: u64,
}

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fixture {
    /// Its number, from 0.
    pub(crate) number: usize,
    /// The entrant of every seat.
    pub(crate) seating: Vec<usize>,
    /// The number of its opening.
    pub(crate) opening: usize,
}

impl Hall<'_> {
    /// Where an entrant's random numbers begin in a game.
    pub(crate) fn seed(&self, number: usize, entrant: usize) -> u64 {
        seed_for(self.seed, [number as u64, entrant as u64])
    }

    /// Plays one game, by players of its own.
    pub(crate) fn play(&self, fixture: Fixture) -> Result<Finished, OpeningError> {
        let Fixture { number, seating, opening } = fixture;
        let course = self.dealer.deal(opening)?;
        let mut players = Vec::with_capacity(seating.len());
        for (seat, &entrant) in Seat::all(seating.len()).zip(&seating) {
            match self.entrants[entrant].player(self.seed(number, entrant)) {
                Ok(player) => players.push(player),
                Err(fault) => {
                    let played = self.referee.no_show(course, seat, &fault);
                    return Ok(Finished { number, seating, played });
                }
            }
        }
        let played = self.referee.play(course, &mut players);
        Ok(Finished { number, seating, played })
    }
}
