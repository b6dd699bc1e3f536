//! The two versions of the protocol, parsed into one kind of request and written from one response.
//!
//! Version 0 names a run and the number of the move together, `"7#3"`, and keeps errors apart from
//! other messages. It is spoken where a request says no version at all.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::http_error::HttpError;
use super::request_handler::AgentRequest;
use spielwerk_codecs::aisysproj::{Action, Message, Response};

/// Which version a request speaks.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum ProtocolVersion {
    Zero,
    One,
}

#[derive(Deserialize)]
struct RequestV1 {
    agent: String,
    pwd: String,
    #[serde(default)]
    actions: Vec<Action>,
    #[serde(default = "yes")]
    parallel_runs: bool,
    #[serde(default)]
    to_abandon: Vec<String>,
}

#[derive(Deserialize)]
struct RequestV0 {
    agent: String,
    pwd: String,
    #[serde(default)]
    actions: Vec<ActionV0>,
    #[serde(default)]
    single_request: bool,
}

#[derive(Deserialize)]
struct ActionV0 {
    run: String,
    action: Value,
}

fn yes() -> bool {
    true
}

impl ProtocolVersion {
    /// Reads a request's body.
    pub(super) fn read(body: &[u8]) -> Result<(ProtocolVersion, AgentRequest), HttpError> {
        let body: Value = serde_json::from_slice(body)
            .map_err(|error| HttpError::bad_request(format!("the body is no JSON: {error}")))?;
        let fields = match body {
            Value::Object(fields) if !fields.is_empty() => fields,
            _ => return Err(HttpError::bad_request("a JSON object was expected".into())),
        };
        match fields.get("protocol_version") {
            None => Ok((ProtocolVersion::Zero, read_zero(fields)?)),
            Some(version) if *version == 0 => Ok((ProtocolVersion::Zero, read_zero(fields)?)),
            Some(version) if *version == 1 => Ok((ProtocolVersion::One, read_one(fields)?)),
            Some(other) => {
                let why =
                    format!("version {other} of the protocol is not spoken here, only 0 and 1");
                Err(HttpError::bad_request(why))
            }
        }
    }

    /// Writes a response.
    pub(super) fn write(self, response: &Response) -> Value {
        match self {
            ProtocolVersion::One => json!(response),
            ProtocolVersion::Zero => write_zero(response),
        }
    }
}

/// A reader's error quotes what it found, which may be the password; the right form is quoted instead.
fn malformed(version: &str) -> HttpError {
    let form = match version {
        "0" => r#"{"agent", "pwd", "actions": [{"run": "7#3", "action"}]}"#,
        _ => r#"{"agent", "pwd", "actions": [{"run": "7", "act_no": 3, "action"}]}"#,
    };
    HttpError::bad_request(format!("malformed request; version {version} looks like {form}"))
}

fn read_one(fields: Map<String, Value>) -> Result<AgentRequest, HttpError> {
    let request: RequestV1 =
        serde_json::from_value(Value::Object(fields)).map_err(|_| malformed("1"))?;
    Ok(AgentRequest {
        agent: request.agent,
        password: request.pwd,
        actions: request.actions,
        parallel: request.parallel_runs,
        to_abandon: request.to_abandon,
    })
}

fn read_zero(fields: Map<String, Value>) -> Result<AgentRequest, HttpError> {
    let request: RequestV0 =
        serde_json::from_value(Value::Object(fields)).map_err(|_| malformed("0"))?;
    let actions = request.actions.into_iter().map(|ActionV0 { run, action }| {
        let (run, act_no) = run.split_once('#').ok_or_else(|| malformed("0"))?;
        let act_no = act_no.parse().map_err(|_| malformed("0"))?;
        Ok(Action { run: run.to_owned(), act_no, action })
    });
    Ok(AgentRequest {
        agent: request.agent,
        password: request.pwd,
        actions: actions.collect::<Result<_, HttpError>>()?,
        parallel: !request.single_request,
        to_abandon: Vec::new(),
    })
}

fn write_zero(response: &Response) -> Value {
    let text = |message: &Message| match &message.run {
        Some(run) => format!("run {run}: {}", message.content),
        None => message.content.clone(),
    };
    let (errors, others): (Vec<&Message>, Vec<&Message>) =
        response.messages.iter().partition(|message| message.kind == "error");
    let requests = response.action_requests.iter().map(|request| {
        json!({ "run": format!("{}#{}", request.run, request.act_no), "percept": request.percept })
    });
    json!({
        "action-requests": requests.collect::<Vec<_>>(),
        "errors": errors.into_iter().map(text).collect::<Vec<_>>(),
        "messages": others.into_iter().map(text).collect::<Vec<_>>(),
    })
}
