//! `spielwerk moves`: the legal moves of one position, or of a whole file of them.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};
use spielwerk_games::{AnyGame, AnyPosition};

use super::turn_json;
use crate::args::Moves;
use crate::output;

pub(crate) fn run(options: &Moves) -> anyhow::Result<()> {
    let mut out = output::stdout();
    let game = options.input.game;
    if let Some(file) = &options.positions {
        every_line(game, file, &mut out)?;
    } else if options.json {
        output::json_line(&mut out, &moves_json(game, &options.input.read()?)?)?;
    } else {
        for (text, _) in options.input.read()?.written_moves() {
            writeln!(out, "{text}")?;
        }
    }
    Ok(out.flush()?)
}

/// One line of output for each line of a file; earlier output stays, even if a later line is bad.
fn every_line(game: AnyGame, file: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    let name = file.display();
    let lines: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).with_context(|| format!("cannot open `{name}`"))?))
    };
    for (number, line) in lines.lines().enumerate() {
        let location = || format!("`{name}`, line {}", number + 1);
        let line = line.with_context(location)?;
        if !line.trim().is_empty() {
            let answer = game.read_position(&line).map_err(anyhow::Error::new);
            let answer = answer.and_then(|position| moves_json(game, &position));
            match answer.with_context(location) {
                Ok(answer) => output::json_line(out, &answer)?,
                Err(error) => {
                    out.flush()?;
                    return Err(error);
                }
            }
        }
    }
    Ok(())
}

fn moves_json(game: AnyGame, position: &AnyPosition) -> anyhow::Result<Value> {
    let mut moves = Vec::new();
    for (text, m) in position.written_moves() {
        let (path, after) = (game.path_json(&position.path(m)), position.play(m)?.text());
        moves.push(json!({ "text": text, "path": path, "after": after }));
    }
    Ok(json!({
        "game": game.name(),
        "position": position.text(),
        "turn": turn_json(position),
        "moves": moves,
    }))
}
