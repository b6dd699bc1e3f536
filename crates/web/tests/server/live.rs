//! Whole games over WebSockets, and every command of a session.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use spielwerk_web::{AppState, ServerConfig};

use crate::client::{Server, TIMEOUT, get};

async fn server() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    (folder, server)
}

#[tokio::test]
async fn small_tablebases_are_built_once_a_game_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let directory =
        spielwerk_tablebases::TablebaseDir::find(Some(folder.path().join("tables"))).unwrap();
    let store = spielwerk_arena::Store::open(&folder.path().join("store.sqlite")).unwrap();
    let config =
        ServerConfig { threads: 1, tablebases: Some(directory.clone()), ..ServerConfig::default() };
    let server = Server::open(AppState::with_config(store, config).unwrap()).await;
    assert!(!directory.path().exists());
    let seats = json!([{ "player": "level:1" }, { "person": "" }]);
    let id = server.session(json!({ "game": "fanorona-3x3", "seats": seats })).await;
    let (mut client, state) = server.join(&id).await;
    if state["plies"].as_array().unwrap().is_empty() {
        client.state().await;
    }
    let built = async {
        while std::fs::read_dir(directory.path()).map_or(0, Iterator::count) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, built).await.unwrap();
}

/// Plays a whole game by random moves and checks the states that the server sends.
async fn whole_game(game: &str) {
    let (_folder, server) = server().await;
    let seats = spielwerk_games::game(game).unwrap().seats();
    let mut seats_json = vec![json!({ "player": "random" }); seats];
    seats_json[0] = json!({ "person": "Ada" });
    let id = server.session(json!({ "game": game, "seats": seats_json })).await;
    let (mut client, mut state) = server.join(&id).await;
    let mut choice: usize = 12_345;
    while state["over"].is_null() {
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        state = client.play(&state, choice >> 33).await;
        while state["now"]["person"] == false && state["over"].is_null() {
            state = client.state().await;
        }
    }
    let (_, stored) = get(&server.app_state, &format!("/api/sessions/{id}")).await;
    assert_eq!(stored["plies"].as_array().unwrap(), &client.plies);
    assert_eq!(stored["over"], state["over"]);
    let mut contents = stored["start"]["contents"].clone();
    for ply in &client.plies {
        check_animation(ply);
        for change in ply["changes"].as_array().unwrap() {
            contents[change[0].as_u64().unwrap() as usize] = change[1].clone();
        }
    }
    let end = spielwerk_games::game(game)
        .unwrap()
        .read_position(stored["now"]["position"].as_str().unwrap())
        .unwrap();
    assert_eq!(contents, serde_json::to_value(end.contents()).unwrap());
    assert!(client.refusal(json!({ "type": "move", "path": [0] })).await.contains("over"));
}

/// What a piece captures on its way is what is gone afterwards.
fn check_animation(ply: &Value) {
    let animation = &ply["move"]["trail"];
    let steps = animation["steps"].as_array().unwrap();
    if animation["kind"] == "walk" {
        // The piece may end where a captured one stood.
        let last = &steps.last().unwrap()["to"];
        let captured = steps.iter().flat_map(|step| step["captured"].as_array().unwrap());
        let captured = captured.filter(|site| site != &last);
        let changes = ply["changes"].as_array().unwrap().iter();
        let gone = changes.filter(|change| change[1] == "empty" && change[0] != animation["from"]);
        let sorted = |mut sites: Vec<u64>| {
            sites.sort_unstable();
            sites
        };
        let captured = sorted(captured.map(|site| site.as_u64().unwrap()).collect());
        assert_eq!(captured, sorted(gone.map(|change| change[0].as_u64().unwrap()).collect()));
        assert!(ply["changes"].as_array().unwrap().iter().any(|change| &change[0] == last));
    }
}

#[tokio::test]
async fn a_whole_game_of_fauhalma() {
    whole_game("fauhalma").await;
}

#[tokio::test]
async fn a_whole_game_of_halma() {
    whole_game("halma").await;
}

#[tokio::test]
async fn a_whole_game_of_fanorona() {
    whole_game("fanorona").await;
}

#[tokio::test]
async fn a_whole_game_of_bohnenspiel() {
    whole_game("bohnenspiel").await;
}

#[tokio::test]
async fn turns_are_undone_and_redone() {
    let (_folder, server) = server().await;
    let seats = json!([{ "person": "" }, { "player": "level:1" }]);
    let id = server.session(json!({ "game": "bohnenspiel", "seats": seats })).await;
    let (mut client, state) = server.join(&id).await;
    assert!(client.refusal(json!({ "type": "undo" })).await.contains("take back"));
    client.play(&state, 2).await;
    let second = client.turn().await;
    client.play(&second, 0).await;
    client.turn().await;
    let played = client.plies.clone();
    client.send(json!({ "type": "undo" })).await;
    let back = client.state().await;
    assert_eq!((&back["now"], &back["redo"]), (&second["now"], &json!(1)));
    client.send(json!({ "type": "redo" })).await;
    let again = client.state().await;
    assert_eq!((&client.plies, &again["redo"]), (&played, &json!(0)));
}

