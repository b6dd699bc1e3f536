//! Plays on an AISysProj server, and does not let anything that happens on the way disturb it.
//!
//! A [`Session`] sends all moves it has, gets the positions that wait for one, thinks on them side
//! by side and sends again. It keeps nothing that the server does not know: started anew, it goes
//! on with the runs that are open. What it meets is told as [`Event`]s while it happens.

mod infer;
mod ledger;
mod line;
mod open_run;

pub use ledger::Ledger;
pub use line::Patience;
pub use open_run::{FinishedRun, Turn};

use std::collections::{BTreeMap, HashSet};
use std::sync::Mutex;
use std::thread;

use games::AnyGame;
use players::{Question, Spec, SpecError};
use search::{Limits, Stop};
use serde_json::Value;
use thiserror::Error;

use super::wire::{Action, ActionRequest, Response};
use super::{Config, Environment};
use line::Line;
use open_run::OpenRun;

/// Everything that playing on a server takes.
#[derive(Clone)]
pub struct Session {
    /// Who plays where.
    pub config: Config,
    /// What is played there.
    pub game: AnyGame,
    /// Who chooses the moves.
    pub player: Spec,
    /// What each move may cost.
    pub limits: Limits,
    /// How many runs to finish.
    pub runs: usize,
    /// Whether several runs may be open at once.
    pub parallel: bool,
    /// How many runs are thought on at the same time.
    pub threads: usize,
    /// How long to wait for whom.
    pub patience: Patience,
}

