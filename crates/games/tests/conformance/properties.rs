//! Properties of every position of every game.

use std::collections::HashSet;
use std::ops::ControlFlow;

use spielwerk_games::{AnyMove, AnyPosition, Seat, Site};

use crate::Case;

/// Asserts every property in this position.
pub(crate) fn check<G: Case>(position: &G) {
    text_and_json_lead_back(position);
    moves_are_legal_once(position);
    moves_and_notation_are_one(position);
    every_move_has_an_action(position);
    every_path_replays_to_its_move(position);
    the_end_is_the_end(position);
    final_points_stay(position);
    the_board_fits(position);
    symmetry_preserves_moves(position);
    the_type_erased_position_agrees(position);
    keys_cover_the_counters_that_decide(position);
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
    let moves = position.legal_moves();
    assert_eq!(position.count_moves(), moves.len() as u64);
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
        let _ = position.generate_moves(|_| {
            called += 1;
            ControlFlow::Break(())
        });
        assert_eq!(called, 1, "generation stops when it is told to");
    }
}

fn moves_and_notation_are_one<G: Case>(position: &G) {
    for m in position.legal_moves() {
        let text = position.write_move(m);
        assert_eq!(position.read_move(&text), Ok(m), "{text} in {position:?}");
        let path = position.path(m);
        assert_eq!(position.continuations(&path).complete, Some(m), "{text} in {position:?}");
    }
}

fn every_move_has_an_action<G: Case>(position: &G) {
    let mut actions = HashSet::new();
    let mut moves = HashSet::new();
    let _ = position.generate_actions(|action, m| {
        assert!(action < G::ACTIONS, "{action} in {position:?}");
        assert!(actions.insert(action), "action {action} twice in {position:?}");
        moves.insert(m);
        ControlFlow::Continue(())
    });
    assert_eq!(moves, position.legal_moves().into_iter().collect::<HashSet<_>>(), "{position:?}");
    let counter = position.counter().unwrap_or(0.0);
    assert!((0.0..=1.0).contains(&counter), "{counter} in {position:?}");
}

/// Some positions have very many paths; this many are tested.
const MAX_PATHS: usize = 3000;

