//! The opening explorer: stored games of the arena and of the server.

use serde_json::{Value, json};
use spielwerk_arena::record::Archive;
use spielwerk_codecs::record::GameRecord;

use crate::client::{Server, post};

fn record(number: u32, moves: &[&str], points: [f64; 2]) -> GameRecord {
    let plies: Vec<Value> = moves
        .iter()
        .map(|text| json!({ "move": text, "score": "+0.50", "depth": 3, "nodes": 9, "us": 10 }))
        .collect();
    let player = |points| json!({ "player": "greedy", "version": "1", "points": points });
    let record = json!({
        "event": "match", "number": number, "game": "bohnenspiel", "date": "2026-01-01T00:00:00Z",
        "players": [player(points[0]), player(points[1])], "opening": [], "moves": plies,
        "ending": "resignation", "culprit": 1,
    });
    serde_json::from_value(record).unwrap()
}

#[tokio::test]
async fn moves_are_counted_over_all_stored_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let server = Server::start(&store).await;
    let ask = async |moves: Value| {
        let input = json!({ "game": "bohnenspiel", "moves": moves });
        post(&server.app_state, "/api/explorer", input).await.1
    };
    assert_eq!(ask(json!([])).await, json!({ "games": 0, "moves": [] }));
    let mut archive = Archive::open(&store).unwrap();
    let games = [record(1, &["3", "1"], [0.0, 1.0]), record(2, &["3", "2"], [0.0, 1.0])];
    assert_eq!(archive.import(&games).unwrap(), 2);
    let id = server.session(json!({ "game": "bohnenspiel", "moves": ["4"] })).await;
    let (mut client, _) = server.join(&id).await;
    client.send(json!({ "type": "resign", "seat": 0 })).await;
    while client.state().await["over"].is_null() {}

    let answer = ask(json!([])).await;
    assert_eq!(answer["games"], 3);
    let moves = answer["moves"].as_array().unwrap();
    let facts =
        |it: &Value| (it["move"]["text"].clone(), it["games"].clone(), it["points"].clone());
    assert_eq!(facts(&moves[0]), (json!("3"), json!(2), json!([0.0, 2.0])));
    assert_eq!(facts(&moves[1]), (json!("4"), json!(1), json!([0.0, 1.0])));
    assert_eq!((&moves[0]["score"], &moves[1]["score"]), (&json!(0.5), &Value::Null));
    assert_eq!(ask(json!(["3"])).await["moves"].as_array().unwrap().len(), 2);
}
