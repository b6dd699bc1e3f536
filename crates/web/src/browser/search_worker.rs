//! The worker in which players search, one search after the other. It is busy until a search is done.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use spielwerk_games::perft::PerftMode;
use spielwerk_players::{Analysis, Player, PlayerSpec};
use spielwerk_search::Instant;

use super::search::{AnalysisMessage, SearchReport, SearchTask};
use crate::api_error::ApiError;
use crate::game_input::GameInput;

/// The least time between two progress reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The largest transposition table of a player, in MiB: a phone has not much memory.
const MAX_HASH: usize = 32;
/// How many players are kept with their transposition tables.
const MAX_PLAYERS: usize = 3;

/// The players of a worker.
#[derive(Default)]
pub struct SearchWorker {
    /// The most recently used last.
    players: Vec<(String, Box<dyn Player>)>,
}

/// What the page asks for.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WorkerInput {
    Search {
        search: u64,
        task: SearchTask,
    },
    /// Counts the leaves of the game tree, to measure the speed.
    Perft {
        #[serde(flatten)]
        input: GameInput,
        depth: u32,
    },
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "search")]
struct ReportMessage {
    search: u64,
    report: SearchReport,
}

impl SearchWorker {
    /// Handles a message of the page, given as JSON. What is to be sent to the page is passed to
    /// `emit` as soon as it is known.
    pub fn handle(&mut self, message: &str, emit: &dyn Fn(&str)) -> Result<(), serde_json::Error> {
        match serde_json::from_str(message)? {
            WorkerInput::Search { search, task } => {
                let send = |report| {
                    // Plain data with text keys can always be written as JSON.
                    let message = serde_json::to_string(&ReportMessage { search, report });
                    emit(&message.unwrap_or_default());
                };
                let failed = |error: String| SearchReport::Failed { error };
                send(self.search(&task, &send).map_or_else(failed, SearchReport::Done));
            }
            WorkerInput::Perft { input, depth } => {
                let message = match perft(&input, depth) {
                    Ok((nodes, ms)) => json!({ "type": "perft", "nodes": nodes, "ms": ms }),
                    Err(error) => json!({ "type": "perft", "error": error.to_string() }),
                };
                emit(&message.to_string());
            }
        }
        Ok(())
    }

    fn search(
        &mut self,
        task: &SearchTask,
        send: &dyn Fn(SearchReport),
    ) -> Result<AnalysisMessage, String> {
        let game_state = task.input.game_state().map_err(|error| error.to_string())?;
        let spec: PlayerSpec = task.player.parse().map_err(|error| format!("{error}"))?;
        let key = format!("{} {} {}", task.name, game_state.game().name(), task.player);
        let kept = self.players.iter().position(|(other, _)| *other == key);
        let mut player = match kept {
            Some(index) => self.players.remove(index).1,
            None => {
                let spec = PlayerSpec { hash: spec.hash.min(MAX_HASH), ..spec };
                if self.players.len() == MAX_PLAYERS {
                    self.players.remove(0);
                }
                spielwerk_players::build(game_state.game(), &spec)
                    .map_err(|error| error.to_string())?
            }
        };
        let position = game_state.position();
        let mut last: Option<Instant> = None;
        let mut report = |analysis: &Analysis| {
            let now = Instant::now();
            if last.is_none_or(|last| now.duration_since(last) >= REPORT_INTERVAL) {
                last = Some(now);
                send(SearchReport::Progress(AnalysisMessage::new(position, analysis)));
            }
        };
        let analysis = player
            .choose(&game_state, &task.params(), &mut report)
            .map_err(|error| error.to_string())?;
        self.players.push((key, player));
        Ok(AnalysisMessage::new(position, &analysis))
    }
}

impl std::fmt::Debug for SearchWorker {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.players.iter().map(|(key, _)| key)).finish()
    }
}

/// The number of leaves at a depth, and the milliseconds that counting them took.
fn perft(input: &GameInput, depth: u32) -> Result<(u64, f64), ApiError> {
    let game_state = input.game_state()?;
    let begun = Instant::now();
    let counts = game_state.position().divide(depth, PerftMode::Moves, 1, &|_, _| {});
    let nodes = counts.iter().map(|&(_, leaves)| leaves).sum();
    Ok((nodes, begun.elapsed().as_secs_f64() * 1000.0))
}
