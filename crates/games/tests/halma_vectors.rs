//! Halma against what independent generators say: the moves of positions from play, and perft.

#![allow(clippy::unwrap_used, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use serde_json::{Value, json};
use spielwerk_games::halma::{Halma, Plain, RuleSet, Strict};
use spielwerk_games::{Game, Position, perft};

type Ends = ((usize, usize), (usize, usize));

/// The starts and ends in a vector's list of moves.
fn expected(vector: &Value) -> BTreeSet<Ends> {
    let moves: Vec<Ends> = serde_json::from_value(vector["moves"].clone()).unwrap();
    let set: BTreeSet<Ends> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a vector names a move twice");
    set
}

fn check<R: RuleSet>(vectors: &str) {
    assert!(vectors.lines().count() >= 60);
    for (line, text) in vectors.lines().enumerate() {
        let vector: Value = serde_json::from_str(text).unwrap();
        let setup = json!({"board": vector["board"], "turn": vector["to_move"]});
        let setup = serde_json::from_value(setup).unwrap();
        let position = Halma::<R>::from_setup(&setup).unwrap();
        let list = position.legal_moves();
        let found: BTreeSet<Ends> =
            list.iter().map(|m| ((m.from.x(), m.from.y()), (m.to.x(), m.to.y()))).collect();
        assert_eq!(found, expected(&vector), "line {}", line + 1);
        assert_eq!(list.len(), found.len(), "line {}", line + 1);
        assert_eq!(position.count_moves(), found.len() as u64, "line {}", line + 1);
        let mut paths = BTreeSet::new();
        let _ = position.generate_paths(|m, path| {
            assert_eq!(position.continuations(path).complete, Some(m));
            paths.insert(m);
            ControlFlow::Continue(())
        });
        assert_eq!(paths, list.into_iter().collect(), "line {}", line + 1);
    }
}

fn check_perft<R: RuleSet>() {
    let all: Value = serde_json::from_str(include_str!("vectors/perft.json")).unwrap();
    let counts: Vec<u64> = serde_json::from_value(all[R::NAME].clone()).unwrap();
    assert!(counts.len() >= 5);
    for (depth, count) in (1..).zip(counts) {
        assert_eq!(perft(&Halma::<R>::start(), depth), count, "depth {depth}");
    }
}

#[test]
fn moves_of_positions_from_play() {
    check::<Plain>(include_str!("vectors/halma.jsonl"));
}

#[test]
fn strict_moves_of_positions_from_play() {
    check::<Strict>(include_str!("vectors/halma-strict.jsonl"));
}

#[test]
fn leaves_below_the_start() {
    check_perft::<Plain>();
}

#[test]
fn strict_leaves_below_the_start() {
    check_perft::<Strict>();
}
