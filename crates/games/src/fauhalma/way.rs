//! The ways of a move: which spaces a peg touches between its start and its end.
//!
//! A way is a step, or one leap, or a chain of leaps where the rule set has them. Whether a way
//! can go on depends only on its first leg and on where it has got to, so nothing here lists all
//! ways to find one.

use std::ops::ControlFlow;

use super::{FauHalma, Move, RuleSet, Scene, Shape, Space, spaces};
use crate::Position;

impl<S: Shape, R: RuleSet> FauHalma<S, R> {
    /// The shortest way to make a legal move; among equals, the one that visits earlier spaces
    /// first.
    pub(super) fn shortest(&self, m: Move) -> Vec<Space> {
        if m.from.neighbours() & m.to.set() != 0 {
            return vec![m.from, m.to];
        }
        let scene = self.scene(self.turn()).lifted(m.from);
        let mut seen = m.from.set();
        let mut ways = vec![vec![m.from]];
        // Ways of equal length, in order: each is extended before any longer one.
        while !ways.is_empty() {
            let mut longer = Vec::new();
            for way in ways {
                let next = onward::<R>(&scene, &way) & !m.from.neighbours() & !seen;
                seen |= next;
                for space in spaces(next) {
                    let mut way = way.clone();
                    way.push(space);
                    if space == m.to {
                        return way;
                    }
                    longer.push(way);
                }
            }
            ways = longer;
        }
        debug_assert!(false, "{m:?} has no way in {self:?}");
        vec![m.from, m.to]
    }

    /// What can come after a way that visits no space twice, or nothing if it is not legal.
    pub(super) fn next_spaces(&self, way: &[Space]) -> u128 {
        let Some((&start, _)) = way.split_first() else {
            return 0;
        };
        let scene = self.scene(self.turn());
        if scene.pegs & start.set() == 0 {
            return 0;
        }
        let scene = scene.lifted(start);
        let mut visited = start.set();
        for (length, &space) in way.iter().enumerate().skip(1) {
            if onward::<R>(&scene, &way[..length]) & !visited & space.set() == 0 {
                return 0;
            }
            visited |= space.set();
        }
        onward::<R>(&scene, way) & !visited
    }

    /// Calls `each` for every way of every move that visits no space twice, until it breaks.
    pub(super) fn each_way(
        &self,
        mut each: impl FnMut(&[Space]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        let scene = self.scene(self.turn());
        spaces(scene.pegs)
            .into_iter()
            .try_for_each(|start| extend::<R>(&scene.lifted(start), &mut vec![start], &mut each))
    }
}

/// Calls `each` for all that a way can become by going on, until it breaks.
fn extend<R: RuleSet>(
    scene: &Scene,
    way: &mut Vec<Space>,
    each: &mut impl FnMut(&[Space]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let visited = way.iter().fold(0, |visited, space| visited | space.set());
    for space in spaces(onward::<R>(scene, way) & !visited) {
        way.push(space);
        each(way)?;
        extend::<R>(scene, way, each)?;
        way.pop();
    }
    ControlFlow::Continue(())
}

/// Where a legal way can go next, spaces visited before included. The scene is the one with the
/// moving peg taken up.
pub(super) fn onward<R: RuleSet>(scene: &Scene, way: &[Space]) -> u128 {
    match *way {
        [] => 0,
        [start] => start.neighbours() & scene.ends() | R::leaps(scene, start),
        [start, first, ..] => {
            let last = way[way.len() - 1];
            let stepped = start.neighbours() & first.set() != 0;
            let swapped = scene.swaps & last.set() != 0;
            if !R::CHAINS || stepped || swapped { 0 } else { R::leaps(scene, last) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::fauhalma::{Rhombus, Ss26, Star2, Star3, Ws25};
    use std::collections::HashMap;

    /// Plays on by a fixed pattern, and holds every listed move against the ways.
    fn ways_and_moves_agree<S: Shape, R: RuleSet>() {
        let mut position = FauHalma::<S, R>::start();
        let mut pick = 1_usize;
        for _ in 0..200 {
            let mut lengths: HashMap<Move, usize> = HashMap::new();
            let _ = position.each_way(|way| {
                let m = Move { from: way[0], to: way[way.len() - 1] };
                let shortest = lengths.entry(m).or_insert(way.len());
                *shortest = way.len().min(*shortest);
                ControlFlow::Continue(())
            });
            let moves = position.list();
            assert_eq!(moves.len() as u64, position.count());
            assert_eq!(moves.len(), lengths.len(), "{position:?}");
            for &m in &moves {
                let way = position.shortest(m);
                assert_eq!(way.len(), lengths[&m], "{m:?} in {position:?}");
                assert_eq!((way[0], way[way.len() - 1]), (m.from, m.to));
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
    fn the_ways_lead_to_the_moves_and_no_further() {
        ways_and_moves_agree::<Star3, Ss26>();
        ways_and_moves_agree::<Star2, Ss26>();
        ways_and_moves_agree::<Rhombus, Ss26>();
        ways_and_moves_agree::<Star3, Ws25>();
        ways_and_moves_agree::<Star2, Ws25>();
        ways_and_moves_agree::<Rhombus, Ws25>();
    }

    #[test]
    fn a_way_visits_no_space_twice() {
        let text = r#"{"A":[[0,-3]],"B":[[1,-3],[1,-2],[0,-2],[3,3]]}"#;
        let position = FauHalma::<Star3, Ss26>::from_setup(&text.parse().unwrap()).unwrap();
        let space = |x, y| Space::at(x, y).unwrap();
        // Round the triangle of three pegs, and never back to the start.
        let way = [space(0, -3), space(2, -3), space(0, -1)];
        let after_one = position.next_spaces(&way[..2]);
        assert_ne!(after_one & space(0, -1).set(), 0);
        assert_eq!(after_one & space(0, -3).set(), 0);
        assert_eq!(position.next_spaces(&way) & space(0, -3).set(), 0);
        assert_eq!(position.next_spaces(&[space(0, -3), space(0, -1), space(0, -1)]), 0);
    }
}
