//! Restarts of the server, and clients that disconnect.

use serde_json::json;

use crate::client::Server;

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let server = Server::start(&store).await;
    let seats = json!([{ "person": "" }, { "player": "level:1" }]);
    let id = server.session(json!({ "game": "fanorona", "seats": seats })).await;
    let (mut client, state) = server.join(&id).await;
    client.play(&state, 1).await;
    let mut state = client.turn().await;
    state = client.play(&state, 0).await;
    let plies = client.plies.clone();
    server.stop().await;
    while client.recv().await.is_some() {}
    drop(state);

    let server = Server::start(&store).await;
    let (mut client, state) = server.join(&id).await;
    assert_eq!(client.plies[..plies.len()], plies, "nothing that was seen is lost");
    // The player answers as if nothing had happened.
    let state = if state["now"]["person"] == true { state } else { client.turn().await };
    client.play(&state, 0).await;
    server.stop().await;
}

#[tokio::test]
async fn a_search_stops_when_the_client_disconnects() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    let request = |ms: u64| {
        let seats = json!([{ "player": "strong" }, { "person": "" }]);
        json!({ "game": "halma", "seats": seats, "move_ms": ms })
    };
    // Only one player can search at a time, and this one would for a minute.
    let slow = server.session(request(60_000)).await;
    let (mut client, _) = server.join(&slow).await;
    client.wait_for("thinking").await;
    client.close().await;
    let quick = server.session(request(50)).await;
    let (mut client, _) = server.join(&quick).await;
    // The client itself gives up after a minute.
    client.turn().await;
    assert_eq!(client.plies.len(), 1);
}
