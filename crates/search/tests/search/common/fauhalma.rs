//! FAUhalma, evaluated by distance only.

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, RuleSet, Space, spaces};
use spielwerk_games::{Position, Seat};
use spielwerk_search::{Evaluator, Pass};

/// Counts the steps to the far end of everybody's home.
#[derive(Clone, Debug)]
pub struct Distance {
    /// For each seat and space.
    steps: Box<[[i32; 128]; Seat::MAX_SEATS]>,
}

impl Distance {
    /// For a board.
    pub fn new<S: BoardShape, R: RuleSet>() -> Distance {
        let mut distance = Distance { steps: Box::new([[0; 128]; Seat::MAX_SEATS]) };
        for seat in Seat::all(S::SEATS) {
            let goal = goal::<S, R>(seat);
            for space in spaces(FauHalma::<S, R>::BOARD) {
                distance.steps[seat.index()][space.index()] = steps(space, goal);
            }
        }
        distance
    }

    fn steps(&self, seat: Seat, from: Space) -> i32 {
        self.steps[seat.index()][from.index()]
    }
}

/// Worth more than any lead on the board: whoever has a place is ahead of those still playing, and
/// whoever is blocked is behind them.
const PLACED: i32 = 10_000;

/// The far end of a seat's home: the space that is farthest from where the seat begins.
fn goal<S: BoardShape, R: RuleSet>(seat: Seat) -> Space {
    let start = FauHalma::<S, R>::start_corner(seat);
    let far = |space: &Space| spaces(start).map(|from| steps(from, *space)).sum::<i32>();
    spaces(FauHalma::<S, R>::home(seat)).max_by_key(far).unwrap()
}

fn steps(from: Space, to: Space) -> i32 {
    let apart = |a: i8, b: i8| i32::from(a.abs_diff(b));
    apart(from.x(), to.x()).max(apart(from.y(), to.y())).max(apart(from.z(), to.z()))
}

impl<S: BoardShape, R: RuleSet> Evaluator<FauHalma<S, R>> for Distance {
    fn evaluate(&self, p: &FauHalma<S, R>) -> i32 {
        let values = self.evaluate_seats(p);
        let others: i32 = values.iter().take(S::SEATS).sum::<i32>() - values[p.turn().index()];
        values[p.turn().index()] - others / (S::SEATS as i32 - 1)
    }

    fn evaluate_seats(&self, p: &FauHalma<S, R>) -> [i32; Seat::MAX_SEATS] {
        let mut values = [0; Seat::MAX_SEATS];
        for seat in Seat::all(S::SEATS) {
            let left: i32 = spaces(p.pegs(seat)).map(|peg| self.steps(seat, peg)).sum();
            values[seat.index()] = if p.is_playing(seat) {
                -100 * left
            } else if p.places().contains(&seat) {
                PLACED
            } else {
                -PLACED
            };
        }
        values
    }

    fn order_score(&self, p: &FauHalma<S, R>, m: Move) -> i32 {
        100 * (self.steps(p.turn(), m.from) - self.steps(p.turn(), m.to))
    }
}

impl<S: BoardShape, R: RuleSet> Pass<FauHalma<S, R>> for Distance {
    fn pass(&self, p: &FauHalma<S, R>) -> Option<FauHalma<S, R>> {
        p.null_move()
    }
}
