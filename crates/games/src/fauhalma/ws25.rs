//! The rules of WS25: one straight jump of any length, over a pattern that reads the same from
//! both ends; the centre of the board is no space.
//!
//! All pegs are looked at together, direction by direction and length by length. What lies between
//! the ends of a jump of length n is symmetrical if its first and last space agree, and if what
//! lies between those two is: that is a jump of length n − 2 that begins one space on.

use std::ops::ControlFlow;

use super::rules::{Move, RuleSet, Scene, each_end};
use super::space::{DIRECTIONS, Space, moved, only, opposite, spaces};

/// The rules of WS25: one symmetrical jump of any length, no chains.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ws25;

/// The longest jump: along the side of one of the star's two big triangles, from end to end.
const LONGEST: usize = 9;

impl RuleSet for Ws25 {
    const NUMBER: usize = 1;
    const RULES: &'static str = "steps and symmetrical jumps of any length, no centre";
    const BLOCKED: u128 = 0;
    const MISSING: u128 = only(0, 0);
    const CHAINS: bool = false;

    #[inline]
    fn moves(scene: &Scene, mut each: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        for peg in spaces(scene.pegs) {
            each_end(peg, peg.neighbours() & scene.ends(), &mut each)?;
        }
        jumps(scene, |jumpers, direction, length| {
            for from in spaces(jumpers) {
                // A jump of one peg alone: its target is the only bit.
                each_end(from, onward(from.set(), direction, length), &mut each)?;
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn count(scene: &Scene) -> u64 {
        let steps = spaces(scene.pegs).map(|peg| (peg.neighbours() & scene.ends()).count_ones());
        let mut count = steps.sum::<u32>();
        let _ = jumps(scene, |jumpers, _, _| {
            count += jumpers.count_ones();
            ControlFlow::Continue(())
        });
        count.into()
    }

    #[inline]
    fn can_move(scene: &Scene) -> bool {
        scene.can_step() || jumps(scene, |_, _, _| ControlFlow::Break(())).is_break()
    }

    fn leaps(scene: &Scene, from: Space) -> u128 {
        let alone = Scene { pegs: from.set(), ..*scene };
        let mut ends = 0;
        let _ = jumps(&alone, |jumpers, direction, length| {
            ends |= onward(jumpers, direction, length);
            ControlFlow::Continue(())
        });
        ends
    }

    fn why_no_leap(scene: &Scene, from: Space, to: Space) -> String {
        let Some(((dx, dy), length)) = straight(from, to) else {
            return format!("from {from} to {to} is neither a step nor a straight line");
        };
        let passed = |on: i8| (from.x() + on * dx, from.y() + on * dy);
        let mut nothing = true;
        for (x, y) in (1..length).map(passed) {
            let set = Space::at(x.into(), y.into()).map_or(0, Space::set);
            if set & Self::MISSING != 0 {
                return format!("from {from} to {to} leads over the centre, which is no space");
            } else if set & (scene.hurdles | scene.empty) == 0 {
                return format!("from {from} to {to} leads over [{x},{y}], which is off the board");
            }
            nothing &= set & scene.hurdles == 0;
        }
        if nothing {
            format!("there is nothing between {from} and {to} to jump over")
        } else {
            format!("the pegs between {from} and {to} do not look the same from both ends")
        }
    }
}

/// Calls `found` with the pegs that can jump in a direction over a length, for each where there
/// are some, until it breaks.
#[inline]
fn jumps(
    scene: &Scene,
    mut found: impl FnMut(u128, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Written out, so that every shift is by a constant.
    jumps_towards(0, scene, &mut found)?;
    jumps_towards(1, scene, &mut found)?;
    jumps_towards(2, scene, &mut found)?;
    jumps_towards(3, scene, &mut found)?;
    jumps_towards(4, scene, &mut found)?;
    jumps_towards(5, scene, &mut found)
}

/// The jumps in one direction, shortest first. All sets are kept by where a jump begins, so the
/// board is moved backwards under the pegs, one space for each length.
#[inline(always)]
fn jumps_towards(
    direction: usize,
    scene: &Scene,
    found: &mut impl FnMut(u128, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let back = |set| moved(set)[opposite(direction)];
    let first = back(scene.hurdles);
    // What lies on the space before the landing, and on the landing.
    let (mut board, mut over) = (scene.hurdles | scene.empty, scene.hurdles);
    let mut ends = back(scene.ends());
    // The pegs with nothing but board before the landing, and the spaces with a hurdle there.
    let (mut pegs, mut something) = (scene.pegs, 0);
    // Where a jump one or two shorter would have the same view from both ends.
    let (mut before_last, mut last) = (!0, !0);
    for length in 2..=LONGEST {
        board = back(board);
        pegs &= board;
        if pegs == 0 {
            break;
        }
        over = back(over);
        ends = back(ends);
        something |= over;
        let symmetrical = back(before_last) & !(first ^ over);
        (before_last, last) = (last, symmetrical);
        let jumpers = pegs & something & symmetrical & ends;
        if jumpers != 0 {
            found(jumpers, direction, length)?;
        }
    }
    ControlFlow::Continue(())
}

/// A set moved so many spaces in a direction. What leaves the board lands anywhere: the caller
/// must know that the spaces between are on it.
#[inline]
const fn onward(set: u128, direction: usize, length: usize) -> u128 {
    match direction {
        0 => set << length,
        1 => set << (11 * length),
        2 => set << (10 * length),
        3 => set >> length,
        4 => set >> (11 * length),
        _ => set >> (10 * length),
    }
}

/// The direction and length of the straight line between two spaces, if there is one.
fn straight(from: Space, to: Space) -> Option<((i8, i8), i8)> {
    let (dx, dy) = (to.x() - from.x(), to.y() - from.y());
    let length = dx.abs().max(dy.abs()).max((dx + dy).abs());
    let found = DIRECTIONS.into_iter();
    found
        .map(|direction| (direction, length))
        .find(|&((x, y), length)| (x * length, y * length) == (dx, dy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fauhalma::{FauHalma, Star3};
    use crate::{Game, Position};

    /// Whether A can move between two spaces.
    fn can(text: &str, from: (i64, i64), to: (i64, i64)) -> bool {
        let position = FauHalma::<Star3, Ws25>::from_setup(&text.parse().unwrap()).unwrap();
        let space = |(x, y)| Space::at(x, y).unwrap();
        let m = Move { from: space(from), to: space(to) };
        assert_eq!(position.count(), position.list().len() as u64);
        position.list().contains(&m)
    }

    #[test]
    fn a_pattern_must_read_the_same_from_both_ends() {
        // A at the left end of the row y = -3; pegs of anybody between.
        let row = r#"{"A":[[-3,-3],[1,-3]],"B":[[-1,-3],[3,3]]}"#;
        assert!(can(row, (-3, -3), (3, -3)), "0 1 0 1 0");
        assert!(!can(row, (-3, -3), (2, -3)), "0 1 0 1");
        assert!(!can(row, (-3, -3), (0, -3)), "0 1");
        assert!(!can(row, (-3, -3), (5, -3)), "0 1 0 1 0 0 0");
    }

    #[test]
    fn a_jump_needs_something_to_jump_over_and_makes_no_chain() {
        let text = r#"{"A":[[-3,-3]],"B":[[-2,-3],[0,-3],[3,3]]}"#;
        assert!(can(text, (-3, -3), (-1, -3)));
        assert!(can(text, (-3, -3), (1, -3)), "1 0 1, in one jump");
        assert!(!can(text, (-3, -3), (-1, -1)), "not on from [-1,-3]");
        assert!(!can(text, (-3, -3), (-3, -1)), "nothing between");
    }

    #[test]
    fn the_centre_is_neither_landed_on_nor_passed() {
        let text = r#"{"A":[[-1,0],[-2,0]],"B":[[1,0],[3,3]]}"#;
        assert!(!can(text, (-1, 0), (0, 0)));
        assert!(!can(text, (-2, 0), (0, 0)));
        assert!(!can(text, (-2, 0), (2, 0)), "1 centre 1");
    }

    #[test]
    fn the_longest_jump_spans_a_whole_side() {
        let text = r#"{"A":[[-3,-3],[1,-3]],"B":[[2,-3],[3,3]]}"#;
        assert!(can(text, (-3, -3), (6, -3)));
        assert!(can(r#"{"A":[[-3,6],[-3,1]],"B":[[-3,2],[3,3]]}"#, (-3, 6), (-3, -3)));
    }

    #[test]
    fn an_opponents_peg_at_home_can_be_landed_on() {
        let text = r#"{"A":[[-3,2]],"B":[[-3,3],[-3,4],[3,3]]}"#;
        assert!(can(text, (-3, 2), (-3, 4)), "over one peg, onto another");
        assert!(can(text, (-3, 2), (-3, 5)), "over both: it is a peg like any other");
    }
}
