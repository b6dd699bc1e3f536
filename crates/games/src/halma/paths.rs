//! The paths of a piece: its moves with every intermediate landing, for user interfaces and
//! protocols.
//!
//! A move is only its start and destination. Clicking it or writing it down needs the squares in
//! between; they are recomputed here from the same jump graph that generates the moves.

use std::ops::ControlFlow;

use super::movegen::JumpGraph;
use super::square::{Square, SquareSet, bits};
use super::{Halma, RuleSet, Status};
use crate::Position;

/// The moves of one of the mover's pieces, with their paths.
pub(super) struct Paths {
    from: Square,
    /// The empty squares on which a move may end.
    ends: SquareSet,
    /// The opposing camp.
    goal: SquareSet,
    graph: JumpGraph,
}

impl Paths {
    /// The paths of the piece on this square; none if it is not the mover's.
    pub(super) fn new<R: RuleSet>(position: &Halma<R>, from: Square) -> Paths {
        let graph = JumpGraph::new(position.occupied());
        let ends = if position.status == Status::Ongoing {
            position.allowed_moves(&graph).destinations(from) & graph.empty()
        } else {
            SquareSet::NONE
        };
        Paths { from, ends, goal: SquareSet::camp(position.turn().opponent()), graph }
    }

    /// Whether the piece has a move to this square.
    pub(super) fn reaches(&self, to: Square) -> bool {
        self.ends.contains(to) && self.shortest(to).is_some()
    }

    /// The shortest path to a square, with both ends. Jumps out of the opposing camp are avoided if
    /// there is any other path, even a longer one: a strict referee could reject them.
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
        // Breadth first: each layer takes one jump more.
        let mut layers = vec![self.from.bit()];
        let mut seen = self.from.bit();
        while seen & to.bit() == 0 {
            let last = layers[layers.len() - 1];
            let inside = self.graph.jump_targets(class, last & refuge) & refuge;
            let outside = self.graph.jump_targets(class, last & !refuge);
            let layer = (inside | outside) & self.graph.empty().0[class] & !seen;
            if layer == 0 {
                return None;
            }
            seen |= layer;
            layers.push(layer);
        }
        // Back through the layers, by any jump between them.
        let mut path = vec![to];
        let mut square = to.bit();
        for layer in layers.into_iter().rev().skip(1) {
            let barred = if square & refuge == 0 { refuge } else { 0 };
            let before = self.graph.jump_targets(class, square) & layer & !barred;
            square = before & before.wrapping_neg();
            path.push(Square::in_class(class, before.trailing_zeros()));
        }
        path.reverse();
        Some(path)
    }

    /// The squares that can follow this path, which begins with the piece's own square; none if no
    /// move has this path.
    pub(super) fn next(&self, path: &[Square]) -> SquareSet {
        let Some((&last, before)) = path.split_last() else {
            return SquareSet::NONE;
        };
        if last.class() != self.from.class() {
            return SquareSet::NONE;
        }
        let class = last.class();
        let passed = before.iter().fold(last.bit(), |all, square| all | square.bit());
        let open = self.graph.empty().0[class] & !passed;
        let landings = bits(self.graph.jump_targets(class, last.bit()) & open)
            .filter(|&landing| self.leads_on(class, 1 << landing, open))
            .map(|landing| Square::in_class(class, landing));
        let steps = if before.is_empty() { neighbours(last) & self.ends } else { SquareSet::NONE };
        landings.fold(steps, SquareSet::with)
    }

    /// Whether a chain of zero or more jumps from here over open squares leads to a destination.
    fn leads_on(&self, class: usize, landing: u64, open: u64) -> bool {
        let mut reached = landing;
        loop {
            let grown = reached | self.graph.jump_targets(class, reached) & open;
            if grown & self.ends.0[class] != 0 {
                return true;
            }
            if grown == reached {
                return false;
            }
            reached = grown;
        }
    }

    /// Calls `each` with every path of the piece that visits no square twice, until it breaks.
    pub(super) fn each(
        &self,
        mut each: impl FnMut(&[Square]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for to in (neighbours(self.from) & self.ends).iter() {
            each(&[self.from, to])?;
        }
        let open = self.graph.empty().0[self.from.class()];
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
        for landing in bits(self.graph.jump_targets(class, last.bit()) & open) {
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
fn neighbours(square: Square) -> SquareSet {
    let row = SquareSet::NONE.with(square);
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
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    /// A piece on 2,2 with pieces to jump over all around 4,4, and one dead end.
    const ROUND: &str = "16/16/2B13/3B1B10/16/3B1B1B8/16/16/16/16/16/16/16/16/15W/16 b";

    #[test]
    fn the_shortest_path_has_the_fewest_jumps() {
        let paths = Paths::new(&position(ROUND), squares("2,2")[0]);
        assert_eq!(paths.shortest(squares("2,6")[0]), Some(squares("2,2-4,4-2,6")));
        assert_eq!(paths.shortest(squares("8,4")[0]), Some(squares("2,2-4,4-6,6-8,4")));
        assert_eq!(paths.shortest(squares("3,2")[0]), Some(squares("2,2-3,2")));
        assert_eq!(paths.shortest(squares("10,4")[0]), None);
        assert_eq!(paths.shortest(squares("2,3")[0]), Some(squares("2,2-2,3")));
    }

    #[test]
    fn what_comes_next_passes_no_square_twice() {
        let paths = Paths::new(&position(ROUND), squares("2,2")[0]);
        let next = |path: &str| paths.next(&squares(path));
        let all = |text: &str| squares(text).into_iter().collect::<SquareSet>();
        assert_eq!(next("2,2") & !neighbours(squares("2,2")[0]), all("4,4"));
        assert_eq!(next("2,2-4,4"), all("6,2-2,6-6,6"));
        assert_eq!(next("2,2-4,4-6,6"), all("8,4"));
        assert_eq!(next("2,2-4,4-6,6-8,4"), SquareSet::NONE);
        assert_eq!(next("2,2-3,2"), SquareSet::NONE, "a step ends the play");
    }

    #[test]
    fn every_path_is_generated_once() {
        let paths = Paths::new(&position(ROUND), squares("2,2")[0]);
        let mut seen = Vec::new();
        let _ = paths.each(|path| {
            seen.push(path.to_vec());
            ControlFlow::Continue(())
        });
        // Seven steps, as 3,3 is occupied, and five chains.
        assert_eq!(seen.len(), 7 + 5);
        assert!(seen.contains(&squares("2,2-4,4-6,6-8,4")));
    }

    #[test]
    fn a_path_inside_the_opposing_camp_is_preferred_to_a_shorter_one_outside() {
        let rest = "16/16/16/16/16/16/16/16/16/16/16/14WB/12W2W/16";
        let path = |last_rows: &str| {
            let black = position(&format!("{rest}/{last_rows} b"));
            Paths::new(&black, squares("15,11")[0]).shortest(squares("11,15")[0])
        };
        let inside = squares("15,11-15,13-15,15-13,15-11,15");
        assert_eq!(path("11W3W/12W1W1"), Some(inside));
        let outside = squares("15,11-13,11-11,13-11,15");
        assert_eq!(path("11W4/12W1W1"), Some(outside));
    }
}
