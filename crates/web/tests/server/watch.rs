//! What can be watched: tournaments that another process plays, and games of the practice server.

use std::path::Path;
use std::sync::Arc;

use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::ETAG;
use serde_json::{Value, json};
use spielwerk_arena::record::{Archive, EventKind};
use spielwerk_arena::tournament::{LocalExecutor, Tournament};
use spielwerk_arena::{Store, TournamentConfig};
use spielwerk_engines::NamedEngines;
use spielwerk_players::GameState;
use spielwerk_search::StopFlag;
use spielwerk_web::{AppState, PracticeReader, ServerConfig};

use crate::client::{app_state, ask, get, request};

const CONFIG: &str = "game = 'bohnenspiel'\nformat = 'round-robin'\ngames = 4\nopenings = 4\n\
    players = ['greedy', 'random', 'minimax:depth=2']\n[limits]\nnodes = 100\n";

/// A whole tournament, played into a store as `spielwerk tournament` does.
fn play(store: &Path) {
    let config = TournamentConfig::read(CONFIG, Path::new("."), "autumn cup").unwrap();
    let mut archive = Archive::open(store).unwrap();
    let mut tournament =
        Tournament::open(config, &mut archive, true, &NamedEngines::default()).unwrap();
    let executor = LocalExecutor { threads: 1 };
    tournament.play(&mut archive, &executor, &StopFlag::default(), &mut |_, _| {}).unwrap();
}

#[tokio::test]
async fn a_tournament_is_followed_while_another_process_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let (there, here) = (folder.path().join("there.sqlite"), folder.path().join("here.sqlite"));
    play(&there);
    let records = Archive::open(&there).unwrap().records(None).unwrap();
    let app_state = app_state(&here);
    assert_eq!(get(&app_state, "/api/events").await, (StatusCode::OK, json!([])));

    let config = TournamentConfig::read(CONFIG, Path::new("."), "autumn cup").unwrap();
    let mut archive = Archive::open(&here).unwrap();
    let event = archive.begin("autumn cup", EventKind::Tournament, &config.to_json()).unwrap();
    archive.add(&event, &records[..5]).unwrap();
    let (_, events) = get(&app_state, "/api/events").await;
    assert_eq!((&events[0]["name"], &events[0]["games"]), (&json!("autumn cup"), &json!(5)));
    assert_eq!(events[0]["game"], "bohnenspiel");
    let path = format!("/api/events/{}", events[0]["id"]);
    let (_, view) = get(&app_state, &path).await;
    assert_eq!((&view["total"], &view["format"]), (&json!(12), &json!("round-robin")));
    assert_eq!(view["standings"]["complete"], false);

    // The same answer is not sent again, another one is.
    let answer = ask(&app_state, request("GET", &path).body(Body::empty()).unwrap()).await;
    let tag = answer.headers()[ETAG].clone();
    let again = || request("GET", &path).header("if-none-match", &tag).body(Body::empty()).unwrap();
    assert_eq!(ask(&app_state, again()).await.status(), StatusCode::NOT_MODIFIED);
    archive.add(&event, &records).unwrap();
    assert_eq!(ask(&app_state, again()).await.status(), StatusCode::OK);
    let (_, view) = get(&app_state, &path).await;
    assert_eq!((&view["games"], &view["standings"]["complete"]), (&json!(12), &json!(true)));
    let lines = view["standings"]["lines"].as_array().unwrap();
    let points: f64 = lines.iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert_eq!((lines.len(), points), (3, 12.0));
    assert!(lines[0]["rating"]["error"].as_f64().unwrap() > 0.0);
}

#[tokio::test]
async fn games_of_a_tournament_are_listed_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    play(&store);
    let app_state = app_state(&store);
    let (_, events) = get(&app_state, "/api/events").await;
    let path = format!("/api/events/{}/games", events[0]["id"]);
    let (_, last) = get(&app_state, &format!("{path}?limit=2")).await;
    let numbers = |games: &Value| -> Vec<u64> {
        games.as_array().unwrap().iter().map(|game| game["number"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers(&last), [12, 11]);
    let (_, before) = get(&app_state, &format!("{path}?limit=2&before=11")).await;
    assert_eq!(numbers(&before), [10, 9]);
    let (_, pair) =
        get(&app_state, &format!("{path}?player=minimax%3Adepth%3D2&against=random")).await;
    assert_eq!(pair.as_array().unwrap().len(), 4);
    for game in pair.as_array().unwrap() {
        assert!(!game["players"].as_array().unwrap().contains(&json!("greedy")));
    }

    let (status, replay) = get(&app_state, &format!("{path}/12")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(replay["players"], last[0]["players"]);
    assert_eq!(replay["plies"].as_array().unwrap().len() as u64, last[0]["plies"]);
    assert_eq!(replay["notes"].as_array().unwrap().len() as u64 + 4, last[0]["plies"]);
    assert_eq!(replay["start"]["contents"].as_array().unwrap().len(), 14);

    for missing in ["/api/events/99", "/api/events/99/games", "/api/runs/1"] {
        assert_eq!(get(&app_state, missing).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
    let (status, error) = get(&app_state, &format!("{path}/13")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(error["error"].as_str().unwrap().contains("no game 13"), "{error}");
    for (path, wrong) in [("/api/events/cup", "cup"), ("/api/events/1/games?limit=x", "limit")] {
        let (status, error) = get(&app_state, path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(error["error"].as_str().unwrap().contains(wrong), "{error}");
    }
}

#[tokio::test]
async fn whoever_opens_the_house_says_what_the_practice_server_does() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let run = |id| {
        let mut game_state = GameState::new(spielwerk_games::game("fauhalma").unwrap());
        let first = game_state.position().legal_moves().remove(0);
        game_state.play(first).unwrap();
        Ok((id == 7).then(|| (json!({ "id": 7, "agent": "ada" }), game_state)))
    };
    let environments = || Ok(json!([{ "name": "ss26.1.2.8" }]));
    let practice = PracticeReader { environments: Arc::new(environments), run: Arc::new(run) };
    let config = ServerConfig { threads: 1, practice: Some(practice), ..ServerConfig::default() };
    let app_state = AppState::with_config(store, config).unwrap();
    let (_, environments) = get(&app_state, "/api/environments").await;
    assert_eq!(environments[0]["name"], "ss26.1.2.8");
    let (_, run) = get(&app_state, "/api/runs/7").await;
    assert_eq!((&run["agent"], &run["game"]), (&json!("ada"), &json!("fauhalma")));
    assert_eq!(run["plies"].as_array().unwrap().len(), 1);
    assert_eq!(get(&app_state, "/api/runs/8").await.0, StatusCode::NOT_FOUND);
}
