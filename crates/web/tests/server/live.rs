//! Whole games over sockets, and everything that can be done at a table.

use std::time::Duration;

use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use web::{Equipment, House};

use crate::client::{FOR_EVER, Server, get};

async fn server() -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    (folder, server)
}

#[tokio::test]
async fn small_tables_build_themselves_once_a_game_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let place = tables::Place::find(Some(folder.path().join("tables"))).unwrap();
    let store = arena::Store::open(&folder.path().join("store.sqlite")).unwrap();
    let equipment = Equipment { threads: 1, tables: Some(place.clone()), ..Equipment::default() };
    let server = Server::open(House::equipped(store, equipment).unwrap()).await;
    assert!(!place.folder().exists());
    let seats = json!([{ "player": "level:1" }, { "person": "" }]);
    let id = server.table(json!({ "game": "fanorona-3x3", "seats": seats })).await;
    let (mut client, state) = server.sit(&id).await;
    if state["plies"].as_array().unwrap().is_empty() {
        client.state().await;
    }
    let built = async {
        while std::fs::read_dir(place.folder()).map_or(0, Iterator::count) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(FOR_EVER, built).await.unwrap();
}

/// Plays a whole game by random clicks and checks that what was told is what happened.
async fn whole_game(game: &str) {
    let (_folder, server) = server().await;
    let seats = games::game(game).unwrap().seats();
    let mut sitters = vec![json!({ "player": "random" }); seats];
    sitters[0] = json!({ "person": "Ada" });
    let id = server.table(json!({ "game": game, "seats": sitters })).await;
    let (mut client, mut state) = server.sit(&id).await;
    let mut choice: usize = 12_345;
    while state["over"].is_null() {
        choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        state = client.play(&state, choice >> 33).await;
        while state["now"]["person"] == false && state["over"].is_null() {
            state = client.state().await;
        }
    }
    let (_, stored) = get(&server.house, &format!("/api/tables/{id}")).await;
    assert_eq!(stored["plies"].as_array().unwrap(), &client.plies);
    assert_eq!(stored["over"], state["over"]);
    let mut contents = stored["start"]["contents"].clone();
    for ply in &client.plies {
        check_trail(ply);
        for change in ply["changes"].as_array().unwrap() {
            contents[change[0].as_u64().unwrap() as usize] = change[1].clone();
        }
    }
    let end = games::game(game).unwrap().read(stored["now"]["position"].as_str().unwrap()).unwrap();
    assert_eq!(contents, serde_json::to_value(end.contents()).unwrap());
    assert!(client.refusal(json!({ "type": "move", "path": [0] })).await.contains("over"));
}

