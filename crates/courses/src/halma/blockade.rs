//! A blockade: the opponent keeps so many pieces in its camp that a hole among them cannot be
//! reached, and nobody can win as long as they stay.
//!
//! ```text
//!   W W        The hole, a dot, has white pieces or the edge on all sides, and behind
//!  W W W       each of them another white piece or the edge: nothing can step or jump
//! W W . W      into it.
//! ```
//!
//! Then a game is decided by the clocks, so time must not be spent on thinking. What can be tried is
//! to take the moves away that leave the blockade as it is: whoever has no other has to open it.
//! Only the plain rules allow it; by the strict ones a piece that can leave its camp must.

use std::ops::ControlFlow;

use spielwerk_games::halma::{Halma, Move, Plain, RuleSet, SQUARES, Square, SquareSet};
use spielwerk_games::{Position, Seat};
use spielwerk_players::halma::HalmaEvaluator;
use spielwerk_search::Evaluator;

/// The squares of the camp that a seat has to fill.
fn goal(seat: Seat) -> SquareSet {
    SquareSet::camp(seat.opponent())
}

/// Whether a hole of a seat's goal cannot be reached past the opponent's pieces that stand there,
/// wherever its own pieces are.
pub(super) fn is_blocked<R: RuleSet>(position: &Halma<R>, seat: Seat) -> bool {
    let goal = goal(seat);
    let defenders = position.pieces(seat.opponent()) & goal;
    let holes = goal & !position.occupied();
    let mut reached = [false; SQUARES];
    let mut open: Vec<Square> = Square::all().filter(|square| !goal.contains(*square)).collect();
    open.iter().for_each(|square| reached[square.index()] = true);
    while let Some(from) = open.pop() {
        for to in steps_and_jumps(from) {
            if !defenders.contains(to) && !reached[to.index()] {
                reached[to.index()] = true;
                open.push(to);
            }
        }
    }
    holes.iter().any(|hole| !reached[hole.index()])
}

/// The squares one and two away in all directions. Over what a jump goes does not matter: a piece of
/// any colour could stand there.
fn steps_and_jumps(from: Square) -> impl Iterator<Item = Square> {
    let directions = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    directions.filter(|&direction| direction != (0, 0)).flat_map(move |(dx, dy)| {
        [1, 2].into_iter().filter_map(move |length| {
            let x = from.x().checked_add_signed(length * dx)?;
            let y = from.y().checked_add_signed(length * dy)?;
            Square::new(x, y)
        })
    })
}

/// What a reply that holds the blockade counts, in hundredths of a diagonal step.
const HOLDING_REPLY: i32 = 30;

/// A move that goes on and leaves a blockading opponent few replies with which the blockade stays.
pub(super) fn squeeze<R: RuleSet>(position: &Halma<R>, among: &[Move]) -> Option<Move> {
    let evaluator = HalmaEvaluator::default();
    let position = position.with_rules::<Plain>();
    among.iter().copied().min_by_key(|&m| {
        let next = position.play(m);
        match holding_replies(&next, position.turn()) {
            won @ ..=0 => (-1, won),
            i32::MAX => (1, 0),
            holding => (0, HOLDING_REPLY * holding + evaluator.evaluate(&next)),
        }
    })
}

/// The number of replies after which a seat cannot win at once. Nothing is better than a win, and
/// nothing worse than a loss.
fn holding_replies<R: RuleSet>(position: &Halma<R>, seat: Seat) -> i32 {
    if let Some(outcome) = position.outcome() {
        return if outcome.winner() == Some(seat) { -1 } else { i32::MAX };
    }
    if position.turn() == seat {
        // The opponent cannot move at all.
        return 0;
    }
    let goal = goal(seat);
    let mut holding = 0;
    let _ = position.generate_moves(|reply| {
        let touched = goal.contains(reply.from) || goal.contains(reply.to);
        let next = position.play(reply);
        if next.outcome().is_some_and(|outcome| outcome.winner() != Some(seat)) {
            holding = i32::MAX;
            return ControlFlow::Break(());
        }
        // Elsewhere the opponent's moves leave the holes as they are.
        holding += i32::from(!(touched && can_win_at_once(&next, seat)));
        ControlFlow::Continue(())
    });
    holding
}

