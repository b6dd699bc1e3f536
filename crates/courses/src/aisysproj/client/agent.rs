//! An agent from outside, which plays through our client: a function of another language.

use serde_json::Value;
use spielwerk_codecs::aisysproj::ActionRequest;

/// Chooses the moves of all runs of a client.
pub trait Agent: Send + Sync {
    /// The move for a request: the path of a peg, as the server reads it. It is asked again if the
    /// server refuses the move. An error ends the client; its runs stay open.
    fn choose(&self, request: &ActionRequest) -> Result<Value, String>;
}
