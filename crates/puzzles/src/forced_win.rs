//! Whether a seat can force first place within a number of its own turns: an exhaustive AND/OR
//! search over any game, for two players or three.
//!
//! What is found is kept by the position's hash key. The move that settled the last node of the same
//! kind is tried first: most wrong moves have the same refutation.

use std::collections::HashMap;

use spielwerk_games::{AnyMove, AnyPosition, Seat};
use thiserror::Error;

/// The search of one seat's forced wins.
pub struct ForcedWin {
    seat: Seat,
    nodes_left: u64,
    /// For each position the turns that suffice, and the turns that do not.
    known: HashMap<u64, Bounds>,
    /// The move that settled the last node with so many turns left, for the seat and the others.
    killers: HashMap<(u32, bool), AnyMove>,
}

#[derive(Copy, Clone)]
struct Bounds {
    suffices: u32,
    fails: Option<u32>,
}

/// The search has used up its nodes, so nothing is proven.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Error)]
#[error("the search has used up its nodes")]
pub struct OutOfNodes;

impl ForcedWin {
    /// A search that may play so many moves in all.
    pub fn new(seat: Seat, nodes: u64) -> ForcedWin {
        ForcedWin { seat, nodes_left: nodes, known: HashMap::new(), killers: HashMap::new() }
    }

    /// Whether the seat can force first place within so many turns of its own.
    pub fn within(&mut self, position: &AnyPosition, turns: u32) -> Result<bool, OutOfNodes> {
        if is_first(position, self.seat) {
            return Ok(true);
        }
        let Some(turn) = position.turn() else {
            return Ok(false);
        };
        if turns == 0 {
            return Ok(false);
        }
        let key = position.key();
        if let Some(bounds) = self.known.get(&key) {
            if turns >= bounds.suffices {
                return Ok(true);
            }
            if bounds.fails.is_some_and(|fails| turns <= fails) {
                return Ok(false);
            }
        }
        let wins = if turn == self.seat {
            self.settling_move(position, turns, turns - 1, true)?.is_some()
        } else {
            self.settling_move(position, turns, turns, false)?.is_none()
        };
        self.keep(key, turns, wins);
        Ok(wins)
    }

    /// All moves of the seat, which is to move, after which it still forces first place in time.
    pub fn right_moves(
        &mut self,
        position: &AnyPosition,
        turns: u32,
    ) -> Result<Vec<AnyMove>, OutOfNodes> {
        let mut right = Vec::new();
        for m in position.legal_moves() {
            let next = self.after(position, m)?;
            if self.within(&next, turns - 1)? {
                right.push(m);
            }
        }
        Ok(right)
    }

    /// Moves of the others after which the seat, if it is to move again at all, no longer forces
    /// first place within so many turns; `None` if there are none.
    pub fn refutation(
        &mut self,
        position: &AnyPosition,
        turns: u32,
    ) -> Result<Option<Vec<AnyMove>>, OutOfNodes> {
        if self.within(position, turns)? {
            return Ok(None);
        }
        let (mut position, mut line) = (position.clone(), Vec::new());
        while position.turn().is_some_and(|turn| turn != self.seat) {
            // With no turn left every reply will do.
            let refuting = self.settling_move(&position, turns, turns, false)?;
            let Some(m) = refuting.or_else(|| position.nth_move(0)) else { break };
            position.advance(m);
            line.push(m);
        }
        Ok(Some(line))
    }

    /// A move after which `within` answers as wanted.
    fn settling_move(
        &mut self,
        position: &AnyPosition,
        turns: u32,
        turns_after: u32,
        wanted: bool,
    ) -> Result<Option<AnyMove>, OutOfNodes> {
        let mut moves = position.legal_moves();
        let killer = self.killers.get(&(turns, wanted));
        if let Some(at) = killer.and_then(|killer| moves.iter().position(|m| m == killer)) {
            moves[..=at].rotate_right(1);
        }
        for m in moves {
            let next = self.after(position, m)?;
            if self.within(&next, turns_after)? == wanted {
                self.killers.insert((turns, wanted), m);
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    fn after(&mut self, position: &AnyPosition, m: AnyMove) -> Result<AnyPosition, OutOfNodes> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(OutOfNodes)?;
        let mut next = position.clone();
        next.advance(m);
        Ok(next)
    }

    fn keep(&mut self, key: u64, turns: u32, wins: bool) {
        let bounds = self.known.entry(key).or_insert(Bounds { suffices: u32::MAX, fails: None });
        if wins {
            bounds.suffices = bounds.suffices.min(turns);
        } else {
            bounds.fails = bounds.fails.max(Some(turns));
        }
    }
}

/// Whether a seat has come first, though others may still play on.
pub(crate) fn is_first(position: &AnyPosition, seat: Seat) -> bool {
    let outcome = position.outcome().unwrap_or_else(|| position.outcome_if_abandoned(None));
    usize::from(outcome.half_points(seat)) == 2 * (outcome.seats() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(game: &str, position: &str) -> (ForcedWin, AnyPosition) {
        let position = spielwerk_games::game(game).unwrap().read_position(position).unwrap();
        (ForcedWin::new(position.turn().unwrap(), 1_000_000), position)
    }

    #[test]
    fn the_number_of_turns_is_the_smallest() {
        // Every depth agrees with a search that keeps nothing and orders nothing.
        let game = spielwerk_games::game("fanorona-3x3").unwrap();
        let mut position = game.start();
        for ply in 0..8 {
            let Some(seat) = position.turn() else { break };
            for turns in 0..4 {
                let found = ForcedWin::new(seat, 1_000_000).within(&position, turns).unwrap();
                assert_eq!(found, plain(&position, seat, turns), "{position:?} in {turns}");
            }
            let moves = position.legal_moves();
            position.advance(moves[ply * 5 % moves.len()]);
        }
    }

    fn plain(position: &AnyPosition, seat: Seat, turns: u32) -> bool {
        if is_first(position, seat) {
            return true;
        }
        let Some(turn) = position.turn().filter(|_| turns > 0) else { return false };
        let own = turn == seat;
        let mut after = position.legal_moves().into_iter().map(|m| position.play(m).unwrap());
        if own {
            after.any(|next| plain(&next, seat, turns - 1))
        } else {
            after.all(|next| plain(&next, seat, turns))
        }
    }

    #[test]
    fn first_of_three_is_a_win_though_the_others_play_on() {
        let text = concat!(
            r#"{"A":[[-3,4],[-3,5],[-3,6],[-2,4],[-2,5],[-1,3]],"#,
            r#""B":[[-3,-3],[-3,-2],[-3,-1],[-2,-3],[-2,-2],[-1,0]],"#,
            r#""C":[[-1,-2],[4,-2],[4,-1],[5,-3],[5,-2],[6,-3]],"turn":"A"}"#
        );
        let (mut search, position) = search("fauhalma", text);
        assert_eq!(search.within(&position, 1), Ok(true));
        let right = search.right_moves(&position, 1).unwrap();
        let texts: Vec<_> = right.iter().map(|&m| position.write_move(m)).collect();
        assert_eq!(texts, ["[[-1,3],[-1,4]]"]);
    }

    #[test]
    fn without_nodes_nothing_is_said() {
        let start = spielwerk_games::game("halma").unwrap().start();
        let mut search = ForcedWin::new(Seat::FIRST, 50);
        assert_eq!(search.within(&start, 2), Err(OutOfNodes));
    }
}
