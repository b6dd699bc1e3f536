//! Maximum-likelihood ratings of all players of a tournament at once, from their places.
//!
//! In the Plackett–Luce model every player has a strength, and the first place goes to each in
//! proportion to it; the next place likewise among those left, and so on. With two players that is
//! the Bradley–Terry model behind Elo. Players who share places count as all their orders in equal
//! parts, so that a draw is half a win for each.
//!
//! The likelihood is concave, and Newton's method finds its maximum. Errors come from the information
//! matrix there. Draws make them somewhat too large, never too small: a drawn game varies less than
//! the two decided ones it stands for.

use std::collections::BTreeMap;

use super::Z_95;

/// The places of all games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Placements {
    /// For each set of players among whom a place was given: how often it went to each.
    given: BTreeMap<Vec<usize>, Vec<f64>>,
}

/// The ratings of all players.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// One for each player; their average is 0.
    pub each: Vec<Rating>,
    /// Whether every player was credited with one drawn game against an average opponent, because a
    /// player won or lost all games, so that no finite rating is the likeliest.
    pub padded: bool,
}

/// The rating of a player.
#[derive(Copy, Clone, PartialEq, Debug, Default, serde::Serialize)]
pub struct Rating {
    /// In Elo, compared to the average of all.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval.
    pub error: f64,
}

/// One Elo in units of the natural logarithm.
const LN_10_OVER_400: f64 = std::f64::consts::LN_10 / 400.0;

impl Placements {
    /// Adds a game between these players, with the points of each.
    pub fn add(&mut self, players: &[usize], points: &[f64]) {
        let orders = orders(points);
        for order in &orders {
            for place in 0..order.len() - 1 {
                let mut among: Vec<usize> = order[place..].iter().map(|&it| players[it]).collect();
                let winner = among[0];
                among.sort_unstable();
                let index = among.iter().position(|&it| it == winner).unwrap_or_default();
                let size = among.len();
                let given = self.given.entry(among).or_insert_with(|| vec![0.0; size]);
                given[index] += 1.0 / orders.len() as f64;
            }
        }
    }

    /// The likeliest ratings of so many players.
    pub fn ratings(&self, players: usize) -> Ratings {
        let padded = !self.is_finite(players);
        let mut strengths = vec![0.0; players];
        let mut last = self.likelihood(&strengths, padded);
        for _ in 0..200 {
            let (gradient, information) = self.gradient_and_information(&strengths, padded);
            let inverse = inverse(information);
            let step: Vec<f64> = inverse
                .iter()
                .map(|row| row.iter().zip(&gradient).map(|(a, b)| a * b).sum())
                .collect();
            let mut part = 1.0;
            // Newton's step may be too long at first; a part of it always leads upwards.
            let next = loop {
                let next: Vec<f64> =
                    strengths.iter().zip(&step).map(|(value, step)| value + part * step).collect();
                let likelihood = self.likelihood(&next, padded);
                if likelihood >= last || part < 1e-6 {
                    last = likelihood;
                    break next;
                }
                part /= 2.0;
            };
            strengths = next;
            if step.iter().all(|step| step.abs() < 1e-10) {
                break;
            }
        }
        let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
        let covariance = centred(inverse(self.gradient_and_information(&strengths, padded).1));
        let each = strengths.iter().enumerate().map(|(player, strength)| Rating {
            elo: (strength - mean) / LN_10_OVER_400,
            error: Z_95 * covariance[player][player].max(0.0).sqrt() / LN_10_OVER_400,
        });
        Ratings { each: each.collect(), padded }
    }

    /// Whether the likeliest ratings are finite: if the graph of wins is strongly connected.
    fn is_finite(&self, players: usize) -> bool {
        let mut beaten = vec![vec![false; players]; players];
        for (among, given) in &self.given {
            for (&winner, _) in among.iter().zip(given).filter(|&(_, &times)| times > 0.0) {
                among.iter().for_each(|&other| beaten[winner][other] = true);
            }
        }
        let reaches_all = |from: usize, forward: bool| {
            let (mut seen, mut open) = (vec![false; players], vec![from]);
            seen[from] = true;
            while let Some(at) = open.pop() {
                for next in 0..players {
                    let edge = if forward { beaten[at][next] } else { beaten[next][at] };
                    if edge && !seen[next] {
                        seen[next] = true;
                        open.push(next);
                    }
                }
            }
            seen.iter().all(|&seen| seen)
        };
        players > 0 && reaches_all(0, true) && reaches_all(0, false)
    }

    fn likelihood(&self, strengths: &[f64], padded: bool) -> f64 {
        let mut sum = 0.0;
        for (among, given) in &self.given {
            let total: f64 = among.iter().map(|&player| strengths[player].exp()).sum();
            let each = among.iter().zip(given);
            sum +=
                each.map(|(&player, times)| times * (strengths[player] - total.ln())).sum::<f64>();
        }
        if padded {
            sum += strengths.iter().map(|it| it / 2.0 - (1.0 + it.exp()).ln()).sum::<f64>();
        }
        sum
    }

