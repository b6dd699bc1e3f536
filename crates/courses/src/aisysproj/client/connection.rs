//! The HTTP connection to the server: one request at a time, retried with exponential backoff.
//!
//! Transient errors are retried: a busy server or front end (429, 502, 503, 504), a cut connection, a
//! truncated response; a failed environment (500) a few times. Permanent ones end the client at once.
//! A retry sends the same moves again: a server that had taken them already says so, and asks for the
//! next ones.
//!
//! Version 1 of the protocol is spoken first. A server that answers in version 0, or refuses the
//! version, is spoken to in version 0 from then on.

use std::cell::Cell;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use spielwerk_search::StopFlag;
use ureq::Agent;

use super::{ClientError, Event};
use crate::aisysproj::Config;
use spielwerk_codecs::aisysproj::{Action, ErrorBody, Response};

/// Timeouts and delays between retries.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RetryPolicy {
    /// Timeout of a request. Opponents search meanwhile, and others may be served first.
    pub response_timeout: Duration,
    /// Delay after a response 429, 502, 503 or 504, unless the server names a longer one.
    pub busy_delay: Duration,
    /// Delay before the first retry; it doubles with each further one.
    pub initial_delay: Duration,
    /// The longest delay.
    pub max_delay: Duration,
    /// How often a request is sent at most.
    pub max_attempts: u32,
    /// How often a request may fail inside the server (500) before that is final.
    pub max_server_errors: u32,
}

impl Default for RetryPolicy {
    fn default() -> RetryPolicy {
        RetryPolicy {
            response_timeout: Duration::from_secs(600),
            busy_delay: Duration::from_secs(3),
            initial_delay: Duration::from_secs(1),
            max_delay: Duration::from_secs(60),
            max_attempts: 40,
            max_server_errors: 5,
        }
    }
}

/// The largest response that is read.
const MAX_RESPONSE_BYTES: u64 = 16 << 20;

/// The longest delay that a server can ask for.
const MAX_RETRY_AFTER: Duration = Duration::from_secs(600);

/// The client's name and version.
const USER_AGENT: &str = concat!("spielwerk-", env!("CARGO_PKG_VERSION"));

/// The connection to one environment of one server.
pub(super) struct Connection<'a> {
    agent: Agent,
    config: &'a Config,
    parallel: bool,
    retry: RetryPolicy,
    /// Whether the server speaks only version 0.
    version_0: Cell<bool>,
}

/// Why a request has no response.
enum RequestError {
    /// It may pass; the delay is at least so long.
    Transient(String, Duration),
    /// The server has failed, which may pass.
    Server(ClientError),
    /// The server refuses the version of the protocol.
    Version(ClientError),
    /// It will not pass.
    Permanent(ClientError),
}

