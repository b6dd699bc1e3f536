//! From self-play to a network that plays, through the command line.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn spielwerk(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .args(args)
        .current_dir(folder)
        .env("SPIELWERK_TABLES", "/dev/null")
        .output()
        .unwrap()
}

/// What a command prints that must succeed.
fn printed(folder: &Path, args: &[&str]) -> String {
    let output = spielwerk(folder, args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line with which a command fails.
fn refused(folder: &Path, args: &[&str]) -> String {
    let output = spielwerk(folder, args);
    assert!(!output.status.success(), "{args:?} succeeds");
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!(line.lines().count(), 1, "{line}");
    line
}

const SELFPLAY: [&str; 8] =
    ["selfplay", "fanorona", "--out", "games", "--nodes", "80", "--openings", "4"];

#[test]
fn a_network_learns_and_plays_and_a_damaged_one_is_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let first = printed(folder, &[&SELFPLAY[..], &["--games", "32"]].concat());
    let second = printed(folder, &[&SELFPLAY[..], &["--games", "64"]].concat());
    assert!(first.ends_with("positions of 32 games\n"), "{first}");
    assert!(second.ends_with("positions of 64 games\n"), "{second}");

    let train = ["train", "fanorona", "games", "--out", "a.net", "--hidden", "64", "--epochs", "8"];
    let report = printed(folder, &[&train[..], &["--batch", "64", "--curve", "loss.svg"]].concat());
    let curve = fs::read_to_string(folder.join("loss.svg")).unwrap();
    assert_eq!(curve.matches("<polyline").count(), 2, "{curve}");
    let loss = |line: &str| line.split_whitespace().nth(1).unwrap().parse::<f32>().unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert!(loss(lines[8]) < 0.8 * loss(lines[1]), "{report}");

    let best = ["best", "fanorona", "--depth", "2", "--player"];
    let best = |player: &str| printed(folder, &[&best[..], &[player]].concat());
    assert!(!best("strong:eval=a.net").is_empty());

    let mut damaged = fs::read(folder.join("a.net")).unwrap();
    damaged[1000] ^= 1;
    fs::write(folder.join("damaged.net"), damaged).unwrap();
    let line = refused(folder, &["best", "fanorona", "--player", "strong:eval=damaged.net"]);
    assert!(line.contains("damaged.net") && line.contains("checksum"), "{line}");
    let line = refused(folder, &["best", "halma", "--player", "strong:eval=a.net"]);
    assert!(line.contains("for fanorona"), "{line}");
}

#[test]
fn a_network_is_made_from_nothing_and_what_is_there_is_not_made_again() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let learn = ["learn", "fanorona", "made", "--games", "32", "--nodes", "40"];
    let first = printed(folder, &[&learn[..], &["--generations", "1"]].concat());
    assert!(first.ends_with("generation-1.net\n"), "{first}");
    let made = fs::read(folder.join("made/generation-1.net")).unwrap();
    let second = printed(folder, &[&learn[..], &["--generations", "2"]].concat());
    assert!(second.ends_with("generation-2.net\n"), "{second}");
    assert!(!second.contains("generation-1.samples: "), "{second}");
    assert_eq!(fs::read(folder.join("made/generation-1.net")).unwrap(), made);
    assert!(folder.join("made/generation-2.svg").exists());
    let best = ["best", "fanorona", "--depth", "2", "--player"];
    printed(folder, &[&best[..], &["strong:eval=made/generation-2.net"]].concat());
}

#[test]
fn a_policy_is_learned_from_recorded_games_and_plays() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let played = ["match", "fauhalma", "greedy", "greedy", "greedy", "--games", "12"];
    printed(folder, &[&played[..], &["--record", "games.db"]].concat());
    let export = ["games", "export", "--store", "games.db", "--format", "jsonl"];
    fs::write(folder.join("games.jsonl"), printed(folder, &export)).unwrap();

    let train = ["train", "fauhalma", "games.jsonl", "--policy", "--out", "p.net", "--epochs", "6"];
    let report = printed(folder, &[&train[..], &["--batch", "16"]].concat());
    let loss = |line: &str| line.split_whitespace().nth(1).unwrap().parse::<f32>().unwrap();
    let lines: Vec<&str> = report.lines().collect();
    assert!(loss(lines[6]) < 0.8 * loss(lines[1]), "{report}");

    let best = ["best", "fauhalma", "--nodes", "50", "--player", "strong:policy=p.net"];
    assert!(!printed(folder, &best).is_empty());
    let line = refused(folder, &["best", "fauhalma", "--player", "strong:eval=p.net"]);
    assert!(line.contains("fauhalma policy"), "{line}");
    let other = ["train", "halma", "games.jsonl", "--policy", "--out", "h.net"];
    let line = refused(folder, &other);
    assert!(line.contains("a game of fauhalma, not of halma"), "{line}");
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let temporary = tempfile::tempdir().unwrap();
    let folder = temporary.path();
    let line = refused(folder, &["train", "fanorona", "missing", "--out", "a.net"]);
    assert!(line.contains("missing"), "{line}");
    assert!(!folder.join("missing").exists() && !folder.join("a.net").exists());
    fs::write(folder.join("text"), "something else").unwrap();
    let line = refused(folder, &["train", "fanorona", "text", "--out", "a.net"]);
    assert!(line.contains("something else"), "{line}");
}
