//! A simple opponent known from a course: one ply deep, it plays the move with the best sum of five
//! features: the distance gained by all its pegs, the length of the hop, its direction, the lead
//! over the best opponent, and whether a peg comes home.

use spielwerk_games::fauhalma::{BoardShape, FauHalma, Move, RuleSet, Space, spaces};
use spielwerk_games::{Position, Seat};
use spielwerk_search::{SearchRequest, SearchResult, Searcher};

/// Its name.
pub(super) const NAME: &str = "greedy-ws25";

// The weights of the features.
const NEARER: i32 = 100;
const LONG_JUMP: i32 = 20;
const DIRECTION: i32 = 10;
const AGAINST_LEADER: i32 = 5;
const COMES_HOME: i32 = 150;

/// The one-ply player.
pub(super) struct Greedy;

impl<S: BoardShape, R: RuleSet> Searcher<FauHalma<S, R>> for Greedy {
    fn search(
        &mut self,
        request: &SearchRequest<FauHalma<S, R>>,
        _each: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let mut moves = request.moves();
        moves.sort_unstable();
        // `max_by_key` takes the last of equals; reversed, that is the first move.
        let best = moves.into_iter().rev().max_by_key(|&m| score(&request.position, m))?;
        Some(SearchResult::unsearched(best))
    }
}

fn score<S: BoardShape, R: RuleSet>(position: &FauHalma<S, R>, m: Move) -> i32 {
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
fn total_distance<S: BoardShape, R: RuleSet>(position: &FauHalma<S, R>, seat: Seat) -> i32 {
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
    use spielwerk_games::Game;
    use spielwerk_games::fauhalma::{Star3, Ws25};
    use spielwerk_search::Limits;

    #[test]
    fn it_prefers_a_long_hop_towards_home() {
        let text = concat!(
            r#"{"A":[[3,-3],[3,-1],[-4,1],[-2,5],[2,-1],[2,-3]],"#,
            r#""B":[[-3,-1],[1,2],[-1,2],[0,3],[-1,1],[1,1]],"#,
            r#""C":[[-3,2],[3,-6],[-2,0],[-3,1],[0,-2],[0,-3]]}"#
        );
        let position = FauHalma::<Star3, Ws25>::from_setup(&text.parse().unwrap()).unwrap();
        let result =
            Greedy.search(&SearchRequest::new(position, Limits::default()), &mut |_| {}).unwrap();
        assert_eq!(position.write_move(result.best_move), "[[2,-3],[2,1]]");
    }
}