impl<'a> Connection<'a> {
    pub(super) fn new(config: &'a Config, parallel: bool, retry: RetryPolicy) -> Connection<'a> {
        let settings = Agent::config_builder()
            .http_status_as_error(false)
            // A password is not carried to wherever a server points.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(retry.response_timeout))
            .timeout_connect(Some(retry.response_timeout.min(Duration::from_secs(30))))
            // A server that was restarted has forgotten connections that we think are open.
            .max_idle_age(Duration::from_secs(2))
            .build();
        let version_0 = Cell::new(false);
        Connection { agent: settings.into(), config, parallel, retry, version_0 }
    }

    /// Sends moves and waits for the response. None if the stop flag was raised meanwhile.
    pub(super) fn request(
        &self,
        actions: &[Action],
        stop: &StopFlag,
        on_event: &mut dyn FnMut(Event<'_>),
    ) -> Result<Option<Response>, ClientError> {
        let (mut attempts, mut server_errors) = (0, 0);
        loop {
            attempts += 1;
            let (why, at_least) = match self.request_once(actions) {
                Ok(response) => return Ok(Some(response)),
                Err(RequestError::Permanent(error)) => return Err(error),
                Err(RequestError::Version(error)) if self.version_0.replace(true) => {
                    return Err(error);
                }
                Err(RequestError::Version(error)) => (error.to_string(), Duration::ZERO),
                Err(RequestError::Server(error)) => {
                    server_errors += 1;
                    if server_errors >= self.retry.max_server_errors {
                        return Err(error);
                    }
                    (error.to_string(), Duration::ZERO)
                }
                Err(RequestError::Transient(why, at_least)) => (why, at_least),
            };
            if attempts >= self.retry.max_attempts {
                let url = self.config.url.clone();
                return Err(ClientError::NoResponse { url, attempts, why });
            }
            let pause = self.delay(attempts).max(at_least);
            on_event(Event::Note(format!("{why}; once more in {:.1} s", pause.as_secs_f64())));
            if !sleep_unless_stopped(pause, stop) {
                return Ok(None);
            }
        }
    }

    /// Waits, longer each time in a row. False if the stop flag was raised.
    pub(super) fn back_off(&self, times: u32, stop: &StopFlag) -> bool {
        sleep_unless_stopped(self.delay(times), stop)
    }

    fn delay(&self, times: u32) -> Duration {
        let doubled = 2_u32.saturating_pow(times.saturating_sub(1));
        self.retry.initial_delay.saturating_mul(doubled).min(self.retry.max_delay)
    }

    fn request_once(&self, actions: &[Action]) -> Result<Response, RequestError> {
        let address = format!("{}/act/{}", self.config.url, self.config.environment);
        let body = self.body(actions);
        let request = self.agent.put(&address).header("content-type", "application/json");
        let mut answer = request.send(body.to_string()).map_err(|error| self.classify(&error))?;
        let status = answer.status().as_u16();
        let to = answer.headers().get("location").and_then(|to| to.to_str().ok());
        let to = to.map(|to| self.config.password.redact(to));
        let retry_after = answer.headers().get("retry-after").and_then(|it| it.to_str().ok());
        let retry_after =
            retry_after.and_then(|it| it.trim().parse().ok()).map(Duration::from_secs);
        let text = answer.body_mut().with_config().limit(MAX_RESPONSE_BYTES).lossy_utf8(true);
        let text = text.read_to_string().map_err(|error| self.classify(&error));
        let url = self.config.url.clone();
        match status {
            200 => self.read_response(&text?),
            429 | 502 | 503 | 504 => {
                let asked = retry_after.unwrap_or_default().min(MAX_RETRY_AFTER);
                let why = format!("the server is busy ({status})");
                Err(RequestError::Transient(why, asked.max(self.retry.busy_delay)))
            }
            300..400 => {
                let to = to.unwrap_or_else(|| "nowhere".into());
                Err(RequestError::Permanent(ClientError::Redirected { url, to }))
            }
            _ => {
                let text = text.unwrap_or_default();
                let why = match serde_json::from_str(&text) {
                    Ok(ErrorBody { errorname, description, .. }) => {
                        format!("{errorname}: {description}")
                    }
                    Err(_) if text.trim().is_empty() => "no reason given".into(),
                    Err(_) => text,
                };
                let why = self.config.password.redact(&why);
                let names_version = why.to_lowercase().contains("version");
                let error = ClientError::Refused { url, status, why };
                Err(match status {
                    500 => RequestError::Server(error),
                    400 if names_version => RequestError::Version(error),
                    _ => RequestError::Permanent(error),
                })
            }
        }
    }

    /// The body of a request, in the version that the server speaks.
    fn body(&self, actions: &[Action]) -> Value {
        let (agent, password) = (&self.config.agent, self.config.password.expose());
        if self.version_0.get() {
            return json!({
                "agent": agent,
                "pwd": password,
                "actions": actions.iter().map(Action::version_0).collect::<Vec<_>>(),
                "single_request": !self.parallel,
            });
        }
        json!({
            "protocol_version": 1,
            "agent": agent,
            "pwd": password,
            "client": USER_AGENT,
            "actions": actions,
            "parallel_runs": self.parallel,
            "to_abandon": [],
        })
    }

    /// Reads a response of either version.
    fn read_response(&self, text: &str) -> Result<Response, RequestError> {
        let error = match serde_json::from_str(text) {
            Ok(response) => return Ok(response),
            Err(error) => error,
        };
        if let Some(response) = Response::read_version_0(text) {
            self.version_0.set(true);
            return Ok(response);
        }
        let error = self.config.password.redact(&error.to_string());
        Err(self.transient(format!("the answer is not what it should be: {error}")))
    }

    /// Whether an error is transient.
    fn classify(&self, error: &ureq::Error) -> RequestError {
        let why = self.config.password.redact(&error.to_string());
        match error {
            ureq::Error::BadUri(_)
            | ureq::Error::Http(_)
            | ureq::Error::Tls(_)
            | ureq::Error::Rustls(_)
            | ureq::Error::InvalidProxyUrl => RequestError::Permanent(ClientError::InvalidUrl {
                url: self.config.url.clone(),
                why,
            }),
            _ => self.transient(format!("no answer from {}: {why}", self.config.url)),
        }
    }

    fn transient(&self, why: String) -> RequestError {
        RequestError::Transient(why, Duration::ZERO)
    }
}

/// Waits in small steps, so that the stop flag is noticed. False if it was raised.
fn sleep_unless_stopped(pause: Duration, stop: &StopFlag) -> bool {
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
