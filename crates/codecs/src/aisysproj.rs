//! The messages of both versions of the protocol, and its error body.
//!
//! Reading is as lenient as it can be without guessing: unknown keys are ignored, whole lists may
//! be missing. A response of version 0 is read into the same type: it names a run and the number of
//! the move together, `"7#3"`, and tells no outcomes; a run that it does not ask for is over.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

/// A move in a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Action {
    /// The run.
    pub run: String,
    /// Which move of the agent in it, from 0.
    pub act_no: u64,
    /// The move.
    pub action: Value,
}

/// The server wants a move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ActionRequest {
    /// The run.
    pub run: String,
    /// Which move of the agent in it, from 0.
    pub act_no: u64,
    /// The position.
    pub percept: Value,
}

/// A message of the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Message {
    /// Which run it is about, if it is about one.
    #[serde(default)]
    pub run: Option<String>,
    /// `info`, `warning` or `error`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// The text.
    #[serde(default)]
    pub content: String,
}

/// A server's response.
///
/// ```
/// use spielwerk_codecs::aisysproj::Response;
///
/// let text = r#"{ "action_requests": [{ "run": "7", "act_no": 3, "percept": [] }] }"#;
/// let response: Response = serde_json::from_str(text)?;
/// assert_eq!((response.action_requests[0].act_no, response.active_runs), (3, None));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Response {
    /// The moves it wants.
    pub action_requests: Vec<ActionRequest>,
    /// All runs that are not finished, if it names them.
    #[serde(default)]
    pub active_runs: Option<Vec<String>>,
    /// Its messages.
    #[serde(default)]
    pub messages: Vec<Message>,
    /// The runs that this request has finished, with their outcomes.
    #[serde(default, deserialize_with = "object_or_nothing")]
    pub finished_runs: Map<String, Value>,
}

impl Response {
    /// Reads a response of version 0. None if it is something else.
    pub fn read_version_0(text: &str) -> Option<Response> {
        let response: ResponseV0 = serde_json::from_str(text).ok()?;
        let mut action_requests = Vec::new();
        for RequestV0 { run, percept } in response.action_requests {
            let (run, act_no) = run.rsplit_once('#')?;
            let act_no = act_no.parse().ok()?;
            action_requests.push(ActionRequest { run: run.to_owned(), act_no, percept });
        }
        let message = |kind: &str, content: Value| {
            let content = content.as_str().map_or_else(|| content.to_string(), str::to_owned);
            Message { run: None, kind: kind.to_owned(), content }
        };
        let errors = response.errors.into_iter().map(|error| message("error", error));
        let others = response.messages.into_iter().map(|other| message("info", other));
        Some(Response {
            active_runs: Some(action_requests.iter().map(|request| request.run.clone()).collect()),
            action_requests,
            messages: errors.chain(others).collect(),
            finished_runs: Map::new(),
        })
    }
}

impl Action {
    /// The action as version 0 has it.
    pub fn version_0(&self) -> Value {
        json!({ "run": format!("{}#{}", self.run, self.act_no), "action": self.action })
    }
}

#[derive(Deserialize)]
struct ResponseV0 {
    #[serde(rename = "action-requests")]
    action_requests: Vec<RequestV0>,
    #[serde(default)]
    errors: Vec<Value>,
    #[serde(default)]
    messages: Vec<Value>,
}

#[derive(Deserialize)]
struct RequestV0 {
    run: String,
    percept: Value,
}

/// The body of every response that is not 200.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ErrorBody {
    /// The status again.
    pub errorcode: u16,
    /// What the status is called.
    pub errorname: String,
    /// What was wrong.
    pub description: String,
}

/// Where no run is finished, some servers write an empty list instead of an empty object.
fn object_or_nothing<'de, D: Deserializer<'de>>(from: D) -> Result<Map<String, Value>, D::Error> {
    Ok(match Value::deserialize(from)? {
        Value::Object(map) => map,
        _ => Map::new(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_answer_is_enough() {
        let text = r#"{"action_requests":[{"run":"7","act_no":3,"percept":{},"x":1}],"y":[]}"#;
        let response: Response = serde_json::from_str(text).unwrap();
        assert_eq!(response.action_requests[0].act_no, 3);
        assert_eq!(response.active_runs, None);
        let text = r#"{"action_requests":[],"messages":[{"content":"hm"}],"finished_runs":[]}"#;
        let response: Response = serde_json::from_str(text).unwrap();
        assert_eq!(response.messages[0].run, None);
        assert!(serde_json::from_str::<Response>("{}").is_err());
    }

    #[test]
    fn version_0_is_read_into_the_same_response() {
        let text = r#"{"action-requests":[{"run":"7#3","percept":{"A":[]}}],"errors":["e"],"messages":["m"]}"#;
        let response = Response::read_version_0(text).unwrap();
        let request = ActionRequest { run: "7".into(), act_no: 3, percept: json!({"A": []}) };
        assert_eq!(response.action_requests, [request]);
        assert_eq!(response.active_runs, Some(vec!["7".to_owned()]));
        let said: Vec<&str> = response.messages.iter().map(|it| it.content.as_str()).collect();
        assert_eq!(said, ["e", "m"]);
        for other in ["{}", r#"{"action_requests":[]}"#, r#"{"action-requests":[{"run":"7"}]}"#] {
            assert_eq!(Response::read_version_0(other), None, "{other}");
        }
        let action = Action { run: "7".into(), act_no: 3, action: json!([[0, 1], [1, 1]]) };
        assert_eq!(action.version_0(), json!({"run": "7#3", "action": [[0, 1], [1, 1]]}));
    }
}
