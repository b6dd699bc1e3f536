//! Exact results of moves.

use serde_json::{Value, json};
use spielwerk_arena::Store;
use spielwerk_tablebases::{BuildMonitor, TablebaseDir, registry};
use spielwerk_web::{AppState, ServerConfig};

use crate::client::post;

#[tokio::test]
async fn every_move_has_its_exact_result() {
    let folder = tempfile::tempdir().unwrap();
    let dir = TablebaseDir::from(folder.path());
    let table = registry::tablebase("fanorona-3x3-4").unwrap();
    table.build(&dir, &BuildMonitor::silent()).unwrap();
    let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let config = ServerConfig { threads: 1, tablebases: Some(dir), ..ServerConfig::default() };
    let app_state = AppState::with_config(store, config).unwrap();
    let input = json!({ "game": "fanorona-3x3", "position": "1B1/3/WW1 w 0 1" });
    let (_, position) = post(&app_state, "/api/position", input.clone()).await;
    let (_, answer) = post(&app_state, "/api/tablebase", input).await;
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), position["moves"].as_array().unwrap().len());
    assert_eq!(answer["seat"], 0);
    assert_eq!(moves[0]["result"], json!({ "result": "win", "plies": 1 }));
    assert!(moves.iter().all(|it| it["move"]["text"].is_string()));
}

#[tokio::test]
async fn without_tablebases_nothing_is_known() {
    let folder = tempfile::tempdir().unwrap();
    let app_state = crate::client::app_state(&folder.path().join("store.sqlite"));
    let (_, answer) = post(&app_state, "/api/tablebase", json!({ "game": "halma" })).await;
    assert_eq!(answer, json!({ "seat": Value::Null, "moves": [] }));
}
