//! A client that plays on an AISysProj server and survives network errors and odd responses.
//!
//! A [`Client`] sends all moves it has, gets the positions that wait for one, searches them in
//! parallel and sends again. It keeps no state that the server does not have: started anew, it goes
//! on with the open runs. It reports what happens as [`Event`]s.
//!
//! The server has no clock, so searches are limited by CPU time: a busy machine makes them slower, not
//! weaker.

mod agent;
mod connection;
mod infer;
mod open_run;
mod rating;

pub use agent::Agent;
pub use connection::RetryPolicy;
pub use open_run::{FinishedRun, Turn};
pub use rating::RatingTracker;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, Mutex};
use std::thread;

use serde_json::Value;
use spielwerk_games::AnyGame;
use spielwerk_players::{PlayerSpec, SearchParams, SpecError};
use spielwerk_search::{Limits, StopFlag};
use thiserror::Error;

use super::{Config, Environment};
use connection::Connection;
use open_run::{Mover, OpenRun};
use spielwerk_codecs::aisysproj::{Action, ActionRequest, Message, Response};

/// Configuration of a client.
#[derive(Clone)]
pub struct Client {
    /// Who plays where.
    pub config: Config,
    /// What is played there.
    pub game: AnyGame,
    /// Who chooses the moves.
    pub player: PlayerSpec,
    /// An agent from outside, which chooses the moves in place of the player.
    pub agent: Option<Arc<dyn Agent>>,
    /// Search limits of each move.
    pub limits: Limits,
    /// How many runs to finish.
    pub runs: usize,
    /// Whether several runs may be open at once.
    pub parallel: bool,
    /// How many runs are searched at the same time.
    pub threads: usize,
    /// Timeouts and delays between retries.
    pub retry: RetryPolicy,
}

/// What happens while a client plays.
pub enum Event<'a> {
    /// A message of the server, or a connection error.
    Note(String),
    /// A run is over.
    Finished(&'a FinishedRun),
    /// A request has been answered, or the client ends, whatever the reason; these are the ratings so
    /// far.
    Progress(&'a RatingTracker),
}

/// Why a client cannot go on.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The server refuses the request.
    #[error("{url} refuses with {status}: {why}")]
    Refused {
        /// The server.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What it says.
        why: String,
    },
    /// The server redirects elsewhere.
    #[error("{url} sends us on to {to}; if you trust it, write that into the config file's `url`")]
    Redirected {
        /// The server.
        url: String,
        /// Where it points to.
        to: String,
    },
    /// The URL is invalid.
    #[error("`{url}` cannot be asked: {why}; it must look like https://aisysproj.example.org")]
    InvalidUrl {
        /// The server.
        url: String,
        /// What is wrong.
        why: String,
    },
    /// No usable response after all retries.
    #[error("{url} gave no answer {attempts} times, the last time because {why}")]
    NoResponse {
        /// The server.
        url: String,
        /// How often it was asked.
        attempts: u32,
        /// What happened the last time.
        why: String,
    },
    /// The name of the environment does not tell what is played.
    #[error(
        "the name `{0}` does not tell what is played there; say it with --variant, \
         as in --variant fauhalma-star2"
    )]
    UnknownEnvironment(String),
    /// A position does not fit the game.
    #[error("run {run}: {why}; {hint}")]
    Variant {
        /// The run.
        run: String,
        /// What does not fit.
        why: String,
        /// Which flag to set.
        hint: String,
    },
    /// All runs that are left have been given up.
    #[error("nothing is left to play: {0}")]
    Stuck(String),
    /// The agent from outside failed.
    #[error("the agent has no move in run {run}: {why}")]
    Agent {
        /// The run.
        run: String,
        /// What went wrong.
        why: String,
    },
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] SpecError),
}

