//! Fanorona against recorded positions and counts that other programs agree on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::{BTreeSet, HashSet};

use serde::Deserialize;
use spielwerk_games::fanorona::{Fanorona, Move, Setup};
use spielwerk_games::perft::perft_paths;
use spielwerk_games::{Game, Position, perft};

/// A recorded position with all its turns.
#[derive(Deserialize)]
struct Vector {
    to_move: String,
    board: Vec<String>,
    paths: u64,
    turns: Vec<Turn>,
}

/// A turn: row (from the top) and column of the stone, and the board after it.
#[derive(Deserialize)]
struct Turn {
    from: [usize; 2],
    after: Vec<String>,
}

fn file(name: &str) -> String {
    let path = format!("{}/tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check_vectors<const ROWS: usize, const COLUMNS: usize>() {
    let name = Fanorona::<ROWS, COLUMNS>::INFO.name;
    for (index, line) in file(&format!("{name}.jsonl")).lines().enumerate() {
        let vector: Vector = serde_json::from_str(line).unwrap();
        let json = serde_json::json!({"board": vector.board, "turn": vector.to_move});
        let setup: Setup = serde_json::from_value(json).unwrap();
        let position = Fanorona::<ROWS, COLUMNS>::from_setup(&setup).unwrap();
        let found: Vec<([usize; 2], Vec<String>)> = position
            .legal_moves()
            .into_iter()
            .map(|m| (start(position, m), position.play(m).setup().board))
            .collect();
        let expected: BTreeSet<_> = vector
            .turns
            .into_iter()
            .map(|turn| (turn.from, turn.after.iter().map(|rank| rank.to_uppercase()).collect()))
            .collect();
        let where_ = format!("{name}, line {}: {position:?}", index + 1);
        assert_eq!(found.len(), expected.len(), "{where_}");
        assert_eq!(BTreeSet::from_iter(found), expected, "{where_}");
        assert_eq!(position.count_moves(), expected.len() as u64, "{where_}");
        assert_eq!(perft_paths(&position, 1), vector.paths, "{where_}");
    }
}

/// Row from the top and column of the stone that moves.
fn start<const ROWS: usize, const COLUMNS: usize>(
    _: Fanorona<ROWS, COLUMNS>,
    m: Move,
) -> [usize; 2] {
    let point = Fanorona::<ROWS, COLUMNS>::point(m.from());
    [ROWS - 1 - point / COLUMNS, point % COLUMNS]
}

fn check_perft<const ROWS: usize, const COLUMNS: usize>() {
    let counts: serde_json::Value = serde_json::from_str(&file("perft.json")).unwrap();
    let name = Fanorona::<ROWS, COLUMNS>::INFO.name;
    let read = |name: &str| -> Option<Vec<u64>> {
        counts.get(name).map(|counts| serde_json::from_value(counts.clone()).unwrap())
    };
    let paths = read(name).unwrap();
    let distinct = read(&format!("{name}:distinct")).unwrap_or_else(|| paths.clone());
    let start = Fanorona::<ROWS, COLUMNS>::start();
    for (depth, (&paths, &distinct)) in (1..).zip(paths.iter().zip(&distinct)) {
        assert_eq!(perft(&start, depth), distinct, "{name}, depth {depth}");
        assert_eq!(perft_paths(&start, depth), paths, "{name}, depth {depth}");
    }
}

/// The number of positions that can come up, whatever their counters.
fn reachable<const ROWS: usize, const COLUMNS: usize>() -> usize {
    let mut seen = HashSet::new();
    let mut open = vec![Fanorona::<ROWS, COLUMNS>::start()];
    while let Some(position) = open.pop() {
        let fresh = Setup { quiet: 0, number: 1, ..position.setup() };
        let position = Fanorona::from_setup(&fresh).unwrap();
        if seen.insert(position) {
            open.extend(position.legal_moves().into_iter().map(|m| position.play(m)));
        }
    }
    seen.len()
}

#[test]
fn small_boards_have_as_many_positions_as_known() {
    assert_eq!(reachable::<3, 3>(), 1_012);
    assert_eq!(reachable::<5, 3>(), 185_204);
    assert_eq!(reachable::<3, 5>(), 444_908);
}

macro_rules! sizes {
    ($($test:ident: $rows:literal x $columns:literal),* $(,)?) => {
        $(mod $test {
            #[test]
            fn vectors() {
                super::check_vectors::<$rows, $columns>();
            }

            #[test]
            fn perft() {
                super::check_perft::<$rows, $columns>();
            }
        })*
    };
}

sizes! {
    three_by_three: 3 x 3,
    three_by_five: 3 x 5,
    five_by_three: 5 x 3,
    three_by_seven: 3 x 7,
    seven_by_three: 7 x 3,
    five_by_five: 5 x 5,
    three_by_nine: 3 x 9,
    nine_by_three: 9 x 3,
    five_by_seven: 5 x 7,
    seven_by_five: 7 x 5,
    five_by_nine: 5 x 9,
}
