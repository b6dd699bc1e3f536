//! Das Bohnenspiel against what an independent implementation says.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use serde_json::{Value, json};
use spielwerk_games::bohnenspiel::{Bohnenspiel, Setup};
use spielwerk_games::{Game, Outcome, Position, Seat, perft};

fn position(houses: &Value, stores: &Value, turn: &str) -> Bohnenspiel {
    let setup = json!({ "houses": houses, "stores": stores, "turn": turn });
    Bohnenspiel::from_setup(&serde_json::from_value::<Setup>(setup).unwrap()).unwrap()
}

#[test]
fn every_vector_agrees() {
    for line in include_str!("vectors/bohnenspiel.jsonl").lines() {
        let vector: Value = serde_json::from_str(line).unwrap();
        let mover = vector["to_move"].as_u64().unwrap() as usize;
        let (turn, next) = [("w", "s"), ("s", "w")][mover];
        let before = position(&vector["houses"], &vector["stores"], turn);
        let after = vector["after"].as_object().unwrap();
        assert_eq!(before.count_moves(), after.len() as u64, "{line}");
        for m in before.legal_moves() {
            let expected = &after[&(m.index() + 6 * mover).to_string()];
            let found = before.play(m);
            assert_eq!(found, position(&expected["houses"], &expected["stores"], next), "{line}");
            let outcome = match expected["over"].as_str() {
                None => None,
                Some("w") => Some(Outcome::win(Seat::FIRST)),
                Some("s") => Some(Outcome::win(Seat::SECOND)),
                Some(_) => Some(Outcome::draw()),
            };
            assert_eq!(found.outcome(), outcome, "{line}");
        }
    }
}

#[test]
fn perft_agrees() {
    let counts: Value = serde_json::from_str(include_str!("vectors/perft.json")).unwrap();
    for (depth, leaves) in counts["bohnenspiel"].as_array().unwrap().iter().enumerate() {
        let start: Bohnenspiel = Bohnenspiel::start();
        assert_eq!(perft(&start, depth as u32 + 1), leaves.as_u64().unwrap());
    }
}