impl Client {
    /// A client with the strongest player, a second a move.
    pub fn new(config: Config, variant: Option<AnyGame>) -> Result<Client, ClientError> {
        let game = variant
            .or_else(|| Environment::game_by_name(&config.environment))
            .ok_or_else(|| ClientError::UnknownEnvironment(config.environment.clone()))?;
        Ok(Client {
            config,
            game,
            player: PlayerSpec::named("strong"),
            agent: None,
            limits: Limits::cpu(std::time::Duration::from_secs(1)),
            runs: RatingTracker::RATING_WINDOW,
            parallel: true,
            threads: thread::available_parallelism().map_or(1, usize::from),
            retry: RetryPolicy::default(),
        })
    }

    /// Plays until the runs are finished or the stop flag is raised. Runs that are still open then
    /// stay so on the server, and the next client goes on with them.
    pub fn play(
        &self,
        stop: &StopFlag,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<RatingTracker, ClientError> {
        spielwerk_players::build(self.game, &self.player)?;
        let connection = Connection::new(&self.config, self.parallel, self.retry);
        let mut state =
            ClientState { client: self, runs: BTreeMap::new(), ratings: RatingTracker::default() };
        let result = state.play(&connection, stop, on_event);
        state.ratings.open = state.runs.len();
        on_event(Event::Progress(&state.ratings));
        result.map(|()| state.ratings)
    }
}

/// The open runs, and the ratings of the finished ones.
struct ClientState<'a> {
    client: &'a Client,
    runs: BTreeMap<String, OpenRun>,
    ratings: RatingTracker,
}

