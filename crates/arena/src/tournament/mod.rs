//! Many players: who meets whom, and what came of it.
//!
//! A [`Plan`] says everything that decides how a tournament goes. [`Tournament`] plays it, on this
//! machine or through a queue, and keeps every game in the [`Archive`] before it counts: whatever is
//! killed at whichever moment, the same command with `--resume` goes on with the same games, and
//! none is played twice.
//!
//! | room | what is in it |
//! |---|---|
//! | [`Plan`], [`Format`] | a tournament as it is meant to be |
//! | [`Tournament`], [`Venue`] | playing it |
//! | [`Standings`] | how it stands |
//! | [`Seen`] | the same from the store alone, while another process plays it |
//! | [`report()`] | all of it on one page |

mod local;
mod plan;
mod report;
mod schedule;
mod seen;
mod standings;

use std::collections::BTreeMap;

use search::Stop;
use thiserror::Error;

pub use plan::{Format, Plan, PlanError};
pub use report::report;
use schedule::{Round, next_round};
pub use seen::Seen;
use standings::Score;
pub use standings::{Line, Standings};

use crate::hall::{Fixture, Hall};
use crate::openings::Dealer;
use crate::queue::{Queue, QueueError};
use crate::record::{Archive, ArchiveError, Event, Kind, Sheet};
use crate::{Entrant, OpeningError};

/// Where games are played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Venue {
    /// Here, so many at a time.
    Local {
        /// How many.
        threads: usize,
    },
    /// By workers that take them from a queue.
    Queue(Queue),
}

/// A tournament that can be played, or played on.
#[derive(Debug)]
pub struct Tournament {
    plan: Plan,
    event: Event,
    entrants: Vec<Entrant>,
    /// What has been played so far, by the numbers of the games.
    scores: BTreeMap<usize, Score>,
}

/// Why a tournament cannot be played.
#[derive(Debug, Error)]
pub enum TournamentError {
    /// Games cannot be kept.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// A player cannot be made.
    #[error(transparent)]
    Player(#[from] players::SpecError),
    /// The queue refuses.
    #[error(transparent)]
    Queue(#[from] QueueError),
    /// It has begun already.
    #[error(
        "`{name}` has begun already, with {games} games in {store}; --resume goes on with it, and \
         another `name` begins anew"
    )]
    Begun {
        /// Its name.
        name: String,
        /// How many games it has.
        games: usize,
        /// Where.
        store: String,
    },
    /// It was begun by another plan.
    #[error("`{name}` was begun by another plan, so it cannot go on by this one; it was {plan}")]
    OtherPlan {
        /// Its name.
        name: String,
        /// The plan by which it was begun.
        plan: String,
    },
    /// A game in the store is none of the plan's.
    #[error("game {number} of `{name}` in the store is not the one that the plan has there")]
    OtherGame {
        /// Its name.
        name: String,
        /// The game's number.
        number: u32,
    },
}

impl Tournament {
    /// Begins a tournament, or goes on with one if `resume` says so.
    pub fn open(
        plan: Plan,
        archive: &mut Archive,
        resume: bool,
    ) -> Result<Tournament, TournamentError> {
        let entrants: Result<Vec<Entrant>, _> =
            plan.players.iter().map(|spec| Entrant::new(plan.game, spec)).collect();
        let entrants = entrants?;
        let text = plan.text();
        let event = archive.begin(&plan.name, Kind::Tournament, &text)?;
        if event.plan != text {
            return Err(TournamentError::OtherPlan { name: plan.name, plan: event.plan });
        }
        let kept = archive.sheets(Some(&plan.name))?;
        if !resume && !kept.is_empty() {
            let store = archive.path().display().to_string();
            return Err(TournamentError::Begun { name: plan.name, games: kept.len(), store });
        }
        let mut tournament = Tournament { plan, event, entrants, scores: BTreeMap::new() };
        for sheet in &kept {
            tournament.count(sheet)?;
        }
        Ok(tournament)
    }

