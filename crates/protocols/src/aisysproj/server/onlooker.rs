//! What anybody may see of a practice server, by its store alone: leader boards, and runs as games.
//! The server itself may be running in another process, or not at all.

use arena::{Store, StoreError};
use players::Course;
use serde::Serialize;

use super::play;
use super::room::{Room, Run};
use crate::aisysproj::Environment;

/// So many runs of an environment are listed.
const NEWEST: u32 = 20;

/// Somebody who looks on.
pub struct Onlooker {
    room: Room,
    environments: Vec<Environment>,
}

/// An environment in which somebody has played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Watched {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// Who plays against the agents.
    pub opponent: &'static str,
    /// What a rating in it is worth in the course.
    pub worth: &'static str,
    /// All agents, the best first.
    pub agents: Vec<Agent>,
    /// The newest runs, the last first.
    pub runs: Vec<RunSeen>,
}

/// How an agent stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Agent {
    /// What it is called.
    pub name: String,
    /// How many runs it has finished.
    pub runs: u32,
    /// The mean of its last runs.
    pub rating: Option<f64>,
    /// The best mean of enough runs in a row.
    pub best: Option<f64>,
}

/// A run, but for its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunSeen {
    /// Its number on the server.
    pub id: i64,
    /// Where it is played.
    pub environment: String,
    /// Who plays; always the first seat.
    pub agent: String,
    /// Who plays on the other seats.
    pub opponent: &'static str,
    /// How many moves the agent has made.
    pub acts: u32,
    /// The agent's points; none yet, while it goes on.
    pub points: Option<f64>,
}

impl Onlooker {
    /// Looks at a store.
    pub fn open(store: Store) -> Result<Onlooker, StoreError> {
        Ok(Onlooker { room: Room::new(store)?, environments: Environment::all() })
    }

    /// All environments in which somebody has played.
    pub fn environments(&self) -> Result<Vec<Watched>, StoreError> {
        let mut watched = Vec::new();
        for environment in &self.environments {
            let runs = self.room.newest(&environment.name, None, NEWEST)?;
            if runs.is_empty() {
                continue;
            }
            let standings = self.room.standings(&environment.name)?.into_iter();
            let agents = standings.map(|it| Agent {
                name: it.agent,
                runs: it.games,
                rating: it.rating,
                best: it.best,
            });
            watched.push(Watched {
                name: environment.name.clone(),
                game: environment.game.name(),
                opponent: environment.opponent,
                worth: environment.worth,
                agents: agents.collect(),
                runs: runs.into_iter().map(|run| seen(environment, run)).collect(),
            });
        }
        Ok(watched)
    }

    /// A run by its number, as far as it has been played.
    pub fn run(&self, id: i64) -> Result<Option<(RunSeen, Course)>, StoreError> {
        let Some(run) = self.room.find(id)? else { return Ok(None) };
        let known = self.environments.iter().find(|it| it.name == run.environment);
        Ok(known.and_then(|environment| {
            // A run that cannot be replayed is none to look at.
            let course = play::replay(environment, &run).ok()?;
            Some((seen(environment, run), course))
        }))
    }
}

fn seen(environment: &Environment, run: Run) -> RunSeen {
    RunSeen {
        id: run.id,
        environment: run.environment,
        agent: run.agent,
        opponent: environment.opponent,
        acts: run.acts,
        points: run.points,
    }
}
