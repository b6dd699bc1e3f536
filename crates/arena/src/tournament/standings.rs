//! The standings of a tournament: a row for each player, best first, and the cross-table.

use serde::Serialize;

use super::pairing::{Round, knocked_out, scores};
use super::{Format, TournamentConfig};
use crate::statistics::{Placements, Rating};

/// The standings of all players.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Standings {
    /// The name of the tournament.
    pub name: String,
    /// The game.
    pub game: String,
    /// The number of games played.
    pub games: usize,
    /// Whether that is all of them.
    pub complete: bool,
    /// One for each player, best first.
    #[serde(rename = "lines")]
    pub rows: Vec<StandingsRow>,
    /// The cross-table, in the order of `rows`: for each pair of players the games in which the first
    /// was placed before the second, equal places as halves; and the games they had together.
    pub cross: Vec<Vec<(f64, usize)>>,
    /// Whether every player was credited with a drawn game against the average, to keep ratings finite.
    pub padded: bool,
}

/// The standing of one player.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct StandingsRow {
    /// Its name.
    pub player: String,
    /// The number of its games.
    pub games: usize,
    /// Games with more points than anybody else.
    pub wins: usize,
    /// All other games.
    pub draws: usize,
    /// Games with fewer points than anybody else.
    pub losses: usize,
    /// The sum of its points, byes included.
    pub points: f64,
    /// Games lost by forfeit.
    pub forfeits: usize,
    /// Its rating.
    pub rating: Rating,
    /// The round in which it was knocked out, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<usize>,
}

/// The result of one game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct GameResult {
    /// The player of every seat.
    pub(crate) seating: Vec<usize>,
    pub(crate) points: Vec<f64>,
    /// The seat that forfeited.
    pub(crate) forfeit: Option<usize>,
}

impl GameResult {
    /// Whether this seat has fewer points than every other.
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
    /// The standings of a configured tournament after these rounds.
    pub(crate) fn new<'a>(
        config: &TournamentConfig,
        rounds: &[Round],
        games: impl Iterator<Item = &'a GameResult>,
        complete: bool,
    ) -> Standings {
        let names = config.players.iter().map(ToString::to_string).collect();
        let mut all = Standings::count(&config.name, config.game.name(), names, games);
        all.complete = complete;
        let out = knocked_out(config, rounds);
        let with_byes = scores(config, rounds);
        for (player, line) in all.rows.iter_mut().enumerate() {
            if config.format == Format::KnockOut {
                line.out = out[player].map(|round| round + 1);
            }
            if config.format == Format::Swiss {
                line.points = line.points.max(with_byes[player]);
            }
        }
        all.sorted(config.format)
    }

    /// The standings of games without a configuration: a match, or imported games.
    pub(crate) fn without_config<'a>(
        name: &str,
        game: &str,
        names: Vec<String>,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Standings {
        Standings::count(name, game, names, games).sorted(Format::RoundRobin)
    }

    /// Adds up games; rows are in the order of the names.
    fn count<'a>(
        name: &str,
        game: &str,
        names: Vec<String>,
        games: impl Iterator<Item = &'a GameResult>,
    ) -> Standings {
        let players = names.len();
        let line = |player| StandingsRow { player, ..StandingsRow::default() };
        let mut lines: Vec<StandingsRow> = names.into_iter().map(line).collect();
        let mut cross = vec![vec![(0.0, 0); players]; players];
        let mut places = Placements::default();
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
            rows: lines,
            cross,
            padded: ratings.padded,
        }
    }

    /// Sorts the best first.
    fn sorted(self, format: Format) -> Standings {
        let order = order(format, &self.rows);
        Standings {
            cross: order
                .iter()
                .map(|&a| order.iter().map(|&b| self.cross[a][b]).collect())
                .collect(),
            rows: order.iter().map(|&player| self.rows[player].clone()).collect(),
            ..self
        }
    }
}

impl StandingsRow {
    fn add(&mut self, game: &GameResult, seat: usize) {
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

/// Sorts by the round of elimination in a knock-out tournament, by points in a Swiss one, elsewhere
/// by points a game; then by rating.
fn order(format: Format, lines: &[StandingsRow]) -> Vec<usize> {
    let merit = |line: &StandingsRow| match format {
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
