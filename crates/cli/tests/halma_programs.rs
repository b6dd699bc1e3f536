//! `halma referee`, `grade` and `cup` for a teacher: what they start, and what they tell.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const SPIELWERK: &str = env!("CARGO_BIN_EXE_spielwerk");

fn halma(folder: &Path, words: &[&str]) -> Output {
    Command::new(SPIELWERK).arg("halma").args(words).current_dir(folder).output().unwrap()
}

/// What a command printed that must have gone well.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = halma(folder, words);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn json(folder: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&printed(folder, words)).unwrap()
}

/// A program in a shell script.
fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    fs::create_dir_all(folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// Moves one peg beside its camp to and fro, with either colour.
const TO_AND_FRO: &str = r#"
if grep -q BLACK input.txt; then home=4,1; there=5,1; back=5,0; else home=11,14; there=10,14; back=10,15; fi
if [ ! -f playdata.txt ]; then echo "E $home $there" > output.txt; echo 0 > playdata.txt
elif [ "$(cat playdata.txt)" = 0 ]; then echo "E $there $back" > output.txt; echo 1 > playdata.txt
else echo "E $back $there" > output.txt; echo 0 > playdata.txt; fi"#;

/// The agent itself, by the name that the course gives it.
fn agent(folder: &Path) -> String {
    symlink(SPIELWERK, folder.join("homework11")).unwrap();
    "./homework11".to_owned()
}

#[test]
fn an_opponent_that_stays_at_home_costs_no_game_on_time() {
    let folder = tempfile::tempdir().unwrap();
    let agent = agent(folder.path());
    script(folder.path(), "passive", TO_AND_FRO);
    for ours in ["black", "white"] {
        let (black, white) = if ours == "black" {
            (agent.as_str(), "./passive")
        } else {
            ("./passive", agent.as_str())
        };
        for time in ["0.3", "2"] {
            let words = ["--black", black, "--white", white, "--time", time, "--limit", "24"];
            let told = json(folder.path(), &[&["referee"], &words[..], &["--json"]].concat());
            let game = &told["games"][0];
            assert_eq!(game["ending"], "too-long", "{ours} {time}: {game}");
            assert_eq!(game["moves"].as_array().unwrap().len(), 24);
        }
    }
}

#[test]
fn standard_error_times_and_the_losing_move_are_told() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "bad", "echo reading >&2; echo 'KeyError: 7' >&2; exit 3");
    script(folder.path(), "other", TO_AND_FRO);
    let words = ["referee", "--black", "./bad", "--white", "./other", "--time", "5"];
    let told = printed(folder.path(), &words);
    assert!(
        told.contains("crash (the player's program ended: exit code 3: KeyError: 7)"),
        "{told}"
    );
    assert!(told.contains("s for the losing move"), "{told}");
    assert!(told.contains("Black: reading\n") && told.contains("Black: KeyError: 7\n"), "{told}");
    let told = json(folder.path(), &[&words[..], &["--json", "--record", "games"]].concat());
    let game = &told["games"][0];
    assert_eq!(game["black"]["stderr"], serde_json::json!(["reading", "KeyError: 7"]));
    assert_eq!((&game["culprit"], &game["winner"]), (&"Black".into(), &"White".into()));
    assert_eq!(game["black"]["seconds"], game["losing_move_seconds"]);
    assert_eq!((&told["white"]["won"], &told["black"]["lost"]), (&1.into(), &1.into()));
    let record = fs::read_to_string(folder.path().join("games")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(record.trim()).unwrap()["ending"], "crash");
}

#[test]
fn a_budget_that_was_exceeded_is_named() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "slow", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
    script(folder.path(), "other", TO_AND_FRO);
    let words = ["referee", "--black", "./slow", "--white", "./other", "--time", "0.05"];
    let told = printed(folder.path(), &words);
    assert!(told.contains("time (the move took ") && told.contains("left of 50 ms)"), "{told}");
}

#[test]
fn a_grade_is_written_as_json_and_its_games_recorded() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "bad", "echo lost >&2; exit 1");
    let words = ["grade", "--agent", "./bad", "--json", "--record", "games", "--time", "5"];
    let told = json(folder.path(), &words);
    assert_eq!((&told["points"], &told["most"]), (&0.into(), &100.into()));
    let items = told["items"].as_array().unwrap();
    assert_eq!(items.len(), 19);
    assert!(items.iter().all(|item| item["stderr"][0] == "lost"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("games")).unwrap().lines().count(), 9);
}

#[test]
fn a_cup_is_written_as_json_and_its_games_recorded() {
    let folder = tempfile::tempdir().unwrap();
    script(&folder.path().join("ann"), "homework", TO_AND_FRO);
    script(&folder.path().join("bob"), "homework3", "exit 1");
    let told = json(folder.path(), &["cup", ".", "--json", "--record", "games", "--time", "5"]);
    assert_eq!(told["left"], serde_json::json!(["ann"]));
    let ending = serde_json::json!([{"loser": "bob", "ending": "crash", "games": 2}]);
    assert_eq!(told["rounds"][0][0]["endings"], ending, "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("games")).unwrap().lines().count(), 2);
}

#[test]
fn a_calibration_beside_the_program_is_run_once() {
    let folder = tempfile::tempdir().unwrap();
    script(
        folder.path(),
        "calibrate3",
        "echo x >> $(dirname $0)/times; echo fast > calibration.txt",
    );
    script(folder.path(), "homework3", "cat calibration.txt >&2; exit 1");
    for command in
        ["grade --agent ./homework3", "referee --games 2 --black ./homework3 --white true"]
    {
        let words: Vec<&str> = command.split(' ').collect();
        let told = printed(folder.path(), &words);
        assert!(told.contains(": fast"), "{told}");
        let times = fs::read_to_string(folder.path().join("times")).unwrap();
        assert_eq!(times, "x\n", "{command}");
        fs::remove_file(folder.path().join("times")).unwrap();
    }
    script(folder.path(), "calibrate3", "echo no clock >&2; exit 1");
    let output = halma(folder.path(), &["grade", "--agent", "./homework3"]);
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(warning.contains("calibrate3") && warning.contains("no clock"), "{warning}");
}

/// A calibration by any other name of the course would start the web server and never end.
#[test]
fn our_own_agent_takes_part_in_a_cup_by_every_name() {
    let folder = tempfile::tempdir().unwrap();
    for (name, version) in [("ann", "11"), ("bob", "3")] {
        let home = folder.path().join(name);
        fs::create_dir(&home).unwrap();
        for program in ["homework", "calibrate"] {
            symlink(SPIELWERK, home.join(format!("{program}{version}"))).unwrap();
        }
    }
    let told = printed(folder.path(), &["cup", ".", "--time", "1", "--limit", "4"]);
    assert!(told.contains("lost by too-long"), "{told}");
}

#[test]
fn relative_folders_work_as_typed() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("moves")).unwrap();
    fs::write(folder.path().join("moves/first"), "E 4,1 5,1\n").unwrap();
    script(folder.path(), "other", TO_AND_FRO);
    let words =
        ["referee", "--black", "sh -c 'cp $0/first output.txt' moves", "--white", "./other"];
    let told = json(folder.path(), &[&words[..], &["--limit", "2", "--json"]].concat());
    assert_eq!(told["games"][0]["moves"][0]["move"], "4,1-5,1", "{told}");
}