impl ClientState<'_> {
    /// Sends moves and searches in turn, until the runs are finished or the stop flag is raised.
    fn play(
        &mut self,
        connection: &Connection<'_>,
        stop: &StopFlag,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ClientError> {
        let mut actions = Vec::new();
        let mut idle = 0;
        while let Some(response) = connection.request(&actions, stop, on_event)? {
            self.apply_response(&response, on_event)?;
            on_event(Event::Progress(&self.ratings));
            if self.ratings.games() >= self.client.runs || stop.is_stopped() {
                break;
            }
            actions = self.choose_actions(stop);
            if let Some(failed) = self.failed_agent() {
                return Err(failed);
            }
            if stop.is_stopped() {
                break;
            }
            if let Some(why) = self.stuck_reason() {
                return Err(ClientError::Stuck(why));
            }
            // A server that has nothing for us is not asked in a loop.
            idle = if actions.is_empty() { idle + 1 } else { 0 };
            if idle > 0 && !connection.back_off(idle, stop) {
                break;
            }
        }
        Ok(())
    }

    /// Applies a response.
    fn apply_response(
        &mut self,
        response: &Response,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ClientError> {
        // What is said about the end of a run, the outcome tells as well.
        let is_known = |message: &&Message| {
            let run = message.run.as_ref().filter(|_| message.kind == "info");
            run.is_some_and(|run| response.finished_runs.contains_key(run))
        };
        for message in response.messages.iter().filter(|message| !is_known(message)) {
            let content = self.client.config.password.redact(&message.content);
            let about = message.run.as_ref().map(|run| format!("run {run}: ")).unwrap_or_default();
            on_event(Event::Note(format!("{about}{content}")));
        }
        for (run, outcome) in &response.finished_runs {
            self.close(run, outcome, on_event);
        }
        if let Some(active) = &response.active_runs {
            // A response that got lost may have told how these ended.
            let gone: Vec<String> =
                self.runs.keys().filter(|run| !active.contains(run)).cloned().collect();
            gone.iter().for_each(|run| self.close(run, &Value::Null, on_event));
        }
        let mut seen = HashSet::new();
        for request in response.action_requests.iter().filter(|request| seen.insert(&request.run)) {
            self.handle_request(request, on_event)?;
        }
        Ok(())
    }

    /// A position that waits for a move.
    fn handle_request(
        &mut self,
        request: &ActionRequest,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ClientError> {
        if !self.runs.contains_key(&request.run) {
            let mover = match &self.client.agent {
                Some(agent) => Mover::Agent(agent.clone()),
                None => {
                    Mover::Player(spielwerk_players::build(self.client.game, &self.client.player)?)
                }
            };
            let run = OpenRun::new(request.run.clone(), self.client.game, mover);
            self.runs.insert(request.run.clone(), run);
        }
        let Some(run) = self.runs.get_mut(&request.run) else { return Ok(()) };
        let given_up = run.given_up.is_some();
        let refused = run.refusals();
        run.handle_request(request).map_err(|why| ClientError::Variant {
            run: self.client.config.password.redact(&request.run),
            why,
            hint: variant_hint(self.client.game, &request.percept),
        })?;
        self.ratings.refused += run.refusals().saturating_sub(refused);
        if let (Some(why), false) = (&run.given_up, given_up) {
            on_event(Event::Note(format!("run {} is given up: {why}", request.run)));
        }
        Ok(())
    }

    fn close(&mut self, run: &str, outcome: &Value, on_event: &mut dyn FnMut(Event<'_>)) {
        let points = outcome.as_f64();
        self.ratings.add(points);
        // A run that was finished by another client is only counted.
        if let Some(open) = self.runs.remove(run) {
            let finished = open.finish(&self.client.config.environment, points);
            on_event(Event::Finished(&finished));
        }
    }

    /// Searches all runs that wait, each thread its share of them one after the other. All moves are
    /// sent together, so a thread with fewer runs gives them the time that it would wait for the
    /// others.
    fn choose_actions(&mut self, stop: &StopFlag) -> Vec<Action> {
        let limits = self.client.limits;
        let mut waiting: Vec<&mut OpenRun> =
            self.runs.values_mut().filter(|run| run.is_waiting()).collect();
        let shares = shares(waiting.len(), self.client.threads);
        let most = shares.first().copied().unwrap_or(0);
        let actions = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for share in shares {
                let runs = waiting.split_off(waiting.len() - share);
                let time = limits.time.map(|time| time * most as u32 / share as u32);
                let limits = Limits { time, ..limits };
                let params = SearchParams { stop: stop.clone(), ..SearchParams::new(limits) };
                let actions = &actions;
                scope.spawn(move || {
                    for run in runs {
                        let action = run.choose_action(&params);
                        if let (Some(action), Ok(mut actions)) = (action, actions.lock()) {
                            actions.push(action);
                        }
                    }
                });
            }
        });
        let mut actions = actions.into_inner().unwrap_or_default();
        actions.sort_by(|a: &Action, b: &Action| a.run.cmp(&b.run));
        actions
    }

    /// The error of an agent from outside that had no move.
    fn failed_agent(&self) -> Option<ClientError> {
        let failed = self.runs.values().find_map(|run| Some((run, run.agent_error.clone()?)));
        let password = &self.client.config.password;
        failed.map(|(run, why)| ClientError::Agent {
            run: password.redact(&run.id),
            why: password.redact(&why),
        })
    }

    /// Why no run can go on, if all that are open have been given up.
    fn stuck_reason(&self) -> Option<String> {
        let reasons = self.runs.values().map(|run| {
            run.given_up.as_ref().map(|why| format!("run {} is given up: {why}", run.id))
        });
        let reasons: Vec<String> = reasons.collect::<Option<_>>()?;
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// How many runs each thread searches, the most first. No thread has none.
fn shares(runs: usize, threads: usize) -> Vec<usize> {
    let threads = threads.clamp(1, runs.max(1));
    let (each, more) = (runs / threads, runs % threads);
    let shares = (0..threads).map(|thread| each + usize::from(thread < more));
    shares.filter(|&share| share > 0).collect()
}

/// Which flag to set for a position that does not fit a game: by name, if there is one it fits.
fn variant_hint(game: AnyGame, percept: &Value) -> String {
    let text = percept.to_string();
    let fits = spielwerk_games::games().into_iter().find(|other| {
        *other != game && other.name().starts_with("fauhalma") && other.read_position(&text).is_ok()
    });
    match fits {
        Some(other) => format!("it would fit with --variant {}", other.name()),
        None => format!("{} is not what is played here: say what is with --variant", game.name()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_shared_evenly() {
        assert_eq!(shares(5, 2), [3, 2]);
        assert_eq!(shares(5, 4), [2, 1, 1, 1]);
        assert_eq!(shares(2, 8), [1, 1]);
        assert_eq!(shares(0, 2), [] as [usize; 0]);
    }
}
