//! `spielwerk games`: lists games with seats, board and rule set.

use std::io::Write;

use serde_json::{Value, json};
use spielwerk_games::games;

use crate::args::Games;
use crate::output;

pub(crate) fn run(options: &Games) -> anyhow::Result<()> {
    #[cfg(feature = "store")]
    if let Some(command) = &options.command {
        return super::records::run(command);
    }
    list(options)
}

fn list(options: &Games) -> anyhow::Result<()> {
    let mut out = output::stdout();
    if options.json {
        let all: Value = games().iter().map(|game| json!(game.info())).collect();
        output::json_line(&mut out, &all)?;
    } else {
        table(&mut out)?;
    }
    Ok(out.flush()?)
}

/// One game a line, in columns.
pub(crate) fn table(out: &mut impl Write) -> std::io::Result<()> {
    let heads = ["name", "seats", "board", "rules"].map(String::from);
    let rows = games().into_iter().map(|game| {
        let info = game.info();
        [info.name.into(), info.seats.join(", "), info.board.into(), info.rules.into()]
    });
    let rows: Vec<[String; 4]> = [heads].into_iter().chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [name, seats, board] = [0, 1, 2].map(|column| width(column).unwrap_or(0));
    for row in &rows {
        let [a, b, c, d] = row;
        writeln!(out, "{a:name$}  {b:seats$}  {c:board$}  {d}")?;
    }
    Ok(())
}
