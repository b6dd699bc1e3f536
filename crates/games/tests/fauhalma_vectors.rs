//! FAUhalma against positions and counts from plain implementations that share no code with it.

#![allow(clippy::unwrap_used, reason = "a vector that cannot be read is a failed test")]

use std::collections::BTreeSet;

use serde_json::{Value, json};
use spielwerk_games::fauhalma::{
    BoardShape, FauHalma, Move, Rhombus, RuleSet, Space, Ss26, Star2, Star3, Ws25,
};
use spielwerk_games::{Game, Position, perft};

fn vectors<S: BoardShape, R: RuleSet>(lines: &str) {
    let mut seen = 0;
    for line in lines.lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let mut setup = vector["pegs"].clone();
        setup["turn"] = vector["to_move"].clone();
        let setup = serde_json::from_value(setup).unwrap();
        let position = FauHalma::<S, R>::from_setup(&setup).unwrap();

        let expected = vector["moves"].as_array().unwrap().iter();
        let expected: BTreeSet<Move> = expected.map(read_move).collect();
        let moves: BTreeSet<Move> = position.legal_moves().into_iter().collect();
        assert_eq!(moves, expected, "{line}");
        assert_eq!(position.count_moves(), expected.len() as u64, "{line}");
        seen += 1;
    }
    assert_eq!(seen, 60);
}

fn read_move(ends: &Value) -> Move {
    let space = |pair: &Value| {
        let number = |index: usize| pair[index].as_i64().unwrap();
        Space::at(number(0), number(1)).unwrap()
    };
    Move { from: space(&ends[0]), to: space(&ends[1]) }
}

#[test]
fn star_for_three() {
    vectors::<Star3, Ss26>(include_str!("vectors/fauhalma.jsonl"));
    vectors::<Star3, Ws25>(include_str!("vectors/fauhalma-ws25.jsonl"));
}

#[test]
fn star_for_two() {
    vectors::<Star2, Ss26>(include_str!("vectors/fauhalma-star2.jsonl"));
    vectors::<Star2, Ws25>(include_str!("vectors/fauhalma-star2-ws25.jsonl"));
}

#[test]
fn rhombus() {
    vectors::<Rhombus, Ss26>(include_str!("vectors/fauhalma-rhombus.jsonl"));
    vectors::<Rhombus, Ws25>(include_str!("vectors/fauhalma-rhombus-ws25.jsonl"));
}

fn counts_from_the_start<S: BoardShape, R: RuleSet>() {
    let all: Value = serde_json::from_str(include_str!("vectors/perft.json")).unwrap();
    let name = FauHalma::<S, R>::INFO.name;
    let counts = all[name].as_array().unwrap();
    assert_eq!(counts.len(), 4);
    for (count, depth) in counts.iter().zip(1..) {
        let found = perft(&FauHalma::<S, R>::start(), depth);
        assert_eq!(json!(found), *count, "{name}, depth {depth}");
    }
}

#[test]
fn perft_of_all_variants() {
    counts_from_the_start::<Star3, Ss26>();
    counts_from_the_start::<Star2, Ss26>();
    counts_from_the_start::<Rhombus, Ss26>();
    counts_from_the_start::<Star3, Ws25>();
    counts_from_the_start::<Star2, Ws25>();
    counts_from_the_start::<Rhombus, Ws25>();
}

fn read<S: BoardShape, R: RuleSet>(text: &str) -> FauHalma<S, R> {
    FauHalma::from_setup(&text.parse().unwrap()).unwrap()
}

#[test]
fn the_example_of_ss26() {
    let example: FauHalma<Star3, Ss26> = read(
        r#"{"A": [[-1, 0], [1, 0], [2, 2], [1, -2], [1, -3], [0, -2]],
            "B": [[-1, -3], [3, 0], [-2, 1], [1, 3], [1, 1], [-2, 0]],
            "C": [[2, -2], [2, 1], [0, -1], [-2, 3], [4, -1], [-3, 2]]}"#,
    );
    let counts = [1, 2, 3].map(|depth| perft(&example, depth));
    assert_eq!(counts, [38, 1647, 56336]);
    let moves = example.legal_moves();
    let texts: Vec<String> = moves.iter().map(|&m| example.write_move(m)).collect();
    for text in ["[[1,0],[0,1]]", "[[2,2],[2,0],[0,2],[-2,2]]"] {
        assert!(texts.iter().any(|found| found == text), "{text}");
    }
}

#[test]
fn the_example_of_ws25() {
    let example: FauHalma<Star3, Ws25> = read(
        r#"{"A": [[3,-3], [3,-1], [-4,1], [-2,5], [2,-1], [2,-3]],
            "B": [[-3,-1], [1,2], [-1,2], [0,3], [-1,1], [1,1]],
            "C": [[-3,2], [3,-6], [-2,0], [-3,1], [0,-2], [0,-3]]}"#,
    );
    assert_eq!(example.count_moves(), 41);
    for text in ["[[3,-1],[3,0]]", "[[3,-1],[-1,3]]"] {
        let m = example.read_move(text).unwrap();
        assert!(example.legal_moves().contains(&m), "{text}");
        assert_eq!(example.write_move(m), text);
    }
}
