//! `spielwerk puzzles`: the same puzzles for the same seed, at once or in two runs.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

fn puzzles(out: &Path, game: &str, count: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .args(["puzzles", game, "--count", count, "--seed", "5", "--turns", "3", "--out"])
        .arg(out)
        .env("SPIELWERK_TABLES", "nowhere")
        .output()
        .unwrap();
    String::from_utf8(if output.status.success() { output.stdout } else { output.stderr }).unwrap()
}

#[test]
fn an_interrupted_run_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, parts) = (folder.path().join("whole.jsonl"), folder.path().join("parts.jsonl"));
    assert!(puzzles(&whole, "bohnenspiel", "4").contains("4 puzzles"));
    puzzles(&parts, "Bohnenspiel", "2");
    // A line that a crash has cut off.
    let begun = fs::read_to_string(&parts).unwrap() + r#"{"id":"5-"#;
    fs::write(&parts, begun).unwrap();
    puzzles(&parts, "bohnenspiel", "4");
    assert_eq!(fs::read_to_string(&parts).unwrap(), fs::read_to_string(&whole).unwrap());
    assert!(puzzles(&whole, "fanorona", "4").contains("has puzzles of bohnenspiel"));
}
