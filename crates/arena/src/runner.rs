//! Plays the games of a match or tournament. A scheduled game is the same whenever and on whichever
//! thread it is played: its number, seating and opening decide it.

use spielwerk_games::Seat;
use spielwerk_search::StopFlag;

use crate::openings::OpeningGenerator;
use crate::seeds::seed_for;
use crate::{FinishedGame, OpeningError, Referee};
use spielwerk_engines::Entrant;

/// What the games of a match or tournament have in common: entrants, referee, openings, seed.
pub(crate) struct GameRunner<'a> {
    pub(crate) entrants: &'a [Entrant],
    pub(crate) referee: Referee,
    pub(crate) openings: &'a OpeningGenerator,
    pub(crate) seed: u64,
}

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ScheduledGame {
    /// Its number, from 0.
    pub(crate) number: usize,
    /// The entrant of every seat.
    pub(crate) seating: Vec<usize>,
    /// The number of its opening.
    pub(crate) opening: usize,
}

impl GameRunner<'_> {
    /// The random seed of an entrant in a game.
    pub(crate) fn seed(&self, number: usize, entrant: usize) -> u64 {
        seed_for(self.seed, [number as u64, entrant as u64])
    }

    /// Plays one game, with newly built players; nothing, if it is stopped before the end.
    pub(crate) fn play(
        &self,
        scheduled: ScheduledGame,
        stop: &StopFlag,
    ) -> Result<Option<FinishedGame>, OpeningError> {
        let ScheduledGame { number, seating, opening } = scheduled;
        let state = self.openings.opening(opening)?;
        let mut players = Vec::with_capacity(seating.len());
        for (seat, &entrant) in Seat::all(seating.len()).zip(&seating) {
            match self.entrants[entrant].player(self.seed(number, entrant)) {
                Ok(player) => players.push(player),
                Err(error) => {
                    let played = self.referee.failed_start(state, seat, &error);
                    return Ok(Some(FinishedGame { number, seating, played }));
                }
            }
        }
        let played = self.referee.play_unless_stopped(state, &mut players, stop);
        Ok(played.map(|played| FinishedGame { number, seating, played }))
    }
}
