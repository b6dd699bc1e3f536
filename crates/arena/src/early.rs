//! Games for two that end before their end: a player gives up, both are certain, or tables know.
//!
//! A player's word that a result is certain counts only if the other one says the same, each of
//! its own last move. The referee's tables are believed at once.

use games::{AnyPosition, Outcome, Seat};
use players::Thought;
use search::{Known, Score};

use crate::{Bounds, Ending};

/// What both players said about their last moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinions {
    /// How often in a row each had reason to give up.
    hopeless: [u32; 2],
    /// Of which outcome each was certain.
    certain: [Option<Outcome>; 2],
}

impl Opinions {
    /// Hears what a player thought of its move, and says whether the game ends with it.
    pub(crate) fn hear(
        &mut self,
        bounds: &Bounds,
        seat: Seat,
        thought: &Thought,
    ) -> Option<(Ending, Outcome)> {
        let own = seat.index();
        if let Some(resignation) = bounds.resignation {
            let lost = thought.score.is_some_and(|score| score <= resignation.score);
            self.hopeless[own] = if lost { self.hopeless[own] + 1 } else { 0 };
            if self.hopeless[own] >= resignation.moves.max(1) {
                return Some((Ending::Resignation, Outcome::win(seat.opponent())));
            }
        }
        if bounds.adjudication {
            self.certain[own] = thought.score.filter(|_| thought.exact).and_then(|score| {
                let outcome = match score {
                    Score::DRAW => Outcome::draw(),
                    _ if score.is_win() => Outcome::win(seat),
                    _ if score.is_loss() => Outcome::win(seat.opponent()),
                    _ => return None,
                };
                Some(outcome)
            });
            let [first, second] = self.certain;
            return first.filter(|_| first == second).map(|it| (Ending::Adjudication, it));
        }
        None
    }
}

/// How a position ends with perfect play, if the tables on this machine have it.
pub(crate) fn by_tables(position: &AnyPosition) -> Option<(Ending, Outcome)> {
    let outcome = outcome(players::exact(position)?, position.turn()?);
    Some((Ending::Adjudication, outcome))
}

fn outcome(known: Known, mover: Seat) -> Outcome {
    match known {
        Known::Win(_) => Outcome::win(mover),
        Known::Draw => Outcome::draw(),
        Known::Loss(_) => Outcome::win(mover.opponent()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_speak_for_whoever_is_on_turn() {
        let (first, second) = (Seat::FIRST, Seat::SECOND);
        assert_eq!(outcome(Known::Win(None), second), Outcome::win(second));
        assert_eq!(outcome(Known::Loss(Some(3)), second), Outcome::win(first));
        assert_eq!(outcome(Known::Draw, first), Outcome::draw());
    }
}
