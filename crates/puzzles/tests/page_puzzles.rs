//! The puzzles of the web page are right: every right move is proven so, every other one refuted by
//! the moves that the puzzle names.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use spielwerk_games::{AnyPosition, Seat};
use spielwerk_puzzles::{ForcedWin, Puzzle, Task, Turn};

const FAMILIES: [&str; 4] = ["fauhalma", "halma", "fanorona", "bohnenspiel"];
const NODES: u64 = 20_000_000;

fn puzzles(family: &str) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/page/puzzles");
    let text = std::fs::read_to_string(folder.join(format!("{family}.jsonl"))).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn position(puzzle: &Puzzle) -> AnyPosition {
    spielwerk_games::game(&puzzle.game).unwrap().read_position(&puzzle.position).unwrap()
}

/// The position after moves with spaces between them.
fn after(position: &AnyPosition, moves: &str) -> AnyPosition {
    let mut position = position.clone();
    for text in moves.split_whitespace() {
        let m = position.read_move(text).unwrap_or_else(|error| panic!("{position:?}: {error}"));
        assert_eq!(position.write_move(m), text);
        position.advance(m);
    }
    position
}

/// The refutation of a wrong move.
fn refutation<'a>(turn: &'a Turn, m: &str) -> &'a str {
    turn.refutations.get(m).unwrap_or(&turn.refutation)
}

#[test]
fn there_are_dozens_of_each_game_and_no_two_alike() {
    for family in FAMILIES {
        let puzzles = puzzles(family);
        assert!(puzzles.len() >= 36, "{family} has {}", puzzles.len());
        let positions: BTreeSet<&str> = puzzles.iter().map(|each| each.position.as_str()).collect();
        let ids: BTreeSet<&str> = puzzles.iter().map(|each| each.id.as_str()).collect();
        assert_eq!((positions.len(), ids.len()), (puzzles.len(), puzzles.len()), "{family}");
        assert!(puzzles.iter().all(|puzzle| puzzle.game.starts_with(family)));
    }
}

#[test]
fn forced_wins_are_forced_and_nothing_else_is() {
    for family in FAMILIES {
        for puzzle in puzzles(family).iter().filter(|puzzle| puzzle.task == Task::Win) {
            let position = position(puzzle);
            let seat = position.turn().unwrap();
            let mut search = ForcedWin::new(seat, NODES);
            assert!(!search.within(&position, puzzle.turns - 1).unwrap(), "{}", puzzle.id);
            check(&mut search, &position, seat, &puzzle.solution, puzzle.turns);
        }
    }
}

fn check(search: &mut ForcedWin, position: &AnyPosition, seat: Seat, turn: &Turn, turns: u32) {
    assert_eq!(position.turn(), Some(seat), "{position:?}");
    let proven = search.right_moves(position, turns).unwrap();
    let proven: BTreeSet<String> = proven.into_iter().map(|m| position.write_move(m)).collect();
    let right: BTreeSet<String> = turn.right.keys().cloned().collect();
    assert_eq!(right, proven, "{position:?} in {turns}");
    for (text, m) in position.written_moves() {
        let next = position.play(m).unwrap();
        match turn.right.get(&text) {
            Some(Some(line)) => {
                let next = after(&next, &line.reply);
                check(search, &next, seat, &line.turn, turns - 1);
            }
            Some(None) => assert!(search.within(&next, 0).unwrap()),
            None => {
                let refuted = after(&next, refutation(turn, &text));
                // After the solver's last turn any reply will do.
                let is_refuted = turns == 1 || !search.within(&refuted, turns - 1).unwrap();
                assert!(is_refuted, "{position:?}: {text}");
                assert!(refuted.turn().is_none_or(|turn| turn == seat), "{position:?}: {text}");
            }
        }
    }
}

#[test]
fn only_moves_are_single_and_every_refutation_is_legal() {
    for family in FAMILIES {
        for puzzle in puzzles(family).iter().filter(|puzzle| puzzle.task != Task::Win) {
            let position = position(puzzle);
            let turn = &puzzle.solution;
            assert_eq!((turn.right.len(), puzzle.turns), (1, 1), "{}", puzzle.id);
            for (text, m) in position.written_moves() {
                if !turn.right.contains_key(&text) {
                    after(&position.play(m).unwrap(), refutation(turn, &text));
                }
            }
        }
    }
}

#[test]
fn a_rating_grows_with_the_turns() {
    for family in FAMILIES {
        let mut ratings: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for puzzle in puzzles(family).iter().filter(|puzzle| puzzle.task == Task::Win) {
            ratings.entry(puzzle.turns).or_default().push(puzzle.rating);
        }
        let averages: Vec<u32> =
            ratings.values().map(|all| all.iter().sum::<u32>() / all.len() as u32).collect();
        assert!(averages.is_sorted(), "{family}: {averages:?}");
    }
}
