//! How a move is animated: the steps of a piece with what each captures, or the houses into which
//! beans are sown.
//!
//! This needs no rule of a game. A path that may end early is a move of its own, so what a step
//! captures is found by comparing the boards after the shorter and the longer path; and beans go
//! round the houses in the order in which the board lists them.

use serde::Serialize;
use spielwerk_games::board::{Board, SiteShape};
use spielwerk_games::{AnyMove, AnyPosition, Content, Site};

/// The animation of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Animation {
    kind: Kind,
    from: Site,
    steps: Vec<Step>,
}

/// Whether a piece moves or beans are sown.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Walk,
    Sow,
}

/// One step of a piece, or one bean.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Step {
    to: Site,
    captured: Vec<Site>,
}

impl Animation {
    /// The animation of a legal move.
    pub(crate) fn of(board: &Board, position: &AnyPosition, m: AnyMove) -> Option<Animation> {
        let path = position.path(m);
        let from = *path.first()?;
        let (kind, steps) = match board.sites.get(from.index())?.shape {
            SiteShape::House | SiteShape::Store => {
                (Kind::Sow, sow_steps(board, position, from, m)?)
            }
            SiteShape::Hole | SiteShape::Square | SiteShape::Point => {
                (Kind::Walk, walk_steps(position, &path)?)
            }
        };
        Some(Animation { kind, from, steps })
    }
}

/// The steps of a piece along a path.
fn walk_steps(position: &AnyPosition, path: &[Site]) -> Option<Vec<Step>> {
    let mover = Content::piece(position.turn()?);
    let is_opponent = |content| matches!(content, Content::Piece(_)) && content != mover;
    let mut now = position.contents();
    // Before the present step: choosing a stone may undo what its step alone would capture.
    let mut before = now.clone();
    let mut steps: Vec<Step> = Vec::new();
    for nth in 1..path.len() {
        let to = path[nth];
        let shorter = position.continuations(&path[..=nth]).complete;
        let after = shorter.and_then(|m| position.play(m).ok()).map(|after| after.contents());
        // A click on a stone may choose what to capture instead of where to go.
        let arrives = match &after {
            Some(after) => after.get(to.index()) == Some(&mover),
            None => !is_opponent(*now.get(to.index())?),
        };
        if arrives {
            before.clone_from(&now);
            steps.push(Step { to, captured: Vec::new() });
        }
        if let Some(after) = after {
            let taken = changes(&before, &after).filter(|&(site, left)| {
                is_opponent(before[site.index()]) && left == Content::Empty
            });
            steps.last_mut()?.captured = taken.map(|(site, _)| site).collect();
            now = after;
        }
    }
    Some(steps)
}

/// The beans of a house, one by one.
fn sow_steps(board: &Board, position: &AnyPosition, from: Site, m: AnyMove) -> Option<Vec<Step>> {
    let is_house = |site: &Site| board.sites[site.index()].shape == SiteShape::House;
    let houses: Vec<Site> =
        (0..board.sites.len()).map(|index| Site(index as u16)).filter(is_house).collect();
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

/// The sites whose content changes, with what is there afterwards.
pub(crate) fn changes<'a>(
    before: &'a [Content],
    after: &'a [Content],
) -> impl Iterator<Item = (Site, Content)> + 'a {
    let pairs = before.iter().zip(after).enumerate();
    pairs
        .filter(|(_, (before, after))| before != after)
        .map(|(index, (_, &after))| (Site(index as u16), after))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn animation(game: &str, position: &str, text: &str) -> serde_json::Value {
        let game = spielwerk_games::game(game).unwrap();
        let position = game.read_position(position).unwrap();
        let m = position.read_move(text).unwrap();
        serde_json::to_value(Animation::of(game.board(), &position, m)).unwrap()
    }

    #[test]
    fn a_capture_chain_takes_its_stones_step_by_step() {
        let start = spielwerk_games::game("fanorona").unwrap().start().text();
        let first = animation("fanorona", &start, "d3-e3A");
        assert_eq!(first["steps"].as_array().unwrap().len(), 1);
        assert_eq!(first["steps"][0]["captured"], serde_json::json!([23]));
        // Two stones in a row go together.
        let two = animation("fanorona-3x5", "5/4B/W1BB1 w 0 1", "a1-b1A");
        assert_eq!(two["steps"], serde_json::json!([{ "to": 1, "captured": [2, 3] }]));
    }

    #[test]
    fn pegs_that_change_places_capture_nothing() {
        // A's peg steps into A's home, where B's peg stands.
        let position = r#"{"A":[[-3,5],[1,-4]],"B":[[-3,6],[1,3]],"C":[[-4,1]]}"#;
        let swap = animation("fauhalma", position, "[[-3,5],[-3,6]]");
        assert_eq!(swap["steps"].as_array().unwrap().len(), 1);
        assert_eq!(swap["steps"][0]["captured"], serde_json::json!([]));
    }

    #[test]
    fn beans_are_sown_one_by_one_and_captured_at_the_end() {
        let sowing = animation("bohnenspiel", "0,0,20,1,0,0/0,0,0,1,0,1 24-25 w", "3");
        assert_eq!((&sowing["kind"], &sowing["from"]), (&"sow".into(), &2.into()));
        let steps = sowing["steps"].as_array().unwrap();
        assert_eq!(steps.len(), 20);
        let houses: Vec<u64> = steps.iter().map(|step| step["to"].as_u64().unwrap()).collect();
        assert_eq!(houses[..10], [3, 4, 5, 6, 7, 8, 9, 10, 11, 0]);
        assert_eq!(steps[19], serde_json::json!({ "to": 10, "captured": [10] }));
        assert!(steps[..19].iter().all(|step| step["captured"] == serde_json::json!([])));
    }
}
