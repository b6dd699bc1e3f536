//! What holds in every position of every game.

use std::collections::HashSet;
use std::ops::ControlFlow;

use games::{AnyPosition, Seat, Spot};

use crate::Case;

/// Asserts every law in this position.
pub(crate) fn check<G: Case>(position: &G) {
    text_and_json_lead_back(position);
    moves_are_legal_once(position);
    moves_and_notation_are_one(position);
    every_path_replays_to_its_move(position);
    the_end_is_the_end(position);
    what_is_secured_stays(position);
    the_board_fits(position);
    turning_the_board_changes_nothing(position);
    the_erased_face_agrees(position);
}

fn text_and_json_lead_back<G: Case>(position: &G) {
    let setup = position.setup();
    let text = setup.to_string();
    assert!(!text.contains('\n'));
    let again = G::from_setup(&text.parse().unwrap()).unwrap();
    assert_eq!(again, *position, "{text}");
    assert_eq!(again.key(), position.key(), "equal positions have equal keys");
    let json = serde_json::to_string(&setup).unwrap();
    let again = G::from_setup(&serde_json::from_str(&json).unwrap()).unwrap();
    assert_eq!(again, *position, "{json}");
}

fn moves_are_legal_once<G: Case>(position: &G) {
    let moves = position.list();
    assert_eq!(position.count(), moves.len() as u64);
    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "a move twice in {position:?}");
    let after: HashSet<G> = moves.iter().map(|&m| position.play(m)).collect();
    let keys: HashSet<u64> = after.iter().map(G::key).collect();
    if G::MOVES_DIFFER_IN_RESULT {
        assert_eq!(after.len(), moves.len(), "two moves, one result in {position:?}");
        assert_eq!(keys.len(), moves.len(), "two results, one key in {position:?}");
    }
    for &m in &moves {
        G::check_move(position, m, &position.play(m));
    }
    if moves.len() > 1 {
        let mut called = 0;
        let _ = position.moves(|_| {
            called += 1;
            ControlFlow::Break(())
        });
        assert_eq!(called, 1, "generation stops when it is told to");
    }
}

fn moves_and_notation_are_one<G: Case>(position: &G) {
    for m in position.list() {
        let text = position.write_move(m);
        assert_eq!(position.read_move(&text), Ok(m), "{text} in {position:?}");
        let path = position.path(m);
        assert_eq!(position.follow(&path).done, Some(m), "{text} in {position:?}");
    }
}

/// Ways are many in some positions; so many are enough to see whether they agree.
const MOST_PATHS: usize = 3000;

fn every_path_replays_to_its_move<G: Case>(position: &G) {
    let mut seen: HashSet<Vec<Spot>> = HashSet::new();
    let mut reached: HashSet<G::Move> = HashSet::new();
    let whole = position.paths(|m, path| {
        assert_eq!(position.follow(path).done, Some(m), "{path:?} in {position:?}");
        assert!(seen.insert(path.to_vec()), "{path:?} twice in {position:?}");
        for (step, next) in path.iter().enumerate() {
            let follow = position.follow(&path[..step]);
            assert!(follow.next.contains(next), "{path:?} breaks off in {position:?}");
        }
        reached.insert(m);
        if seen.len() < MOST_PATHS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let moves: HashSet<G::Move> = position.list().into_iter().collect();
    assert!(reached.is_subset(&moves), "a way to no move in {position:?}");
    if whole.is_continue() {
        assert_eq!(reached, moves, "a move without a way in {position:?}");
        following_finds_every_path(position, &seen);
    }
}

/// Clicking along whatever lights up leads to exactly the listed paths.
fn following_finds_every_path<G: Case>(position: &G, paths: &HashSet<Vec<Spot>>) {
    let mut open = vec![Vec::new()];
    let mut found = 0;
    while let Some(path) = open.pop() {
        let follow = position.follow(&path);
        assert!(follow.next.is_sorted(), "{follow:?} after {path:?} in {position:?}");
        if follow.done.is_some() {
            assert!(paths.contains(&path), "{path:?} is no listed way in {position:?}");
            found += 1;
        }
        for next in follow.next {
            open.push(path.iter().copied().chain([next]).collect());
        }
    }
    assert_eq!(found, paths.len(), "a way that no clicks lead to in {position:?}");
}

fn the_end_is_the_end<G: Case>(position: &G) {
    match position.outcome() {
        None => assert!(position.count() > 0, "neither over nor a move: {position:?}"),
        Some(outcome) => {
            assert_eq!(position.count(), 0, "over, and still a move: {position:?}");
            assert_eq!(position.follow(&[]).next, []);
            assert_eq!(outcome.seats(), G::SEATS);
            let halves: u32 = Seat::all(G::SEATS).map(|s| u32::from(outcome.halves(s))).sum();
            let all = (G::SEATS * (G::SEATS - 1)) as u32;
            assert!(halves <= all, "{outcome:?} gives away more than there is");
        }
    }
}

fn what_is_secured_stays<G: Case>(position: &G) {
    for seat in Seat::all(G::SEATS) {
        let Some(halves) = position.secured(seat) else {
            continue;
        };
        for next in position.list().into_iter().map(|m| position.play(m)) {
            assert_eq!(next.secured(seat), Some(halves), "{seat:?} in {next:?}");
            if let Some(outcome) = next.outcome() {
                assert_eq!(outcome.halves(seat), halves, "{seat:?} in {next:?}");
            }
        }
    }
}

fn the_board_fits<G: Case>(position: &G) {
    let board = G::board();
    assert_eq!(position.contents().len(), board.places.len());
    let names: HashSet<&str> = board.places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names.len(), board.places.len(), "two places of one name");
    let zones = board.zones.iter().flat_map(|zone| &zone.spots);
    let ends = board.lines.iter().flat_map(|(a, b)| [a, b]);
    assert!(zones.chain(ends).all(|spot| spot.index() < board.places.len()));
}

fn turning_the_board_changes_nothing<G: Case>(position: &G) {
    let Some(turned) = position.turned() else {
        return;
    };
    assert_eq!(turned.outcome().is_some(), position.outcome().is_some());
    let there: HashSet<G::Move> = turned.list().into_iter().collect();
    let here = position.list();
    assert_eq!(there.len(), here.len(), "{position:?} and {turned:?}");
    for m in here {
        let image = G::turned_move(m);
        assert!(there.contains(&image), "{m:?} in {position:?} has no image in {turned:?}");
        let after = position.play(m).turned();
        assert_eq!(after, Some(turned.play(image)), "{m:?} in {position:?}");
    }
}

fn the_erased_face_agrees<G: Case>(position: &G) {
    let game = games::game(G::INFO.name).unwrap();
    let any = AnyPosition::new(*position);
    assert!(game.read(&any.text()).unwrap() == any);
    assert!(game.read(&any.json().to_string()).unwrap() == any);
    assert_eq!(any.outcome(), position.outcome());
    assert_eq!(any.key(), position.key());
    let moves = any.moves();
    assert_eq!(moves.len(), position.list().len());
    assert!(moves.is_sorted_by(|a, b| a.text < b.text), "texts are sorted and differ");
    for m in moves.iter().take(20) {
        let after = any.play(m).unwrap();
        assert_eq!(after.get::<G>(), Some(&position.play(position.read_move(&m.text).unwrap())));
        assert_eq!(any.read_move(&m.text).as_ref(), Ok(m));
    }
}
