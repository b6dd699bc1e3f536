//! Adjudication by tablebases: only where it is asked for, and although the players have none.

#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::Command;

/// What a command prints, with the tablebases in a folder.
fn spielwerk(tables: &Path, words: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .args(words.split(' '))
        .env("SPIELWERK_TABLES", tables)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn tables_end_games_between_players_that_have_none() {
    let folder = tempfile::tempdir().unwrap();
    let contest = "match fanorona-3x5 random random --games 20 --nodes 1 --seed 1";
    let decided = format!("{contest} --adjudicate tables");
    let endings = |words: &str| {
        let printed = spielwerk(folder.path(), words);
        printed.lines().find(|line| line.starts_with("endings")).unwrap().to_owned()
    };
    assert!(!endings(&decided).contains("adjudication"));
    spielwerk(folder.path(), "tables build fanorona-3x5-5");
    assert!(endings(&decided).contains("adjudication"));
    assert!(!endings(contest).contains("adjudication"));
}
