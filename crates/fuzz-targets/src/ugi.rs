//! Both sides of UGI: our engine's input, and another engine's output.

use std::io::Cursor;

use spielwerk_codecs::ugi::EngineLine;

use crate::{one_line, text};

/// Small, and independent of the tablebases on this machine.
const SETUP: &str = "setoption name hash value 1\nsetoption name tables value false\n";

/// What a front end sends to our engine: it answers every `go`, and does not end before its input.
pub fn ugi_input(data: &[u8]) {
    let text = text(data);
    let lines: Vec<&str> = text.lines().filter(|line| !is_expensive(line)).collect();
    let input = format!("{SETUP}{}\nisready\n", lines.join("\n"));
    for name in ["bohnenspiel", "fanorona-3x3"] {
        let game = spielwerk_games::game(name).unwrap();
        let mut output = Vec::new();
        spielwerk_engines::ugi::serve(game, Cursor::new(&input), &mut output).unwrap();
        let output = String::from_utf8(output).unwrap();
        let begun = lines.iter().take_while(|line| line.split_whitespace().next() != Some("quit"));
        let quits = begun.clone().count() < lines.len();
        assert!(quits || output.lines().any(|line| line == "readyok"), "{output}");
        let asked = begun.filter(|line| line.split_whitespace().next() == Some("go")).count();
        let told = |line: &&str| line.starts_with("bestmove ") || line.starts_with("info string ");
        assert!(output.lines().filter(told).count() >= asked, "{output}");
    }
}

/// Allocating gigabytes or starting hundreds of threads is what such a line asks for.
fn is_expensive(line: &str) -> bool {
    line.contains("setoption") && line.bytes().filter(u8::is_ascii_digit).count() > 1
}

/// What an engine prints while it searches.
pub fn ugi_output(data: &[u8]) {
    let text = text(data);
    for game in spielwerk_games::games() {
        let position = game.start();
        for line in text.lines() {
            match EngineLine::parse(line, &position) {
                EngineLine::Info(analysis) => drop(position.play(analysis.best_move).unwrap()),
                EngineLine::BestMove(Ok(m)) => drop(position.play(m).unwrap()),
                EngineLine::BestMove(Err(error)) => one_line(&error),
                EngineLine::Other => {}
            }
        }
    }
}
