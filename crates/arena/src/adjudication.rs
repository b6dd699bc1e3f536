//! Adjudication of two-player games: resignation, proven scores of both players, and tablebases.
//!
//! A player's proven score counts only if the opponent's last score claims the same outcome. The
//! referee's own tablebases decide at once.

use spielwerk_games::{AnyPosition, Outcome, Seat};
use spielwerk_players::Analysis;
use spielwerk_search::Score;

use spielwerk_session::{GameLimits, Termination};

/// The claims of both players with their last moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Adjudicator {
    /// For how many moves in a row each player's score was at or below the resignation score.
    resign_moves: [u32; 2],
    /// The outcome that each player's last proven score claims.
    claimed: [Option<Outcome>; 2],
}

impl Adjudicator {
    /// Takes the analysis of a player's move, and returns the end of the game if it is one.
    pub(crate) fn update(
        &mut self,
        limits: &GameLimits,
        seat: Seat,
        analysis: &Analysis,
    ) -> Option<(Termination, Outcome)> {
        let own = seat.index();
        if let Some(resignation) = limits.resignation {
            let lost = analysis.score.is_some_and(|score| score <= resignation.score);
            self.resign_moves[own] = if lost { self.resign_moves[own] + 1 } else { 0 };
            if self.resign_moves[own] >= resignation.moves.max(1) {
                return Some((Termination::Resignation, Outcome::win(seat.opponent())));
            }
        }
        if limits.adjudication {
            self.claimed[own] = analysis.score.filter(|_| analysis.proven).and_then(|score| {
                let outcome = match score {
                    Score::DRAW => Outcome::draw(),
                    _ if score.is_win() => Outcome::win(seat),
                    _ if score.is_loss() => Outcome::win(seat.opponent()),
                    _ => return None,
                };
                Some(outcome)
            });
            let [first, second] = self.claimed;
            return first.filter(|_| first == second).map(|it| (Termination::Adjudication, it));
        }
        None
    }
}

/// The outcome of a position by the tablebases on this machine, if they have it.
pub(crate) fn by_tablebase(position: &AnyPosition) -> Option<(Termination, Outcome)> {
    let outcome = spielwerk_players::probe(position)?.outcome(position.turn()?);
    Some((Termination::Adjudication, outcome))
}
