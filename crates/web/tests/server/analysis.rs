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
async fn a_forced_move_is_analysed_like_any_other() {
    let (_folder, server) = server().await;
    let mut client = server.connect("/api/analysis").await;
    // Weisse has beans in one house only.
    let position = "0,0,0,0,3,0/6,6,6,6,6,6 17-16 w";
    let request =
        json!({ "type": "analyse", "game": "bohnenspiel", "position": position, "ms": 60_000 });
    client.send(request).await;
    // However slow the machine is, such an analysis comes before the end.
    loop {
        let analysis = client.wait_for("analysis").await;
        assert_ne!(analysis["done"], true, "{analysis}");
        let moves = analysis["lines"][0]["moves"].as_array().unwrap().len();
        if analysis["depth"].as_u64().unwrap() > 4 && moves > 1 {
            break;
        }
    }
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
async fn a_review_grades_the_move_that_lost() {
    let (_folder, server) = server().await;
    let mut client = server.connect("/api/analysis").await;
    // Weisse wins by every move but her sixth. So few beans are searched to the end, long before the
    // time is up.
    let position = "2,1,0,0,1,1/0,3,1,0,0,1 31-31 w";
    let review = json!({
        "type": "review", "request": 9, "game": "bohnenspiel", "position": position,
        "moves": ["6"], "ms": 10_000,
    });
    client.send(review).await;
    for ply in 0..2 {
        let message = client.wait_for("review").await;
        assert_eq!((&message["ply"], &message["of"]), (&json!(ply), &json!(2)));
    }
    let reviewed = client.wait_for("reviewed").await;
    assert_eq!(reviewed["request"], 9);
    let mistakes = reviewed["mistakes"].as_array().unwrap();
    assert_eq!(mistakes.len(), 1);
    let mistake = &mistakes[0];
    assert_eq!((&mistake["ply"], &mistake["seat"]), (&json!(0), &json!(0)));
    assert_eq!((&mistake["grade"], &mistake["loss"]), (&json!("blunder"), &json!(1.0)));
    assert_ne!(mistake["line"][0]["text"], "6");
    assert_eq!(mistake["after"]["result"], "loss");
    assert!(reviewed["accuracy"][0].as_f64().unwrap() < 1.0);
    assert!(reviewed["accuracy"][1].is_null(), "who has not moved has no accuracy");
}
