//! What everybody can expect where more than two play: points, one number a seat.
//!
//! A search tells what a position is worth to the one on turn. How the others stand to each other
//! follows from the end of the line that it thinks best, where the judgement values every seat; and a
//! seat takes each place in proportion to its strength, as in the arena's ratings. It is a picture,
//! not a promise.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use games::{AnyGame, AnyPosition};
use players::{Spec, Thought, Valuation};

use crate::view::points;

/// A lead of so many hundredths makes a seat e times as strong.
const SCALE: f64 = 800.0;
/// As good as any lead.
const CERTAIN: f64 = 30.0;

/// The points that each seat can expect; nothing for two, whose score says it all.
pub(crate) fn prospects(position: &AnyPosition, thought: &Thought) -> Option<Vec<f64>> {
    let game = games::game(position.info().name).ok()?;
    if game.seats() < 3 {
        return None;
    }
    let line = thought.lines.first()?;
    let mut at = position.clone();
    let mut judged = strengths(game, &at);
    for m in &line.moves {
        at = at.play(m).ok()?;
        if let Some(outcome) = at.outcome() {
            return Some(points(&outcome));
        }
        judged = strengths(game, &at).or(judged);
    }
    let mut strengths = judged?;
    if let (Some(score), Some(seat)) = (thought.score, position.turn()) {
        let own = match score.hundredths() {
            Some(hundredths) => f64::from(hundredths) / SCALE,
            None if score.is_win() => CERTAIN,
            None if score.is_loss() => -CERTAIN,
            None => 0.0,
        };
        // A score is measured against the average of all: what one has more, the others have less.
        let less = (own - strengths[seat.index()]) / (strengths.len() - 1) as f64;
        strengths.iter_mut().for_each(|other| *other -= less);
        strengths[seat.index()] = own;
    }
    Some(expected(&strengths))
}

/// How strong each seat is, where the judgement has a mind about it.
fn strengths(game: AnyGame, position: &AnyPosition) -> Option<Vec<f64>> {
    let values = valuation(game)?(position)?;
    let values = &values[..game.seats()];
    let mean = values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64;
    Some(values.iter().map(|&value| (f64::from(value) - mean) / SCALE).collect())
}

/// The valuation of a game, made once.
fn valuation(game: AnyGame) -> Option<Arc<Valuation>> {
    static KNOWN: Mutex<Option<HashMap<&str, Arc<Valuation>>>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    if let Some(found) = known.get(game.name()) {
        return Some(found.clone());
    }
    let made = Arc::new(players::valuation(game, &Spec::named("strong")).ok()?);
    known.insert(game.name(), made.clone());
    Some(made)
}

/// Two points for the first place, one for the second, and so on down: what each seat gets on the
/// average, when every place goes to those left in proportion to e to their strength.
fn expected(strengths: &[f64]) -> Vec<f64> {
    let seats = strengths.len();
    let top = strengths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let worth: Vec<f64> = strengths.iter().map(|it| (it - top).exp()).collect();
    let mut sums = vec![0.0; seats];
    for order in arena::seatings(seats) {
        let place = |place: usize| {
            let left: f64 = order[place..].iter().map(|&seat| worth[seat]).sum();
            worth[order[place]] / left.max(f64::MIN_POSITIVE)
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
    fn equals_share_and_the_strong_get_more() {
        assert!(near(&expected(&[0.5, 0.5, 0.5]), [1.0, 1.0, 1.0]));
        // Strengths 2 : 1 : 1. The first seat comes first in half of the games, and second in two
        // thirds of the others: 2 · ½ + ½ · ⅔.
        let two = 2.0_f64.ln();
        assert!(near(&expected(&[two, 0.0, 0.0]), [4.0 / 3.0, 5.0 / 6.0, 5.0 / 6.0]));
        let sure = expected(&[CERTAIN, 0.0, -CERTAIN]);
        assert!(near(&sure, [2.0, 1.0, 0.0]), "{sure:?}");
    }
}
