//! Infers the opponents' moves between two positions of ours: the server shows boards, not moves.

use spielwerk_games::{AnyMove, AnyPosition, Content, Seat};

/// A move of Halma changes two sites: where the peg was, and where it is.
const SITES_PER_MOVE: usize = 2;

/// The moves that lead from a position to our next turn on a board like this one, if there are any.
pub(super) fn moves_between(from: &AnyPosition, to: &AnyPosition) -> Option<Vec<AnyMove>> {
    let goal = to.contents();
    let others = from.info().seats.len() - 1;
    let mut moves = Vec::new();
    find_moves(from, &goal, others, &mut moves).then_some(moves)
}

/// Depth-first search for the remaining moves, at most `most`. True if `moves` reaches the goal.
fn find_moves(from: &AnyPosition, goal: &[Content], most: usize, moves: &mut Vec<AnyMove>) -> bool {
    let ours = from.turn().is_none_or(|seat| seat == Seat::FIRST);
    let contents = from.contents();
    let differing = contents.iter().zip(goal).filter(|(now, then)| now != then).count();
    if differing == 0 && (ours || most == 0) {
        return true;
    }
    if ours || differing > SITES_PER_MOVE * most {
        return false;
    }
    from.legal_moves().into_iter().any(|m| {
        let Ok(next) = from.play(m) else { return false };
        moves.push(m);
        let found = find_moves(&next, goal, most - 1, moves);
        if !found {
            moves.pop();
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_found_again_in_whole_games() {
        for game in ["fauhalma", "fauhalma-star2", "fauhalma-rhombus-ws25", "fauhalma-ws25"] {
            let game = spielwerk_games::game(game).unwrap();
            let mut position = game.start();
            for ply in 0..12 {
                let ours = position.legal_moves();
                let after = position.play(ours[ply * 7 % ours.len()]).unwrap();
                let mut next = after.clone();
                while next.turn() != Some(Seat::FIRST) {
                    let theirs = next.legal_moves();
                    next = next.play(theirs[ply * 5 % theirs.len()]).unwrap();
                }
                let moves = moves_between(&after, &next).unwrap();
                let replayed = moves.iter().fold(after, |p, &m| p.play(m).unwrap());
                assert_eq!(replayed.contents(), next.contents());
                position = next;
            }
        }
    }

    #[test]
    fn a_board_from_elsewhere_is_not_explained() {
        let game = spielwerk_games::game("fauhalma").unwrap();
        let start = game.start();
        let after = start.play(start.legal_moves()[0]).unwrap();
        assert_eq!(moves_between(&after, &start), None);
    }
}
