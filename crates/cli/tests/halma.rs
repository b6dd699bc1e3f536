//! Halma through files, by the binary itself: the agent, and the referee with programs that
//! misbehave in every way there is.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use spielwerk_games::halma::{Halma, Plain, RuleSet, Strict};
use spielwerk_games::{Game, Position};
use tempfile::TempDir;

const SPIELWERK: &str = env!("CARGO_BIN_EXE_spielwerk");

const START: &str = "\
BBBBB...........
BBBBB...........
BBBB............
BBB.............
BB..............
................
................
................
................
................
................
..............WW
.............WWW
............WWWW
...........WWWWW
...........WWWWW
";

/// White is about to fill its last square but one.
const NEARLY: &str = "\
WWWWW...........
WW.WW...........
WWWW............
WWW.W...........
WW..............
................
................
................
................
................
.............B.B
..............BB
............BBB.
.............BBB
...........BBBBB
...........BBBB.
";

/// Black has a ladder of white pieces from 9,9 into the camp.
const LADDER: &str = "\
WWWWW...........
W.WW............
WWW.............
WW..............
WW..............
................
................
................
................
.........BW.....
...........W....
............W.BB
............WBBB
............B.BB
...........BBBBB
...........BBBBB
";

fn folder_with(input: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("input.txt"), input).unwrap();
    folder
}

fn spielwerk(folder: &Path, words: &[&str]) -> Output {
    Command::new(SPIELWERK).args(words).current_dir(folder).output().unwrap()
}

