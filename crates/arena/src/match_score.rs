//! The score of a match: points of each player, terminations, time overruns.
//!
//! Games are summed up in rounds, one opening from all seats, because the games of a round are not
//! independent of each other: an opening that favours one seat shows in all of them. Standard errors
//! are those of the rounds.

use std::collections::BTreeMap;
use std::time::Duration;

use spielwerk_games::Seat;

use crate::PlayedGame;
use crate::statistics::{Pentanomial, RunningStats};
use spielwerk_session::Termination;

/// The score of a match so far.
#[derive(Clone, Debug)]
pub struct MatchScore {
    /// The number of games played.
    pub games: usize,
    /// The score of each entrant.
    pub players: Vec<PlayerScore>,
    /// The results of the first entrant by pairs of games, in a match of two.
    pub pairs: Pentanomial,
    /// The number of games by termination.
    pub terminations: BTreeMap<Termination, usize>,
    /// The number of plies of all games, without openings.
    pub plies: usize,
    /// The points of each seat, whoever played it.
    pub seats: Vec<f64>,
    /// The points of each entrant in the incomplete round, and its number of games.
    open_round: (Vec<f64>, usize),
}

/// The score of one entrant.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerScore {
    /// Its name.
    pub name: String,
    /// Games with more points than anybody else.
    pub wins: usize,
    /// Games with fewer points than anybody else.
    pub losses: usize,
    /// All other games.
    pub draws: usize,
    /// The sum of its points.
    pub points: f64,
    /// The average points a game of each complete round.
    pub rounds: RunningStats,
    /// Games lost by forfeit.
    pub forfeits: usize,
    /// The number of its moves.
    pub moves: usize,
    /// The number of nodes that it reported.
    pub nodes: u64,
    /// The time of all its moves.
    pub time: Duration,
    /// The number of moves that exceeded the allowed time by more than the
    /// [tolerance](MatchScore::OVERRUN_TOLERANCE).
    pub overruns: usize,
    /// The longest time by which a move exceeded the allowed time.
    pub worst_overrun: Duration,
}

impl MatchScore {
    /// A search polls the clock at intervals, so it is always a little late; only more than this is
    /// an overrun.
    pub const OVERRUN_TOLERANCE: Duration = Duration::from_millis(1);

    pub(crate) fn new<'a>(names: impl Iterator<Item = &'a str>) -> MatchScore {
        let records: Vec<PlayerScore> = names
            .map(|name| PlayerScore { name: name.to_owned(), ..PlayerScore::default() })
            .collect();
        let entrants = records.len();
        MatchScore {
            games: 0,
            players: records,
            pairs: Pentanomial::default(),
            terminations: BTreeMap::new(),
            plies: 0,
            seats: vec![0.0; entrants],
            open_round: (vec![0.0; entrants], 0),
        }
    }

    /// The average number of plies of a game, without its opening.
    pub fn average_length(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }

    /// Adds a game with this entrant in each seat.
    pub(crate) fn add(&mut self, seating: &[usize], played: &PlayedGame) {
        self.games += 1;
        self.plies += played.plies.len();
        *self.terminations.entry(played.termination).or_default() += 1;
        for (seat, &entrant) in Seat::all(seating.len()).zip(seating) {
            let points = played.outcome.points(seat);
            self.seats[seat.index()] += points;
            self.open_round.0[entrant] += points;
            self.players[entrant].add(seat, played);
        }
        self.open_round.1 += 1;
        let round: usize = (1..=seating.len()).product();
        if self.open_round.1 == round {
            self.close_round();
        }
    }

    fn close_round(&mut self) {
        let (points, games) = &mut self.open_round;
        if let [first, _] = points[..] {
            self.pairs.add((2.0 * first) as usize);
        }
        for (record, points) in self.players.iter_mut().zip(points) {
            record.rounds.add(*points / *games as f64);
            *points = 0.0;
        }
        *games = 0;
    }
}

impl PlayerScore {
    fn add(&mut self, seat: Seat, played: &PlayedGame) {
        let outcome = &played.outcome;
        let own = outcome.half_points(seat);
        let mut others = Seat::all(outcome.seats()).filter(|&other| other != seat);
        if others.clone().all(|other| outcome.half_points(other) < own) {
            self.wins += 1;
        } else if others.all(|other| outcome.half_points(other) > own) {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
        self.points += outcome.points(seat);
        self.forfeits +=
            usize::from(played.termination.is_forfeit() && played.culprit == Some(seat));
        for ply in played.plies.iter().filter(|ply| ply.seat == seat) {
            self.moves += 1;
            self.nodes += ply.nodes;
            self.time += ply.time;
            self.overruns += usize::from(ply.overrun() > MatchScore::OVERRUN_TOLERANCE);
            self.worst_overrun = self.worst_overrun.max(ply.overrun());
        }
    }
}
