//! A game's judgement laid open: what it thinks of a position without any search, under any weights.
//! This is what weights are fitted with.

use games::{AnyPosition, Seat};
use search::Judge;

use crate::{Repertoire, Spec, Weights};

/// What a judge thinks of a position for each seat; nothing if the game is over or somebody has a
/// place for certain, which is worth more than any lead, or if the position is too unquiet to be
/// judged without search.
pub type Valuation = Box<dyn Fn(&AnyPosition) -> Option<[i32; Seat::MOST]> + Send + Sync>;

/// The valuation of a game by the judge that a spec describes.
pub(crate) fn valuation<G: Repertoire>(spec: &Spec) -> Valuation {
    let judge = G::judge(spec);
    Box::new(move |position| {
        let position = position.get::<G>()?;
        let is_decided = Seat::all(G::SEATS).any(|seat| position.secured(seat).is_some());
        if is_decided || position.outcome().is_some() || judge.noisy(position) {
            return None;
        }
        Some(judge.values(position))
    })
}

/// The weights of a game's judgement, with what they are usually worth.
pub(crate) fn usual<G: Repertoire>() -> Vec<(&'static str, i32)> {
    let mut weights = G::Weights::default();
    let values = weights.list();
    G::Weights::NAMES.iter().copied().zip(values.into_iter().map(|value| *value)).collect()
}