fn can_win_at_once<R: RuleSet>(position: &Halma<R>, seat: Seat) -> bool {
    let holes = goal(seat) & !position.occupied();
    holes.len() == 1
        && position.turn() == seat
        && position
            .generate_moves(|m| match holes.contains(m.to) {
                true if !goal(seat).contains(m.from) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            })
            .is_break()
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;
    use spielwerk_games::halma::Setup;

    fn position(text: &str) -> Halma<Plain> {
        text.parse::<Setup>().unwrap().to_position_unchecked()
    }

    #[test]
    fn a_hole_is_blocked_if_nothing_can_come_near() {
        for (hole, rows, blocked) in [
            ("the corner", "14WW/13WWW/12WWWW/9W1WWWWW/11WWWW1", true),
            ("behind the edge", "14WW/13WWW/12WWWW/9W1WWWW1/11WWWWW", true),
            ("at the edge", "14WW/13WWW/12WWWW/9W2WWWW/11WWWWW", false),
            ("one jump inside", "14WW/13WWW/12WWWW/9W1W1WWW/11WWWWW", false),
            ("next to an open one", "14WW/13WWW/12WWWW/9W3WWW/11WWWWW", false),
            ("none", "14WW/13WWW/12WWWW/11WWWWW/11WWWWW", false),
        ] {
            let board = format!("BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/{rows} b");
            assert_eq!(is_blocked(&position(&board), Seat::FIRST), blocked, "{hole}");
            assert!(!is_blocked(&position(&board), Seat::SECOND), "{hole}");
        }
    }

    #[test]
    fn a_reply_that_opens_the_camp_does_not_hold() {
        // The hole is at 15,15; every white piece that leaves its square opens another one, but the
        // one at 10,15 can move without that.
        let text =
            "16/16/16/16/16/16/16/16/16/16/13BBB/12BBWW/11BBWWW/10BBWWWW/9BBWWWWW/9BWWWWW1 b";
        let before = position(text);
        assert!(is_blocked(&before, Seat::FIRST));
        let held = |m: Move| holding_replies(&before.play(m), Seat::FIRST);
        let all: Vec<i32> = before.legal_moves().into_iter().map(held).collect();
        let replies = |m: Move| before.play(m).count_moves() as i32;
        assert!(before.legal_moves().into_iter().any(|m| held(m) < replies(m)), "{all:?}");
        assert!(before.legal_moves().contains(&squeeze(&before, &before.legal_moves()).unwrap()));
    }

    /// White keeps a blocked hole and can do nothing but move one piece to and fro.
    #[test]
    fn a_piece_that_moves_to_and_fro_is_stopped() {
        let text = "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/14WW/13WWW/10W1WWWW/11WWWW1/11WWWWW b";
        let mut position = position(text);
        let mut placements: Vec<SquareSet> = Vec::new();
        let mut shuttle = ["10,13-9,13", "9,13-10,13"].iter().cycle();
        for _ in 0..150 {
            let after = |m: &Move| position.pieces(Seat::FIRST).without(m.from).with(m.to);
            let repeats = |m: &Move| placements.iter().filter(|it| **it == after(m)).count();
            let among: Vec<Move> =
                position.legal_moves().into_iter().filter(|m| repeats(m) < 2).collect();
            let m = squeeze(&position, &among).unwrap();
            placements.push(after(&m));
            position = position.play(m);
            match shuttle.next().map(|text| position.read_move(text)) {
                Some(Ok(reply)) => position = position.play(reply),
                _ => return,
            }
        }
        panic!("it goes on and on: {position:?}");
    }
}
