//! The line to the server: one request at a time, again and again until there is an answer.
//!
//! What may pass is waited for, with pauses that grow: a busy server, a cut line, an answer that
//! breaks off. What will not pass ends the session at once. The same moves are sent again: a server
//! that had taken them already says so, and asks for the next ones.

use std::thread;
use std::time::{Duration, Instant};

use search::Stop;
use serde_json::json;
use ureq::Agent;

use super::{Event, PlayError};
use crate::aisysproj::Config;
use crate::aisysproj::wire::{Action, Refusal, Response};

/// How long to wait for whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For an answer. Opponents think while we wait, and others may be served first.
    pub answer: Duration,
    /// Before a server that says it is busy is asked again.
    pub busy: Duration,
    /// Before a request that failed is repeated; twice as long each further time.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// How often a request is made.
    pub tries: u32,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            answer: Duration::from_secs(600),
            busy: Duration::from_secs(3),
            first: Duration::from_secs(1),
            longest: Duration::from_secs(60),
            tries: 40,
        }
    }
}

/// More than any answer has; a server that sends more is not listened to.
const LONGEST_ANSWER: u64 = 16 << 20;

/// How we introduce ourselves.
const CLIENT: &str = concat!("spielwerk-", env!("CARGO_PKG_VERSION"));

/// The way to one environment of one server.
pub(super) struct Line<'a> {
    agent: Agent,
    config: &'a Config,
    parallel: bool,
    patience: Patience,
}

/// Why a request has no answer.
enum Trouble {
    /// It may pass; the pause is at least so long.
    Passing(String, Duration),
    /// It will not.
    Final(PlayError),
}

impl<'a> Line<'a> {
    pub(super) fn new(config: &'a Config, parallel: bool, patience: Patience) -> Line<'a> {
        let settings = Agent::config_builder()
            .http_status_as_error(false)
            // A password is not carried to wherever a server points.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(patience.answer))
            .timeout_connect(Some(patience.answer.min(Duration::from_secs(30))))
            // A server that was restarted has forgotten connections that we think are open.
            .max_idle_age(Duration::from_secs(2))
            .build();
        Line { agent: settings.into(), config, parallel, patience }
    }

    /// Sends moves and waits for the answer. None if somebody raised the flag meanwhile.
    pub(super) fn ask(
        &self,
        actions: &[Action],
        stop: &Stop,
        watch: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Response>, PlayError> {
        let mut tries = 0;
        loop {
            tries += 1;
            let (why, at_least) = match self.ask_once(actions) {
                Ok(response) => return Ok(Some(response)),
                Err(Trouble::Final(error)) => return Err(error),
                Err(Trouble::Passing(why, at_least)) => (why, at_least),
            };
            if tries >= self.patience.tries {
                let url = self.config.url.clone();
                return Err(PlayError::Silent { url, tries, why });
            }
            let pause = self.length(tries).max(at_least);
            watch(Event::Note(format!("{why}; once more in {:.1} s", pause.as_secs_f64())));
            if !wait(pause, stop) {
                return Ok(None);
            }
        }
    }

    /// Waits, the longer the more often it is done in a row. False if the flag was raised.
    pub(super) fn pause(&self, times: u32, stop: &Stop) -> bool {
        wait(self.length(times), stop)
    }

    fn length(&self, times: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(times.saturating_sub(1));
        self.patience.first.saturating_mul(doubled).min(self.patience.longest)
    }

    fn ask_once(&self, actions: &[Action]) -> Result<Response, Trouble> {
        let address = format!("{}/act/{}", self.config.url, self.config.environment);
        let body = json!({
            "protocol_version": 1,
            "agent": self.config.agent,
            "pwd": self.config.password.expose(),
            "client": CLIENT,
            "actions": actions,
            "parallel_runs": self.parallel,
            "to_abandon": [],
        });
        let request = self.agent.put(&address).header("content-type", "application/json");
        let mut answer = request.send(body.to_string()).map_err(|error| self.trouble(&error))?;
        let status = answer.status().as_u16();
        let to = answer.headers().get("location").and_then(|to| to.to_str().ok());
        let to = to.map(|to| self.config.password.blacken(to));
        let text = answer.body_mut().with_config().limit(LONGEST_ANSWER).lossy_utf8(true);
        let text = text.read_to_string().map_err(|error| self.trouble(&error));
        let url = self.config.url.clone();
        match status {
            200 => serde_json::from_str(&text?).map_err(|error| {
                let error = self.config.password.blacken(&error.to_string());
                self.passing(format!("the answer is not what it should be: {error}"))
            }),
            503 => Err(Trouble::Passing("the server is busy (503)".into(), self.patience.busy)),
            300..400 => {
                let to = to.unwrap_or_else(|| "nowhere".into());
                Err(Trouble::Final(PlayError::Elsewhere { url, to }))
            }
            _ => {
                let text = text.unwrap_or_default();
                let why = match serde_json::from_str(&text) {
                    Ok(Refusal { errorname, description, .. }) => {
                        format!("{errorname}: {description}")
                    }
                    Err(_) if text.trim().is_empty() => "no reason given".into(),
                    Err(_) => text,
                };
                let why = self.config.password.blacken(&why);
                Err(Trouble::Final(PlayError::Refused { url, status, why }))
            }
        }
    }

    /// What an error on the line means.
    fn trouble(&self, error: &ureq::Error) -> Trouble {
        let why = self.config.password.blacken(&error.to_string());
        match error {
            ureq::Error::BadUri(_)
            | ureq::Error::Http(_)
            | ureq::Error::Tls(_)
            | ureq::Error::Rustls(_)
            | ureq::Error::InvalidProxyUrl => {
                Trouble::Final(PlayError::Address { url: self.config.url.clone(), why })
            }
            _ => self.passing(format!("no answer from {}: {why}", self.config.url)),
        }
    }

    fn passing(&self, why: String) -> Trouble {
        Trouble::Passing(why, Duration::ZERO)
    }
}

/// Waits in small steps, so that an interruption is noticed. False if there was one.
fn wait(pause: Duration, stop: &Stop) -> bool {
    const STEP: Duration = Duration::from_millis(50);
    let end = Instant::now() + pause;
    while !stop.is_stopped() {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(STEP));
    }
    false
}
