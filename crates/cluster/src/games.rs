//! What a worker does with games: of tournaments, and of self-play.

use std::sync::Arc;

use serde::Serialize;
use spielwerk_arena::selfplay::{SelfPlayAnswer, SelfPlayJob};
use spielwerk_arena::{Job, JobResult};
use spielwerk_engines::NamedEngines;

use crate::{Answer, Handler, Task};

/// Plays the games of tournaments and of self-play. Of external programs it starts only those that it
/// is told of here by name.
pub fn games(engines: &NamedEngines) -> Handler {
    let engines = engines.clone();
    Arc::new(move |payload| {
        if let Ok(job) = serde_json::from_slice::<Job>(payload) {
            return Some(tournament_game(job, &engines));
        }
        serde_json::from_slice(payload).ok().map(|job| selfplay_batch(job, &engines))
    })
}

fn tournament_game(job: Job, engines: &NamedEngines) -> Task {
    let engines = engines.clone();
    let token = job.token().to_owned();
    let run = Box::new(move |_: &_| {
        let result = job.play(&engines);
        let note = match &result {
            JobResult::Played(record) => Ok(format!("game {} of {}", record.number, record.event)),
            JobResult::Refused { why, .. } => Err(why.clone()),
        };
        Some(answer(&result, note))
    });
    Task { token, begun: None, run }
}

fn selfplay_batch(job: SelfPlayJob, engines: &NamedEngines) -> Task {
    let engines = engines.clone();
    let token = job.token.clone();
    let run = Box::new(move |stop: &_| {
        let result = job.play(&engines, stop)?;
        let note = match &result.answer {
            SelfPlayAnswer::Played { games, .. } => {
                let (batch, game) = (result.job.batch + 1, &result.job.game);
                Ok(format!("{games} games of self-play, batch {batch} of {game}"))
            }
            SelfPlayAnswer::Refused { why } => Err(why.clone()),
        };
        Some(answer(&result, note))
    });
    Task { token, begun: None, run }
}

/// Plain data with text keys can always be written as JSON.
fn answer(result: &impl Serialize, note: Result<String, String>) -> Answer {
    Answer { payload: serde_json::to_vec(result).unwrap_or_default(), note }
}
