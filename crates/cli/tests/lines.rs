//! Whole games of every kind line by line, through pipes, as a script or a screen reader has them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .arg("play")
        .args(arguments)
        .env("LC_ALL", "C.UTF-8")
        .env("SPIELWERK_TABLES", "/dev/null")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Everything that is answered to an input.
fn answer(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = start(arguments);
    // A game that is over before the input is does not read the rest.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Somebody who talks to the program, one question at a time.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn begin(arguments: &[&str]) -> Talk {
        let mut child = start(arguments);
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Talk { child, input, output }
    }

    /// What is said up to the next question, or to the end.
    fn listen(&mut self) -> (String, bool) {
        let mut said = Vec::new();
        let mut byte = [0];
        while self.output.read(&mut byte).unwrap() > 0 {
            said.push(byte[0]);
            if said.ends_with(b"to move> ") {
                return (String::from_utf8(said).unwrap(), true);
            }
        }
        (String::from_utf8(said).unwrap(), false)
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }
}

/// Plays against the weakest players, any move, to the end.
fn play_against_players(game: &str) {
    let mut talk = Talk::begin(&[game, "--as", "none", "--players", "level:1", "--seed", "5"]);
    let (watched, asked) = talk.listen();
    assert!(!asked && !watched.contains("> "), "{watched}");
    assert!(talk.child.wait().unwrap().success());

    let first = spielwerk_games::game(game).unwrap().info().seats[0];
    let mut talk = Talk::begin(&[game, "--as", first, "--players", "level:1", "--seed", "5"]);
    let (mut said, mut asked) = talk.listen();
    let mut turn = 0;
    while asked {
        talk.say("moves");
        let listed = talk.listen().0;
        let moves: Vec<&str> = listed.lines().filter(|line| !line.contains("to move")).collect();
        talk.say(moves[turn * 7 % moves.len()]);
        turn += 1;
        (said, asked) = talk.listen();
    }
    let last = said.lines().last().unwrap();
    assert!(last.ends_with('.'), "{said}");
    assert!(last.contains("wins") || last.contains("drawn") || last.contains("shared"), "{said}");
    assert!(talk.child.wait().unwrap().success());
}

/// Plays a game again that is known beforehand.
fn play_known(game: &str) {
    let played = common::whole_game(game);
    let moves: Vec<String> = played.state.written_moves().collect();
    let output = answer(&[game, "--players", &common::people(game)], moves.join("\n").as_bytes());
    let shown = text(&output);
    let last = shown.lines().last().unwrap();
    assert!(last.contains(&common::result(&played)), "{last}");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn whole_games_of_fauhalma() {
    play_known("fauhalma");
    play_against_players("fauhalma");
}

#[test]
fn whole_games_of_halma() {
    play_known("halma");
    play_against_players("halma");
}

#[test]
fn whole_games_of_fanorona() {
    play_known("fanorona");
    play_against_players("fanorona");
}

#[test]
fn whole_games_of_bohnenspiel() {
    play_known("bohnenspiel");
    play_against_players("bohnenspiel");
}

#[test]
fn the_seat_is_asked_for_first() {
    let output = answer(&["bohnenspiel", "--seed", "1"], b"red\n\nquit\n");
    let shown = text(&output);
    assert!(shown.contains("Which do you play: Weisse, Schwarz?"), "{shown}");
    assert!(shown.contains("bohnenspiel has no seat `red`"), "{shown}");
    assert!(shown.contains("Weisse is you, Schwarz is level:3."), "{shown}");
    assert_eq!(output.status.code(), Some(0));
    let output = answer(&["bohnenspiel", "--seed", "1"], b"schwarz\n");
    assert!(text(&output).contains("Weisse plays "), "{}", text(&output));
}

#[test]
fn wrong_input_gets_one_line_and_the_question_again() {
    let input = b"9\nxyz\n\xff\xfe\nhelp\nundo\nmoves\n";
    let output = answer(&["bohnenspiel", "--as", "weisse"], input);
    let shown = text(&output);
    assert_eq!(shown.matches("Weisse to move> ").count(), 7, "{shown}");
    assert_eq!(shown.matches("is not a move").count(), 3, "{shown}");
    assert!(shown.contains("no turn of yours to take back"), "{shown}");
    assert!(shown.trim_end().ends_with("unfinished."), "{shown}");
    assert!(output.stderr.is_empty());
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn hints_are_legal_and_turns_can_be_taken_back() {
    let output =
        answer(&["fanorona-3x3", "--as", "white", "--players", "level:1"], b"hint\nquit\n");
    let shown = text(&output);
    let hint = shown.lines().find_map(|line| line.split_once("would play ")).unwrap().1.to_owned();
    let input = format!("{hint}\nundo\nboard\n");
    let output = answer(&["fanorona-3x3", "--players", "person,person"], input.as_bytes());
    assert!(!text(&output).contains("not legal"), "{}", text(&output));
}

#[test]
fn nothing_but_ascii_where_the_locale_knows_nothing_else() {
    let output = Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .args(["play", "fanorona-5x5", "--as", "white"])
        .env("LC_ALL", "C")
        .env("SPIELWERK_TABLES", "/dev/null")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.stdout.is_ascii(), "{}", String::from_utf8_lossy(&output.stdout));
}
