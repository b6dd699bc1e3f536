//! Engine analysis, and game reviews.

use serde_json::json;

use crate::client::Server;

async fn server() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    (folder, server)
}

#[tokio::test]
async fn a_new_request_stops_the_old_one() {
    let (_folder, server) = server().await;
    let mut client = server.connect("/api/analysis").await;
    let ask = |request: u64, ms: u64| json!({ "type": "analyse", "request": request, "game": "fanorona", "lines": 3, "ms": ms });
    client.send(ask(1, 600_000)).await;
    assert_eq!(client.wait_for("analysis").await["request"], 1);
    // One analysis at a time: this one starts only when the first one has been stopped.
    client.send(ask(2, 300)).await;
    let mut last = json!({ "request": 1 });
    // What was on its way may still arrive, but nothing after the first answer to the second.
    while last["request"] == 1 {
        last = client.wait_for("analysis").await;
    }
    while last["done"] != true {
        last = client.wait_for("analysis").await;
        assert_eq!(last["request"], 2);
    }
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| line["moves"][0]["path"].is_array()));
    client.send(ask(3, 600_000)).await;
    client.wait_for("analysis").await;
    client.close().await;
    let mut other = server.connect("/api/analysis").await;
    other.send(ask(4, 50)).await;
    assert_eq!(other.wait_for("analysis").await["request"], 4);
}

#[tokio::test]
async fn bad_requests_are_refused() {
    let (_folder, server) = server().await;
    let mut client = server.connect("/api/analysis").await;
    for (message, why) in [
        (json!({ "type": "guess" }), "unknown variant"),
        (json!({ "type": "analyse", "game": "chess" }), "no game is called"),
        (json!({ "type": "review", "game": "halma", "moves": ["x"] }), "move 1"),
    ] {
        let error = client.refusal(message).await;
        assert!(error.contains(why), "{error}");
    }
}

#[tokio::test]
async fn a_review_finds_the_move_that_lost() {
    let (_folder, server) = server().await;
    let mut client = server.connect("/api/analysis").await;
    // Weisse wins at once by her fifth app_state, and plays another.
    let position = "1,0,0,0,1,1/0,0,1,0,0,0 36-32 w";
    let review = json!({
        "type": "review", "request": 9, "game": "bohnenspiel", "position": position,
        "moves": ["1"], "ms": 50,
    });
    client.send(review).await;
    for ply in 0..2 {
        let message = client.wait_for("review").await;
        assert_eq!((&message["ply"], &message["of"]), (&json!(ply), &json!(2)));
    }
    let reviewed = client.wait_for("reviewed").await;
    assert_eq!(reviewed["request"], 9);
    assert!(reviewed["mistakes"].is_array());
}
