//! What `best` and `analyse` share: search parameters, and formatting of results.

use std::time::Duration;

use serde_json::{Value, json};
use spielwerk_engines::Entrant;
use spielwerk_games::AnyPosition;
use spielwerk_players::{Analysis, Player, SearchParams, Variation};
use spielwerk_search::{Limits, Score};

use crate::args::{PositionArgs, SearchOptions};

impl SearchOptions {
    /// Builds the player.
    pub(super) fn player(&self, input: &PositionArgs) -> anyhow::Result<Box<dyn Player>> {
        Ok(Entrant::new(input.game, &self.player)?.player(0)?)
    }

    /// Search parameters; a second, if neither the user nor the player sets a limit.
    pub(super) fn params(&self, input: &PositionArgs) -> SearchParams {
        let asked =
            Limits { time: self.time, depth: self.depth, nodes: self.nodes, ..Limits::default() };
        let endless =
            asked.is_infinite() && !spielwerk_players::is_limited(input.game, &self.player);
        let time = if endless { Some(Duration::from_secs(1)) } else { self.time };
        SearchParams { threads: self.threads, ..SearchParams::new(Limits { time, ..asked }) }
    }
}

/// One line about a variation: score, depth, nodes, time, moves.
pub(super) fn line(position: &AnyPosition, analysis: &Analysis, variation: &Variation) -> String {
    let score = variation.score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let mut text = format!(
        "{score:>12}  depth {:>2}  {:>11} nodes  {:>8.3} s ",
        analysis.depth,
        analysis.nodes,
        analysis.time.as_secs_f64()
    );
    if analysis.tablebase_hits > 0 {
        text.push_str(&format!(" {} table hits ", analysis.tablebase_hits));
    }
    for m in position.write_line(&variation.moves) {
        text.push(' ');
        text.push_str(&m);
    }
    text
}

pub(super) fn analysis_json(position: &AnyPosition, analysis: &Analysis) -> Value {
    let variation = |variation: &Variation| -> Value {
        let moves = position.write_line(&variation.moves);
        json!({ "score": score_json(variation.score), "moves": moves })
    };
    let first = analysis.variations.first().map(|first| variation(first)["moves"].clone());
    json!({
        "move": position.write_move(analysis.best_move),
        "score": score_json(analysis.score),
        "exact": analysis.proven,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "time": analysis.time.as_secs_f64(),
        "table_hits": analysis.tablebase_hits,
        "variation": first,
        "lines": analysis.variations.iter().map(variation).collect::<Vec<_>>(),
    })
}

/// An estimate in units, or a proven result: `{"result": "win", "plies": 7}`.
fn score_json(score: Option<Score>) -> Value {
    let Some(score) = score else { return Value::Null };
    match score.hundredths() {
        Some(hundredths) => json!(f64::from(hundredths) / 100.0),
        None if score.is_win() => json!({ "result": "win", "plies": score.plies() }),
        None if score.is_loss() => json!({ "result": "loss", "plies": score.plies() }),
        None => json!({ "result": "draw" }),
    }
}
