//! Move notation: the server's JSON path, `[[2,2],[2,0],[0,2],[-2,2]]`.
//!
//! Any legal path is accepted, even one that visits a space twice. For an illegal one the error
//! names the rule that forbids it.

use std::fmt::Write;

use serde_json::Value;

use super::path::continuations;
use super::setup::{letter, read_pair};
use super::{BoardShape, FauHalma, Move, RuleSet, Space};
use crate::{MoveError, Position};

const EXAMPLE: &str = "`[[1,0],[0,1]]`, every space that the peg touches";

/// Writes a path without blanks.
pub(super) fn write_path(path: &[Space]) -> String {
    let mut text = String::from("[");
    for (index, space) in path.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{space}");
    }
    text.push(']');
    text
}

impl<S: BoardShape, R: RuleSet> FauHalma<S, R> {
    /// Parses a move given as a JSON path.
    pub(super) fn read_path(&self, text: &str) -> Result<Move, MoveError> {
        let pairs = read_pairs(text).map_err(|why| MoveError::unreadable(text, why, EXAMPLE))?;
        self.find(&pairs).map_err(|why| MoveError::illegal(text, why))
    }

    /// The move along these coordinates, or why there is none.
    fn find(&self, pairs: &[[i64; 2]]) -> Result<Move, String> {
        if self.outcome().is_some() {
            return Err("the game is over".into());
        }
        let game = S::NAMES[R::NUMBER];
        let spaces = pairs
            .iter()
            .map(|&[x, y]| Self::space_at(x, y).map_err(|why| format!("[{x},{y}] {why} {game}")));
        let path = spaces.collect::<Result<Vec<Space>, String>>()?;
        let (from, to) = (path[0], path[path.len() - 1]);
        let mover = self.turn();
        match self.owner(from) {
            Some(owner) if owner == mover => {}
            Some(owner) => {
                let (owner, mover) = (letter(owner), letter(mover));
                return Err(format!("the peg on {from} is {owner}'s, and it is {mover}'s turn"));
            }
            None => return Err(format!("there is no peg on {from}")),
        }
        let occupancy = self.occupancy(mover).lifted(from);
        for length in 1..path.len() {
            let (before, next) = (&path[..length], path[length]);
            if continuations::<R>(&occupancy, before) & next.set() == 0 {
                return Err(self.why_not(before, next));
            }
        }
        if from == to {
            return Err(format!("it ends on {from}, where it began"));
        }
        Ok(Move { from, to })
    }

    /// Which rule forbids extending a legal path to this space.
    fn why_not(&self, path: &[Space], next: Space) -> String {
        let mover = self.turn();
        let (start, last) = (path[0], path[path.len() - 1]);
        let occupancy = self.occupancy(mover).lifted(start);
        let is_step = |from: Space, to: Space| from.neighbours() & to.set() != 0;
        if last == next {
            return format!("from {last} to {next} is no move at all");
        }
        if let Some(&first) = path.get(1) {
            if is_step(start, first) {
                return format!("the step to {first} ends the move");
            } else if !R::CHAINS {
                return format!("the jump to {first} ends the move: there are no chains");
            } else if occupancy.swaps & last.set() != 0 {
                return format!(
                    "the swap on {last} ends the move: a chain cannot go on from there"
                );
            } else if is_step(last, next) {
                return format!("from {last} to {next} is a step, which cannot follow a hop");
            }
        }
        match self.owner(next).filter(|_| next != start) {
            Some(owner) if owner == mover => format!("{}'s own peg is on {next}", letter(mover)),
            Some(owner) if occupancy.swaps & next.set() == 0 => {
                let (owner, mover) = (letter(owner), letter(mover));
                format!("{owner}'s peg is on {next}, which is not in {mover}'s home")
            }
            _ => R::why_no_leap(&occupancy, last, next),
        }
    }
}

