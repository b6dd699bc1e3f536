//! An agent from outside, which plays through our client.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use serde_json::Value;
use spielwerk_codecs::aisysproj::ActionRequest;
use spielwerk_courses::aisysproj::Client;
use spielwerk_courses::aisysproj::client::{Agent, ClientError};

use crate::common::{Running, client, play};

/// Goes the longest path. Fails, or plays off the board, when it is asked for the `bad`-th time.
struct Walker {
    asked: AtomicUsize,
    bad: usize,
    answer: Result<Value, String>,
}

impl Agent for Walker {
    fn choose(&self, request: &ActionRequest) -> Result<Value, String> {
        if self.asked.fetch_add(1, Relaxed) == self.bad {
            return self.answer.clone();
        }
        let game = spielwerk_games::game("fauhalma-rhombus").unwrap();
        let position = game.read_position(&request.percept.to_string()).unwrap();
        let paths = position.legal_moves().into_iter().map(|m| position.path(m));
        Ok(game.path_json(&paths.max_by_key(Vec::len).unwrap()))
    }
}

fn walker(bad: usize, answer: Result<Value, String>) -> Arc<Walker> {
    Arc::new(Walker { asked: AtomicUsize::new(0), bad, answer })
}

#[test]
fn it_plays_whole_runs_and_its_errors_end_the_client() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let config = running.config("walker", "ss26.1.2.1");
    let usual = client(config, 1);
    let error = |answer| {
        let client = Client { agent: Some(walker(3, answer)), ..usual.clone() };
        match play(&client).0 {
            Err(ClientError::Agent { why, .. }) => why,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(error(Err("no idea".into())), "no idea");
    assert!(error(Ok(Value::from("nowhere"))).contains("nowhere"));
    // The runs are still open, and a better agent goes on with them.
    let good = walker(usize::MAX, Err(String::new()));
    let (ratings, _) = play(&Client { agent: Some(good.clone()), ..usual });
    assert!(ratings.unwrap().games() >= 1 && good.asked.load(Relaxed) > 5);
}
