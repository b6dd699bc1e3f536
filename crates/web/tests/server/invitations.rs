//! Sessions by invitation: a key for each seat, spectators, and what persons agree upon.

use serde_json::{Value, json};

use crate::client::{Client, Server, get, post};

/// A game between two persons, with a client for each and one who watches.
struct Invited {
    _folder: tempfile::TempDir,
    server: Server,
    id: String,
    players: [Client; 2],
    spectator: Client,
}

async fn invited(game: &str) -> Invited {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    let seats = json!([{ "person": "Ada" }, { "person": "Bob" }]);
    let request = json!({ "game": game, "seats": seats, "invite": true });
    let (_, created) = post(&server.app_state, "/api/sessions", request).await;
    assert_eq!((&created["you"], &created["invited"]), (&json!(0), &json!(true)));
    let id = created["id"].as_str().unwrap().to_owned();
    let join = async |key: &Value| {
        let query = key.as_str().map_or(String::new(), |key| format!("?key={key}"));
        let (_, state) = get(&server.app_state, &format!("/api/sessions/{id}{query}")).await;
        assert!(state.get("keys").is_none(), "keys are told once");
        let mut client = server.connect(&format!("/api/sessions/{id}/live{query}")).await;
        client.state().await;
        (client, state["you"].clone())
    };
    let (first, you) = join(&created["keys"][0]).await;
    assert_eq!(you, 0);
    let (second, you) = join(&created["keys"][1]).await;
    assert_eq!(you, 1);
    let (spectator, you) = join(&Value::Null).await;
    assert_eq!(you, Value::Null);
    Invited { _folder: folder, server, id, players: [first, second], spectator }
}

impl Invited {
    /// Sends a command of a seat; all get the new state.
    async fn command(&mut self, seat: usize, command: Value) -> Value {
        self.players[seat].send(command).await;
        let states = [
            self.players[0].state().await,
            self.players[1].state().await,
            self.spectator.state().await,
        ];
        assert_eq!(states[0]["offer"], states[2]["offer"]);
        states.into_iter().next().unwrap()
    }
}

#[tokio::test]
async fn everybody_plays_only_their_own_seat() {
    let mut game = invited("bohnenspiel").await;
    let play = |text: &str| json!({ "type": "move", "text": text });
    assert_eq!(game.players[1].refusal(play("3")).await, "it is not your turn");
    assert_eq!(game.spectator.refusal(play("3")).await, "you are watching this game");
    game.command(0, play("3")).await;
    assert_eq!(game.players[0].refusal(play("3")).await, "it is not your turn");
    game.command(1, play("2")).await;
    for command in ["hint", "swap", "pause", "redo"] {
        let error = game.players[0].refusal(json!({ "type": command })).await;
        assert!(error.contains("between persons"), "{command}: {error}");
    }
    assert!(
        game.spectator.refusal(json!({ "type": "resign", "seat": 1 })).await.contains("watching")
    );
    // Nobody resigns for somebody else.
    let state = game.command(1, json!({ "type": "resign", "seat": 0 })).await;
    assert_eq!(
        (&state["over"]["ending"], &state["over"]["culprit"]),
        (&json!("resignation"), &json!(1))
    );
}

#[tokio::test]
async fn a_draw_is_agreed_upon_and_survives_a_restart() {
    let mut game = invited("bohnenspiel").await;
    let offer = json!({ "type": "offer", "what": "draw" });
    let state = game.command(0, offer.clone()).await;
    assert_eq!(state["offer"], json!({ "what": "draw", "seat": 0, "agreed": [] }));
    let accept = json!({ "type": "accept" });
    assert!(game.players[0].refusal(accept.clone()).await.contains("nothing was offered"));
    assert!(game.spectator.refusal(accept.clone()).await.contains("watching"));
    let state = game.command(1, json!({ "type": "decline" })).await;
    assert_eq!((&state["offer"], &state["over"]), (&Value::Null, &Value::Null));
    assert!(game.players[1].refusal(accept.clone()).await.contains("nothing was offered"));
    // A move is an answer, too.
    game.command(0, offer.clone()).await;
    let state = game.command(0, json!({ "type": "move", "text": "3" })).await;
    assert_eq!(state["offer"], Value::Null);
    game.command(1, offer).await;
    let state = game.command(0, accept).await;
    assert_eq!(state["over"]["ending"], "agreement");
    assert_eq!(state["over"]["outcome"], json!([0.5, 0.5]));
    let Invited { server, id, .. } = game;
    let (_, stored) = get(&server.app_state, &format!("/api/sessions/{id}")).await;
    assert_eq!(stored["over"]["ending"], "agreement");
}

#[tokio::test]
async fn a_move_is_taken_back_if_the_other_agrees() {
    let mut game = invited("bohnenspiel").await;
    let undo = json!({ "type": "undo" });
    assert!(game.players[0].refusal(undo.clone()).await.contains("cannot be offered"));
    game.command(0, json!({ "type": "move", "text": "3" })).await;
    game.command(1, json!({ "type": "move", "text": "2" })).await;
    let state = game.command(0, undo).await;
    assert_eq!(state["offer"]["what"], "undo");
    assert_eq!(game.players[0].plies.len(), 2, "not before the other agrees");
    let state = game.command(1, json!({ "type": "accept" })).await;
    assert!(game.players[0].plies.is_empty());
    assert_eq!((&state["offer"], &state["redo"]), (&Value::Null, &json!(0)));
}

#[tokio::test]
async fn without_keys_nothing_has_to_be_agreed_upon() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&folder.path().join("store.sqlite")).await;
    let seats = json!([{ "person": "" }, { "person": "" }]);
    let id = server.session(json!({ "game": "bohnenspiel", "seats": seats })).await;
    let (mut client, state) = server.join(&id).await;
    assert_eq!(state["invited"], false);
    client.play(&state, 0).await;
    client.send(json!({ "type": "undo" })).await;
    client.state().await;
    assert!(client.plies.is_empty());
    let offer = json!({ "type": "offer", "what": "draw" });
    assert!(client.refusal(offer).await.contains("no invitations"));
}
