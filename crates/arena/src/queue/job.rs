//! The two kinds of messages: a game to be played, with all that decides how it goes, and what came
//! of it.

use games::Seat;
use players::{Course, Spec};
use serde::{Deserialize, Serialize};

use crate::hall::{Fixture, Hall};
use crate::record::{Event, Sheet};
use crate::{Entrant, Finished, OpeningError, Plan, Terms};

/// A game to be played, wherever.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Job {
    /// Whom to send the answer.
    pub(super) token: String,
    event: String,
    /// The number of the fixture, from 0.
    number: usize,
    game: String,
    /// The player of every seat, and where its random numbers begin.
    players: Vec<(String, u64)>,
    limits: Terms,
    start: Option<String>,
    opening: Vec<String>,
}

/// What came of a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Answer {
    /// A game.
    Played(Sheet),
    /// This worker cannot play it, whatever happens.
    Refused {
        /// The game's number, from 1.
        number: u32,
        why: String,
    },
}

impl Job {
    pub(super) fn new(
        hall: &Hall,
        plan: &Plan,
        event: &Event,
        fixture: &Fixture,
    ) -> Result<Job, OpeningError> {
        let Fixture { number, seating, opening } = fixture;
        let course = hall.dealer.deal(*opening)?;
        let first = &course.positions()[0];
        let player = |&it: &usize| (plan.players[it].to_string(), hall.seed(*number, it));
        Ok(Job {
            token: event.token.clone(),
            event: event.name.clone(),
            number: *number,
            game: plan.game.name().to_owned(),
            players: seating.iter().map(player).collect(),
            limits: plan.limits.settled(plan.game, &plan.players),
            start: (*first != plan.game.start()).then(|| first.text()),
            opening: course.moves().iter().map(|m| m.text.clone()).collect(),
        })
    }

    /// Plays it, by players of its own.
    pub(super) fn play(&self) -> Answer {
        match self.try_play() {
            Ok(sheet) => Answer::Played(sheet),
            Err(error) => {
                let number = u32::try_from(self.number + 1).unwrap_or(u32::MAX);
                Answer::Refused { number, why: error.to_string() }
            }
        }
    }

    fn try_play(&self) -> Result<Sheet, Box<dyn std::error::Error>> {
        let game = games::game(&self.game)?;
        let mut course = match &self.start {
            None => Course::new(game),
            Some(text) => Course::from(game, game.read(text)?),
        };
        for text in &self.opening {
            let m = course.position().read_move(text)?;
            course.play(&m)?;
        }
        let specs: Result<Vec<Spec>, _> =
            self.players.iter().map(|(spec, _)| spec.parse()).collect();
        let specs = specs?;
        let entrants: Result<Vec<Entrant>, _> =
            specs.iter().map(|spec| Entrant::new(game, spec)).collect();
        let entrants = entrants?;
        if entrants.len() != game.seats() {
            return Err(format!("{} players for {} seats", entrants.len(), game.seats()).into());
        }
        let referee = self.limits.referee(game, &specs);
        let mut players = Vec::new();
        let mut absent = None;
        for (seat, entrant) in Seat::all(game.seats()).zip(&entrants) {
            match entrant.player(self.players[seat.index()].1) {
                Ok(player) => players.push(player),
                Err(fault) => absent = absent.or(Some((seat, fault))),
            }
        }
        let played = match absent {
            None => referee.play(course, &mut players),
            Some((seat, fault)) => referee.no_show(course, seat, &fault),
        };
        let seating = (0..game.seats()).collect();
        let finished = Finished { number: self.number, seating, played };
        Ok(Sheet::new(&self.event, &entrants, &finished))
    }
}