fn error_of(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The move that `halma move` answers, which must be legal under these rules.
fn answer<R: RuleSet>(input: &str) -> (String, String) {
    let folder = folder_with(input);
    let output = spielwerk(folder.path(), &["halma", "move"]);
    assert_eq!(output.status.code(), Some(0), "{}", error_of(&output));
    let text = fs::read_to_string(folder.path().join("output.txt")).unwrap();
    let squares = spielwerk_codecs::halma::read_halma_play(&text).unwrap();
    let setup = input.parse::<spielwerk_codecs::halma::HalmaInput>().unwrap().setup;
    let position: Halma<R> = setup.to_position_unchecked();
    position.read_move(&squares).unwrap_or_else(|error| panic!("{error}"));
    (squares, error_of(&output))
}

/// The published examples, with boards of our own: theirs were lost in print.
#[test]
fn the_three_examples_are_answered_legally() {
    for (head, board, example) in [
        ("SINGLE\nWHITE\n0.2\n", START, "11,15-10,15"),
        ("SINGLE\nWHITE\n0.1\n", NEARLY, "4,3-2,1"),
        ("SINGLE\nBLACK\n0.1\n", LADDER, "9,9-11,9-11,11-13,13"),
    ] {
        let input = format!("{head}{board}");
        answer::<Plain>(&input);
        answer::<Strict>(&input);
        let setup = input.parse::<spielwerk_codecs::halma::HalmaInput>().unwrap().setup;
        let position: Halma<Plain> = setup.to_position_unchecked();
        assert!(position.read_move(example).is_ok(), "{example}");
    }
}

#[test]
fn moves_are_legal_under_both_rule_sets_wherever_there_is_one() {
    for seed in 0..12u64 {
        let mut position = Halma::<Plain>::start();
        let mut random = seed;
        for _ in 0..9 * seed {
            let moves = position.legal_moves();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position = position.play(moves[(random >> 33) as usize % moves.len()]);
        }
        let setup = position.setup();
        let mode = spielwerk_codecs::halma::HalmaMode::Game;
        let time = std::time::Duration::from_millis(500);
        let input =
            spielwerk_codecs::halma::HalmaInput { mode, time, setup: setup.clone() }.to_string();
        let strict: Halma<Strict> = setup.to_position_unchecked();
        if strict.turn() == position.turn() {
            answer::<Strict>(&input);
        }
        answer::<Plain>(&input);
    }
}

#[test]
fn other_numbers_of_pieces_are_played_with_a_warning() {
    let input = format!("SINGLE\nBLACK\n0.1\n{}", START.replacen('B', ".", 3));
    let (_, warning) = answer::<Plain>(&input);
    assert!(warning.contains("16 black and 19 white"), "{warning}");
}

#[test]
fn a_board_on_which_the_opponent_has_won_is_still_played() {
    let camp = ["WWWWW...........", "WWWWW...........", "WWWW............", "WWW............."];
    let army = ["WW..............", "................", "BBBBBBBBBBBBBBBB", "BBB............."];
    let rest = ["................"; 8];
    let board = [&camp[..], &army, &rest].concat().join("\n");
    let folder = folder_with(&format!("SINGLE\nBLACK\n0.05\n{board}\n"));
    let output = spielwerk(folder.path(), &["halma", "move"]);
    assert_eq!(output.status.code(), Some(0), "{}", error_of(&output));
    let text = fs::read_to_string(folder.path().join("output.txt")).unwrap();
    assert!(spielwerk_codecs::halma::read_halma_play(&text).is_ok(), "{text}");
}

#[test]
fn without_any_legal_move_there_is_an_error_and_no_output() {
    let folder = folder_with(&format!("SINGLE\nBLACK\n1\n{}", START.replace('B', ".")));
    let output = spielwerk(folder.path(), &["halma", "move"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error_of(&output).contains("Black has no legal move"), "{}", error_of(&output));
    assert!(!folder.path().join("output.txt").exists());
}

#[test]
fn bad_input_is_one_line_and_leaves_the_output_alone() {
    let good = format!("GAME\nBLACK\n1.0\n{START}");
    let line = |number: usize, text: &str| -> String {
        let mut lines: Vec<&str> = good.lines().collect();
        lines[number] = text;
        lines.join("\n")
    };
    let without = |number: usize| -> String {
        let mut lines: Vec<&str> = good.lines().collect();
        lines.remove(number);
        lines.join("\n")
    };
    let mut cases: Vec<String> = vec![
        String::new(),
        "\n".into(),
        "\0".into(),
        "GAME".into(),
        "GAME\nBLACK".into(),
        "GAME\nBLACK\n1.0".into(),
        START.into(),
        good.replace('\n', " "),
        good.replace('\n', "\n\n"),
        format!("\n{good}"),
        format!("\u{feff}\u{feff}{good}"),
        format!("{good}................\n"),
        format!("{good}x\n"),
        good.replace('B', "P"),
        good.replace('W', "X"),
        good.replace('.', " "),
        good.replace('.', "0"),
        "é".repeat(1000),
        "GAME\nBLACK\n1.0\n".to_owned() + &"................\n".repeat(100),
    ];
    for mode in ["spiel", "GAMES", " GAME", "", "SINGLE GAME", "42"] {
        cases.push(line(0, mode));
    }
    for colour in ["schwarz", "Green", "GREEN", "", " WHITE", "BLACK WHITE", "B"] {
        cases.push(line(1, colour));
    }
    let times = ["0", "0.0", "-1", "-0.0", "nan", "inf", "1e400", "1,5", "ten", "", "1.0 s", "0x1"];
    cases.extend(times.map(|time| line(2, time)));
    let rows = ["", "BBBBB", "BBBBB............", "BBBBB..........x", "BBBBB\t..........", "é"];
    cases.extend(rows.map(|row| line(3, row)));
    cases.extend([0, 1, 2, 3, 18].map(without));
    assert!(cases.len() >= 40);
    for case in &cases {
        let folder = folder_with(case);
        fs::write(folder.path().join("output.txt"), "as before").unwrap();
        let output = spielwerk(folder.path(), &["halma", "move"]);
        let error = error_of(&output);
        assert_eq!(output.status.code(), Some(2), "{case:?}: {error}");
        assert_eq!(error.trim_end().lines().count(), 1, "{case:?}: {error}");
        let before = fs::read_to_string(folder.path().join("output.txt")).unwrap();
        assert_eq!(before, "as before");
    }
    let nothing = tempfile::tempdir().unwrap();
    let output = spielwerk(nothing.path(), &["halma", "move"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error_of(&output).contains("input.txt"));
}

#[test]
fn line_ends_and_trailing_blanks_do_not_matter() {
    let input = format!("SINGLE\nBLACK\n0.05\n{START}");
    answer::<Strict>(&input.replace('\n', " \t\r\n"));
    answer::<Strict>(input.trim_end());
    answer::<Strict>(&input.replace('\n', "\r"));
    answer::<Strict>(&format!("\u{feff}{}", input.to_lowercase()));
}

#[test]
fn the_names_that_a_course_prescribes_do_it_too() {
    let folder = folder_with(&format!("SINGLE\nBLACK\n0.05\n{START}"));
    for name in ["homework", "homework11", "homework3", "calibrate", "calibrate11", "calibrate3"] {
        symlink(SPIELWERK, folder.path().join(name)).unwrap();
        let output = Command::new(folder.path().join(name)).current_dir(folder.path()).output();
        assert_eq!(output.unwrap().status.code(), Some(0), "{name}");
    }
    assert!(folder.path().join("output.txt").exists());
    let calibration = fs::read_to_string(folder.path().join("calibration.txt")).unwrap();
    assert!(calibration.contains("positions a second"), "{calibration}");
}

#[test]
fn damaged_memories_are_ignored_with_a_warning() {
    let folder = folder_with(&format!("GAME\nBLACK\n5\n{START}"));
    let place = |name: &str| folder.path().join(name);
    for damage in ["", "nonsense", "spielwerk halma 2 WHITE\nclock 1 1\nBBBBB11/ w\n"] {
        fs::write(place("playdata.txt"), damage).unwrap();
        fs::write(place("calibration.txt"), damage).unwrap();
        let output = spielwerk(folder.path(), &["halma", "move"]);
        let error = error_of(&output);
        assert_eq!(output.status.code(), Some(0), "{error}");
        assert!(error.contains("playdata.txt is ignored"), "{error}");
        assert!(error.contains("calibration.txt is ignored"), "{error}");
        assert!(fs::read_to_string(place("playdata.txt")).unwrap().starts_with("spielwerk halma"));
    }
    // What it has just written belongs to the game after its move, not to this board.
    let output = spielwerk(folder.path(), &["halma", "move"]);
    assert!(error_of(&output).contains("another game"), "{}", error_of(&output));
}

/// The system kills whoever writes more than it may, in the middle of the write: nothing at all for
/// `output.txt`, then 512 bytes, which are enough for it but not for a memory of eight moves.
#[test]
fn killed_while_writing_it_leaves_whole_files() {
    const KILLED_FOR_WRITING: i32 = 25;
    let folder = folder_with(&format!("GAME\nBLACK\n1\n{START}"));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let camp = "BBBBB11/BBBBB11/BBBB12/BBB13/BB14/16/16/16/16/16/16/16/16/16/16/16 b\n";
    let memory = format!("spielwerk halma 2 BLACK\nclock 1000000 0\n{}", camp.repeat(8));
    fs::write(folder.path().join("output.txt"), "of the move before").unwrap();
    for (blocks, before) in [(0, true), (1, false)] {
        fs::write(folder.path().join("playdata.txt"), &memory).unwrap();
        let limited = format!("ulimit -c 0; ulimit -f {blocks}; exec {SPIELWERK} halma move");
        let output =
            Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.signal(), Some(KILLED_FOR_WRITING), "{}", error_of(&output));
        assert_eq!(read("output.txt") == "of the move before", before);
        assert_eq!(read("playdata.txt"), memory);
    }
    spielwerk_codecs::halma::read_halma_play(&read("output.txt")).unwrap();
    let output = spielwerk(folder.path(), &["halma", "move"]);
    assert_eq!(output.status.code(), Some(0), "{}", error_of(&output));
    assert!(read("playdata.txt").len() > memory.len());
}

/// A program in a shell script.
fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// The referee's line about a game of ours against a program that does this, in either colour.
fn refereed(body: &str, bad_is_black: bool, rules: &str, time: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let bad = script(folder.path(), "bad", body).to_str().unwrap().to_owned();
    let good = format!("'{SPIELWERK}' halma move");
    let (black, white) = if bad_is_black { (&bad, &good) } else { (&good, &bad) };
    let words = ["halma", "referee", "--black", black, "--white", white, "--rules", rules];
    let output = spielwerk(folder.path(), &[&words[..], &["--time", time]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", error_of(&output));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_way_to_lose_is_told_apart() {
    for (body, words) in [
        ("exit 0", "no-move (no move: the program has written no output.txt)"),
        ("echo hello > output.txt", "garbage (not a move: output.txt: line 1 is `hello`"),
        ("printf 'E 1,1 2,2\\nE 2,2 3,3\\n' > output.txt", "garbage"),
        ("echo 'E 9,9 9,8' > output.txt", "illegal"),
        ("echo 'E 0,0 1,1' > output.txt", "illegal"),
        ("echo 'J 7,7 9,9' > output.txt", "illegal"),
        ("exit 3", "crash (the player's program ended: exit code 3)"),
        ("kill -SEGV $$", "crash (the player's program ended: signal 11)"),
        ("i=0; while [ $i -lt 4000000 ]; do i=$((i+1)); done; exit 0", "time (the move took "),
    ] {
        for black in [true, false] {
            let said = refereed(body, black, "halma", "0.5");
            let winner = if black { "White wins" } else { "Black wins" };
            assert!(said.contains(winner) && said.contains(words), "{body}: {said}");
        }
    }
    let illegal = refereed("echo 'E 0,0 8,8' > output.txt", true, "halma", "5");
    assert!(illegal.contains("garbage") && illegal.contains("is no step"), "{illegal}");
    let reason = refereed("echo 'J 4,2 6,2' > output.txt", true, "halma", "5");
    assert!(reason.contains("no piece stands on 4,2"), "{reason}");
    // The second step is forbidden only where the camp must be left first.
    let twice = "if [ -f seen ]; then echo 'E 5,1 6,1'; else echo 'E 4,1 5,1'; fi > output.txt
        touch seen";
    let strict = refereed(twice, true, "halma-strict", "5");
    assert!(strict.contains("White wins after 2 plies: illegal"), "{strict}");
    assert!(strict.contains("a piece can leave its own camp"), "{strict}");
    let plain = refereed(twice, true, "halma", "5");
    assert!(plain.contains("White wins after 4 plies: illegal"), "{plain}");
}

#[test]
fn what_does_not_exist_cannot_play() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["halma", "referee", "--black", "/no/such/program", "--white", "/nor/this"];
    let output = spielwerk(folder.path(), &words);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    let error = error_of(&output);
    assert!(error.contains("/no/such/program") && error.contains("cannot start"), "{error}");
    let output = spielwerk(folder.path(), &["halma", "referee", "--black", "'", "--white", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error_of(&output).contains("quotation mark"), "{}", error_of(&output));
    let output = spielwerk(folder.path(), &["halma", "cup", "."]);
    assert_eq!(output.status.code(), Some(2));
    assert!(error_of(&output).contains("has 0 agents"), "{}", error_of(&output));
}

#[test]
fn a_whole_game_ends_with_a_full_camp_and_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let agent = format!("'{SPIELWERK}' halma move");
    let words = ["halma", "referee", "--black", &agent, "--white", &agent, "--time", "5"];
    let output = spielwerk(folder.path(), &[&words[..], &["--record", "games.jsonl"]].concat());
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("plies: natural"), "{said}");
    let record = fs::read_to_string(folder.path().join("games.jsonl")).unwrap();
    let game: serde_json::Value = serde_json::from_str(record.trim()).unwrap();
    assert_eq!(game["ending"], "natural");
    assert!(game["moves"].as_array().unwrap().len() > 60);
}

#[test]
fn a_cup_finds_its_agents_and_its_winner() {
    let folder = tempfile::tempdir().unwrap();
    for (name, body) in [("ann", "exit 1"), ("bob", "exit 1"), ("none", "")] {
        let home = folder.path().join(name);
        fs::create_dir(&home).unwrap();
        if !body.is_empty() {
            script(&home, "homework3", body);
        }
    }
    let output = spielwerk(folder.path(), &["halma", "cup", ".", "--time", "1"]);
    let said = String::from_utf8(output.stdout).unwrap();
    // Whoever begins crashes first, so each wins once.
    assert!(said.contains("ann 1 : 1 bob (ann lost by crash 1, bob lost by crash 1)"), "{said}");
    assert!(said.contains("left: ann, bob"), "{said}");
}
