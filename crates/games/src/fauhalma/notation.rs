//! Reading and writing moves: the server's JSON path, `[[2,2],[2,0],[0,2],[-2,2]]`.
//!
//! Any legal way is understood, also one that touches a space twice; what is not legal is answered
//! with the rule that forbids it.

use std::fmt::Write;

use serde_json::Value;

use super::setup::{letter, read_pair};
use super::way::onward;
use super::{FauHalma, Move, RuleSet, Shape, Space};
use crate::{MoveError, Position};

const EXAMPLE: &str = "`[[1,0],[0,1]]`, every space that the peg touches";

/// A way without blanks.
pub(super) fn write_way(way: &[Space]) -> String {
    let mut text = String::from("[");
    for (index, space) in way.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}{space}");
    }
    text.push(']');
    text
}

impl<S: Shape, R: RuleSet> FauHalma<S, R> {
    /// The move that a way in JSON means here.
    pub(super) fn read_way(&self, text: &str) -> Result<Move, MoveError> {
        let pairs = read_pairs(text).map_err(|why| MoveError::unreadable(text, why, EXAMPLE))?;
        self.find(&pairs)
            .map_err(|why| MoveError::illegal(text, why))
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
        let way = spaces.collect::<Result<Vec<Space>, String>>()?;
        let (from, to) = (way[0], way[way.len() - 1]);
        let mover = self.turn();
        match self.owner(from) {
            Some(owner) if owner == mover => {}
            Some(owner) => {
                let (owner, mover) = (letter(owner), letter(mover));
                return Err(format!(
                    "the peg on {from} is {owner}'s, and it is {mover}'s turn"
                ));
            }
            None => return Err(format!("there is no peg on {from}")),
        }
        let scene = self.scene(mover).lifted(from);
        for length in 1..way.len() {
            let (before, next) = (&way[..length], way[length]);
            if onward::<R>(&scene, before) & next.set() == 0 {
                return Err(self.why_not(before, next));
            }
        }
        if from == to {
            return Err(format!("it ends on {from}, where it began"));
        }
        Ok(Move { from, to })
    }

    /// Which rule forbids a legal way to go on to a space.
    fn why_not(&self, way: &[Space], next: Space) -> String {
        let mover = self.turn();
        let (start, last) = (way[0], way[way.len() - 1]);
        let scene = self.scene(mover).lifted(start);
        let is_step = |from: Space, to: Space| from.neighbours() & to.set() != 0;
        if last == next {
            return format!("from {last} to {next} is no move at all");
        }
        if let Some(&first) = way.get(1) {
            if is_step(start, first) {
                return format!("the step to {first} ends the move");
            } else if !R::CHAINS {
                return format!("the jump to {first} ends the move: there are no chains");
            } else if scene.swaps & last.set() != 0 {
                return format!(
                    "the swap on {last} ends the move: a chain cannot go on from there"
                );
            } else if is_step(last, next) {
                return format!("from {last} to {next} is a step, which cannot follow a hop");
            }
        }
        match self.owner(next).filter(|_| next != start) {
            Some(owner) if owner == mover => format!("{}'s own peg is on {next}", letter(mover)),
            Some(owner) if scene.swaps & next.set() == 0 => {
                let (owner, mover) = (letter(owner), letter(mover));
                format!("{owner}'s peg is on {next}, which is not in {mover}'s home")
            }
            _ => R::why_no_leap(&scene, last, next),
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
        return Err(format!(
            "a move has two spaces or more, not {}",
            pairs.len()
        ));
    }
    Ok(pairs)
}
