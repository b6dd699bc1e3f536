//! One visitor with many slow games does not keep others waiting.

use serde_json::json;

use crate::client::Server;

#[tokio::test]
async fn a_quick_move_does_not_wait_for_many_slow_ones() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    let mut slow = Vec::new();
    for _ in 0..20 {
        let seats = json!([{ "player": "strong" }, { "player": "strong" }]);
        let request = json!({ "game": "halma", "seats": seats, "move_ms": 10_000 });
        slow.push(server.join(&server.session(request).await).await);
    }
    // Those who wait are told how many are ahead.
    slow[19].0.wait_for("waiting").await;
    let seats = json!([{ "player": "level:1" }, { "person": "" }]);
    let quick = server.session(json!({ "game": "bohnenspiel", "seats": seats })).await;
    let (mut client, _) = server.join(&quick).await;
    // The client itself gives up after a minute, and the slow moves take longer together.
    client.turn().await;
    assert_eq!(client.plies.len(), 1);
}
