//! The last pieces and the last holes of a camp: an assignment problem.
//!
//! A camp that is nearly full can be entered only at its holes, and they may lie on the wrong side.
//! So the pieces still outside are assigned to the holes such that the sum of their distances is
//! least. Own pieces in the path do not count: one moves on and the other takes its place.

use spielwerk_games::Seat;
use spielwerk_games::halma::{Halma, RuleSet, Square, SquareSet};

/// The largest number of holes for which the assignment is computed.
const MAX_HOLES: usize = 4;

/// How many steps the last pieces need beyond the distance to the nearest squares of an empty camp.
/// 0 while many are still outside.
pub(super) fn detour<R: RuleSet>(position: &Halma<R>, seat: Seat) -> i32 {
    let goal = SquareSet::camp(seat.opponent());
    let holes = goal & !position.occupied();
    let outside = position.pieces(seat) & !goal;
    let (hole_count, piece_count) = (holes.len() as usize, outside.len() as usize);
    if hole_count == 0
        || hole_count > MAX_HOLES
        || piece_count > MAX_HOLES
        || piece_count < hole_count
    {
        return 0;
    }
    let mut distances = [[0; MAX_HOLES]; MAX_HOLES];
    let mut free = [0; MAX_HOLES];
    for (piece, from) in outside.iter().enumerate() {
        free[piece] = goal.iter().map(|to| steps(from, to)).min().unwrap_or(0);
        for (hole, to) in holes.iter().enumerate() {
            distances[hole][piece] = steps(from, to) - free[piece];
        }
    }
    assign(&distances[..hole_count], piece_count, 0)
}

/// The least sum of distances if each hole gets a piece of its own, of those not assigned yet.
fn assign(distances: &[[i32; MAX_HOLES]], pieces: usize, assigned: u32) -> i32 {
    let Some((hole, others)) = distances.split_first() else { return 0 };
    (0..pieces)
        .filter(|&piece| assigned >> piece & 1 == 0)
        .map(|piece| hole[piece] + assign(others, pieces, assigned | 1 << piece))
        .min()
        .unwrap_or(0)
}

/// The distance of two squares, in steps.
fn steps(from: Square, to: Square) -> i32 {
    from.x().abs_diff(to.x()).max(from.y().abs_diff(to.y())) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::halma::Setup;

    fn detour_of_black(text: &str) -> i32 {
        let position: Halma = text.parse::<Setup>().unwrap().to_position_unchecked();
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