/// What a piece captures on its way is what is gone afterwards.
fn check_trail(ply: &Value) {
    let trail = &ply["move"]["trail"];
    let steps = trail["steps"].as_array().unwrap();
    if trail["kind"] == "walk" {
        // The piece may end where a captured one stood.
        let last = &steps.last().unwrap()["to"];
        let captured = steps.iter().flat_map(|step| step["captured"].as_array().unwrap());
        let captured = captured.filter(|spot| spot != &last);
        let changes = ply["changes"].as_array().unwrap().iter();
        let gone = changes.filter(|change| change[1] == "empty" && change[0] != trail["from"]);
        let sorted = |mut spots: Vec<u64>| {
            spots.sort_unstable();
            spots
        };
        let captured = sorted(captured.map(|spot| spot.as_u64().unwrap()).collect());
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
async fn turns_are_taken_back_and_played_again() {
    let (_folder, server) = server().await;
    let seats = json!([{ "person": "" }, { "player": "level:1" }]);
    let id = server.table(json!({ "game": "bohnenspiel", "seats": seats })).await;
    let (mut client, state) = server.sit(&id).await;
    assert!(client.refusal(json!({ "type": "undo" })).await.contains("take back"));
    client.play(&state, 2).await;
    let second = client.turn().await;
    client.play(&second, 0).await;
    client.turn().await;
    let played = client.plies.clone();
    client.say(json!({ "type": "undo" })).await;
    let back = client.state().await;
    assert_eq!((&back["now"], &back["redo"]), (&second["now"], &json!(1)));
    client.say(json!({ "type": "redo" })).await;
    let again = client.state().await;
    assert_eq!((&client.plies, &again["redo"]), (&played, &json!(0)));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let (_folder, server) = server().await;
    let id = server.table(json!({ "game": "fanorona" })).await;
    let (mut client, state) = server.sit(&id).await;
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
    let (_, stored) = get(&server.house, &format!("/api/tables/{id}")).await;
    assert_eq!(stored["now"], state["now"]);
}

#[tokio::test]
async fn hints_resignation_and_changed_sides() {
    let (_folder, server) = server().await;
    let order = json!({ "game": "bohnenspiel", "move_ms": 50 });
    let id = server.table(order).await;
    let (mut client, state) = server.sit(&id).await;
    client.say(json!({ "type": "hint" })).await;
    let hint = client.wait_for("hint").await;
    let texts: Vec<&Value> =
        state["now"]["moves"].as_array().unwrap().iter().map(|m| &m["text"]).collect();
    assert!(texts.contains(&&hint["move"]["text"]));
    client.say(json!({ "type": "swap" })).await;
    let swapped = client.turn().await;
    assert_eq!(swapped["seats"][1], json!({ "person": "" }));
    assert_eq!(client.plies.len(), 1, "the player has moved on the first seat");
    client.say(json!({ "type": "resign" })).await;
    let over = client.state().await["over"].clone();
    assert_eq!((&over["ending"], &over["outcome"]), (&json!("resignation"), &json!([1.0, 0.0])));
}

#[tokio::test]
async fn players_alone_play_step_by_step_while_somebody_watches() {
    let (_folder, server) = server().await;
    let seats = json!([{ "player": "greedy" }, { "player": "random" }]);
    let order = json!({ "game": "bohnenspiel", "seats": seats, "pace_ms": 60_000 });
    let id = server.table(order).await;
    let (mut client, _) = server.sit(&id).await;
    client.say(json!({ "type": "pause" })).await;
    assert_eq!(client.state().await["paused"], true);
    client.say(json!({ "type": "pace", "ms": 0 })).await;
    client.state().await;
    for plies in 1..4 {
        client.say(json!({ "type": "step" })).await;
        client.state().await;
        assert_eq!(client.plies.len(), plies);
    }
    client.say(json!({ "type": "resume" })).await;
    while client.state().await["over"].is_null() {}
}

#[tokio::test]
async fn whoever_runs_out_of_time_has_lost() {
    let (_folder, server) = server().await;
    let order = json!({ "game": "halma", "clock": { "ms": 1000 } });
    let id = server.table(order).await;
    let (mut client, state) = server.sit(&id).await;
    assert_eq!(state["clocks"]["running"], 0);
    let over = client.state().await["over"].clone();
    assert_eq!((&over["ending"], &over["culprit"]), (&json!("time"), &json!(0)));
}

#[tokio::test]
async fn two_guests_see_the_same_game() {
    let (_folder, server) = server().await;
    let seats = json!([{ "person": "Ada" }, { "person": "Emmy" }]);
    let id = server.table(json!({ "game": "fanorona", "seats": seats })).await;
    let (mut ada, state) = server.sit(&id).await;
    let (mut emmy, _) = server.sit(&id).await;
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
    let id = server.table(json!({ "game": "bohnenspiel" })).await;
    let address = format!("ws://{}/api/tables/{id}/live", server.address);
    let mut foreign = address.into_client_request().unwrap();
    foreign.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    let error = connect_async(foreign).await.unwrap_err().to_string();
    assert!(error.contains("403"), "{error}");
    let (mut client, _) = server.sit(&id).await;
    client.shout("x".repeat(100_000)).await;
    while client.hear().await.is_some() {}
    let (_, again) = server.sit(&id).await;
    assert_eq!(again["over"], Value::Null);
}
