//! The messages of version 1 of the protocol, and its error body.
//!
//! Reading is as lenient as it can be without guessing: unknown keys are ignored, whole lists may
//! be missing. Version 0 exists on the server's side only.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

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
}
