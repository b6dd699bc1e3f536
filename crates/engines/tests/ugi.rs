//! Conversations with the engine, as a front end leads them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Cursor, PipeReader, PipeWriter, Write, pipe};
use std::thread::{self, JoinHandle};

use proptest::prelude::*;
use spielwerk_engines::ugi;

/// All that the engine says to these lines, which arrive at once and then end.
fn told_at_once(game: &str, input: impl AsRef<[u8]>) -> Vec<String> {
    let mut output = Vec::new();
    let input = Cursor::new(input.as_ref().to_vec());
    ugi::serve(spielwerk_games::game(game).unwrap(), input, &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
}

/// An engine that is spoken to line by line.
struct Engine {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
}

impl Engine {
    fn new(game: &'static str) -> Engine {
        let ((engine_reads, to), (from, engine_writes)) = (pipe().unwrap(), pipe().unwrap());
        let thread = thread::spawn(move || {
            let input = BufReader::new(engine_reads);
            ugi::serve(spielwerk_games::game(game).unwrap(), input, engine_writes).unwrap();
        });
        Engine { to: Some(to), from: BufReader::new(from), thread: Some(thread) }
    }

    fn tell(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads on to the line that begins like this.
    fn wait_for(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).unwrap(), 0, "no `{beginning}`");
            if line.starts_with(beginning) {
                return line.trim_end().to_owned();
            }
        }
    }

    /// Ends the input and reads what is still said.
    fn hang_up(mut self) -> Vec<String> {
        drop(self.to.take());
        let rest = (&mut self.from).lines().map(Result::unwrap).collect();
        self.thread.take().unwrap().join().unwrap();
        rest
    }
}

fn best_moves(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

#[test]
fn the_handshake_names_the_engine_and_its_options() {
    let lines = told_at_once("halma", "ugi\nisready\nquit\n");
    assert!(lines[0].starts_with("id name Spielwerk "));
    assert!(lines[1].starts_with("id author "));
    for option in ["hash", "threads", "tables", "level"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option} type "))));
    }
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn options_are_set_or_explained() {
    let lines = told_at_once(
        "bohnenspiel",
        "setoption name Hash value 4\nsetoption name level value 3\nsetoption name tables value off\n\
         setoption name threads value 0\nsetoption name colour value red\nsetoption hash 4\n",
    );
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0].contains("1 to 256"));
    assert!(lines[1].contains("unknown option `colour`"));
    assert!(lines[2].contains("setoption name N value V"));
}

