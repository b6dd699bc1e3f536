//! How a move looks: where a piece goes, what it takes, into which bowls beans fall.
//!
//! None of this is a rule. A path that may end early is a move of its own, so what each step takes
//! is seen by comparing the boards after the shorter and the longer one; and beans go round the
//! bowls in the order in which the board lists them.

use games::board::{Board, Shape};
use games::{AnyMove, AnyPosition, Content, Spot};
use serde::Serialize;

/// What a person sees of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Trail {
    kind: Kind,
    from: Spot,
    steps: Vec<Step>,
}

/// Whether a piece goes or beans are sown.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Walk,
    Sow,
}

/// One step of a piece, or one bean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Step {
    to: Spot,
    captured: Vec<Spot>,
}

impl Trail {
    /// The trail of a legal move.
    pub(crate) fn of(board: &Board, position: &AnyPosition, m: &AnyMove) -> Option<Trail> {
        let from = *m.path.first()?;
        let (kind, steps) = match board.places.get(from.index())?.shape {
            Shape::House | Shape::Store => (Kind::Sow, sown(board, position, m)?),
            Shape::Hole | Shape::Square | Shape::Point => (Kind::Walk, walked(position, &m.path)?),
        };
        Some(Trail { kind, from, steps })
    }
}

/// The steps of a piece along a path.
fn walked(position: &AnyPosition, path: &[Spot]) -> Option<Vec<Step>> {
    let mover = Content::piece(position.turn()?);
    let is_foreign = |content| matches!(content, Content::Piece(_)) && content != mover;
    let mut now = position.contents();
    // Before the present step: a stone that is chosen may take back what its step alone would take.
    let mut before = now.clone();
    let mut steps: Vec<Step> = Vec::new();
    for nth in 1..path.len() {
        let to = path[nth];
        let shorter = position.follow(&path[..=nth]).done;
        let after = shorter.and_then(|m| position.play(&m).ok()).map(|after| after.contents());
        // A click on a stone may choose what to take instead of where to go.
        let arrives = match &after {
            Some(after) => after.get(to.index()) == Some(&mover),
            None => !is_foreign(*now.get(to.index())?),
        };
        if arrives {
            before.clone_from(&now);
            steps.push(Step { to, captured: Vec::new() });
        }
        if let Some(after) = after {
            let taken = changes(&before, &after)
                .filter(|&(spot, left)| is_foreign(before[spot.index()]) && left == Content::Empty);
            steps.last_mut()?.captured = taken.map(|(spot, _)| spot).collect();
            now = after;
        }
    }
    Some(steps)
}

/// The beans of a bowl, one by one.
fn sown(board: &Board, position: &AnyPosition, m: &AnyMove) -> Option<Vec<Step>> {
    let from = m.path[0];
    let is_house = |spot: &Spot| board.places[spot.index()].shape == Shape::House;
    let houses: Vec<Spot> =
        (0..board.places.len()).map(|index| Spot(index as u16)).filter(is_house).collect();
    let start = houses.iter().position(|&house| house == from)?;
    let mut beans: Vec<u8> = position.contents().into_iter().map(beans).collect();
    let sown = std::mem::take(&mut beans[from.index()]);
    let round = houses.iter().cycle().skip(start + 1).take(sown.into());
    let mut steps: Vec<Step> = round.map(|&to| Step { to, captured: Vec::new() }).collect();
    for step in &steps {
        beans[step.to.index()] += 1;
    }
    let after = position.play(m).ok()?.contents();
    let emptied =
        houses.iter().filter(|house| self::beans(after[house.index()]) < beans[house.index()]);
    steps.last_mut()?.captured = emptied.copied().collect();
    Some(steps)
}

fn beans(content: Content) -> u8 {
    match content {
        Content::Beans(beans) => beans,
        Content::Empty | Content::Blocked | Content::Piece(_) => 0,
    }
}

/// The spots whose content is another afterwards, with what is there then.
pub(crate) fn changes<'a>(
    before: &'a [Content],
    after: &'a [Content],
) -> impl Iterator<Item = (Spot, Content)> + 'a {
    let pairs = before.iter().zip(after).enumerate();
    pairs
        .filter(|(_, (before, after))| before != after)
        .map(|(index, (_, &after))| (Spot(index as u16), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trail(game: &str, position: &str, text: &str) -> serde_json::Value {
        let game = games::game(game).unwrap();
        let position = game.read(position).unwrap();
        let m = position.read_move(text).unwrap();
        serde_json::to_value(Trail::of(game.board(), &position, &m)).unwrap()
    }

    #[test]
    fn a_chain_of_captures_takes_its_stones_step_by_step() {
        let start = games::game("fanorona").unwrap().start().text();
        let first = trail("fanorona", &start, "d3-e3A");
        assert_eq!(first["steps"].as_array().unwrap().len(), 1);
        assert_eq!(first["steps"][0]["captured"], serde_json::json!([23]));
        // Two stones in a row go together.
        let two = trail("fanorona-3x5", "5/4B/W1BB1 w 0 1", "a1-b1A");
        assert_eq!(two["steps"], serde_json::json!([{ "to": 1, "captured": [2, 3] }]));
    }

    #[test]
    fn pegs_that_change_places_capture_nothing() {
        // A's peg steps into A's home, where B's peg stands.
        let position = r#"{"A":[[-3,5],[1,-4]],"B":[[-3,6],[1,3]],"C":[[-4,1]]}"#;
        let swap = trail("fauhalma", position, "[[-3,5],[-3,6]]");
        assert_eq!(swap["steps"].as_array().unwrap().len(), 1);
        assert_eq!(swap["steps"][0]["captured"], serde_json::json!([]));
    }

    #[test]
    fn beans_fall_one_by_one_and_what_is_won_leaves_at_the_end() {
        let trail = trail("bohnenspiel", "0,0,20,1,0,0/0,0,0,1,0,1 24-25 w", "3");
        assert_eq!((&trail["kind"], &trail["from"]), (&"sow".into(), &2.into()));
        let steps = trail["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 20);
        let bowls: Vec<u64> = steps.iter().map(|step| step["to"].as_u64().unwrap()).collect();
        assert_eq!(bowls[..10], [3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        assert_eq!(steps[19], serde_json::json!({ "to": 10, "captured": [10] }));
        assert!(steps[..19].iter().all(|step| step["captured"] == serde_json::json!([])));
    }
}