    /// What it is played by.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Plays all games that are left, or until it is stopped, which takes effect between games.
    /// `each` is told how many games of the rounds so far have been played.
    pub fn play(
        &mut self,
        archive: &mut Archive,
        venue: &Venue,
        stop: &Stop,
        each: &mut dyn FnMut(usize, usize),
    ) -> Result<Standings, TournamentError> {
        let plan = self.plan.clone();
        let dealer = Dealer::new(plan.game, plan.openings.clone(), plan.seed)?;
        let mut rounds: Vec<Round> = Vec::new();
        let mut first = 0;
        while let Some(mut round) = next_round(&plan, &rounds) {
            let fixtures = round.fixtures(&plan, rounds.len(), first);
            first += fixtures.len();
            self.check(&fixtures)?;
            let left = fixtures.iter().map(|(_, fixture)| fixture);
            let left: Vec<Fixture> =
                left.filter(|it| !self.scores.contains_key(&it.number)).cloned().collect();
            each(self.scores.len(), first);
            self.play_round(archive, &dealer, venue, &left, stop, &mut |played| {
                each(played, first);
            })?;
            if fixtures.iter().any(|(_, it)| !self.scores.contains_key(&it.number)) {
                return Ok(Standings::new(&plan, &rounds, self.scores.values(), false));
            }
            for (index, Fixture { number, .. }) in &fixtures {
                round.pairings[*index].add(&self.scores[number]);
            }
            rounds.push(round);
        }
        Ok(Standings::new(&plan, &rounds, self.scores.values(), true))
    }

    /// Plays these games; each is kept first, and counted then.
    fn play_round(
        &mut self,
        archive: &mut Archive,
        dealer: &Dealer,
        venue: &Venue,
        left: &[Fixture],
        stop: &Stop,
        each: &mut dyn FnMut(usize),
    ) -> Result<(), TournamentError> {
        if left.is_empty() {
            return Ok(());
        }
        let entrants = std::mem::take(&mut self.entrants);
        let hall = Hall {
            entrants: &entrants,
            referee: self.plan.limits.referee(self.plan.game, &self.plan.players),
            dealer,
            seed: self.plan.seed,
        };
        let (plan, event) = (self.plan.clone(), self.event.clone());
        let keep = &mut |sheets: &[Sheet]| -> Result<(), TournamentError> {
            archive.add(&event, sheets)?;
            for sheet in sheets {
                // What a queue brings twice counts as it came first, which is how it is kept.
                if !self.scores.contains_key(&(sheet.number as usize).wrapping_sub(1)) {
                    self.count(sheet)?;
                }
            }
            each(self.scores.len());
            Ok(())
        };
        let played = match venue {
            Venue::Local { threads } => local::play(&hall, &event.name, left, *threads, stop, keep),
            Venue::Queue(queue) => queue.play(&hall, &plan, &event, left, stop, keep),
        };
        self.entrants = entrants;
        played
    }

    /// Counts a game that is kept.
    fn count(&mut self, sheet: &Sheet) -> Result<(), TournamentError> {
        let other =
            || TournamentError::OtherGame { name: self.plan.name.clone(), number: sheet.number };
        let seat = |player: &str| {
            self.plan.players.iter().position(|spec| spec.to_string() == player).ok_or_else(other)
        };
        let seating: Result<Vec<usize>, _> =
            sheet.players.iter().map(|seated| seat(&seated.player)).collect();
        let score = Score {
            seating: seating?,
            points: sheet.players.iter().map(|seated| seated.points).collect(),
            forfeit: sheet
                .culprit
                .filter(|_| sheet.ending.is_forfeit())
                .map(|seat| usize::from(seat) - 1),
        };
        self.scores.insert((sheet.number as usize).wrapping_sub(1), score);
        Ok(())
    }

    /// Whether the games that were kept are those of the schedule.
    fn check(&self, fixtures: &[(usize, Fixture)]) -> Result<(), TournamentError> {
        for (_, Fixture { number, seating, .. }) in fixtures {
            if self.scores.get(number).is_some_and(|score| score.seating != *seating) {
                let (name, number) = (self.plan.name.clone(), *number as u32 + 1);
                return Err(TournamentError::OtherGame { name, number });
            }
        }
        Ok(())
    }
}

impl schedule::Pairing {
    fn add(&mut self, score: &Score) {
        for (seat, player) in score.seating.iter().enumerate() {
            if let Some(index) = self.players.iter().position(|it| it == player) {
                self.points[index] += score.points[seat];
                self.losses[index] += usize::from(score.is_lost(seat));
            }
        }
    }
}
