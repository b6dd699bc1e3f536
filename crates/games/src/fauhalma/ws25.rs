//! The rules of WS25: one straight jump of any length over a symmetrical pattern of pegs; the
//! centre of the board is no space.
//!
//! All pegs are processed together, by direction and length. The pattern of a jump of length n is
//! symmetrical if its first and last space agree, and if the pattern between those two is, which
//! is the pattern of a jump of length n − 2 that begins one space further on.

use std::ops::ControlFlow;

use super::rules::{Move, Occupancy, RuleSet, each_end};
use super::space::{DIRECTIONS, Space, bit_of, opposite, shifted, spaces};

/// The rules of WS25: one symmetrical jump of any length, no chains.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ws25;

/// The longest jump: along the side of one of the star's two big triangles, from end to end.
const LONGEST: usize = 9;

impl RuleSet for Ws25 {
    const NUMBER: usize = 1;
    const RULES: &'static str = "steps and symmetrical jumps of any length, no centre";
    const BLOCKED: u128 = 0;
    const MISSING: u128 = bit_of(0, 0);
    const CHAINS: bool = false;

    #[inline]
    fn generate_moves(
        occupancy: &Occupancy,
        mut each: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for peg in spaces(occupancy.pegs) {
            each_end(peg, peg.neighbours() & occupancy.destinations(), &mut each)?;
        }
        jumps(occupancy, |jumpers, direction, length| {
            for from in spaces(jumpers) {
                // A single peg: its destination is the only bit.
                each_end(from, shifted_by(from.set(), direction, length), &mut each)?;
            }
            ControlFlow::Continue(())
        })
    }

    #[inline]
    fn count_moves(occupancy: &Occupancy) -> u64 {
        let steps = spaces(occupancy.pegs)
            .map(|peg| (peg.neighbours() & occupancy.destinations()).count_ones());
        let mut count = steps.sum::<u32>();
        let _ = jumps(occupancy, |jumpers, _, _| {
            count += jumpers.count_ones();
            ControlFlow::Continue(())
        });
        count.into()
    }

    #[inline]
    fn can_move(occupancy: &Occupancy) -> bool {
        occupancy.can_step() || jumps(occupancy, |_, _, _| ControlFlow::Break(())).is_break()
    }

    fn leaps(occupancy: &Occupancy, from: Space) -> u128 {
        let alone = Occupancy { pegs: from.set(), ..*occupancy };
        let mut ends = 0;
        let _ = jumps(&alone, |jumpers, direction, length| {
            ends |= shifted_by(jumpers, direction, length);
            ControlFlow::Continue(())
        });
        ends
    }

    fn why_no_leap(occupancy: &Occupancy, from: Space, to: Space) -> String {
        let Some(((dx, dy), length)) = straight(from, to) else {
            return format!("from {from} to {to} is neither a step nor a straight line");
        };
        let passed = |on: i8| (from.x() + on * dx, from.y() + on * dy);
        let mut nothing = true;
        for (x, y) in (1..length).map(passed) {
            let set = Space::at(x.into(), y.into()).map_or(0, Space::set);
            if set & Self::MISSING != 0 {
                return format!("from {from} to {to} leads over the centre, which is no space");
            } else if set & (occupancy.hurdles | occupancy.empty) == 0 {
                return format!("from {from} to {to} leads over [{x},{y}], which is off the board");
            }
            nothing &= set & occupancy.hurdles == 0;
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
    occupancy: &Occupancy,
    mut found: impl FnMut(u128, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    // Unrolled, so that every shift is by a constant.
    jumps_towards(0, occupancy, &mut found)?;
    jumps_towards(1, occupancy, &mut found)?;
    jumps_towards(2, occupancy, &mut found)?;
    jumps_towards(3, occupancy, &mut found)?;
    jumps_towards(4, occupancy, &mut found)?;
    jumps_towards(5, occupancy, &mut found)
}

/// The jumps in one direction, shortest first. All bitboards are indexed by the start of the jump,
/// so the board is shifted backwards under the pegs, one space for each length.
#[inline(always)]
fn jumps_towards(
    direction: usize,
    occupancy: &Occupancy,
    found: &mut impl FnMut(u128, usize, usize) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let back = |set| shifted(set)[opposite(direction)];
    let first = back(occupancy.hurdles);
    // What is on the space before the landing, and on the landing.
    let (mut board, mut over) = (occupancy.hurdles | occupancy.empty, occupancy.hurdles);
    let mut ends = back(occupancy.destinations());
    // The pegs whose path up to the landing is on the board, and the spaces with a hurdle on it.
    let (mut pegs, mut something) = (occupancy.pegs, 0);
    // Where the pattern of a jump one or two shorter is symmetrical.
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

/// A bitboard shifted by this many spaces in a direction. Bits that leave the board wrap around:
/// the caller must know that the spaces between are on it.
#[inline]
const fn shifted_by(set: u128, direction: usize, length: usize) -> u128 {
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
        assert_eq!(position.count_moves(), position.legal_moves().len() as u64);
        position.legal_moves().contains(&m)
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
