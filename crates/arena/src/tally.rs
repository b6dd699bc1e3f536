//! The sum of a match: who scored what, how the games ended, and whether anybody was late.
//!
//! Games are summed up in rounds, one opening from all seats, because the games of a round are not
//! independent of each other: a good opening for one seat shows in all of them. Errors are taken
//! from the rounds.

use std::collections::BTreeMap;
use std::time::Duration;

use games::Seat;

use crate::statistics::{Pairs, Sample};
use crate::{Ending, Played};

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Tally {
    /// How many games were played.
    pub games: usize,
    /// One for each entrant.
    pub records: Vec<Record>,
    /// The results of the first entrant by pairs of games, in a match of two.
    pub pairs: Pairs,
    /// How many games ended how.
    pub endings: BTreeMap<Ending, usize>,
    /// The moves of all games together, openings not among them.
    pub plies: usize,
    /// The points of every seat, whoever sat there.
    pub seats: Vec<f64>,
    /// The points of every entrant in the round that is not complete, and its games.
    open: (Vec<f64>, usize),
}

/// What one entrant did.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Record {
    /// Who it is.
    pub name: String,
    /// Games with more points than anybody else.
    pub wins: usize,
    /// Games with fewer points than anybody else.
    pub losses: usize,
    /// All other games.
    pub draws: usize,
    /// All points together.
    pub points: f64,
    /// The average points of each complete round.
    pub rounds: Sample,
    /// Games lost by not keeping to the rules.
    pub forfeits: usize,
    /// How many moves it made.
    pub moves: usize,
    /// How many positions it saw, by its own account.
    pub nodes: u64,
    /// How long all its moves took.
    pub time: Duration,
    /// How many moves took more than a [touch](Tally::TOUCH) longer than allowed.
    pub overruns: usize,
    /// The longest that a move took beyond what was allowed.
    pub worst_overrun: Duration,
}

impl Tally {
    /// A search looks at the clock now and then, so it is always a touch late; only more than that
    /// is an overrun.
    pub const TOUCH: Duration = Duration::from_millis(1);

    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>) -> Tally {
        let records: Vec<Record> =
            names.map(|name| Record { name: name.to_owned(), ..Record::default() }).collect();
        let entrants = records.len();
        Tally {
            games: 0,
            records,
            pairs: Pairs::default(),
            endings: BTreeMap::new(),
            plies: 0,
            seats: vec![0.0; entrants],
            open: (vec![0.0; entrants], 0),
        }
    }

    /// The moves of an average game, openings not among them.
    pub fn average_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// Adds a game in which these entrants sat in the seats.
    pub(crate) fn add(&mut self, seating: &[usize], played: &Played) {
        self.games += 1;
        self.plies += played.plies.len();
        *self.endings.entry(played.ending).or_default() += 1;
        for (seat, &entrant) in Seat::all(seating.len()).zip(seating) {
            let points = played.outcome.points(seat);
            self.seats[seat.index()] += points;
            self.open.0[entrant] += points;
            self.records[entrant].add(seat, played);
        }
        self.open.1 += 1;
        let round: usize = (1..=seating.len()).product();
        if self.open.1 == round {
            self.close_round();
        }
    }

    fn close_round(&mut self) {
        let (points, games) = &mut self.open;
        if let [first, _] = points[..] {
            self.pairs.add((2.0 * first) as usize);
        }
        for (record, points) in self.records.iter_mut().zip(points) {
            record.rounds.add(*points / *games as f64);
            *points = 0.0;
        }
        *games = 0;
    }
}

impl Record {
    fn add(&mut self, seat: Seat, played: &Played) {
        let outcome = &played.outcome;
        let own = outcome.halves(seat);
        let mut others = Seat::all(outcome.seats()).filter(|&other| other != seat);
        if others.clone().all(|other| outcome.halves(other) < own) {
            self.wins += 1;
        } else if others.all(|other| outcome.halves(other) > own) {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
        self.points += outcome.points(seat);
        self.forfeits += usize::from(played.ending.is_forfeit() && played.culprit == Some(seat));
        for ply in played.plies.iter().filter(|ply| ply.seat == seat) {
            self.moves += 1;
            self.nodes += ply.nodes;
            self.time += ply.time;
            self.overruns += usize::from(ply.overrun() > Tally::TOUCH);
            self.worst_overrun = self.worst_overrun.max(ply.overrun());
        }
    }
}
