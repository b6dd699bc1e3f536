//! `spielwerk analyse`: thinking aloud, one depth after the other.

use std::io::{self, Write};

use players::{Course, Question, Thought};

use super::thinking::{line, thought_json};
use crate::args::Analyse;
use crate::output;

pub(crate) fn run(options: &Analyse) -> anyhow::Result<()> {
    let position = options.place.read()?;
    let mut player = options.thinking.player(&options.place)?;
    let course = Course::from(options.place.game, position);
    let question = Question { lines: options.lines, ..options.thinking.question(&options.place) };
    let mut out = output::stdout();
    // A reader who has gone away ends the thinking; what went wrong is told when it has.
    let mut written: io::Result<()> = Ok(());
    let mut last = None;
    let thought = player.choose(&course, &question, &mut |thought| {
        if written.is_ok() {
            written = write_thought(&mut out, thought, options.json);
        }
        if written.is_err() {
            question.stop.stop();
        }
        last = Some((thought.depth, thought.lines.clone()));
    })?;
    written?;
    if last != Some((thought.depth, thought.lines.clone())) {
        write_thought(&mut out, &thought, options.json)?;
    }
    Ok(())
}

fn write_thought(out: &mut impl Write, thought: &Thought, json: bool) -> io::Result<()> {
    if json {
        output::json_line(out, &thought_json(thought))?;
    } else {
        for variation in &thought.lines {
            writeln!(out, "{}", line(thought, variation))?;
        }
    }
    out.flush()
}
