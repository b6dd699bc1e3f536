//! The paths of a move: the spaces that a peg visits between its start and its destination.
//!
//! A path is a step, or one leap, or a chain of leaps where the rule set has them. Whether a path
//! can go on depends only on its first leg and on its last space, so no search over all paths is
//! needed to find one.

use std::ops::ControlFlow;

use super::{BoardShape, FauHalma, Move, Occupancy, RuleSet, Space, spaces};
use crate::Position;

impl<S: BoardShape, R: RuleSet> FauHalma<S, R> {
    /// The shortest path of a legal move; ties are broken by the order of the spaces.
    pub(super) fn shortest_path(&self, m: Move) -> Vec<Space> {
        if m.from.neighbours() & m.to.set() != 0 {
            return vec![m.from, m.to];
        }
        let occupancy = self.occupancy(self.turn()).lifted(m.from);
        let mut seen = m.from.set();
        let mut paths = vec![vec![m.from]];
        // Breadth first: all paths of one length are extended before any longer one.
        while !paths.is_empty() {
            let mut longer = Vec::new();
            for path in paths {
                let next = continuations::<R>(&occupancy, &path) & !m.from.neighbours() & !seen;
                seen |= next;
                for space in spaces(next) {
                    let mut path = path.clone();
                    path.push(space);
                    if space == m.to {
                        return path;
                    }
                    longer.push(path);
                }
            }
            paths = longer;
        }
        debug_assert!(false, "{m:?} has no path in {self:?}");
        vec![m.from, m.to]
    }

    /// The spaces that can follow a path without visiting a space twice; empty if the path is not
    /// legal.
    pub(super) fn next_spaces(&self, path: &[Space]) -> u128 {
        let Some((&start, _)) = path.split_first() else {
            return 0;
        };
        let occupancy = self.occupancy(self.turn());
        if occupancy.pegs & start.set() == 0 {
            return 0;
        }
        let occupancy = occupancy.lifted(start);
        let mut visited = start.set();
        for (length, &space) in path.iter().enumerate().skip(1) {
            if continuations::<R>(&occupancy, &path[..length]) & !visited & space.set() == 0 {
                return 0;
            }
            visited |= space.set();
        }
        continuations::<R>(&occupancy, path) & !visited
    }

    /// Calls `each` for every path of every move that visits no space twice, until it breaks.
    pub(super) fn for_each_path(
        &self,
        mut each: impl FnMut(&[Space]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let occupancy = self.occupancy(self.turn());
        spaces(occupancy.pegs).into_iter().try_for_each(|start| {
            extend::<R>(&occupancy.lifted(start), &mut vec![start], &mut each)
        })
    }
}

/// Calls `each` for all extensions of a path, until it breaks.
fn extend<R: RuleSet>(
    occupancy: &Occupancy,
    path: &mut Vec<Space>,
    each: &mut impl FnMut(&[Space]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let visited = path.iter().fold(0, |visited, space| visited | space.set());
    for space in spaces(continuations::<R>(occupancy, path) & !visited) {
        path.push(space);
        each(path)?;
        extend::<R>(occupancy, path, each)?;
        path.pop();
    }
    ControlFlow::Continue(())
}

/// Where a legal path can go next, including spaces visited before. The moving peg must have been
/// lifted from the occupancy.
pub(super) fn continuations<R: RuleSet>(occupancy: &Occupancy, path: &[Space]) -> u128 {
    match *path {
        [] => 0,
        [start] => start.neighbours() & occupancy.destinations() | R::leaps(occupancy, start),
        [start, first, ..] => {
            let last = path[path.len() - 1];
            let stepped = start.neighbours() & first.set() != 0;
            let swapped = occupancy.swaps & last.set() != 0;
            if !R::CHAINS || stepped || swapped { 0 } else { R::leaps(occupancy, last) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::fauhalma::{Rhombus, Ss26, Star2, Star3, Ws25};
    use std::collections::HashMap;

    /// Plays a pseudo-random game, and compares the legal moves of each position with its paths.
    fn paths_and_moves_agree<S: BoardShape, R: RuleSet>() {
        let mut position = FauHalma::<S, R>::start();
        let mut pick = 1_usize;
        for _ in 0..200 {
            let mut lengths: HashMap<Move, usize> = HashMap::new();
            let _ = position.for_each_path(|path| {
                let m = Move { from: path[0], to: path[path.len() - 1] };
                let shortest = lengths.entry(m).or_insert(path.len());
                *shortest = path.len().min(*shortest);
                ControlFlow::Continue(())
            });
            let moves = position.legal_moves();
            assert_eq!(moves.len() as u64, position.count_moves());
            assert_eq!(moves.len(), lengths.len(), "{position:?}");
            for &m in &moves {
                let path = position.shortest_path(m);
                assert_eq!(path.len(), lengths[&m], "{m:?} in {position:?}");
                assert_eq!((path[0], path[path.len() - 1]), (m.from, m.to));
                assert_eq!(position.read_move(&position.write_move(m)), Ok(m));
            }
            if moves.is_empty() {
                break;
            }
            pick = pick.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            position = position.play(moves[(pick >> 33) % moves.len()]);
        }
    }

    #[test]
    fn paths_lead_to_exactly_the_legal_moves() {
        paths_and_moves_agree::<Star3, Ss26>();
        paths_and_moves_agree::<Star2, Ss26>();
        paths_and_moves_agree::<Rhombus, Ss26>();
        paths_and_moves_agree::<Star3, Ws25>();
        paths_and_moves_agree::<Star2, Ws25>();
        paths_and_moves_agree::<Rhombus, Ws25>();
    }

    #[test]
    fn a_path_visits_no_space_twice() {
        let text = r#"{"A":[[0,-3]],"B":[[1,-3],[1,-2],[0,-2],[3,3]]}"#;
        let position = FauHalma::<Star3, Ss26>::from_setup(&text.parse().unwrap()).unwrap();
        let space = |x, y| Space::at(x, y).unwrap();
        // Round the triangle of three pegs, and never back to the start.
        let path = [space(0, -3), space(2, -3), space(0, -1)];
        let after_one = position.next_spaces(&path[..2]);
        assert_ne!(after_one & space(0, -1).set(), 0);
        assert_eq!(after_one & space(0, -3).set(), 0);
        assert_eq!(position.next_spaces(&path) & space(0, -3).set(), 0);
        assert_eq!(position.next_spaces(&[space(0, -3), space(0, -1), space(0, -1)]), 0);
    }
}
