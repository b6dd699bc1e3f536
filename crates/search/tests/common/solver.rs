//! Solves whole games by brute force: every position that can come from the start, and how long
//! its win or loss takes with perfect play. What nobody can win, or only by never ending, is a
//! draw.

use std::collections::HashMap;

use games::Position;
use search::{Known, Score};

/// The certain results of all unfinished positions.
pub struct Solved<P>(pub HashMap<P, Known>);

impl<P: Position> Solved<P> {
    /// Solves all that can come from the start.
    pub fn all() -> Solved<P> {
        let mut found: HashMap<P, Known> = HashMap::new();
        let mut waiting = vec![P::start()];
        while let Some(p) = waiting.pop() {
            if p.outcome().is_none() && found.insert(p, Known::Draw).is_none() {
                waiting.extend(p.list().into_iter().map(|m| p.play(m)));
            }
        }
        let mut open: Vec<P> = found.keys().copied().collect();
        // In each round, all that takes exactly so many plies is found.
        for plies in 1.. {
            let decided: Vec<(P, Known)> =
                open.iter().filter_map(|p| Some((*p, decided(&found, p, plies)?))).collect();
            let last = decided.is_empty();
            found.extend(decided);
            open.retain(|p| found[p] == Known::Draw);
            // Wins and losses may skip a round where a seat moves twice, but not two.
            if last && plies > 2 {
                break;
            }
        }
        Solved(found)
    }

    /// The score of a position for the seat on turn.
    pub fn score(&self, p: &P) -> Score {
        self.0[p].score(0)
    }
}

/// Whether a position is won or lost in exactly so many plies.
fn decided<P: Position>(found: &HashMap<P, Known>, p: &P, plies: u32) -> Option<Known> {
    let scores = p.list().into_iter().map(|m| {
        let child = p.play(m);
        match child.outcome() {
            Some(outcome) => Score::of(&outcome, p.turn(), 1),
            None if child.turn() == p.turn() => found[&child].score(1),
            None => -found[&child].score(1),
        }
    });
    let best = scores.max()?;
    match best.plies() {
        Some(away) if away == plies && best.is_win() => Some(Known::Win(Some(plies))),
        Some(away) if away == plies && best.is_loss() => Some(Known::Loss(Some(plies))),
        _ => None,
    }
}
