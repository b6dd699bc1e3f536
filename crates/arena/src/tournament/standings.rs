//! How a tournament stands: a line for each player, best first, and everybody against everybody.

use serde::Serialize;

use super::schedule::{Round, knocked_out, scores};
use super::{Format, Plan};
use crate::statistics::{Places, Rating};

/// Where everybody stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standings {
    /// What the tournament is called.
    pub name: String,
    /// The game.
    pub game: String,
    /// How many games were played.
    pub games: usize,
    /// Whether that is all of them.
    pub complete: bool,
    /// One for each player, best first.
    pub lines: Vec<Line>,
    /// For each player of `lines`, against each of them: the games in which it was placed before
    /// the other, those with equal places as halves; and the games they had together.
    pub cross: Vec<Vec<(f64, usize)>>,
    /// Whether ratings were held finite by a drawn game against the average for everybody.
    pub padded: bool,
}

/// Where a player stands.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Line {
    /// Who it is.
    pub player: String,
    /// How many games it had.
    pub games: usize,
    /// Games with more points than anybody else.
    pub wins: usize,
    /// All other games.
    pub draws: usize,
    /// Games with fewer points than anybody else.
    pub losses: usize,
    /// All points, those for rounds without an opponent among them.
    pub points: f64,
    /// Games lost by not keeping to the rules.
    pub forfeits: usize,
    /// How strong it seems.
    pub rating: Rating,
    /// The round in which it was knocked out, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<usize>,
}

/// What the standings need to know of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Score {
    /// The player of every seat.
    pub(crate) seating: Vec<usize>,
    pub(crate) points: Vec<f64>,
    /// The seat that did not keep to the rules.
    pub(crate) forfeit: Option<usize>,
}

impl Score {
    /// Whether this seat got less than every other.
    pub(crate) fn is_lost(&self, seat: usize) -> bool {
        self.others(seat).all(|points| points > self.points[seat])
    }

    fn is_won(&self, seat: usize) -> bool {
        self.others(seat).all(|points| points < self.points[seat])
    }

    fn others(&self, seat: usize) -> impl Iterator<Item = f64> {
        let others = self.points.iter().enumerate().filter(move |&(other, _)| other != seat);
        others.map(|(_, &points)| points)
    }
}

impl Standings {
    /// As a plan has it, after these rounds.
    pub(crate) fn new<'a>(
        plan: &Plan,
        rounds: &[Round],
        games: impl Iterator<Item = &'a Score>,
        complete: bool,
    ) -> Standings {
        let names = plan.players.iter().map(ToString::to_string).collect();
        let mut all = Standings::count(&plan.name, plan.game.name(), names, games);
        all.complete = complete;
        let out = knocked_out(plan, rounds);
        let with_byes = scores(plan, rounds);
        for (player, line) in all.lines.iter_mut().enumerate() {
            if plan.format == Format::KnockOut {
                line.out = out[player].map(|round| round + 1);
            }
            if plan.format == Format::Swiss {
                line.points = line.points.max(with_byes[player]);
            }
        }
        all.sorted(plan.format)
    }

    /// Of games without a plan: a match, or games from elsewhere.
    pub(crate) fn free<'a>(
        name: &str,
        game: &str,
        names: Vec<String>,
        games: impl Iterator<Item = &'a Score>,
    ) -> Standings {
        Standings::count(name, game, names, games).sorted(Format::RoundRobin)
    }

    /// Adds up games; everybody stands in the order of the names.
    fn count<'a>(
        name: &str,
        game: &str,
        names: Vec<String>,
        games: impl Iterator<Item = &'a Score>,
    ) -> Standings {
        let players = names.len();
        let line = |player| Line { player, ..Line::default() };
        let mut lines: Vec<Line> = names.into_iter().map(line).collect();
        let mut cross = vec![vec![(0.0, 0); players]; players];
        let mut places = Places::default();
        let mut count = 0;
        for game in games {
            count += 1;
            places.add(&game.seating, &game.points);
            for (seat, &player) in game.seating.iter().enumerate() {
                lines[player].add(game, seat);
                for (other, &opponent) in game.seating.iter().enumerate() {
                    let cell: &mut (f64, usize) = &mut cross[player][opponent];
                    let lead = game.points[seat] - game.points[other];
                    cell.0 += if lead == 0.0 { 0.5 } else { f64::from(lead > 0.0) };
                    cell.1 += 1;
                }
            }
        }
        let ratings = places.ratings(players);
        for (player, line) in lines.iter_mut().enumerate() {
            cross[player][player] = (0.0, 0);
            line.rating = ratings.each[player];
        }
        Standings {
            name: name.to_owned(),
            game: game.to_owned(),
            games: count,
            complete: true,
            lines,
            cross,
            padded: ratings.padded,
        }
    }

    /// The best first.
    fn sorted(self, format: Format) -> Standings {
        let order = order(format, &self.lines);
        Standings {
            cross: order
                .iter()
                .map(|&a| order.iter().map(|&b| self.cross[a][b]).collect())
                .collect(),
            lines: order.iter().map(|&player| self.lines[player].clone()).collect(),
            ..self
        }
    }
}

impl Line {
    fn add(&mut self, game: &Score, seat: usize) {
        self.games += 1;
        self.points += game.points[seat];
        self.forfeits += usize::from(game.forfeit == Some(seat));
        if game.is_won(seat) {
            self.wins += 1;
        } else if game.is_lost(seat) {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }
}

/// Who stays longest in a knock-out tournament comes first, who has most points in a Swiss one, and
/// elsewhere who has most of what it could have; then whoever seems stronger.
fn order(format: Format, lines: &[Line]) -> Vec<usize> {
    let merit = |line: &Line| match format {
        Format::KnockOut => line.out.map_or(f64::INFINITY, |round| round as f64),
        Format::Swiss => line.points,
        Format::RoundRobin | Format::Gauntlet => line.points / line.games.max(1) as f64,
    };
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| {
        let better = merit(&lines[b]).total_cmp(&merit(&lines[a]));
        better.then(lines[b].rating.elo.total_cmp(&lines[a].rating.elo)).then(a.cmp(&b))
    });
    order
}
