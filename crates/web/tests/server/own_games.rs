//! The games of a browser, by its key.

use axum::body::Body;
use axum::http::StatusCode;
use serde_json::{Value, json};
use spielwerk_web::AppState;

use crate::client::{app_state, ask, json_of, post, request};

const ADA: &str = "0123456789abcdef0123456789abcdef";
const BOB: &str = "fedcba9876543210fedcba9876543210";

/// A request of the browser with this key.
async fn as_owner(
    app_state: &AppState,
    owner: &str,
    method: &str,
    path: &str,
    body: Option<Value>,
) -> (StatusCode, Value) {
    let request = request(method, path)
        .header("spielwerk-owner", owner)
        .header("content-type", "application/json");
    let body = body.map_or_else(Body::empty, |body| body.to_string().into());
    json_of(ask(app_state, request.body(body).unwrap()).await).await
}

async fn ids(app_state: &AppState, owner: &str) -> Vec<String> {
    let (status, list) = as_owner(app_state, owner, "GET", "/api/own-games", None).await;
    assert_eq!(status, StatusCode::OK);
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    list.as_array().unwrap().iter().map(id).collect()
}

#[tokio::test]
async fn everybody_finds_their_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let app_state = app_state(&store);
    let new = |owner: &'static str, body| {
        as_owner(&app_state, owner, "POST", "/api/sessions", Some(body))
    };
    let (status, game) = new(ADA, json!({ "game": "halma" })).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = game["id"].as_str().unwrap();
    let players = json!([{ "player": "random" }, { "player": "random" }]);
    new(ADA, json!({ "game": "halma", "seats": players })).await;
    post(&app_state, "/api/sessions", json!({ "game": "halma" })).await;
    assert_eq!(ids(&app_state, ADA).await, [id], "with a person, and of this browser");
    assert!(ids(&app_state, BOB).await.is_empty());

    let path = format!("/api/own-games/{id}");
    let (status, _) = as_owner(&app_state, BOB, "PUT", &path, None).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(ids(&app_state, BOB).await, [id]);
    as_owner(&app_state, ADA, "DELETE", &path, None).await;
    assert!(ids(&app_state, ADA).await.is_empty());
    assert_eq!(ids(&app_state, BOB).await, [id], "the game itself stays");
    let (status, _) = as_owner(&app_state, BOB, "PUT", "/api/own-games/none", None).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_store_does_not_know_the_keys() {
    let folder = tempfile::tempdir().unwrap();
    let app_state = app_state(&folder.path().join("store.sqlite"));
    as_owner(&app_state, ADA, "POST", "/api/sessions", Some(json!({ "game": "halma" }))).await;
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(ADA.len()).any(|part| part == ADA.as_bytes()));
    }
}

#[tokio::test]
async fn a_key_must_be_there_and_long_enough() {
    let folder = tempfile::tempdir().unwrap();
    let app_state = app_state(&folder.path().join("store.sqlite"));
    let (status, _) = crate::client::get(&app_state, "/api/own-games").await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    let (status, _) = as_owner(&app_state, "short", "GET", "/api/own-games", None).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
}
