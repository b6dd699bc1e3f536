//! The ways a piece can go: its plays with every landing, for people and protocols.
//!
//! The rules only care where a play ends. Who plays by clicking, or writes a move down, needs the
//! squares in between; they are found again here, from the same jumps that count the moves.

use std::ops::ControlFlow;

use super::reach::Reach;
use super::square::{Square, Squares, bits};
use super::{End, Halma, RuleSet};
use crate::Position;

/// The plays of one of the mover's pieces, with their ways.
pub(super) struct Ways {
    from: Square,
    /// Where the rules let a play end.
    ends: Squares,
    /// The camp that the piece is bound for.
    goal: Squares,
    reach: Reach,
}

impl Ways {
    /// The ways of the piece on this square; none if it is not the mover's.
    pub(super) fn new<R: RuleSet>(position: &Halma<R>, from: Square) -> Ways {
        let reach = Reach::new(position.occupied());
        let ends = if position.end == End::Open {
            position.freedom(&reach).ends(from) & reach.empty()
        } else {
            Squares::NONE
        };
        Ways { from, ends, goal: Squares::camp(position.turn().opponent()), reach }
    }

    /// Whether a play of the piece can end here.
    pub(super) fn reaches(&self, to: Square) -> bool {
        self.ends.contains(to) && self.shortest(to).is_some()
    }

    /// The shortest way to a square, with both ends. Jumps out of the opposing camp are avoided if
    /// any other way leads there, even a longer one: a strict referee could take them amiss.
    pub(super) fn shortest(&self, to: Square) -> Option<Vec<Square>> {
        if neighbours(self.from).contains(to) {
            return Some(vec![self.from, to]);
        }
        if self.from.class() != to.class() {
            return None;
        }
        let goal = self.goal.0[to.class()];
        self.jumps(to, goal).or_else(|| self.jumps(to, 0))
    }

    /// The shortest chain of jumps to a square of the same class that never leaves `refuge`.
    fn jumps(&self, to: Square, refuge: u64) -> Option<Vec<Square>> {
        let class = to.class();
        // Layer after layer of squares that take one jump more.
        let mut layers = vec![self.from.bit()];
        let mut seen = self.from.bit();
        while seen & to.bit() == 0 {
            let last = layers[layers.len() - 1];
            let inside = self.reach.across(class, last & refuge) & refuge;
            let outside = self.reach.across(class, last & !refuge);
            let layer = (inside | outside) & self.reach.empty().0[class] & !seen;
            if layer == 0 {
                return None;
            }
            seen |= layer;
            layers.push(layer);
        }
        // And back through the layers, by any jump that led on.
        let mut way = vec![to];
        let mut square = to.bit();
        for layer in layers.into_iter().rev().skip(1) {
            let barred = if square & refuge == 0 { refuge } else { 0 };
            let before = self.reach.across(class, square) & layer & !barred;
            square = before & before.wrapping_neg();
            way.push(Square::in_class(class, before.trailing_zeros()));
        }
        way.reverse();
        Some(way)
    }

    /// The squares that can come next on a way that has led through these so far, beginning with
    /// the piece's own; none if no play goes this way.
    pub(super) fn next(&self, path: &[Square]) -> Squares {
        let Some((&last, before)) = path.split_last() else {
            return Squares::NONE;
        };
        if last.class() != self.from.class() {
            return Squares::NONE;
        }
        let class = last.class();
        let passed = before.iter().fold(last.bit(), |all, square| all | square.bit());
        let open = self.reach.empty().0[class] & !passed;
        let landings = bits(self.reach.across(class, last.bit()) & open)
            .filter(|&landing| self.leads_on(class, 1 << landing, open))
            .map(|landing| Square::in_class(class, landing));
        let steps = if before.is_empty() { neighbours(last) & self.ends } else { Squares::NONE };
        landings.fold(steps, Squares::with)
    }

    /// Whether a chain of jumps from here over open squares, or none, can end a play.
    fn leads_on(&self, class: usize, landing: u64, open: u64) -> bool {
        let mut reached = landing;
        loop {
            let grown = reached | self.reach.across(class, reached) & open;
            if grown & self.ends.0[class] != 0 {
                return true;
            }
            if grown == reached {
                return false;
            }
            reached = grown;
        }
    }

