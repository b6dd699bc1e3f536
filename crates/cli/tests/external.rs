//! Our own engine as an external program, by UGI and from Java.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

const SPIELWERK: &str = env!("CARGO_BIN_EXE_spielwerk");

fn spielwerk(arguments: &[&str]) -> Output {
    Command::new(SPIELWERK).args(arguments).output().unwrap()
}

/// What a command printed that must have gone well.
fn printed(arguments: &[&str]) -> String {
    let output = spielwerk(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Our engine, as a spec.
fn engine(game: &str) -> String {
    format!("ugi:'{SPIELWERK}' engine {game}")
}

/// Points and forfeits of the first player of a short match, and how long its games were.
fn play(game: &str, player: &str, others: &[&str], limit: [&str; 2]) -> [serde_json::Value; 3] {
    let arguments = [&["match", game, player], others, &limit, &["--games", "2", "--json"]];
    let mut json: serde_json::Value = serde_json::from_str(&printed(&arguments.concat())).unwrap();
    let mut first = json["players"][0].take();
    [first["points"].take(), first["forfeits"].take(), json["average_length"].take()]
}

#[test]
fn an_engine_plays_a_match_as_the_same_player_here_would() {
    for (game, other, limit) in [
        ("bohnenspiel", "random", ["--nodes", "200"]),
        ("fanorona-5x5", "greedy", ["--depth", "2"]),
    ] {
        let ours = play(game, "strong", &[other], limit);
        assert_eq!(play(game, &engine(game), &[other], limit), ours, "{game}");
        assert_eq!(ours[1], 0);
    }
}

#[test]
fn an_engine_sits_at_a_board_for_three() {
    let [_, forfeits, _] =
        play("fauhalma", &engine("fauhalma"), &["random", "greedy"], ["--nodes", "50"]);
    assert_eq!(forfeits, 0);
}

#[test]
fn an_engine_deals_out_the_time_of_a_game() {
    let json = printed(&[
        "match",
        "bohnenspiel",
        "random",
        &engine("bohnenspiel"),
        "--time",
        "1s+5ms",
        "--games",
        "2",
        "--margin",
        "1m",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["players"][1]["forfeits"], &json["players"][1]["wins"]),
        (&0.into(), &2.into())
    );
}

#[test]
fn an_engine_finds_a_move_and_analyses() {
    let engine = engine("bohnenspiel");
    let best = printed(&["best", "bohnenspiel", "--player", &engine, "--depth", "10"]);
    let ours = printed(&["best", "bohnenspiel", "--depth", "10"]);
    assert_eq!(best.lines().last(), ours.lines().last());
    let lines = printed(&["analyse", "bohnenspiel", "--player", &engine, "--depth", "6"]);
    assert!(lines.lines().count() >= 6, "{lines}");
}

#[test]
fn a_program_that_is_not_there_is_told_before_the_first_game() {
    let output = spielwerk(&["match", "bohnenspiel", "random", "ugi:/nowhere/engine -x"]);
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("cannot start `/nowhere/engine`"), "{told}");
    assert_eq!(told.lines().count(), 1);
}

/// Tablebases that are built while a clock runs cost games.
#[test]
fn an_engine_builds_no_tablebases() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().join("tables");
    let mut engine = Command::new(SPIELWERK)
        .args(["engine", "bohnenspiel"])
        .env("SPIELWERK_TABLES", &tables)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let commands = b"isready\nposition startpos\ngo movetime 300\n";
    engine.stdin.as_mut().unwrap().write_all(commands).unwrap();
    let lines = BufReader::new(engine.stdout.take().unwrap()).lines().map(Result::unwrap);
    let best = lines.into_iter().find(|line| line.starts_with("bestmove"));
    drop(engine.stdin.take());
    engine.wait().unwrap();
    assert!(best.is_some());
    assert!(!tables.exists(), "{:?}", std::fs::read_dir(&tables).map(Iterator::count));
}

/// The class files of our player for the course, which plays through this engine.
fn adapter() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let java = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../adapters/java");
    let sources: [PathBuf; 3] =
        ["BohnenspielPlayer.java", "skeleton/Bohnenspiel.java", "skeleton/Farbe.java"]
            .map(|name| java.join(name));
    let javac = Command::new("javac").arg("-d").arg(folder.path()).args(sources).output();
    let javac = javac.expect("a Java Development Kit, such as Debian's openjdk-17-jdk-headless");
    assert!(javac.status.success(), "{}", String::from_utf8_lossy(&javac.stderr));
    folder
}

/// The lab, with our Java player and this program as its engine, and no tablebases.
fn lab(folder: &TempDir, program: &str) -> serde_json::Value {
    let output = Command::new(SPIELWERK)
        .args(["bohnenspiel", "lab", "--games", "1", "--margin", "1m", "--json", "--java"])
        .arg(folder.path())
        .env("SPIELWERK", program)
        .env("SPIELWERK_TABLES", folder.path().join("tables"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn our_java_player_wins_the_lab_through_the_engine_and_goes_on_without_it() {
    let folder = adapter();
    let with = lab(&folder, SPIELWERK);
    assert_eq!((&with["sets"][0]["points"], &with["sets"][0]["most"]), (&20.into(), &20.into()));
    assert_eq!(with["sets"][0]["stderr"].as_array().map(Vec::len), Some(0), "{with}");
    assert!(!folder.path().join("tables").exists(), "the engine builds nothing while it plays");
    // Whatever stands in for the engine, every move is legal.
    for program in ["/nowhere/spielwerk", "true"] {
        let without = lab(&folder, program);
        let opponents = without["sets"][0]["opponents"].as_array().unwrap();
        assert!(opponents.iter().all(|row| row["forfeits"] == 0), "{program}: {without}");
        let told = without["sets"][0]["stderr"][0].as_str().unwrap();
        assert!(told.starts_with("BohnenspielPlayer goes on without Spielwerk: "), "{told}");
    }
}

/// Each of the five matches of the lab has two games.
#[test]
#[cfg(unix)]
fn a_java_player_and_its_engine_are_started_once_a_match() {
    use std::os::unix::fs::PermissionsExt;
    let folder = adapter();
    let (wrapper, starts) = (folder.path().join("engine"), folder.path().join("starts"));
    let body =
        format!("#!/bin/sh\necho started >> '{}'\nexec '{SPIELWERK}' \"$@\"\n", starts.display());
    std::fs::write(&wrapper, body).unwrap();
    std::fs::set_permissions(&wrapper, std::fs::Permissions::from_mode(0o755)).unwrap();
    lab(&folder, wrapper.to_str().unwrap());
    assert_eq!(std::fs::read_to_string(&starts).unwrap().lines().count(), 5);
}