/// The coordinates in a JSON path.
fn read_pairs(text: &str) -> Result<Vec<[i64; 2]>, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("no JSON, {error}"))?;
    let Value::Array(list) = value else {
        return Err("no list of spaces".into());
    };
    let pairs = list.iter().zip(1..).map(|(value, number)| {
        read_pair(value).ok_or_else(|| format!("its space {number} is no pair of whole numbers"))
    });
    let pairs: Vec<[i64; 2]> = pairs.collect::<Result<_, _>>()?;
    if pairs.len() < 2 {
        return Err(format!("a move has two spaces or more, not {}", pairs.len()));
    }
    Ok(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::fauhalma::{Ss26, Star2, Star3, Ws25};

    fn read<S: BoardShape, R: RuleSet>(text: &str) -> FauHalma<S, R> {
        FauHalma::from_setup(&text.parse().unwrap()).unwrap()
    }

    fn refused<S: BoardShape, R: RuleSet>(position: &FauHalma<S, R>, text: &str) -> String {
        position.read_move(text).unwrap_err().to_string()
    }

    #[test]
    fn blanks_and_detours_are_accepted() {
        let text = r#"{"A":[[0,-3]],"B":[[1,-3],[1,-2],[0,-2],[3,3]]}"#;
        let position: FauHalma<Star3, Ss26> = read(text);
        let short = position.read_move("[[0,-3],[0,-1]]").unwrap();
        for path in [
            " [ [0, -3],\n[0, -1] ] ",
            "[[0,-3],[2,-3],[0,-1]]",
            "[[0,-3],[0,-1],[2,-3],[0,-3],[0,-1]]",
            "[[0,-3],[2,-3],[0,-3],[0,-1]]",
        ] {
            assert_eq!(position.read_move(path), Ok(short), "{path}");
        }
        assert_eq!(position.write_move(short), "[[0,-3],[0,-1]]");
        assert_eq!(
            refused(&position, "[[0,-3],[0,-1],[0,-3]]"),
            "`[[0,-3],[0,-1],[0,-3]]` is not legal here: it ends on [0,-3], where it began"
        );
    }

    #[test]
    fn what_is_no_path_is_refused() {
        let start = FauHalma::<Star3, Ss26>::start();
        for (text, why) in [
            ("", "no JSON"),
            ("e4", "no JSON"),
            ("{}", "no list of spaces"),
            ("[]", "two spaces or more, not 0"),
            ("[[1,-4]]", "two spaces or more, not 1"),
            ("[[1,-4],[1]]", "space 2 is no pair"),
            ("[[1,-4],[1,2,3]]", "space 2 is no pair"),
            ("[[1.5,-4],[1,-3]]", "space 1 is no pair"),
            ("[[1,-4],[1e99,1]]", "space 2 is no pair"),
            ("[[1,-4],[1,99999999999999999999]]", "space 2 is no pair"),
            ("[[1,-4],[1,\"2\"]]", "space 2 is no pair"),
        ] {
            let error = refused(&start, text);
            assert!(error.contains(why) && error.contains("looks like"), "{error}");
        }
        assert!(start.read_move(&"[".repeat(100_000)).is_err());
    }

    #[test]
    fn every_rule_of_ss26_explains_itself() {
        let position: FauHalma<Star3, Ss26> = read(
            r#"{"A":[[1,0],[0,-2],[-3,3],[-3,2]],"B":[[2,-3],[0,-1],[-3,4],[2,0]],"C":[[1,1]]}"#,
        );
        for (path, why) in [
            ("[[7,7],[1,0]]", "[7,7] is not on the board of fauhalma"),
            ("[[1,0],[9223372036854775807,0]]", "is not on the board of fauhalma"),
            ("[[1,0],[0,0]]", "[0,0] is blocked in fauhalma"),
            ("[[3,3],[3,2]]", "there is no peg on [3,3]"),
            ("[[2,0],[3,0]]", "the peg on [2,0] is B's, and it is A's turn"),
            ("[[1,0],[1,0]]", "no move at all"),
            ("[[1,0],[2,0]]", "B's peg is on [2,0], which is not in A's home"),
            ("[[-3,2],[-3,3]]", "A's own peg is on [-3,3]"),
            ("[[1,0],[1,-1],[1,-2]]", "the step to [1,-1] ends the move"),
            ("[[1,0],[3,0],[3,-1]]", "a step, which cannot follow a hop"),
            ("[[1,0],[1,-2]]", "there is nothing on [1,-1] to hop over"),
            ("[[1,0],[3,-1]]", "neither a step to the next space nor a hop"),
            ("[[-3,2],[-3,4],[-3,6]]", "the swap on [-3,4] ends the move"),
        ] {
            let error = refused(&position, path);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn every_rule_of_ws25_explains_itself() {
        let position: FauHalma<Star2, Ws25> =
            read(r#"{"A":[[-2,0],[0,-3]],"B":[[-1,0],[2,-3],[1,-4],[-1,-2],[0,3]]}"#);
        for (path, why) in [
            ("[[-2,0],[0,0]]", "the centre is no space in fauhalma-star2-ws25"),
            ("[[-2,0],[2,0]]", "leads over the centre, which is no space"),
            ("[[-2,0],[-2,2]]", "nothing between [-2,0] and [-2,2] to jump over"),
            ("[[0,-3],[3,-3]]", "do not look the same from both ends"),
            ("[[0,-3],[4,-3],[5,-3]]", "there are no chains"),
            ("[[0,-3],[1,2]]", "neither a step nor a straight line"),
        ] {
            let error = refused(&position, path);
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_finished_game_has_no_moves_to_read() {
        let over: FauHalma<Star2, Ss26> = read(r#"{"A":[[-3,4]],"B":[[0,1]]}"#);
        let error = refused(&over, "[[0,1],[1,1]]");
        assert!(error.contains("the game is over"), "{error}");
    }
}
