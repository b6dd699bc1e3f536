//! `spielwerk analyse`: prints the principal variations at every depth.

use std::io::{self, Write};

use spielwerk_games::AnyPosition;
use spielwerk_players::{Analysis, GameState, SearchParams};

use super::search_common::{analysis_json, line};
use crate::args::Analyse;
use crate::output;

pub(crate) fn run(options: &Analyse) -> anyhow::Result<()> {
    let position = options.input.read()?;
    let mut player = options.search.player(&options.input)?;
    let state = GameState::from_position(options.input.game, position);
    let params = SearchParams { multi_pv: options.lines, ..options.search.params(&options.input) };
    let mut out = output::stdout();
    // A closed pipe stops the search; the error is returned when it has ended.
    let mut written: io::Result<()> = Ok(());
    let mut last = None;
    let analysis = player.choose(&state, &params, &mut |analysis| {
        if written.is_ok() {
            written = write_analysis(&mut out, state.position(), analysis, options.json);
        }
        if written.is_err() {
            params.stop.stop();
        }
        last = Some((analysis.depth, analysis.variations.clone()));
    })?;
    written?;
    if last != Some((analysis.depth, analysis.variations.clone())) {
        write_analysis(&mut out, state.position(), &analysis, options.json)?;
    }
    Ok(())
}

fn write_analysis(
    out: &mut impl Write,
    position: &AnyPosition,
    analysis: &Analysis,
    json: bool,
) -> io::Result<()> {
    if json {
        output::json_line(out, &analysis_json(position, analysis))?;
    } else {
        for variation in &analysis.variations {
            writeln!(out, "{}", line(position, analysis, variation))?;
        }
    }
    out.flush()
}