fn every_path_replays_to_its_move<G: Case>(position: &G) {
    let mut seen: HashSet<Vec<Site>> = HashSet::new();
    let mut reached: HashSet<G::Move> = HashSet::new();
    let whole = position.generate_paths(|m, path| {
        assert_eq!(position.continuations(path).complete, Some(m), "{path:?} in {position:?}");
        assert!(seen.insert(path.to_vec()), "{path:?} twice in {position:?}");
        for (step, next) in path.iter().enumerate() {
            let continuations = position.continuations(&path[..step]);
            assert!(continuations.next.contains(next), "{path:?} breaks off in {position:?}");
        }
        reached.insert(m);
        if seen.len() < MAX_PATHS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let moves: HashSet<G::Move> = position.legal_moves().into_iter().collect();
    assert!(reached.is_subset(&moves), "a path to no move in {position:?}");
    if whole.is_continue() {
        assert_eq!(reached, moves, "a move without a path in {position:?}");
        continuations_find_every_path(position, &seen);
    }
}

/// Following the continuations finds exactly the generated paths.
fn continuations_find_every_path<G: Case>(position: &G, paths: &HashSet<Vec<Site>>) {
    let mut open = vec![Vec::new()];
    let mut found = 0;
    while let Some(path) = open.pop() {
        let continuations = position.continuations(&path);
        assert!(continuations.next.is_sorted(), "{continuations:?} after {path:?} in {position:?}");
        if continuations.complete.is_some() {
            assert!(paths.contains(&path), "{path:?} is no generated path in {position:?}");
            found += 1;
        }
        for next in continuations.next {
            open.push(path.iter().copied().chain([next]).collect());
        }
    }
    assert_eq!(found, paths.len(), "a path that continuations do not find in {position:?}");
}

fn the_end_is_the_end<G: Case>(position: &G) {
    match position.outcome() {
        None => assert!(position.count_moves() > 0, "neither over nor a move: {position:?}"),
        Some(outcome) => {
            assert_eq!(position.count_moves(), 0, "over, and still a move: {position:?}");
            assert_eq!(position.continuations(&[]).next, []);
            assert_eq!(outcome.seats(), G::SEATS);
            let half_points: u32 =
                Seat::all(G::SEATS).map(|s| u32::from(outcome.half_points(s))).sum();
            let all = (G::SEATS * (G::SEATS - 1)) as u32;
            assert!(half_points <= all, "{outcome:?} gives away more than there is");
        }
    }
}

fn final_points_stay<G: Case>(position: &G) {
    for seat in Seat::all(G::SEATS) {
        let Some(half_points) = position.final_half_points(seat) else {
            continue;
        };
        for next in position.legal_moves().into_iter().map(|m| position.play(m)) {
            assert_eq!(next.final_half_points(seat), Some(half_points), "{seat:?} in {next:?}");
            if let Some(outcome) = next.outcome() {
                assert_eq!(outcome.half_points(seat), half_points, "{seat:?} in {next:?}");
            }
        }
    }
}

fn the_board_fits<G: Case>(position: &G) {
    let board = G::board();
    assert_eq!(position.contents().len(), board.sites.len());
    let names: HashSet<&str> = board.sites.iter().map(|site| site.name.as_str()).collect();
    assert_eq!(names.len(), board.sites.len(), "two sites with one name");
    let zones = board.zones.iter().flat_map(|zone| &zone.sites);
    let ends = board.lines.iter().flat_map(|(a, b)| [a, b]);
    assert!(zones.chain(ends).all(|site| site.index() < board.sites.len()));
}

fn symmetry_preserves_moves<G: Case>(position: &G) {
    let Some(symmetric) = position.symmetric() else {
        return;
    };
    assert_eq!(symmetric.outcome().is_some(), position.outcome().is_some());
    let there: HashSet<G::Move> = symmetric.legal_moves().into_iter().collect();
    let here = position.legal_moves();
    assert_eq!(there.len(), here.len(), "{position:?} and {symmetric:?}");
    for m in here {
        let image = G::symmetric_move(m);
        assert!(there.contains(&image), "{m:?} in {position:?} has no image in {symmetric:?}");
        let after = position.play(m).symmetric();
        assert_eq!(after, Some(symmetric.play(image)), "{m:?} in {position:?}");
    }
}

fn the_type_erased_position_agrees<G: Case>(position: &G) {
    let game = spielwerk_games::game(G::INFO.name).unwrap();
    let any = AnyPosition::new(*position);
    assert!(game.read_position(&any.text()).unwrap() == any);
    assert!(game.read_position(&any.json().to_string()).unwrap() == any);
    assert_eq!(any.outcome(), position.outcome());
    assert_eq!(any.key(), position.key());
    assert_eq!(any.repetition_key(), position.repetition_key());
    let listed: Vec<AnyMove> =
        position.legal_moves().into_iter().map(|m| AnyMove::new::<G>(m)).collect();
    assert_eq!(any.legal_moves(), listed);
    assert_eq!(any.count_moves(), listed.len());
    let moves = any.written_moves();
    assert!(moves.is_sorted_by(|a, b| a.0 < b.0), "texts are sorted and differ");
    for (text, m) in moves.iter().take(20) {
        let after = any.play(*m).unwrap();
        let typed = position.read_move(text).unwrap();
        assert_eq!(after.downcast_ref::<G>(), Some(&position.play(typed)));
        assert_eq!(m.downcast::<G>(), Some(typed));
        assert_eq!(any.read_move(text).as_ref(), Ok(m));
    }
}

fn keys_cover_the_counters_that_decide<G: Case>(position: &G) {
    for (other, decides) in position.with_other_counters() {
        assert_eq!(other.repetition_key(), position.repetition_key(), "{other:?}, {position:?}");
        assert_eq!(other.key() != position.key(), decides, "{other:?} and {position:?}");
        if !decides {
            one_key_is_one_game(position, &other);
        }
    }
}

/// Asserts that two positions with the same key go on in the same way.
pub(crate) fn one_key_is_one_game<G: Case>(one: &G, other: &G) {
    assert_eq!(one.outcome(), other.outcome(), "{one:?} and {other:?}");
    assert_eq!(one.repetition_key(), other.repetition_key(), "{one:?} and {other:?}");
    let moves = one.legal_moves();
    assert_eq!(moves, other.legal_moves(), "{one:?} and {other:?}");
    for m in moves {
        assert_eq!(one.play(m).key(), other.play(m).key(), "{m:?} in {one:?} and {other:?}");
    }
}
