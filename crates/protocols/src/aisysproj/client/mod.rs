//! A client that plays on an AISysProj server and survives network errors and odd responses.
//!
//! A [`Client`] sends all moves it has, gets the positions that wait for one, searches them in
//! parallel and sends again. It keeps no state that the server does not have: started anew, it goes
//! on with the open runs. It reports what happens as [`Event`]s.

mod connection;
mod infer;
mod open_run;
mod rating;

pub use connection::RetryPolicy;
pub use open_run::{FinishedRun, Turn};
pub use rating::RatingTracker;

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::thread;

use serde_json::Value;
use spielwerk_games::AnyGame;
use spielwerk_players::{PlayerSpec, SearchParams, SpecError};
use spielwerk_search::{Limits, StopFlag};
use thiserror::Error;

use super::wire::{Action, ActionRequest, Response};
use super::{Config, Environment};
use connection::Connection;
use open_run::OpenRun;

/// Configuration of a client.
#[derive(Clone)]
pub struct Client {
    /// Who plays where.
    pub config: Config,
    /// What is played there.
    pub game: AnyGame,
    /// Who chooses the moves.
    pub player: PlayerSpec,
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
    /// A request has been answered; these are the ratings so far.
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
            limits: Limits::time(std::time::Duration::from_secs(1)),
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
        let mut actions = Vec::new();
        let mut idle = 0;
        while let Some(response) = connection.request(&actions, stop, on_event)? {
            state.apply_response(&response, on_event)?;
            on_event(Event::Progress(&state.ratings));
            if state.ratings.games() >= self.runs || stop.is_stopped() {
                break;
            }
            actions = state.choose_actions(stop);
            if stop.is_stopped() {
                break;
            }
            if let Some(why) = state.stuck_reason() {
                return Err(ClientError::Stuck(why));
            }
            // A server that has nothing for us is not asked in a loop.
            idle = if actions.is_empty() { idle + 1 } else { 0 };
            if idle > 0 && !connection.back_off(idle, stop) {
                break;
            }
        }
        state.ratings.open = state.runs.len();
        Ok(state.ratings)
    }
}

/// The open runs, and the ratings of the finished ones.
struct ClientState<'a> {
    client: &'a Client,
    runs: BTreeMap<String, OpenRun>,
    ratings: RatingTracker,
}

impl ClientState<'_> {
    /// Applies a response.
    fn apply_response(
        &mut self,
        response: &Response,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), ClientError> {
        for message in &response.messages {
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
            let player = spielwerk_players::build(self.client.game, &self.client.player)?;
            let run = OpenRun::new(request.run.clone(), self.client.game, player);
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

    /// Searches all runs that wait, as many at a time as there are threads.
    fn choose_actions(&mut self, stop: &StopFlag) -> Vec<Action> {
        let client = self.client;
        let params = SearchParams { stop: stop.clone(), ..SearchParams::new(client.limits) };
        let waiting: Vec<&mut OpenRun> =
            self.runs.values_mut().filter(|run| run.is_waiting()).collect();
        let threads = client.threads.clamp(1, waiting.len().max(1));
        let (queue, actions) = (Mutex::new(waiting.into_iter()), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // The lock is held for taking the next run, not for the search.
                    let next = || queue.lock().ok().and_then(|mut runs| runs.next());
                    while let Some(run) = next() {
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

    /// Why no run can go on, if all that are open have been given up.
    fn stuck_reason(&self) -> Option<String> {
        let reasons = self.runs.values().map(|run| {
            run.given_up.as_ref().map(|why| format!("run {} is given up: {why}", run.id))
        });
        let reasons: Vec<String> = reasons.collect::<Option<_>>()?;
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
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
