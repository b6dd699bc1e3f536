//! Every front end plays a game that only this crate knows.

use std::io::Write;
use std::process::{Command, Stdio};

/// What the program prints for these arguments and this input.
fn output(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_connect-four"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn it_is_among_the_games() {
    assert!(output(&["games"], "").contains("connect-four"));
}

#[test]
fn the_terminal_shows_its_board() {
    let shown = output(
        &["show", "connect-four", "--position", "7/7/7/7/3Y3/3R3 r", "--colour", "never"],
        "",
    );
    assert!(shown.contains("Red to move, 7 legal moves"), "{shown}");
}

#[test]
fn players_meet_in_a_match() {
    let arguments = [
        "match",
        "connect-four",
        "strong",
        "random",
        "--games",
        "10",
        "--nodes",
        "2000",
        "--seed",
        "1",
        "--json",
    ];
    let score = output(&arguments, "");
    assert!(score.contains("\"natural\":10"), "{score}");
}

#[test]
fn a_person_plays_against_a_level_line_by_line() {
    let arguments = ["play", "connect-four", "--plain", "--as", "Red", "--players", "random"];
    let shown = output(&arguments, "4\nresign\n");
    assert!(shown.contains("Yellow plays"), "{shown}");
}

#[test]
fn search_sees_a_win_and_stops_one() {
    let best = |position: &str| {
        let text = output(&["best", "connect-four", "--position", position, "--depth", "6"], "");
        text.lines().last().expect("a move").to_owned()
    };
    assert_eq!(best("7/7/7/7/YYY4/RRR4 r"), "4");
    assert_eq!(best("7/7/7/7/YY5/RRR4 y"), "4");
}
