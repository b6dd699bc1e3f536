//! Solves small games by brute force: the result of every reachable position with its distance.
//! Positions that nobody can win are draws.

use std::collections::HashMap;

use spielwerk_games::{Position, Wdl};
use spielwerk_search::Score;

/// The results of all unfinished positions.
pub struct Solved<P>(pub HashMap<P, Wdl>);

impl<P: Position> Solved<P> {
    /// Solves all positions that can be reached from the start.
    pub fn all() -> Solved<P> {
        let mut found: HashMap<P, Wdl> = HashMap::new();
        let mut waiting = vec![P::start()];
        while let Some(p) = waiting.pop() {
            if p.outcome().is_none() && found.insert(p, Wdl::Draw).is_none() {
                waiting.extend(p.legal_moves().into_iter().map(|m| p.play(m)));
            }
        }
        let mut open: Vec<P> = found.keys().copied().collect();
        // Each round finds all results with exactly this distance.
        for plies in 1.. {
            let decided: Vec<(P, Wdl)> =
                open.iter().filter_map(|p| Some((*p, decided(&found, p, plies)?))).collect();
            let last = decided.is_empty();
            found.extend(decided);
            open.retain(|p| found[p] == Wdl::Draw);
            // Wins and losses may skip a round where a seat moves twice, but not two.
            if last && plies > 2 {
                break;
            }
        }
        Solved(found)
    }

    /// The score of a position for the seat to move.
    pub fn score(&self, p: &P) -> Score {
        Score::from_wdl(self.0[p], 0)
    }
}

/// Whether a position is won or lost in exactly so many plies.
fn decided<P: Position>(found: &HashMap<P, Wdl>, p: &P, plies: u32) -> Option<Wdl> {
    let scores = p.legal_moves().into_iter().map(|m| {
        let child = p.play(m);
        match child.outcome() {
            Some(outcome) => Score::from_outcome(&outcome, p.turn(), 1),
            None if child.turn() == p.turn() => Score::from_wdl(found[&child], 1),
            None => -Score::from_wdl(found[&child], 1),
        }
    });
    let best = scores.max()?;
    match best.plies() {
        Some(away) if away == plies && best.is_win() => Some(Wdl::Win(Some(plies))),
        Some(away) if away == plies && best.is_loss() => Some(Wdl::Loss(Some(plies))),
        _ => None,
    }
}
