//! What can be watched: tournaments that another process plays, and games of the practice server.

use std::path::Path;
use std::sync::Arc;

use arena::record::{Archive, Kind};
use arena::tournament::{Tournament, Venue};
use arena::{Plan, Store};
use axum::body::Body;
use axum::http::StatusCode;
use axum::http::header::ETAG;
use players::Course;
use search::Stop;
use serde_json::{Value, json};
use web::{Equipment, House, Practice};

use crate::client::{ask, get, house, request};

const PLAN: &str = "game = 'bohnenspiel'\nformat = 'round-robin'\ngames = 4\nopenings = 4\n\
    players = ['greedy', 'random', 'minimax:depth=2']\n[limits]\nnodes = 100\n";

/// A whole tournament, played into a store as `spielwerk tournament` does.
fn play(store: &Path) {
    let plan = Plan::read(PLAN, Path::new("."), "autumn cup").unwrap();
    let mut archive = Archive::open(store).unwrap();
    let mut tournament = Tournament::open(plan, &mut archive, true).unwrap();
    let here = Venue::Local { threads: 1 };
    tournament.play(&mut archive, &here, &Stop::default(), &mut |_, _| {}).unwrap();
}

#[tokio::test]
async fn a_tournament_is_seen_while_another_process_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let (there, here) = (folder.path().join("there.sqlite"), folder.path().join("here.sqlite"));
    play(&there);
    let sheets = Archive::open(&there).unwrap().sheets(None).unwrap();
    let house = house(&here);
    assert_eq!(get(&house, "/api/events").await, (StatusCode::OK, json!([])));

    let plan = Plan::read(PLAN, Path::new("."), "autumn cup").unwrap();
    let mut archive = Archive::open(&here).unwrap();
    let event = archive.begin("autumn cup", Kind::Tournament, &plan.text()).unwrap();
    archive.add(&event, &sheets[..5]).unwrap();
    let (_, events) = get(&house, "/api/events").await;
    assert_eq!((&events[0]["name"], &events[0]["games"]), (&json!("autumn cup"), &json!(5)));
    assert_eq!(events[0]["game"], "bohnenspiel");
    let path = format!("/api/events/{}", events[0]["id"]);
    let (_, seen) = get(&house, &path).await;
    assert_eq!((&seen["total"], &seen["format"]), (&json!(12), &json!("round-robin")));
    assert_eq!(seen["standings"]["complete"], false);

    // The same answer is not sent again, another one is.
    let answer = ask(&house, request("GET", &path).body(Body::empty()).unwrap()).await;
    let tag = answer.headers()[ETAG].clone();
    let again = || request("GET", &path).header("if-none-match", &tag).body(Body::empty()).unwrap();
    assert_eq!(ask(&house, again()).await.status(), StatusCode::NOT_MODIFIED);
    archive.add(&event, &sheets).unwrap();
    assert_eq!(ask(&house, again()).await.status(), StatusCode::OK);
    let (_, seen) = get(&house, &path).await;
    assert_eq!((&seen["games"], &seen["standings"]["complete"]), (&json!(12), &json!(true)));
    let lines = seen["standings"]["lines"].as_array().unwrap();
    let points: f64 = lines.iter().map(|line| line["points"].as_f64().unwrap()).sum();
    assert_eq!((lines.len(), points), (3, 12.0));
    assert!(lines[0]["rating"]["error"].as_f64().unwrap() > 0.0);
}

#[tokio::test]
async fn games_of_a_tournament_are_listed_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    play(&store);
    let house = house(&store);
    let (_, events) = get(&house, "/api/events").await;
    let path = format!("/api/events/{}/games", events[0]["id"]);
    let (_, last) = get(&house, &format!("{path}?limit=2")).await;
    let numbers = |games: &Value| -> Vec<u64> {
        games.as_array().unwrap().iter().map(|game| game["number"].as_u64().unwrap()).collect()
    };
    assert_eq!(numbers(&last), [12, 11]);
    let (_, before) = get(&house, &format!("{path}?limit=2&before=11")).await;
    assert_eq!(numbers(&before), [10, 9]);
    let (_, pair) = get(&house, &format!("{path}?player=minimax%3Adepth%3D2&against=random")).await;
    assert_eq!(pair.as_array().unwrap().len(), 4);
    for game in pair.as_array().unwrap() {
        assert!(!game["players"].as_array().unwrap().contains(&json!("greedy")));
    }

    let (status, replay) = get(&house, &format!("{path}/12")).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(replay["players"], last[0]["players"]);
    assert_eq!(replay["plies"].as_array().unwrap().len() as u64, last[0]["plies"]);
    assert_eq!(replay["notes"].as_array().unwrap().len() as u64 + 4, last[0]["plies"]);
    assert_eq!(replay["start"]["contents"].as_array().unwrap().len(), 14);

    for missing in ["/api/events/99", "/api/events/99/games", "/api/runs/1"] {
        assert_eq!(get(&house, missing).await.0, StatusCode::NOT_FOUND, "{missing}");
    }
    let (status, error) = get(&house, &format!("{path}/13")).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(error["error"].as_str().unwrap().contains("no game 13"), "{error}");
    for (path, wrong) in [("/api/events/cup", "cup"), ("/api/events/1/games?limit=x", "limit")] {
        let (status, error) = get(&house, path).await;
        assert_eq!(status, StatusCode::BAD_REQUEST);
        assert!(error["error"].as_str().unwrap().contains(wrong), "{error}");
    }
}

#[tokio::test]
async fn whoever_opens_the_house_says_what_the_practice_server_does() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(&folder.path().join("store.sqlite")).unwrap();
    let run = |id| {
        let mut course = Course::new(games::game("fauhalma").unwrap());
        let first = course.position().moves().remove(0);
        course.play(&first).unwrap();
        Ok((id == 7).then(|| (json!({ "id": 7, "agent": "ada" }), course)))
    };
    let environments = || Ok(json!([{ "name": "ss26.1.2.8" }]));
    let practice = Practice { environments: Arc::new(environments), run: Arc::new(run) };
    let equipment = Equipment { threads: 1, practice: Some(practice), ..Equipment::default() };
    let house = House::equipped(store, equipment).unwrap();
    let (_, environments) = get(&house, "/api/environments").await;
    assert_eq!(environments[0]["name"], "ss26.1.2.8");
    let (_, run) = get(&house, "/api/runs/7").await;
    assert_eq!((&run["agent"], &run["game"]), (&json!("ada"), &json!("fauhalma")));
    assert_eq!(run["plies"].as_array().unwrap().len(), 1);
    assert_eq!(get(&house, "/api/runs/8").await.0, StatusCode::NOT_FOUND);
}