    /// The gradient of the log-likelihood, and the information matrix. The mean of all strengths does
    /// not change the likelihood; it is fixed at 0, so that the matrix has an inverse.
    fn gradient_and_information(
        &self,
        strengths: &[f64],
        padded: bool,
    ) -> (Vec<f64>, Vec<Vec<f64>>) {
        let players = strengths.len();
        let mut gradient = vec![0.0; players];
        let mut information = vec![vec![1.0 / players as f64; players]; players];
        for (among, given) in &self.given {
            let worth: Vec<f64> = among.iter().map(|&player| strengths[player].exp()).collect();
            let (total, times): (f64, f64) = (worth.iter().sum(), given.iter().sum());
            for (i, &player) in among.iter().enumerate() {
                let chance = worth[i] / total;
                gradient[player] += given[i] - times * chance;
                information[player][player] += times * chance;
                for (j, &other) in among.iter().enumerate() {
                    information[player][other] -= times * chance * worth[j] / total;
                }
            }
        }
        if padded {
            for (player, strength) in strengths.iter().enumerate() {
                let chance = 1.0 / (1.0 + (-strength).exp());
                gradient[player] += 0.5 - chance;
                information[player][player] += chance * (1.0 - chance);
            }
        }
        (gradient, information)
    }
}

/// All orders, best first, in which nobody stands before somebody with more points.
fn orders(points: &[f64]) -> Vec<Vec<usize>> {
    let all = crate::seatings(points.len());
    all.into_iter().filter(|order| order.is_sorted_by(|&a, &b| points[a] >= points[b])).collect()
}

/// The inverse of a symmetric positive matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(row == column)).collect()).collect();
    for column in 0..size {
        let pivot = matrix[column][column].max(f64::MIN_POSITIVE);
        for cell in matrix[column].iter_mut().chain(&mut inverse[column]) {
            *cell /= pivot;
        }
        let (source, shadow) = (matrix[column].clone(), inverse[column].clone());
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column];
            for (cell, above) in matrix[row].iter_mut().zip(&source) {
                *cell -= factor * above;
            }
            for (cell, above) in inverse[row].iter_mut().zip(&shadow) {
                *cell -= factor * above;
            }
        }
    }
    inverse
}

/// A covariance as it is when the average of all is held at 0.
fn centred(matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len() as f64;
    let rows: Vec<f64> = matrix.iter().map(|row| row.iter().sum::<f64>() / size).collect();
    let all = rows.iter().sum::<f64>() / size;
    let cell = |i: usize, j: usize, value: f64| value - rows[i] - rows[j] + all;
    let row = |(i, row): (usize, Vec<f64>)| {
        row.into_iter().enumerate().map(|(j, value)| cell(i, j, value)).collect()
    };
    matrix.into_iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * b.abs().max(1.0)
    }

    #[test]
    fn two_players_by_hand() {
        let mut places = Placements::default();
        for points in [[1.0, 0.0], [1.0, 0.0], [0.5, 0.5], [0.5, 0.5]] {
            places.add(&[0, 1], &points);
        }
        let Ratings { each, padded } = places.ratings(2);
        // Three points of four: 400 log10 3 = 190.8485 apart.
        assert!(!padded && near(each[0].elo, 190.848_502 / 2.0) && near(each[1].elo, -each[0].elo));
        // The difference has the information 4 · ¾ · ¼ = ¾, so the error √(4/3) = 1.154701 in
        // natural units, which are 173.717793 Elo each; each rating has half of it.
        let error = 1.959_963_985 * 1.154_700_538 * 173.717_793 / 2.0;
        assert!(near(each[0].error, error) && near(each[1].error, error), "{each:?} {error}");
    }

    #[test]
    fn three_players_by_hand() {
        // As often as strengths of 4 : 2 : 1 would have it: A first in 60 of 105 games, then B in 40
        // of these, and so on.
        let mut places = Placements::default();
        for (order, games) in [
            ([0, 1, 2], 40),
            ([0, 2, 1], 20),
            ([1, 0, 2], 24),
            ([1, 2, 0], 6),
            ([2, 0, 1], 10),
            ([2, 1, 0], 5),
        ] {
            for _ in 0..games {
                places.add(&order, &[2.0, 1.0, 0.0]);
            }
        }
        let Ratings { each, padded } = places.ratings(3);
        // 400 log10 2 = 120.411998 from one to the next.
        let step = 120.411_998_3;
        assert!(!padded && near(each[0].elo, step) && near(each[2].elo, -step), "{each:?}");
        assert!(each[1].elo.abs() < 1e-6);
    }

    #[test]
    fn players_who_share_places_are_equal() {
        let mut places = Placements::default();
        places.add(&[4, 1, 2], &[1.0, 1.0, 1.0]);
        places.add(&[0, 3, 1], &[1.0, 1.0, 1.0]);
        let Ratings { each, padded } = places.ratings(5);
        assert!(!padded && each.iter().all(|rating| rating.elo.abs() < 1e-6), "{each:?}");
        // Whoever played twice is known better.
        assert!(each[1].error < each[4].error);
    }

    #[test]
    fn who_won_everything_gets_a_finite_rating_that_says_so() {
        let mut places = Placements::default();
        for _ in 0..10 {
            places.add(&[0, 1], &[1.0, 0.0]);
        }
        let Ratings { each, padded } = places.ratings(2);
        // With half a win and half a loss against the average for each, where d is half of the
        // difference: 10 / (1 + e^2d) + ½ = 1 / (1 + e^-d).
        let d = each[0].elo * LN_10_OVER_400;
        let balance = 10.0 / (1.0 + (2.0 * d).exp()) + 0.5 - 1.0 / (1.0 + (-d).exp());
        assert!(padded && balance.abs() < 1e-6 && d > 0.5, "{each:?} {balance}");
    }

    #[test]
    fn nothing_follows_from_nothing() {
        let Ratings { each, padded } = Placements::default().ratings(3);
        assert!(padded && each.iter().all(|rating| rating.elo == 0.0 && rating.error > 300.0));
    }
}
