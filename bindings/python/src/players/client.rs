//! The AISysProj client with a Python function as its agent.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyConnectionError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use spielwerk_codecs::aisysproj::ActionRequest;
use spielwerk_courses::aisysproj::client::{
    Agent, ClientError, Event, FinishedRun, RatingTracker, RetryPolicy,
};
use spielwerk_courses::aisysproj::{Client, Config};
use spielwerk_search::{Limits, StopFlag};

use super::interruptible::interruptible;
use super::python_player::Failure;
use super::specs::{LimitArguments, read_spec, read_threads};
use crate::errors::{one_line, value_error};
use crate::games::KnownGame;
use crate::values::{json_text, to_python};

/// A Python function that is given percept, run and number of the action, and returns an action.
struct PythonAgent {
    function: Py<PyAny>,
    failure: Failure,
}

impl Agent for PythonAgent {
    fn choose(&self, request: &ActionRequest) -> Result<Value, String> {
        Python::attach(|py| {
            let chosen = to_python(py, &request.percept).and_then(|percept| {
                let answer = self.function.call1(py, (percept, &request.run, request.act_no))?;
                json_text(answer.bind(py))
            });
            let text = chosen.map_err(|error| {
                let why = one_line(&error.to_string());
                self.failure.keep(error);
                why
            })?;
            serde_json::from_str(&text).map_err(|error| error.to_string())
        })
    }
}

/// Plays on an AISysProj server until `runs` are finished, or for ever. Returns the ratings.
#[pyfunction]
#[pyo3(signature = (
    config, agent = None, *, player = None, time = None, nodes = None, runs = None,
    parallel = true, threads = 1, variant = None, on_note = None, on_finished = None,
    retry_delay = None
))]
#[expect(clippy::too_many_arguments, reason = "Python has named arguments")]
#[expect(
    clippy::needless_pass_by_value,
    reason = "functions are called without the GIL's lifetime"
)]
pub(crate) fn play_aisysproj<'py>(
    py: Python<'py>,
    config: &str,
    agent: Option<Py<PyAny>>,
    player: Option<&str>,
    time: Option<f64>,
    nodes: Option<u64>,
    runs: Option<usize>,
    parallel: bool,
    threads: usize,
    variant: Option<&Bound<'py, PyAny>>,
    on_note: Option<Py<PyAny>>,
    on_finished: Option<Py<PyAny>>,
    retry_delay: Option<f64>,
) -> PyResult<Bound<'py, PyDict>> {
    let config = Config::parse(Path::new("the config"), config).map_err(value_error)?;
    let variant = variant.map(KnownGame::from_argument).transpose()?.map(|known| known.any);
    let mut client = Client::new(config, variant).map_err(value_error)?;
    let (failure, stop) = (Failure::default(), StopFlag::default());
    if let Some(function) = agent {
        client.agent = Some(Arc::new(PythonAgent { function, failure: failure.clone() }));
    }
    if let Some(player) = player {
        client.player = read_spec(player)?;
    }
    let asked = LimitArguments { time, nodes, depth: None }.limits()?;
    client.limits = match (asked.time, asked.nodes) {
        (Some(time), _) => Limits { nodes: asked.nodes, ..Limits::cpu(time) },
        (None, Some(_)) => asked,
        (None, None) if !client.player.limits.is_infinite() => Limits::default(),
        (None, None) => client.limits,
    };
    client.runs = runs.unwrap_or(usize::MAX);
    client.parallel = parallel;
    client.threads = read_threads(threads)?;
    if let Some(seconds) = retry_delay {
        let delay = LimitArguments { time: Some(seconds), ..LimitArguments::default() };
        let delay = delay.limits()?.time.unwrap_or(Duration::ZERO);
        let usual = RetryPolicy::default();
        client.retry = RetryPolicy { busy_delay: delay, initial_delay: delay, ..usual };
    }
    let mut ratings = RatingTracker::default();
    let played = interruptible(py, &stop, || {
        client.play(&stop, &mut |event| {
            let told = match event {
                Event::Progress(now) => {
                    ratings = now.clone();
                    Ok(())
                }
                Event::Note(note) => tell_note(on_note.as_ref(), &note),
                Event::Finished(run) => tell_finished(on_finished.as_ref(), run),
            };
            if let Err(error) = told {
                failure.keep(error);
                stop.stop();
            }
        })
    });
    failure.raise()?;
    played?.map_err(client_error)?;
    ratings_dict(py, &ratings)
}

fn tell_note(function: Option<&Py<PyAny>>, note: &str) -> PyResult<()> {
    let Some(function) = function else { return Ok(()) };
    Python::attach(|py| function.call1(py, (note,)).map(drop))
}

fn tell_finished(function: Option<&Py<PyAny>>, run: &FinishedRun) -> PyResult<()> {
    let Some(function) = function else { return Ok(()) };
    Python::attach(|py| {
        let record = to_python(py, &run.json())?;
        function.call1(py, (&run.run, run.points, record)).map(drop)
    })
}

fn ratings_dict<'py>(py: Python<'py>, ratings: &RatingTracker) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("runs", ratings.games())?;
    dict.set_item("points", ratings.points)?;
    dict.set_item("rating", ratings.rating())?;
    dict.set_item("best", ratings.best)?;
    dict.set_item("unknown_outcomes", ratings.unknown_outcomes)?;
    dict.set_item("refused", ratings.refused)?;
    dict.set_item("open", ratings.open)?;
    Ok(dict)
}

fn client_error(error: ClientError) -> PyErr {
    match error {
        ClientError::Refused { .. }
        | ClientError::Redirected { .. }
        | ClientError::NoResponse { .. }
        | ClientError::Stuck(_) => PyConnectionError::new_err(one_line(&error.to_string())),
        _ => value_error(error),
    }
}