#[test]
fn a_position_is_set_with_its_moves_or_not_at_all() {
    let mut engine = Engine::new("bohnenspiel");
    engine.tell("position startpos moves 3 1");
    engine.tell("query fen");
    let fen = engine.wait_for("response ");
    engine.tell("position startpos moves 3 9");
    assert!(engine.wait_for("info string").contains('9'));
    engine.tell("position fen nonsense");
    engine.wait_for("info string");
    engine.tell("position");
    engine.wait_for("info string");
    engine.tell("query fen");
    assert_eq!(engine.wait_for("response "), fen);
    engine.tell(&format!("position fen {}", &fen["response ".len()..]));
    engine.tell("query fen");
    assert_eq!(engine.wait_for("response "), fen);
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn every_go_within_limits_ends_by_itself() {
    let mut engine = Engine::new("bohnenspiel");
    for go in ["go depth 3", "go nodes 500", "go movetime 5", "go p1time 200 p2time 200 p1inc 1"] {
        engine.tell("position startpos");
        engine.tell(go);
        let best = engine.wait_for("bestmove ");
        engine.tell(&format!("query islegal {}", &best["bestmove ".len()..]));
        assert_eq!(engine.wait_for("response "), "response true", "{go}");
    }
    engine.tell("go depth 4");
    let info = engine.wait_for("info depth 4");
    for word in [" score ", " nodes ", " nps ", " time ", " pv "] {
        assert!(info.contains(word), "{info}");
    }
    engine.wait_for("bestmove ");
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn without_end_it_thinks_until_told_to_stop() {
    let mut engine = Engine::new("fauhalma");
    engine.tell("go infinite");
    engine.wait_for("info depth 1");
    // Questions are answered meanwhile.
    engine.tell("isready");
    engine.wait_for("readyok");
    engine.tell("query turn");
    assert_eq!(engine.wait_for("response "), "response 1");
    engine.tell("stop");
    assert!(engine.wait_for("bestmove ").starts_with("bestmove [["));
    engine.tell("stop");
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn a_clear_position_is_answered_only_when_asked() {
    let mut engine = Engine::new("bohnenspiel");
    // One house can be played, and that ends the game.
    engine.tell("position fen 0,0,0,0,0,1/0,3,0,0,0,0 34-34 w");
    engine.tell("go infinite");
    engine.tell("isready");
    engine.wait_for("readyok");
    engine.tell("stop");
    assert_eq!(engine.wait_for("bestmove "), "bestmove 6");
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn new_commands_end_the_thinking_and_lose_no_answer() {
    let mut engine = Engine::new("bohnenspiel");
    for next in
        ["go infinite", "position startpos moves 3", "uginewgame", "setoption name hash value 1"]
    {
        engine.tell("position startpos");
        engine.tell("go infinite");
        engine.wait_for("info depth 2");
        engine.tell(next);
        engine.wait_for("bestmove ");
        engine.tell("stop");
        if next == "go infinite" {
            engine.wait_for("bestmove ");
        }
    }
    assert_eq!(engine.hang_up(), [""; 0]);
}

#[test]
fn the_end_of_input_and_quit_end_the_thinking_with_an_answer() {
    for last in ["", "quit\n", "quit", "stop\nquit\n"] {
        for go in ["go infinite", "go", "go depth 400", "go movetime 3600000"] {
            let lines = told_at_once("halma", format!("{go}\n{last}"));
            assert_eq!(best_moves(&lines).len(), 1, "{go} {last:?}");
            assert_ne!(best_moves(&lines), ["none"]);
        }
    }
}

#[test]
fn every_go_has_its_answer() {
    let lines =
        told_at_once("bohnenspiel", "go infinite\ngo depth 2\ngo nodes 7\ngo\nstop\nstop\n");
    assert_eq!(best_moves(&lines).len(), 4);
}

#[test]
fn a_finished_position_has_no_move() {
    let lines = told_at_once(
        "bohnenspiel",
        "position fen 0,0,0,0,0,0/0,0,0,0,0,0 40-32 w\ngo infinite\nquery gameover\nquery result\n\
         query places\nquery turn\nquery moves\nquery p1turn\n",
    );
    let expected = [
        "bestmove none",
        "response true",
        "response p1win",
        "response p1 p2",
        "response none",
        "response ",
        "response false",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn queries_tell_about_the_position() {
    let lines = told_at_once(
        "bohnenspiel",
        "position startpos moves 1\nquery gameover\nquery p1turn\nquery turn\nquery result\n\
         query islegal 2\nquery islegal 7\nquery moves\nquery weather\n",
    );
    let expected = [
        "response false",
        "response false",
        "response 2",
        "response none",
        "response true",
        "response false",
        "response 1 2 3 4 5 6",
        "info string unknown query `weather`",
    ];
    assert_eq!(lines, expected);
}

#[test]
fn who_is_home_is_told_before_the_game_is_over() {
    let home =
        r#"{"A":[[-3,6],[-3,5],[-2,5],[-3,4],[-2,4],[-1,4]],"B":[[1,1]],"C":[[-3,1]],"turn":"B"}"#;
    let lines =
        told_at_once("fauhalma", format!("position fen {home}\nquery places\nquery gameover\n"));
    assert_eq!(lines, ["response p1", "response false"]);
}

#[test]
fn levels_play_as_well() {
    for game in ["fauhalma", "halma", "fanorona", "bohnenspiel"] {
        for level in [1, 5, 10] {
            let lines = told_at_once(
                game,
                format!(
                    "setoption name hash value 1\nsetoption name level value {level}\ngo nodes 200\n"
                ),
            );
            assert_eq!(best_moves(&lines).len(), 1);
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_survived() {
    let mut input = b"\xff\xfe\x00go\nposition \xc3\x28\n\n   \nquery \x80\n".to_vec();
    input.extend(b"isready\n");
    let lines = told_at_once("bohnenspiel", input);
    assert_eq!(lines.last().unwrap(), "readyok");
    assert_eq!(lines.len(), 4, "{lines:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn whatever_arrives_is_answered_and_nothing_ends_the_engine(
        bytes in prop::collection::vec(any::<u8>(), 0..200)
    ) {
        let mut input = bytes.clone();
        input.extend(b"\nposition startpos\nisready\n");
        let lines = told_at_once("bohnenspiel", input);
        prop_assert!(lines.iter().any(|line| line == "readyok"));
    }

    #[test]
    fn words_in_any_order_are_followed_or_refused(
        words in prop::collection::vec(
            prop::sample::select(vec![
                "position", "startpos", "fen", "moves", "go", "depth", "nodes", "3", "-1", "query",
                "turn", "islegal", "setoption", "name", "value", "hash", "level", "p1time", "stop",
                "\n", "\n", "uginewgame", "99999999999999999999", "infinite",
            ]),
            0..40,
        )
    ) {
        let text = words.join(" ");
        let lines = told_at_once("bohnenspiel", format!("{text}\nisready\n"));
        prop_assert!(lines.iter().any(|line| line == "readyok"));
    }
}
