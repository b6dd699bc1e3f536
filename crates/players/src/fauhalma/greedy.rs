//! A well-known simple opponent: looks at each of its moves once, and takes the one that scores best
//! by five sights: how much nearer home all its pegs are, how long a jump it is, whether it leads in
//! the right direction, how it then stands against the leading opponent, and whether a peg comes
//! home.

use games::fauhalma::{FauHalma, Move, RuleSet, Shape, Space, spaces};
use games::{Position, Seat};
use search::{Report, Task, Thinker};

/// The name it goes by.
pub(super) const NAME: &str = "greedy-ws25";

/// How much each sight counts.
const NEARER: i32 = 100;
const LONG_JUMP: i32 = 20;
const DIRECTION: i32 = 10;
const AGAINST_LEADER: i32 = 5;
const COMES_HOME: i32 = 150;

/// The opponent.
pub(super) struct Greedy;

impl<S: Shape, R: RuleSet> Thinker<FauHalma<S, R>> for Greedy {
    fn think(
        &mut self,
        task: &Task<FauHalma<S, R>>,
        _each: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Report<Move>> {
        let mut moves = task.moves();
        moves.sort_unstable();
        // Of equals, the last would win: so begin with the last.
        let best = moves.into_iter().rev().max_by_key(|&m| score(&task.position, m))?;
        Some(Report::bare(best))
    }
}

fn score<S: Shape, R: RuleSet>(position: &FauHalma<S, R>, m: Move) -> i32 {
    let mover = position.turn();
    let home = FauHalma::<S, R>::home(mover);
    let next = position.play(m);
    let own = total_distance(&next, mover);
    let gain = total_distance(position, mover) - own;
    let length = distance(m.from, m.to);
    let leader = Seat::all(S::SEATS)
        .filter(|&seat| seat != mover && position.pegs(seat) != 0)
        .map(|seat| total_distance(&next, seat))
        .min()
        .unwrap_or_default();
    let enters = home & m.to.set() != 0 && home & m.from.set() == 0;
    let tip = spaces(home).max_by_key(|&space| Space::at(0, 0).map_or(0, |c| distance(c, space)));
    let ahead = tip.map_or(0, |tip| distance(m.from, tip) - distance(m.to, tip));
    NEARER * gain
        + LONG_JUMP * (length - 1)
        + DIRECTION * ahead.signum()
        + AGAINST_LEADER * (leader - own)
        + if enters { COMES_HOME } else { 0 }
}

/// The distance of all a seat's pegs from their home.
fn total_distance<S: Shape, R: RuleSet>(position: &FauHalma<S, R>, seat: Seat) -> i32 {
    let home = spaces(FauHalma::<S, R>::home(seat));
    let to_home = |peg: Space| home.clone().map(|space| distance(peg, space)).min();
    spaces(position.pegs(seat)).filter_map(to_home).sum()
}

fn distance(from: Space, to: Space) -> i32 {
    let [x, y, z] = [from.x() - to.x(), from.y() - to.y(), from.z() - to.z()];
    x.abs().max(y.abs()).max(z.abs()).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Game;
    use games::fauhalma::{Star3, Ws25};
    use search::Limits;

    #[test]
    fn a_long_jump_towards_home_is_what_it_likes() {
        let text = concat!(
            r#"{"A":[[3,-3],[3,-1],[-4,1],[-2,5],[2,-1],[2,-3]],"#,
            r#""B":[[-3,-1],[1,2],[-1,2],[0,3],[-1,1],[1,1]],"#,
            r#""C":[[-3,2],[3,-6],[-2,0],[-3,1],[0,-2],[0,-3]]}"#
        );
        let position = FauHalma::<Star3, Ws25>::from_setup(&text.parse().unwrap()).unwrap();
        let report = Greedy.think(&Task::new(position, Limits::default()), &mut |_| {}).unwrap();
        assert_eq!(position.write_move(report.best), "[[2,-3],[2,1]]");
    }
}
