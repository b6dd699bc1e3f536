//! The lessons of the page are right: their solutions are legal and do what the goal asks, which is
//! judged here anew, from the rules.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;
use spielwerk_games::board::SiteShape;
use spielwerk_games::{AnyMove, AnyPosition, Content, Seat};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lesson {
    id: String,
    game: String,
    position: String,
    title: [String; 2],
    text: [String; 2],
    goal: Goal,
    solution: String,
    done: [String; 2],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Goal {
    from: Option<Vec<String>>,
    reach: Option<Vec<String>>,
    capture: Option<i32>,
    steps: Option<usize>,
    end: Option<String>,
}

fn lessons(family: &str) -> Vec<Lesson> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("page/lessons");
    let text = std::fs::read_to_string(folder.join(format!("{family}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn every_solution_is_legal_and_reaches_its_goal() {
    for family in ["fauhalma", "halma", "fanorona", "bohnenspiel"] {
        let lessons = lessons(family);
        assert!(lessons.len() >= 12, "{family} has {} lessons", lessons.len());
        let ids: BTreeSet<&str> = lessons.iter().map(|lesson| lesson.id.as_str()).collect();
        assert_eq!(ids.len(), lessons.len(), "two lessons of {family} have one id");
        for lesson in &lessons {
            check(family, lesson);
        }
    }
}

fn check(family: &str, lesson: &Lesson) {
    let place = format!("{family}, {}", lesson.id);
    let game = spielwerk_games::game(&lesson.game).unwrap();
    assert!(game.name().starts_with(family), "{place}");
    let position = game.read_position(&lesson.position).unwrap();
    let m = position.read_move(&lesson.solution).unwrap();
    // The page compares nothing but texts that the rules write.
    assert_eq!(position.write_move(m), lesson.solution, "{place}");
    assert!(reaches(&lesson.goal, &position, m), "{place}: the solution misses the goal");
    let is_trivial = position.legal_moves().iter().all(|&m| reaches(&lesson.goal, &position, m));
    let is_forced = position.count_moves() == 1;
    let is_first = lesson.goal.from.is_none() && lesson.goal.reach.is_none();
    assert!(!is_trivial || is_forced || is_first, "{place}: every move reaches the goal");
    for texts in [&lesson.title, &lesson.text, &lesson.done] {
        assert!(texts.iter().all(|text| !text.is_empty()) && texts[0] != texts[1], "{place}");
    }
}

fn reaches(goal: &Goal, position: &AnyPosition, m: AnyMove) -> bool {
    let game = spielwerk_games::game(position.info().name).unwrap();
    let seat = position.turn().unwrap();
    let after = position.play(m).unwrap();
    let path = position.path(m);
    let name = |index: usize| game.board().sites[index].name.as_str();
    let (first, last) = (name(path[0].index()), name(path[path.len() - 1].index()));
    let among = |names: &Option<Vec<String>>, name: &str| {
        names.as_ref().is_none_or(|names| names.iter().any(|each| each == name))
    };
    let ended = match goal.end.as_deref() {
        None => true,
        Some("open") => after.outcome().is_none(),
        Some("win") => after.outcome().and_then(|outcome| outcome.winner()) == Some(seat),
        Some(other) => panic!("no end is called {other}"),
    };
    among(&goal.from, first)
        && among(&goal.reach, last)
        && goal.capture.is_none_or(|least| gained(position, &after, seat) >= least)
        && goal.steps.is_none_or(|least| path.len() > least)
        && ended
}

/// The pieces that the others have lost, or the beans that the seat has stored.
fn gained(before: &AnyPosition, after: &AnyPosition, seat: Seat) -> i32 {
    let game = spielwerk_games::game(before.info().name).unwrap();
    let stores: Vec<usize> = (0..game.board().sites.len())
        .filter(|&index| game.board().sites[index].shape == SiteShape::Store)
        .collect();
    let value = |position: &AnyPosition| -> i32 {
        let contents = position.contents();
        match stores.get(seat.index()) {
            Some(&store) => match contents[store] {
                Content::Beans(beans) => i32::from(beans),
                _ => 0,
            },
            None => {
                let others = contents.iter().filter(
                    |content| matches!(content, Content::Piece(owner) if *owner != seat.index()),
                );
                -(others.count() as i32)
            }
        }
    };
    value(after) - value(before)
}