#[tokio::test]
async fn bad_commands_are_refused_and_change_nothing() {
    let (_folder, server) = server().await;
    let id = server.session(json!({ "game": "fanorona" })).await;
    let (mut client, state) = server.join(&id).await;
    for (message, why) in [
        (json!({ "type": "fly" }), "unknown variant"),
        (json!({ "type": "move" }), "either"),
        (json!({ "type": "move", "path": [0, 1] }), "no legal move"),
        (json!({ "type": "move", "text": "d3" }), "not a move"),
        (json!({ "type": "move", "text": "d3-e3A", "ply": 4 }), "gone on"),
        (json!({ "type": "redo" }), "nothing was taken back"),
        (json!({ "type": "resign", "seat": 1 }), "only a person"),
        (json!({ "type": "resign", "seat": 9 }), "no seat 9"),
        (json!({ "type": "pace", "ms": 100_000_000 }), "pace_ms"),
    ] {
        let error = client.refusal(message.clone()).await;
        assert!(error.contains(why), "{message}: {error}");
    }
    let (_, stored) = get(&server.app_state, &format!("/api/sessions/{id}")).await;
    assert_eq!(stored["now"], state["now"]);
}

#[tokio::test]
async fn hints_resignation_and_swapped_sides() {
    let (_folder, server) = server().await;
    let request = json!({ "game": "bohnenspiel", "move_ms": 50 });
    let id = server.session(request).await;
    let (mut client, state) = server.join(&id).await;
    client.send(json!({ "type": "hint" })).await;
    let hint = client.wait_for("hint").await;
    let texts: Vec<&Value> =
        state["now"]["moves"].as_array().unwrap().iter().map(|m| &m["text"]).collect();
    assert!(texts.contains(&&hint["move"]["text"]));
    client.send(json!({ "type": "swap" })).await;
    let swapped = client.turn().await;
    assert_eq!(swapped["seats"][1], json!({ "person": "" }));
    assert_eq!(client.plies.len(), 1, "the player has moved on the first seat");
    client.send(json!({ "type": "resign" })).await;
    let over = client.state().await["over"].clone();
    assert_eq!((&over["ending"], &over["outcome"]), (&json!("resignation"), &json!([1.0, 0.0])));
}

#[tokio::test]
async fn players_alone_play_step_by_step_while_somebody_watches() {
    let (_folder, server) = server().await;
    let seats = json!([{ "player": "greedy" }, { "player": "random" }]);
    let request = json!({ "game": "bohnenspiel", "seats": seats, "pace_ms": 60_000 });
    let id = server.session(request).await;
    let (mut client, _) = server.join(&id).await;
    client.send(json!({ "type": "pause" })).await;
    assert_eq!(client.state().await["paused"], true);
    client.send(json!({ "type": "pace", "ms": 0 })).await;
    client.state().await;
    for plies in 1..4 {
        client.send(json!({ "type": "step" })).await;
        client.state().await;
        assert_eq!(client.plies.len(), plies);
    }
    client.send(json!({ "type": "resume" })).await;
    while client.state().await["over"].is_null() {}
}

#[tokio::test]
async fn a_seat_that_runs_out_of_time_loses() {
    let (_folder, server) = server().await;
    let request = json!({ "game": "halma", "clock": { "ms": 1000 } });
    let id = server.session(request).await;
    let (mut client, state) = server.join(&id).await;
    assert_eq!(state["clocks"]["running"], 0);
    let over = client.state().await["over"].clone();
    assert_eq!((&over["ending"], &over["culprit"]), (&json!("time"), &json!(0)));
}

#[tokio::test]
async fn two_clients_see_the_same_game() {
    let (_folder, server) = server().await;
    let seats = json!([{ "person": "Ada" }, { "person": "Emmy" }]);
    let id = server.session(json!({ "game": "fanorona", "seats": seats })).await;
    let (mut ada, state) = server.join(&id).await;
    let (mut emmy, _) = server.join(&id).await;
    ada.play(&state, 0).await;
    let seen = emmy.turn().await;
    assert_eq!(ada.plies, emmy.plies);
    emmy.play(&seen, 1).await;
    ada.turn().await;
    assert_eq!(ada.plies, emmy.plies);
}

#[tokio::test]
async fn foreign_origins_get_no_socket_and_long_messages_close_it() {
    let (_folder, server) = server().await;
    let id = server.session(json!({ "game": "bohnenspiel" })).await;
    let address = format!("ws://{}/api/sessions/{id}/live", server.address);
    let mut foreign = address.into_client_request().unwrap();
    foreign.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    let error = connect_async(foreign).await.unwrap_err().to_string();
    assert!(error.contains("403"), "{error}");
    let (mut client, _) = server.join(&id).await;
    client.try_send("x".repeat(100_000)).await;
    while client.recv().await.is_some() {}
    let (_, again) = server.join(&id).await;
    assert_eq!(again["over"], Value::Null);
}
