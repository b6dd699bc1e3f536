//! The rules of WS25: one straight jump of any length, over a pattern that reads the same from
//! both ends; the centre of the board is no space.
//!
//! All pegs are looked at together, direction by direction and length by length. `over[i]` is the
//! set of spaces that have a peg i spaces on; a jump of length n asks that `over[i]` and
//! `over[n − i]` agree.

use std::ops::ControlFlow;

use super::rules::{Move, RuleSet, Scene, each_end};
use super::space::{DIRECTIONS, Space, only, opposite, spaces};

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
        let alone = Scene {
            pegs: from.set(),
            ..*scene
        };
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
    for direction in 0..6 {
        jumps_towards(direction, scene, &mut found)?;
    }
    ControlFlow::Continue(())
}

#[inline(always)]
fn jumps_towards(
    direction: usize,
    scene: &Scene,
    found: &mut impl FnMut(u128, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let back = |set, length| onward(set, opposite(direction), length);
    let (board, ends) = (scene.hurdles | scene.empty, scene.ends());
    let mut over = [0; LONGEST];
    let mut something = 0;
    // The pegs that have nothing but board up to the space before the landing.
    let mut pegs = scene.pegs;
    for length in 2..=LONGEST {
        pegs &= back(board, length - 1);
        if pegs == 0 {
            break;
        }
        over[length - 1] = back(scene.hurdles, length - 1);
        something |= over[length - 1];
        let differs = (1..length.div_ceil(2)).fold(0, |all, i| all | over[i] ^ over[length - i]);
        let jumpers = pegs & something & !differs & back(ends, length);
        if jumpers != 0 {
            found(jumpers, direction, length)?;
        }
    }
    ControlFlow::Continue(())
}

/// A set moved so many spaces in a direction. What leaves the board lands anywhere: the caller
/// must know that the spaces between are on it.
#[inline(always)]
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
