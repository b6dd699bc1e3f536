//! Searches as messages between two workers: what is to be searched, and what was found. Moves are
//! written in the notation of their game.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use spielwerk_games::{AnyMove, AnyPosition};
use spielwerk_players::{Analysis, GameState, PlayerKey, SearchParams, Variation};
use spielwerk_search::{Limits, Score};

use crate::game_input::GameInput;

/// What is to be searched.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SearchTask {
    /// For whom: searches with the same name and player have the same transposition table.
    pub(super) name: String,
    pub(super) player: String,
    #[serde(flatten)]
    pub(super) input: GameInput,
    #[serde(default)]
    time_us: Option<u64>,
    #[serde(default)]
    soft_time_us: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default = "one")]
    multi_pv: usize,
}

const fn one() -> usize {
    1
}

impl SearchTask {
    pub(super) fn new(key: &PlayerKey, game_state: &GameState, params: &SearchParams) -> Self {
        let microseconds = |time: Duration| time.as_micros().try_into().unwrap_or(u64::MAX);
        SearchTask {
            name: key.name.clone(),
            player: key.spec.to_string(),
            input: GameInput::of(game_state),
            time_us: params.limits.time.map(microseconds),
            soft_time_us: params.limits.soft_time.map(microseconds),
            depth: params.limits.depth,
            nodes: params.limits.nodes,
            multi_pv: params.multi_pv,
        }
    }

    pub(super) fn params(&self) -> SearchParams {
        let limits = Limits {
            time: self.time_us.map(Duration::from_micros),
            soft_time: self.soft_time_us.map(Duration::from_micros),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        };
        SearchParams { multi_pv: self.multi_pv, ..SearchParams::new(limits) }
    }
}

/// What a search reports.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum SearchReport {
    Progress(AnalysisMessage),
    Done(AnalysisMessage),
    Failed { error: String },
}

/// An analysis with its moves in notation.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct AnalysisMessage {
    best: String,
    score: Option<i32>,
    depth: u32,
    nodes: u64,
    time_us: u64,
    lines: Vec<LineMessage>,
    proven: bool,
    tablebase_hits: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct LineMessage {
    score: Option<i32>,
    moves: Vec<String>,
}

impl AnalysisMessage {
    pub(super) fn new(position: &AnyPosition, analysis: &Analysis) -> AnalysisMessage {
        let line = |line: &Variation| LineMessage {
            score: line.score.map(Score::bits),
            moves: position.write_line(&line.moves),
        };
        AnalysisMessage {
            best: position.write_move(analysis.best_move),
            score: analysis.score.map(Score::bits),
            depth: analysis.depth,
            nodes: analysis.nodes,
            time_us: analysis.time.as_micros().try_into().unwrap_or(u64::MAX),
            lines: analysis.variations.iter().map(line).collect(),
            proven: analysis.proven,
            tablebase_hits: analysis.tablebase_hits,
        }
    }

    /// The analysis of this position; none, if its moves are not legal there.
    pub(super) fn read(&self, position: &AnyPosition) -> Option<Analysis> {
        let line = |line: &LineMessage| {
            Some(Variation {
                score: line.score.map(Score::from_bits),
                moves: read_line(position, &line.moves)?,
            })
        };
        Some(Analysis {
            best_move: position.read_move(&self.best).ok()?,
            score: self.score.map(Score::from_bits),
            depth: self.depth,
            nodes: self.nodes,
            time: Duration::from_micros(self.time_us),
            variations: self.lines.iter().map(line).collect::<Option<_>>()?,
            proven: self.proven,
            tablebase_hits: self.tablebase_hits,
        })
    }
}

fn read_line(position: &AnyPosition, texts: &[String]) -> Option<Vec<AnyMove>> {
    let mut at = position.clone();
    let mut moves = Vec::with_capacity(texts.len());
    for text in texts {
        let m = at.read_move(text).ok()?;
        at = at.play(m).ok()?;
        moves.push(m);
    }
    Some(moves)
}
