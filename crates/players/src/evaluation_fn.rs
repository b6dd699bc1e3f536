//! The static evaluation of a game as a function, under any weights: what evaluation tuning uses.

use spielwerk_games::{AnyPosition, Seat};
use spielwerk_search::Evaluator;

use crate::{Evaluation, GamePlayers, PlayerSpec, Weights};

/// The static evaluation of a position for each seat. `None` if the game is over, if a seat has
/// secured its place, which is worth more than any lead, or if the position is not quiet.
pub type EvaluationFn = Box<dyn Fn(&AnyPosition) -> Option<[i32; Seat::MAX_SEATS]> + Send + Sync>;

/// The evaluation function of a game with the weights of a spec. A network would leave them no say.
pub(crate) fn evaluation_fn<G: GamePlayers>(spec: &PlayerSpec) -> EvaluationFn {
    let evaluator = G::evaluator(&PlayerSpec { evaluation: Evaluation::Classic, ..spec.clone() });
    Box::new(move |position| {
        let position = position.downcast_ref::<G>()?;
        let is_decided = Seat::all(G::SEATS).any(|seat| position.final_half_points(seat).is_some());
        let searched = G::SearchPosition::from(*position);
        if is_decided || position.outcome().is_some() || evaluator.needs_quiescence(&searched) {
            return None;
        }
        Some(evaluator.evaluate_seats(&searched))
    })
}

/// The names and default values of a game's evaluation weights.
pub(crate) fn default_weights<G: GamePlayers>() -> Vec<(&'static str, i32)> {
    let mut weights = G::Weights::default();
    let values = weights.values_mut();
    G::Weights::NAMES.iter().copied().zip(values.into_iter().map(|value| *value)).collect()
}
