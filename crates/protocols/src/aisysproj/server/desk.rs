//! Where requests are answered: takes an agent's moves, lets its opponents play, asks for more.
//!
//! Everything here may think and wait for the disk, and must not run where connections are served.
//! An agent's requests come one at a time; [`Server`](super::Server) sees to that.

use serde_json::{Map, Value};

use super::accounts;
use super::play::{self, ActError};
use super::refusal::Refused;
use super::room::{Room, Run};
use crate::aisysproj::Environment;
use crate::aisysproj::wire::{Action, ActionRequest, Message, Response};

/// How many runs of an agent are open at once.
const PARALLEL: usize = 5;

/// Everything that answers requests.
pub(super) struct Desk {
    pub(super) room: Room,
    pub(super) environments: Vec<Environment>,
    seed: u64,
}

/// What an agent sends, whatever the version of the protocol.
pub(super) struct Order {
    pub(super) agent: String,
    pub(super) password: String,
    pub(super) actions: Vec<Action>,
    pub(super) parallel: bool,
    pub(super) to_abandon: Vec<String>,
}

impl Desk {
    pub(super) fn new(room: Room, seed: u64) -> Desk {
        Desk { room, environments: Environment::all(), seed }
    }

    /// The environment of this name.
    pub(super) fn environment(&self, name: &str) -> Option<&Environment> {
        self.environments.iter().find(|environment| environment.name == name)
    }

    /// Whether this agent may play here.
    pub(super) fn check(&self, environment: &str, order: &Order) -> Result<(), Refused> {
        if self.environment(environment).is_none() {
            return Err(Refused::bad_request(format!("there is no environment `{environment}`")));
        }
        match self.room.password(environment, &order.agent)? {
            Some(hash) if accounts::is_right(&order.password, &hash) => Ok(()),
            // Which of the two it is, is nobody's business.
            _ => Err(Refused::unauthorized("no such agent, or another password")),
        }
    }

    /// Does what an agent asks for. It must have been checked.
    pub(super) fn act(&self, environment: &str, order: &Order) -> Result<Response, Refused> {
        let Some(environment) = self.environment(environment) else {
            return Err(Refused::bad_request("there is no such environment".into()));
        };
        if !order.to_abandon.is_empty() {
            let why = "runs cannot be abandoned here; none of the moves was played";
            return Err(Refused::bad_request(why.into()));
        }
        let (mut runs, mut count) = self.room.open_runs(&environment.name, &order.agent)?;
        let mut response = Response::default();
        for action in &order.actions {
            if let Some(message) = self.take(environment, &mut runs, action)? {
                response.messages.push(message);
            }
        }
        let most = if order.parallel { PARALLEL } else { 1 };
        let open = |run: &Run| run.points.is_none();
        // Whoever has not answered everything gets nothing new.
        if !runs.iter().any(|run| open(run) && run.asked) {
            while runs.iter().filter(|run| open(run)).count() < most {
                runs.push(play::begin(environment, &order.agent, count, self.seed)?);
                count += 1;
            }
            runs.iter_mut().filter(|run| open(run)).take(most).for_each(|run| run.asked = true);
        }
        self.room.save(&mut runs)?;
        self.fill(environment, &runs, most, &mut response)?;
        Ok(response)
    }

    /// Plays one move. A message says why not.
    fn take(
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
            Err(ActError::Refused(why)) => say(why),
            Err(failed) => Err(failed),
        }
    }

    /// What the runs look like now.
    fn fill(
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

/// Whole points as whole numbers.
fn points_json(points: f64) -> Value {
    if points.fract() == 0.0 { Value::from(points as i64) } else { Value::from(points) }
}
