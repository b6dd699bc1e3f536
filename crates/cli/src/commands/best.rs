//! `spielwerk best`: the move to play.

use std::io::Write;

use players::Course;

use super::thinking::{line, thought_json};
use crate::args::Best;
use crate::output;

pub(crate) fn run(options: &Best) -> anyhow::Result<()> {
    let position = options.place.read()?;
    let mut player = options.thinking.player(&options.place)?;
    let course = Course::from(options.place.game, position);
    let thought =
        player.choose(&course, &options.thinking.question(&options.place), &mut |_| {})?;
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &thought_json(&thought))?;
    } else {
        for variation in &thought.lines {
            writeln!(out, "{}", line(&thought, variation))?;
        }
        writeln!(out, "{}", thought.best.text)?;
    }
    Ok(out.flush()?)
}
