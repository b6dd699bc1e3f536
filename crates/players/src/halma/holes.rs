//! The last pieces and the last holes of a camp.
//!
//! A camp that is nearly full is open only where it has holes, and they may lie on the wrong side.
//! So the pieces still outside are dealt out to the holes such that all their ways together are as
//! short as possible. Ways lead over pieces of one's own that already stand there: one moves on and
//! the other takes its place.

use games::Seat;
use games::halma::{Halma, RuleSet, Square, Squares};

/// No more holes than this are dealt out.
const MOST: usize = 4;

/// How many steps the last pieces must go beyond what it would be to the nearest squares of an
/// empty camp. Nothing while many are on their way.
pub(super) fn detour<R: RuleSet>(position: &Halma<R>, seat: Seat) -> i32 {
    let goal = Squares::camp(seat.opponent());
    let holes = goal & !position.occupied();
    let outside = position.pieces(seat) & !goal;
    let (hole_count, piece_count) = (holes.len() as usize, outside.len() as usize);
    if hole_count == 0 || hole_count > MOST || piece_count > MOST || piece_count < hole_count {
        return 0;
    }
    let mut ways = [[0; MOST]; MOST];
    let mut free = [0; MOST];
    for (piece, from) in outside.iter().enumerate() {
        free[piece] = goal.iter().map(|to| steps(from, to)).min().unwrap_or(0);
        for (hole, to) in holes.iter().enumerate() {
            ways[hole][piece] = steps(from, to) - free[piece];
        }
    }
    deal(&ways[..hole_count], piece_count, 0)
}

/// The least sum of ways if each hole gets a piece of its own, of those not dealt yet.
fn deal(ways: &[[i32; MOST]], pieces: usize, dealt: u32) -> i32 {
    let Some((hole, others)) = ways.split_first() else { return 0 };
    (0..pieces)
        .filter(|&piece| dealt >> piece & 1 == 0)
        .map(|piece| hole[piece] + deal(others, pieces, dealt | 1 << piece))
        .min()
        .unwrap_or(0)
}

/// How many steps it is from one square to another.
fn steps(from: Square, to: Square) -> i32 {
    from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::halma::Setup;

    fn detour_of_black(text: &str) -> i32 {
        let position: Halma = text.parse::<Setup>().unwrap().as_it_stands();
        detour(&position, Seat::FIRST)
    }

    #[test]
    fn the_last_piece_looks_for_the_last_hole() {
        // The hole is at 15,11; the camp is entered at 10,14 and at 14,10.
        let near = "W15/16/16/16/16/16/16/16/16/16/14B1/14B1/13BBB/12BBBB/11BBBBB/11BBBBB b";
        let far = "W15/16/16/16/16/16/16/16/16/16/16/14B1/13BBB/12BBBB/10BBBBBB/11BBBBB b";
        assert_eq!(detour_of_black(near), 0);
        assert_eq!(detour_of_black(far), 4);
    }

    #[test]
    fn two_pieces_share_two_holes() {
        // Holes at 15,11 and 11,15, and both pieces before the first.
        let text = "W15/16/16/16/16/16/16/16/16/16/14BB/14B1/13BBB/12BBBB/11BBBBB/12BBBB b";
        assert_eq!(detour_of_black(text), 4);
    }
}