    /// Calls `each` with every way of the piece that passes no square twice, until it breaks.
    pub(super) fn each(
        &self,
        mut each: impl FnMut(&[Square]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for to in (neighbours(self.from) & self.ends).iter() {
            each(&[self.from, to])?;
        }
        let open = self.reach.empty().0[self.from.class()];
        self.jump_on(&mut vec![self.from], open, &mut each)
    }

    fn jump_on(
        &self,
        path: &mut Vec<Square>,
        open: u64,
        each: &mut impl FnMut(&[Square]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let class = self.from.class();
        let last = path[path.len() - 1];
        for landing in bits(self.reach.across(class, last.bit()) & open) {
            let landing = Square::in_class(class, landing);
            path.push(landing);
            if self.ends.contains(landing) {
                each(path)?;
            }
            self.jump_on(path, open & !landing.bit(), each)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }
}

/// The squares one step away.
fn neighbours(square: Square) -> Squares {
    let row = Squares::NONE.with(square);
    let row = row | row.east() | row.west();
    (row | row.north() | row.south()).without(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::halma::{Plain, Setup};

    fn squares(text: &str) -> Vec<Square> {
        let square = |name: &str| {
            let (x, y) = name.split_once(',').unwrap();
            Square::new(x.parse().unwrap(), y.parse().unwrap()).unwrap()
        };
        text.split('-').map(square).collect()
    }

    fn position(text: &str) -> Halma<Plain> {
        text.parse::<Setup>().unwrap().as_it_stands()
    }

    /// A piece on 2,2 with pieces to jump over all around 4,4, and one dead end.
    const ROUND: &str = "16/16/2B13/3B1B10/16/3B1B1B8/16/16/16/16/16/16/16/16/15W/16 b";

    #[test]
    fn the_shortest_way_has_the_fewest_jumps() {
        let ways = Ways::new(&position(ROUND), squares("2,2")[0]);
        assert_eq!(ways.shortest(squares("2,6")[0]), Some(squares("2,2-4,4-2,6")));
        assert_eq!(ways.shortest(squares("8,4")[0]), Some(squares("2,2-4,4-6,6-8,4")));
        assert_eq!(ways.shortest(squares("3,2")[0]), Some(squares("2,2-3,2")));
        assert_eq!(ways.shortest(squares("10,4")[0]), None);
        assert_eq!(ways.shortest(squares("2,3")[0]), Some(squares("2,2-2,3")));
    }

    #[test]
    fn what_comes_next_passes_no_square_twice() {
        let ways = Ways::new(&position(ROUND), squares("2,2")[0]);
        let next = |path: &str| ways.next(&squares(path));
        let all = |text: &str| squares(text).into_iter().collect::<Squares>();
        assert_eq!(next("2,2") & !neighbours(squares("2,2")[0]), all("4,4"));
        assert_eq!(next("2,2-4,4"), all("6,2-2,6-6,6"));
        assert_eq!(next("2,2-4,4-6,6"), all("8,4"));
        assert_eq!(next("2,2-4,4-6,6-8,4"), Squares::NONE);
        assert_eq!(next("2,2-3,2"), Squares::NONE, "a step ends the play");
    }

    #[test]
    fn every_way_is_told_once() {
        let ways = Ways::new(&position(ROUND), squares("2,2")[0]);
        let mut seen = Vec::new();
        let _ = ways.each(|way| {
            seen.push(way.to_vec());
            ControlFlow::Continue(())
        });
        // Seven steps, as 3,3 is occupied, and five chains.
        assert_eq!(seen.len(), 7 + 5);
        assert!(seen.contains(&squares("2,2-4,4-6,6-8,4")));
    }

    #[test]
    fn a_way_inside_the_opposing_camp_is_better_than_a_shorter_one_outside() {
        let rest = "16/16/16/16/16/16/16/16/16/16/16/14WB/12W2W/16";
        let way = |last_rows: &str| {
            let black = position(&format!("{rest}/{last_rows} b"));
            Ways::new(&black, squares("15,11")[0]).shortest(squares("11,15")[0])
        };
        let inside = squares("15,11-15,13-15,15-13,15-11,15");
        assert_eq!(way("11W3W/12W1W1"), Some(inside));
        let outside = squares("15,11-13,11-11,13-11,15");
        assert_eq!(way("11W4/12W1W1"), Some(outside));
    }
}
