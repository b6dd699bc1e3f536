//! How well somebody has played: expected points, graded mistakes and accuracy, after the formulas of
//! lichess. `docs/review.md` describes them.
//!
//! Everything here is a share of the winner's points: 1 is a certain win, 0 a certain loss.

use serde::Serialize;
use spielwerk_search::{Score, points_of_value};

/// The score, in hundredths, that is worth three quarters of the points; the same as in tree search.
const HALFWAY: f32 = 500.0;

/// How bad a mistake is, by the share of the points that it gave away.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Grade {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Grade {
    /// The grade of a move that gave away this share; none if it was good enough.
    pub(crate) fn of(loss: f64) -> Option<Grade> {
        match loss {
            0.15.. => Some(Grade::Blunder),
            0.10.. => Some(Grade::Mistake),
            0.05.. => Some(Grade::Inaccuracy),
            _ => None,
        }
    }
}

/// The share that a score promises to the seat whose score it is.
pub(crate) fn expected_share(score: Score) -> f64 {
    match score.hundredths() {
        Some(hundredths) => points_of_value(hundredths, HALFWAY),
        None if score.is_win() => 1.0,
        None if score.is_loss() => 0.0,
        None => 0.5,
    }
}

/// The accuracy of one move in per cent, by the share that it gave away.
fn move_accuracy(loss: f64) -> f64 {
    // Nobody plays perfectly by the judgement of a short search, so there is one per cent on top.
    (103.1668 * (-4.3544 * loss).exp() - 3.1669 + 1.0).clamp(0.0, 100.0)
}

/// A move of the seat whose accuracy is wanted: its ply, and the share that it gave away.
pub(crate) type Loss = (usize, f64);

/// The accuracy of a seat in per cent: the mean of two means of its moves' accuracies. One counts moves
/// by how much the game swings around them, the other is harmonic, so that one bad move weighs much.
/// `shares` are the seat's after every ply. None if the seat has not moved.
pub(crate) fn accuracy(losses: &[Loss], shares: &[f64]) -> Option<f64> {
    if losses.is_empty() {
        return None;
    }
    let window = (shares.len() / 10).clamp(2, 8);
    let rated: Vec<(f64, f64)> = losses
        .iter()
        .map(|&(ply, loss)| (move_accuracy(loss), weight(shares, ply, window)))
        .collect();
    let total: f64 = rated.iter().map(|(_, weight)| weight).sum();
    let weighted = rated.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / total;
    let harmonic = rated.len() as f64 / rated.iter().map(|(it, _)| 1.0 / it.max(1.0)).sum::<f64>();
    Some(f64::midpoint(weighted, harmonic))
}

/// How much the game swings around a ply: the standard deviation of the shares in a window that ends
/// after it, in per cent.
fn weight(shares: &[f64], ply: usize, window: usize) -> f64 {
    let end = (ply + 2).min(shares.len()).max(window.min(shares.len()));
    let part = &shares[end.saturating_sub(window)..end];
    let mean = part.iter().sum::<f64>() / part.len() as f64;
    let variance = part.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / part.len() as f64;
    (100.0 * variance.sqrt()).clamp(0.5, 12.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_are_by_the_share_given_away() {
        let grades = [0.04, 0.05, 0.12, 0.15, 1.0].map(Grade::of);
        let wanted = [
            None,
            Some(Grade::Inaccuracy),
            Some(Grade::Mistake),
            Some(Grade::Blunder),
            Some(Grade::Blunder),
        ];
        assert_eq!(grades, wanted);
    }

    #[test]
    fn a_score_promises_a_share() {
        let shares = [-10_000, -500, 500, 10_000].map(|it| expected_share(Score::estimate(it)));
        assert!((shares[1] - 0.25).abs() < 1e-9 && (shares[2] - 0.75).abs() < 1e-9, "{shares:?}");
        assert!(shares[0] > 0.0 && shares[3] < 1.0);
        assert_eq!([Score::win_in(3), Score::loss_in(3)].map(expected_share), [1.0, 0.0]);
    }

    #[test]
    fn who_gives_nothing_away_plays_perfectly() {
        let shares = [0.5; 9];
        assert_eq!(accuracy(&[(0, 0.0), (2, 0.0)], &shares), Some(100.0));
        assert_eq!(accuracy(&[], &shares), None);
    }

    #[test]
    fn the_more_is_given_away_the_less_accurate() {
        let one = |loss| accuracy(&[(0, loss)], &[0.9, 0.9 - loss]).unwrap();
        let all = [0.0, 0.05, 0.1, 0.3, 0.9].map(one);
        assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
        assert!(all[4] < 5.0);
        // As on lichess, where a loss of ten per cent of winning chances is an accuracy of about 64.
        assert!((64.0..66.0).contains(&all[2]), "{all:?}");
    }

    #[test]
    fn a_mistake_weighs_more_where_the_game_swings() {
        let shares = [0.5, 0.5, 0.5, 0.5, 0.9, 0.2, 0.2, 0.2];
        let calm = accuracy(&[(0, 0.2), (4, 0.0)], &shares).unwrap();
        let wild = accuracy(&[(0, 0.0), (4, 0.2)], &shares).unwrap();
        assert!(wild < calm, "{wild} {calm}");
    }
}
