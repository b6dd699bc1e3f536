//! `spielwerk best`: searches for the best move.

use std::io::Write;

use spielwerk_players::GameState;

use super::search_common::{analysis_json, line};
use crate::args::Best;
use crate::output;

pub(crate) fn run(options: &Best) -> anyhow::Result<()> {
    let position = options.input.read()?;
    let mut player = options.search.player(&options.input)?;
    let state = GameState::from_position(options.input.game, position);
    let analysis = player.choose(&state, &options.search.params(&options.input), &mut |_| {})?;
    let mut out = output::stdout();
    if options.json {
        output::json_line(&mut out, &analysis_json(state.position(), &analysis))?;
    } else {
        for variation in &analysis.variations {
            writeln!(out, "{}", line(state.position(), &analysis, variation))?;
        }
        writeln!(out, "{}", state.position().write_move(analysis.best_move))?;
    }
    Ok(out.flush()?)
}
