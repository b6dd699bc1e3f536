//! The expected points of each seat in games for more than two.
//!
//! A search gives a score for the seat on turn. The strengths of the other seats come from the
//! static evaluation at the end of the principal variation. A Plackett–Luce model, as in the arena's
//! ratings, turns the strengths into expected points. It is an estimate for display.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use spielwerk_games::{AnyGame, AnyPosition};
use spielwerk_players::{Analysis, EvaluationFn, PlayerSpec};

use crate::view::points;

/// A lead of so many hundredths makes a seat e times as strong.
const SCALE: f64 = 800.0;
/// The strength for a proven win.
const PROVEN: f64 = 30.0;

/// The expected points of each seat; none in games for two, where the score says it all.
pub(crate) fn expected_points(position: &AnyPosition, analysis: &Analysis) -> Option<Vec<f64>> {
    let game = spielwerk_games::game(position.info().name).ok()?;
    if game.seats() < 3 {
        return None;
    }
    let line = analysis.variations.first()?;
    let mut at = position.clone();
    let mut evaluated = strengths(game, &at);
    for &m in &line.moves {
        at = at.play(m).ok()?;
        if let Some(outcome) = at.outcome() {
            return Some(points(&outcome));
        }
        evaluated = strengths(game, &at).or(evaluated);
    }
    let mut strengths = evaluated?;
    if let (Some(score), Some(seat)) = (analysis.score, position.turn()) {
        let own = match score.hundredths() {
            Some(hundredths) => f64::from(hundredths) / SCALE,
            None if score.is_win() => PROVEN,
            None if score.is_loss() => -PROVEN,
            None => 0.0,
        };
        // Strengths are relative to their mean: what one seat gains, the others lose.
        let less = (own - strengths[seat.index()]) / (strengths.len() - 1) as f64;
        strengths.iter_mut().for_each(|other| *other -= less);
        strengths[seat.index()] = own;
    }
    Some(plackett_luce_points(&strengths))
}

/// The strength of each seat by the static evaluation, where it has one.
fn strengths(game: AnyGame, position: &AnyPosition) -> Option<Vec<f64>> {
    let values = evaluation(game)?(position)?;
    let values = &values[..game.seats()];
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64;
    Some(values.iter().map(|&value| (f64::from(value) - mean) / SCALE).collect())
}

/// The static evaluation of a game, built once.
fn evaluation(game: AnyGame) -> Option<Arc<EvaluationFn>> {
    static CACHE: Mutex<Option<HashMap<&str, Arc<EvaluationFn>>>> = Mutex::new(None);
    let mut guard = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let cache = guard.get_or_insert_default();
    if let Some(found) = cache.get(game.name()) {
        return Some(found.clone());
    }
    let made = Arc::new(spielwerk_players::evaluation_fn(game, &PlayerSpec::named("strong")).ok()?);
    cache.insert(game.name(), made.clone());
    Some(made)
}

/// Expected points by the Plackett–Luce model: each place goes to one of the seats left, in
/// proportion to e to its strength. With three seats the first place counts two points, the second
/// one.
fn plackett_luce_points(strengths: &[f64]) -> Vec<f64> {
    let seats = strengths.len();
    let top = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = strengths.iter().map(|it| (it - top).exp()).collect();
    let mut sums = vec![0.0; seats];
    for order in spielwerk_session::seatings(seats) {
        let place = |place: usize| {
            let left: f64 = order[place..].iter().map(|&seat| weights[seat]).sum();
            weights[order[place]] / left.max(f64::MIN_POSITIVE)
        };
        let chance: f64 = (0..seats).map(place).product();
        for (place, &seat) in order.iter().enumerate() {
            sums[seat] += chance * (seats - 1 - place) as f64;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: &[f64], wanted: [f64; 3]) -> bool {
        found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-6)
    }

    #[test]
    fn equal_seats_share_and_stronger_ones_get_more() {
        assert!(near(&plackett_luce_points(&[0.5, 0.5, 0.5]), [1.0, 1.0, 1.0]));
        // Strengths 2 : 1 : 1. The first seat comes first in half of the games, and second in two
        // thirds of the others: 2 · ½ + ½ · ⅔.
        let two = 2.0_f64.ln();
        assert!(near(&plackett_luce_points(&[two, 0.0, 0.0]), [4.0 / 3.0, 5.0 / 6.0, 5.0 / 6.0]));
        let sure = plackett_luce_points(&[PROVEN, 0.0, -PROVEN]);
        assert!(near(&sure, [2.0, 1.0, 0.0]), "{sure:?}");
    }
}
