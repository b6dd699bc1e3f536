//! Simple opponents of a programming course's assessment ("lab"): each follows a single rule.

use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::{Bohnenspiel, House, ROW};
use spielwerk_search::{Evaluator, Minimax, SearchRequest, SearchResult, Searcher};

pub(super) const NAMES: [&str; 6] =
    ["two-ply", "capture", "leftmost", "rightmost", "highest", "lowest"];

/// The opponent of this name.
pub(super) fn named(name: &str) -> Option<Box<dyn Searcher<Bohnenspiel>>> {
    let measure: fn(&Bohnenspiel, House) -> i32 = match name {
        "two-ply" => return Some(Box::new(Minimax::new(StoreEvaluator, 2))),
        "capture" => |p, m| -i32::from(p.play(m).store(p.turn())),
        "leftmost" => |_, m| m.index() as i32,
        "rightmost" => |_, m| -(m.index() as i32),
        "highest" => |p, m| -beans(p, m),
        "lowest" => beans,
        _ => return None,
    };
    Some(Box::new(ByKey(measure)))
}

/// Chooses the house with the smallest key; of equals, the leftmost.
struct ByKey(fn(&Bohnenspiel, House) -> i32);

impl Searcher<Bohnenspiel> for ByKey {
    fn search(
        &mut self,
        request: &SearchRequest<Bohnenspiel>,
        _each: &mut dyn FnMut(&SearchResult<House>),
    ) -> Option<SearchResult<House>> {
        let best = request.moves().into_iter().min_by_key(|&m| (self.0)(&request.position, m))?;
        Some(SearchResult::unsearched(best))
    }
}

fn beans(position: &Bohnenspiel, m: House) -> i32 {
    i32::from(position.house(m.index() + ROW * position.turn().index()))
}

/// Evaluates the difference of stored beans, and nothing else.
struct StoreEvaluator;

impl Evaluator<Bohnenspiel> for StoreEvaluator {
    fn evaluate(&self, p: &Bohnenspiel) -> i32 {
        let (own, other) = (p.store(p.turn()), p.store(p.turn().opponent()));
        100 * (i32::from(own) - i32::from(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_games::Game;
    use spielwerk_search::Limits;

    #[test]
    fn each_opponent_follows_its_rule() {
        // Five beans from the fifth house end in one with three: four to capture. No other house
        // captures anything.
        let text = "0,2,9,2,5,2/6,6,6,3,7,9 8-7 w";
        let position = Bohnenspiel::from_setup(&text.parse().unwrap()).unwrap();
        for (name, house) in
            [("leftmost", 1), ("rightmost", 5), ("highest", 2), ("lowest", 1), ("capture", 4)]
        {
            let request = SearchRequest::new(position, Limits::default());
            let result = named(name).unwrap().search(&request, &mut |_| {}).unwrap();
            assert_eq!(result.best_move.index(), house, "{name}");
        }
    }
}
