//! Handles requests: plays an agent's moves and its opponents' replies, and asks for more.
//!
//! Everything here may search and access the disk, so it must not run on the async threads. An
//! agent's requests come one at a time; [`Server`](super::Server) sees to that.

use serde_json::{Map, Value};
use tracing::{debug, info};

use super::accounts;
use super::http_error::HttpError;
use super::play::{self, ActError};
use super::run_store::{Run, RunStore};
use crate::aisysproj::Environment;
use spielwerk_codecs::aisysproj::{Action, ActionRequest, Message, Response};

/// How many runs of an agent are open at once.
const MAX_OPEN_RUNS: usize = 5;

/// The state that requests are handled with.
pub(super) struct RequestHandler {
    pub(super) store: RunStore,
    pub(super) environments: Vec<Environment>,
    seed: u64,
}

/// A request of an agent, whatever the version of the protocol.
pub(super) struct AgentRequest {
    pub(super) agent: String,
    pub(super) password: String,
    pub(super) actions: Vec<Action>,
    pub(super) parallel: bool,
    pub(super) to_abandon: Vec<String>,
}

impl RequestHandler {
    pub(super) fn new(store: RunStore, seed: u64) -> RequestHandler {
        RequestHandler { store, environments: Environment::all(), seed }
    }

    /// The environment of this name.
    pub(super) fn environment(&self, name: &str) -> Option<&Environment> {
        self.environments.iter().find(|environment| environment.name == name)
    }

    /// Checks environment, agent and password.
    pub(super) fn authenticate(
        &self,
        environment: &str,
        request: &AgentRequest,
    ) -> Result<(), HttpError> {
        if self.environment(environment).is_none() {
            return Err(HttpError::bad_request(format!("there is no environment `{environment}`")));
        }
        match self.store.password(environment, &request.agent)? {
            Some(hash) if accounts::verify_password(&request.password, &hash) => Ok(()),
            // A client must not learn which of the two it is.
            _ => {
                info!(
                    environment,
                    agent = request.agent,
                    "an agent is unknown or its password wrong"
                );
                Err(HttpError::unauthorized("no such agent, or another password"))
            }
        }
    }

    /// Executes a request, which must have been authenticated.
    pub(super) fn act(
        &self,
        environment: &str,
        request: &AgentRequest,
    ) -> Result<Response, HttpError> {
        let Some(environment) = self.environment(environment) else {
            return Err(HttpError::bad_request("there is no such environment".into()));
        };
        if !request.to_abandon.is_empty() {
            let why = "runs cannot be abandoned here; none of the moves was played";
            return Err(HttpError::bad_request(why.into()));
        }
        let (mut runs, mut count) = self.store.open_runs(&environment.name, &request.agent)?;
        let mut response = Response::default();
        for action in &request.actions {
            if let Some(message) = self.apply_action(environment, &mut runs, action)? {
                response.messages.push(message);
            }
        }
        let most = if request.parallel { MAX_OPEN_RUNS } else { 1 };
        let open = |run: &Run| run.points.is_none();
        // Whoever has not answered everything gets nothing new.
        if !runs.iter().any(|run| open(run) && run.asked) {
            while runs.iter().filter(|run| open(run)).count() < most {
                runs.push(play::begin_run(environment, &request.agent, count, self.seed)?);
                count += 1;
            }
            runs.iter_mut().filter(|run| open(run)).take(most).for_each(|run| run.asked = true);
        }
        let begun: Vec<bool> = runs.iter().map(|run| run.id == 0).collect();
        self.store.save(&mut runs)?;
        log_runs(&runs, &begun);
        self.fill_response(environment, &runs, most, &mut response)?;
        Ok(response)
    }

    /// Plays one move. A message says why it was refused.
    fn apply_action(
        &self,
        environment: &Environment,
        runs: &mut [Run],
        action: &Action,
    ) -> Result<Option<Message>, ActError> {
        let say = |content: String| {
            let run = Some(action.run.clone());
            Ok(Some(Message { run, kind: "error".into(), content }))
        };
        let run = runs.iter_mut().find(|run| run.id.to_string() == action.run);
        let Some(run) = run.filter(|run| run.points.is_none()) else {
            return say("no open run of yours has this number".into());
        };
        if u64::from(run.acts) != action.act_no {
            return say(format!(
                "this is action number {}, but number {} is due: it may have been meant for an \
                 earlier position",
                action.act_no, run.acts
            ));
        }
        match play::act(environment, run, &action.action, self.seed) {
            Ok(()) => Ok(None),
            Err(ActError::Refused(why)) => {
                debug!(run = run.id, why, "a move is refused");
                say(why)
            }
            Err(failed) => Err(failed),
        }
    }

    /// Fills the response from the runs.
    fn fill_response(
        &self,
        environment: &Environment,
        runs: &[Run],
        most: usize,
        response: &mut Response,
    ) -> Result<(), ActError> {
        let mut finished = Map::new();
        let mut active = Vec::new();
        for run in runs {
            match run.points {
                Some(points) => {
                    // Version 0 has no other place to tell it.
                    response.messages.push(Message {
                        run: Some(run.id.to_string()),
                        kind: "info".into(),
                        content: format!("the run is finished with {} points", points_json(points)),
                    });
                    finished.insert(run.id.to_string(), points_json(points));
                }
                None => active.push(run.id.to_string()),
            }
        }
        let asked = runs.iter().filter(|run| run.points.is_none() && run.asked);
        for run in asked.take(most) {
            response.action_requests.push(ActionRequest {
                run: run.id.to_string(),
                act_no: run.acts.into(),
                percept: play::percept(environment, run)?,
            });
        }
        response.finished_runs = finished;
        response.active_runs = Some(active);
        Ok(())
    }
}

/// Logs the runs that a request has begun or finished.
fn log_runs(runs: &[Run], begun: &[bool]) {
    for (run, &begun) in runs.iter().zip(begun) {
        let Run { id, environment, agent, .. } = run;
        if begun {
            info!(run = id, environment, agent, "run begun");
        }
        if let Some(points) = run.points {
            info!(run = id, environment, agent, points, "run finished");
        }
    }
}

/// Whole points as whole numbers.
fn points_json(points: f64) -> Value {
    if points.fract() == 0.0 { Value::from(points as i64) } else { Value::from(points) }
}