/// What happens in a session.
pub enum Event<'a> {
    /// Something worth a line: a message of the server, trouble with the line.
    Note(String),
    /// A run is over.
    Finished(&'a FinishedRun),
    /// A request has been answered; this is how things stand.
    Answered(&'a Ledger),
}

/// Why a session cannot go on.
#[derive(Debug, Error)]
pub enum PlayError {
    /// The server says no, and will say so again.
    #[error("{url} refuses with {status}: {why}")]
    Refused {
        /// The server.
        url: String,
        /// The HTTP status.
        status: u16,
        /// What it says.
        why: String,
    },
    /// The server is somewhere else.
    #[error("{url} sends us on to {to}; if you trust it, write that into the config file's `url`")]
    Elsewhere {
        /// The server.
        url: String,
        /// Where it points to.
        to: String,
    },
    /// The address is none.
    #[error("`{url}` cannot be asked: {why}; it must look like https://aisysproj.example.org")]
    Address {
        /// The server.
        url: String,
        /// What is wrong.
        why: String,
    },
    /// The server gave no usable answer, however often it was asked.
    #[error("{url} gave no answer {tries} times, the last time because {why}")]
    Silent {
        /// The server.
        url: String,
        /// How often it was asked.
        tries: u32,
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

impl Session {
    /// A session with the best player we have, a second a move.
    pub fn new(config: Config, variant: Option<AnyGame>) -> Result<Session, PlayError> {
        let game = variant
            .or_else(|| Environment::game_by_name(&config.environment))
            .ok_or_else(|| PlayError::UnknownEnvironment(config.environment.clone()))?;
        Ok(Session {
            config,
            game,
            player: Spec::named("strong"),
            limits: Limits::time(std::time::Duration::from_secs(1)),
            runs: Ledger::WINDOW,
            parallel: true,
            threads: thread::available_parallelism().map_or(1, usize::from),
            patience: Patience::default(),
        })
    }

    /// Plays until the runs are finished or somebody raises the flag. Runs that are still open then
    /// stay so on the server, and the next session goes on with them.
    pub fn play(&self, stop: &Stop, watch: &mut dyn FnMut(Event<'_>)) -> Result<Ledger, PlayError> {
        players::build(self.game, &self.player)?;
        let line = Line::new(&self.config, self.parallel, self.patience);
        let mut table = Table { session: self, runs: BTreeMap::new(), ledger: Ledger::default() };
        let mut actions = Vec::new();
        let mut idle = 0;
        while let Some(response) = line.ask(&actions, stop, watch)? {
            table.take(&response, watch)?;
            watch(Event::Answered(&table.ledger));
            if table.ledger.games() >= self.runs || stop.is_stopped() {
                break;
            }
            actions = table.think(stop);
            if stop.is_stopped() {
                break;
            }
            if let Some(why) = table.why_stuck() {
                return Err(PlayError::Stuck(why));
            }
            // A server that has nothing for us is not asked in a loop.
            idle = if actions.is_empty() { idle + 1 } else { 0 };
            if idle > 0 && !line.pause(idle, stop) {
                break;
            }
        }
        table.ledger.open = table.runs.len();
        Ok(table.ledger)
    }
}

/// The open runs, and what has come of the others.
struct Table<'a> {
    session: &'a Session,
    runs: BTreeMap<String, OpenRun>,
    ledger: Ledger,
}

impl Table<'_> {
    /// Takes note of all that a response says.
    fn take(
        &mut self,
        response: &Response,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), PlayError> {
        for message in &response.messages {
            let content = self.session.config.password.blacken(&message.content);
            let about = message.run.as_ref().map(|run| format!("run {run}: ")).unwrap_or_default();
            watch(Event::Note(format!("{about}{content}")));
        }
        for (run, outcome) in &response.finished_runs {
            self.close(run, outcome, watch);
        }
        if let Some(active) = &response.active_runs {
            // A response that got lost may have told how these ended.
            let gone: Vec<String> =
                self.runs.keys().filter(|run| !active.contains(run)).cloned().collect();
            gone.iter().for_each(|run| self.close(run, &Value::Null, watch));
        }
        let mut seen = HashSet::new();
        for request in response.action_requests.iter().filter(|request| seen.insert(&request.run)) {
            self.open(request, watch)?;
        }
        Ok(())
    }

    /// A position that waits for a move.
    fn open(
        &mut self,
        request: &ActionRequest,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<(), PlayError> {
        if !self.runs.contains_key(&request.run) {
            let player = players::build(self.session.game, &self.session.player)?;
            let run = OpenRun::new(request.run.clone(), self.session.game, player);
            self.runs.insert(request.run.clone(), run);
        }
        let Some(run) = self.runs.get_mut(&request.run) else { return Ok(()) };
        let given_up = run.given_up.is_some();
        let refused = run.refusals();
        run.take(request).map_err(|why| PlayError::Variant {
            run: self.session.config.password.blacken(&request.run),
            why,
            hint: hint(self.session.game, &request.percept),
        })?;
        self.ledger.refused += run.refusals().saturating_sub(refused);
        if let (Some(why), false) = (&run.given_up, given_up) {
            watch(Event::Note(format!("run {} is given up: {why}", request.run)));
        }
        Ok(())
    }

    fn close(&mut self, run: &str, outcome: &Value, watch: &mut dyn FnMut(Event<'_>)) {
        let points = outcome.as_f64();
        self.ledger.add(points);
        // A run that was finished by another session is only counted.
        if let Some(open) = self.runs.remove(run) {
            let finished = open.finish(&self.session.config.environment, points);
            watch(Event::Finished(&finished));
        }
    }

    /// Thinks on all runs that wait, as many at a time as there are threads.
    fn think(&mut self, stop: &Stop) -> Vec<Action> {
        let session = self.session;
        let question = Question { stop: stop.clone(), ..Question::new(session.limits) };
        let waiting: Vec<&mut OpenRun> =
            self.runs.values_mut().filter(|run| run.is_waiting()).collect();
        let threads = session.threads.clamp(1, waiting.len().max(1));
        let (queue, actions) = (Mutex::new(waiting.into_iter()), Mutex::new(Vec::new()));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    // The lock is held for taking the next run, not for thinking on it.
                    let next = || queue.lock().ok().and_then(|mut runs| runs.next());
                    while let Some(run) = next() {
                        let action = run.think(&question);
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
    fn why_stuck(&self) -> Option<String> {
        let reasons = self.runs.values().map(|run| {
            run.given_up.as_ref().map(|why| format!("run {} is given up: {why}", run.id))
        });
        let reasons: Vec<String> = reasons.collect::<Option<_>>()?;
        (!reasons.is_empty()).then(|| reasons.join("; "))
    }
}

/// Which flag to set for a position that does not fit a game: by name, if there is one it fits.
fn hint(game: AnyGame, percept: &Value) -> String {
    let text = percept.to_string();
    let fits = games::games().iter().find(|other| {
        **other != game && other.name().starts_with("fauhalma") && other.read(&text).is_ok()
    });
    match fits {
        Some(other) => format!("it would fit with --variant {}", other.name()),
        None => format!("{} is not what is played here: say what is with --variant", game.name()),
    }
}
