//! What must not be lost, and what must not go on: restarts, and guests that vanish.

use serde_json::json;

use crate::client::Server;

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let server = Server::start(&store).await;
    let seats = json!([{ "person": "" }, { "player": "level:1" }]);
    let id = server.table(json!({ "game": "fanorona", "seats": seats })).await;
    let (mut client, state) = server.sit(&id).await;
    client.play(&state, 1).await;
    let mut state = client.turn().await;
    state = client.play(&state, 0).await;
    let plies = client.plies.clone();
    server.stop().await;
    while client.hear().await.is_some() {}
    drop(state);

    let server = Server::start(&store).await;
    let (mut client, state) = server.sit(&id).await;
    assert_eq!(client.plies[..plies.len()], plies, "nothing that was seen is lost");
    // The player answers as if nothing had happened.
    let state = if state["now"]["person"] == true { state } else { client.turn().await };
    client.play(&state, 0).await;
    server.stop().await;
}

#[tokio::test]
async fn nobody_thinks_when_nobody_listens() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    let order = |ms: u64| {
        let seats = json!([{ "player": "strong" }, { "person": "" }]);
        json!({ "game": "halma", "seats": seats, "move_ms": ms })
    };
    // Only one may think at a time, and this one would for a minute.
    let slow = server.table(order(60_000)).await;
    let (mut client, _) = server.sit(&slow).await;
    client.wait_for("thinking").await;
    client.hang_up().await;
    let quick = server.table(order(50)).await;
    let (mut client, _) = server.sit(&quick).await;
    // The client itself gives up after a minute.
    client.turn().await;
    assert_eq!(client.plies.len(), 1);
}
