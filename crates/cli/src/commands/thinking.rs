//! What the commands that think have in common: the question, and how an answer is written.

use std::time::Duration;

use arena::Entrant;
use players::{Player, Question, Thought, Variation};
use search::{Limits, Score};
use serde_json::{Value, json};

use crate::args::{Thinking, Where};

impl Thinking {
    /// The player asked for.
    pub(super) fn player(&self, place: &Where) -> anyhow::Result<Box<dyn Player>> {
        Ok(Entrant::new(place.game, &self.player)?.player(0)?)
    }

    /// The limits asked for; a second, if neither the user nor the player has any.
    pub(super) fn question(&self, place: &Where) -> Question {
        let asked =
            Limits { time: self.time, depth: self.depth, nodes: self.nodes, ..Limits::default() };
        let endless = asked.are_endless() && !players::is_limited(place.game, &self.player);
        let time = if endless { Some(Duration::from_secs(1)) } else { self.time };
        Question { threads: self.threads, ..Question::new(Limits { time, ..asked }) }
    }
}

/// One line about a variation: score, depth, nodes, time, moves.
pub(super) fn line(thought: &Thought, variation: &Variation) -> String {
    let score = variation.score.map_or_else(|| "?".to_owned(), |score| score.to_string());
    let mut text = format!(
        "{score:>12}  depth {:>2}  {:>11} nodes  {:>8.3} s ",
        thought.depth,
        thought.nodes,
        thought.time.as_secs_f64()
    );
    if thought.table_hits > 0 {
        text.push_str(&format!(" {} table hits ", thought.table_hits));
    }
    for m in &variation.moves {
        text.push(' ');
        text.push_str(&m.text);
    }
    text
}

pub(super) fn thought_json(thought: &Thought) -> Value {
    let variation = |variation: &Variation| -> Value {
        let moves: Vec<&str> = variation.moves.iter().map(|m| m.text.as_str()).collect();
        json!({ "score": score_json(variation.score), "moves": moves })
    };
    let first = thought.lines.first().map(|first| variation(first)["moves"].clone());
    json!({
        "move": thought.best.text,
        "score": score_json(thought.score),
        "exact": thought.exact,
        "depth": thought.depth,
        "nodes": thought.nodes,
        "time": thought.time.as_secs_f64(),
        "table_hits": thought.table_hits,
        "variation": first,
        "lines": thought.lines.iter().map(variation).collect::<Vec<_>>(),
    })
}

/// A judgement in units, or what is certain: `{"result": "win", "plies": 7}`.
fn score_json(score: Option<Score>) -> Value {
    let Some(score) = score else { return Value::Null };
    match score.hundredths() {
        Some(hundredths) => json!(f64::from(hundredths) / 100.0),
        None if score.is_win() => json!({ "result": "win", "plies": score.plies() }),
        None if score.is_loss() => json!({ "result": "loss", "plies": score.plies() }),
        None => json!({ "result": "draw" }),
    }
}
