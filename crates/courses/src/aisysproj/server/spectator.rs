//! Read-only view of a practice server by its store alone: leader boards, and runs as games. The
//! server itself may be running in another process, or not at all.

use serde::Serialize;
use spielwerk_arena::{Store, StoreError};
use spielwerk_players::GameState;

use super::play;
use super::run_store::{Run, RunStore};
use crate::aisysproj::Environment;

/// How many runs of an environment are listed.
const LISTED_RUNS: u32 = 20;

/// Reads a practice server's store.
pub struct Spectator {
    store: RunStore,
    environments: Vec<Environment>,
}

/// An environment in which runs were played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EnvironmentView {
    /// Its name.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// Who plays against the agents.
    pub opponent: &'static str,
    /// What a rating in it is worth in the course.
    pub worth: &'static str,
    /// All agents, the best first.
    pub agents: Vec<AgentStanding>,
    /// The newest runs, the last first.
    pub runs: Vec<RunView>,
}

/// An agent's ratings.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AgentStanding {
    /// What it is called.
    pub name: String,
    /// How many runs it has finished.
    pub runs: u32,
    /// The mean of its last runs.
    pub rating: Option<f64>,
    /// The best mean of enough runs in a row.
    pub best: Option<f64>,
}

/// A run without its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RunView {
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

impl Spectator {
    /// Opens a store.
    pub fn open(store: Store) -> Result<Spectator, StoreError> {
        Ok(Spectator { store: RunStore::new(store)?, environments: Environment::all() })
    }

    /// All environments in which runs were played.
    pub fn environments(&self) -> Result<Vec<EnvironmentView>, StoreError> {
        let mut watched = Vec::new();
        for environment in &self.environments {
            let runs = self.store.newest(&environment.name, None, LISTED_RUNS)?;
            if runs.is_empty() {
                continue;
            }
            let standings = self.store.standings(&environment.name)?.into_iter();
            let agents = standings.map(|it| AgentStanding {
                name: it.agent,
                runs: it.games,
                rating: it.rating,
                best: it.best,
            });
            watched.push(EnvironmentView {
                name: environment.name.clone(),
                game: environment.game.name(),
                opponent: environment.opponent,
                worth: environment.worth,
                agents: agents.collect(),
                runs: runs.into_iter().map(|run| run_view(environment, run)).collect(),
            });
        }
        Ok(watched)
    }

    /// A run by its number, as far as it has been played.
    pub fn run(&self, id: i64) -> Result<Option<(RunView, GameState)>, StoreError> {
        let Some(run) = self.store.find(id)? else { return Ok(None) };
        let known = self.environments.iter().find(|it| it.name == run.environment);
        Ok(known.and_then(|environment| {
            // A run that cannot be replayed is left out.
            let state = play::replay(environment, &run).ok()?;
            Some((run_view(environment, run), state))
        }))
    }
}

fn run_view(environment: &Environment, run: Run) -> RunView {
    RunView {
        id: run.id,
        environment: run.environment,
        agent: run.agent,
        opponent: environment.opponent,
        acts: run.acts,
        points: run.points,
    }
}
