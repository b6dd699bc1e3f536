//! Every HTTP endpoint, and what is refused.

use axum::body::{Body, to_bytes};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, ETAG};
use serde_json::{Value, json};

use crate::client::{app_state, ask, get, json_of, post, request};
use crate::wasm_module::with_module;

fn fresh() -> (tempfile::TempDir, spielwerk_web::AppState) {
    let folder = tempfile::tempdir().unwrap();
    let app_state = app_state(&folder.path().join("store.sqlite"));
    (folder, app_state)
}

#[tokio::test]
async fn games_boards_and_players_are_listed() {
    let (_folder, app_state) = fresh();
    let (status, games) = get(&app_state, "/api/games").await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(games.as_array().unwrap().len(), spielwerk_games::games().len());
    assert_eq!(games[3]["family"], "fauhalma");
    for game in games.as_array().unwrap() {
        let name = game["name"].as_str().unwrap();
        let (status, board) = get(&app_state, &format!("/api/games/{name}/board")).await;
        assert_eq!(status, StatusCode::OK);
        let sites = board["board"]["places"].as_array().unwrap().len();
        assert_eq!(board["contents"].as_array().unwrap().len(), sites);
        let (_, players) = get(&app_state, &format!("/api/games/{name}/players")).await;
        assert_eq!(players[0], "strong");
    }
    let (status, error) = get(&app_state, "/api/games/bonenspiel/board").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    assert!(error["error"].as_str().unwrap().contains("bohnenspiel"));
}

#[tokio::test]
async fn a_board_has_an_etag() {
    let (_folder, app_state) = fresh();
    let path = "/api/games/halma/board";
    let first = ask(&app_state, request("GET", path).body(Body::empty()).unwrap()).await;
    let tag = first.headers()[ETAG].clone();
    let again = request("GET", path).header("if-none-match", tag).body(Body::empty()).unwrap();
    assert_eq!(ask(&app_state, again).await.status(), StatusCode::NOT_MODIFIED);
}

#[tokio::test]
async fn what_never_changes_is_kept_for_ever_by_its_version() {
    let (_folder, app_state) = fresh();
    let page = ask(&app_state, request("GET", "/").body(Body::empty()).unwrap()).await;
    let page = to_bytes(page.into_body(), usize::MAX).await.unwrap();
    let page = String::from_utf8(page.to_vec()).unwrap();
    let version = page.split("data-version=\"").nth(1).unwrap().split('"').next().unwrap();
    for path in ["/api/games", "/api/games/halma/board", "/api/games/halma/players"] {
        for (query, kept) in
            [(format!("?v={version}"), true), ("?v=old".into(), false), (String::new(), false)]
        {
            let asked = request("GET", &format!("{path}{query}")).body(Body::empty()).unwrap();
            let answer = ask(&app_state, asked).await;
            let control = answer.headers()["cache-control"].to_str().unwrap();
            assert_eq!(control.contains("immutable"), kept, "{path}{query}");
        }
    }
}

#[tokio::test]
async fn a_position_has_its_legal_moves_and_the_plies_before() {
    let (_folder, app_state) = fresh();
    let input = json!({ "game": "bohnenspiel", "moves": ["3", "2"] });
    let (status, reached) = post(&app_state, "/api/position", input).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!((&reached["turn"], &reached["outcome"]), (&json!(0), &Value::Null));
    assert_eq!(reached["plies"].as_array().unwrap().len(), 2);
    assert_eq!(reached["plies"][0]["move"]["trail"]["steps"].as_array().unwrap().len(), 6);
    let same = json!({ "game": "bohnenspiel", "position": reached["setup"] });
    let (_, again) = post(&app_state, "/api/position", same).await;
    assert_eq!(again["position"], reached["position"]);
    assert_eq!(again["moves"], reached["moves"]);
}

#[tokio::test]
async fn clicks_lead_to_every_move() {
    let (_folder, app_state) = fresh();
    for game in ["fauhalma", "halma", "fanorona", "bohnenspiel"] {
        let (_, start) = post(&app_state, "/api/position", json!({ "game": game })).await;
        let clicked = json!({ "game": game, "path": [] });
        let (_, first) = post(&app_state, "/api/follow", clicked).await;
        assert!(first["done"].is_null());
        for m in start["moves"].as_array().unwrap() {
            assert!(first["next"].as_array().unwrap().contains(&m["path"][0]));
            let clicked = json!({ "game": game, "path": m["path"] });
            let (_, end) = post(&app_state, "/api/follow", clicked).await;
            assert_eq!(end["done"]["text"], m["text"]);
            assert_ne!(end["contents"], start["contents"]);
        }
        let (_, nowhere) =
            post(&app_state, "/api/follow", json!({ "game": game, "path": [60000] })).await;
        assert_eq!((&nowhere["next"], &nowhere["done"]), (&json!([]), &Value::Null));
    }
}

#[tokio::test]
async fn positions_are_set_up_or_refused_with_a_reason() {
    let (_folder, app_state) = fresh();
    let (_, start) = get(&app_state, "/api/games/fanorona-3x3/board").await;
    let mut contents = start["contents"].clone();
    let request_body = |contents: &Value, turn: usize| json!({ "game": "fanorona-3x3", "contents": contents, "turn": turn });
    let (status, position) = post(&app_state, "/api/setup", request_body(&contents, 1)).await;
    assert_eq!((status, &position["turn"]), (StatusCode::OK, &json!(1)));
    contents[4] = json!({ "piece": 1 });
    let (status, error) = post(&app_state, "/api/setup", request_body(&contents, 1)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{error}");
    let (status, _) = post(&app_state, "/api/setup", request_body(&contents, 7)).await;
    assert_eq!(status, StatusCode::BAD_REQUEST);
    contents[4] = json!({ "beans": 1 });
    let (status, _) = post(&app_state, "/api/setup", request_body(&contents, 0)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn every_format_can_be_saved() {
    let (_folder, app_state) = fresh();
    for (format, media, begin) in [
        ("text", "text/plain; charset=utf-8", &b"5,5"[..]),
        ("json", "application/json", b"{"),
        ("svg", "image/svg+xml", b"<svg"),
        ("png", "image/png", b"\x89PNG"),
    ] {
        let request_body =
            json!({ "game": "bohnenspiel", "moves": ["3"], "format": format, "width": 200 });
        let post = request("POST", "/api/export").header("content-type", "application/json");
        let answer = ask(&app_state, post.body(request_body.to_string().into()).unwrap()).await;
        assert_eq!(answer.status(), StatusCode::OK);
        assert_eq!(answer.headers()[CONTENT_TYPE], media);
        let body = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        assert!(body.starts_with(begin) || format == "text", "{format}");
    }
    let request_body = json!({ "game": "bohnenspiel", "format": "png", "width": 100_000 });
    assert_eq!(post(&app_state, "/api/export", request_body).await.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn bad_requests_get_a_one_line_error() {
    let (_folder, app_state) = fresh();
    let refused = async |path: &str, body: Value, status: StatusCode| {
        let (found, error) = post(&app_state, path, body).await;
        assert_eq!(found, status, "{path} {error}");
        let line = error["error"].as_str().unwrap().to_owned();
        assert!(!line.is_empty() && !line.contains('\n'), "{line:?}");
    };
    let (bad, rules) = (StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY);
    refused("/api/position", json!({ "game": "chess" }), StatusCode::NOT_FOUND).await;
    refused("/api/position", json!({}), bad).await;
    refused("/api/position", json!({ "game": "halma", "position": 7 }), bad).await;
    refused("/api/position", json!({ "game": "halma", "position": "x" }), rules).await;
    refused("/api/position", json!({ "game": "halma", "moves": ["0,0-9,9"] }), rules).await;
    refused("/api/follow", json!({ "game": "halma", "path": [-1] }), bad).await;
    refused("/api/setup", json!({ "game": "halma", "contents": ["full"] }), bad).await;
    refused("/api/export", json!({ "game": "halma", "format": "tiff" }), bad).await;
    refused("/api/sessions", json!({ "game": "halma", "seats": [{ "player": "ugi:x" }] }), bad)
        .await;
    refused("/api/sessions", json!({ "game": "halma", "move_ms": 1 }), bad).await;
    for path in
        ["/api/sessions/0123", "/api/nothing", "/nothing.js", "/../Cargo.toml", "/WISHES.md"]
    {
        assert_eq!(get(&app_state, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    let post = || request("POST", "/api/position");
    let json = || post().header("content-type", "application/json");
    for (request, status) in [
        (json().body("{".into()), bad),
        (post().body("{}".into()), StatusCode::UNSUPPORTED_MEDIA_TYPE),
        (json().body(" ".repeat(300_000).into()), StatusCode::PAYLOAD_TOO_LARGE),
    ] {
        let (found, error) = json_of(ask(&app_state, request.unwrap()).await).await;
        assert_eq!(found, status);
        assert!(error["error"].is_string());
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_and_security_headers_set() {
    let (_folder, app_state) = fresh();
    let games = |host: &str, origin: Option<&str>| {
        let request = axum::http::Request::builder().uri("/api/games").header("host", host);
        let request = origin.into_iter().fold(request, |r, origin| r.header("origin", origin));
        ask(&app_state, request.body(Body::empty()).unwrap())
    };
    let own = games("127.0.0.1:8123", Some("http://127.0.0.1:8123")).await;
    assert_eq!(own.status(), StatusCode::OK);
    let policy = own.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'self';"), "{policy}");
    assert_eq!(own.headers()["x-content-type-options"], "nosniff");
    for (host, origin) in [
        ("evil.example", None),
        ("127.0.0.1:8123", Some("http://evil.example")),
        ("127.0.0.1:8123", Some("http://127.0.0.1:9999")),
        ("127.0.0.1:8123", Some("null")),
    ] {
        let refused = games(host, origin).await;
        assert_eq!(refused.status(), StatusCode::FORBIDDEN, "{host} {origin:?}");
        assert!(refused.headers().contains_key("content-security-policy"));
    }
}

#[tokio::test]
async fn only_games_without_a_person_are_listed() {
    let (_folder, app_state) = fresh();
    let watched =
        json!({ "game": "bohnenspiel", "seats": [{ "player": "random" }, { "player": "greedy" }] });
    let (_, state) = post(&app_state, "/api/sessions", watched).await;
    let (_, own) = post(&app_state, "/api/sessions", json!({ "game": "bohnenspiel" })).await;
    assert_ne!(state["id"], own["id"]);
    let (_, list) = get(&app_state, "/api/sessions?limit=10").await;
    assert_eq!(list.as_array().unwrap().len(), 1);
    assert_eq!((&list[0]["id"], &list[0]["over"]), (&state["id"], &json!(false)));
    let (status, again) =
        get(&app_state, &format!("/api/sessions/{}", own["id"].as_str().unwrap())).await;
    assert_eq!((status, &again["now"]), (StatusCode::OK, &own["now"]));
}

#[tokio::test]
async fn a_shared_game_is_found_by_its_id() {
    let (_folder, app_state) = fresh();
    let game = json!({ "game": "bohnenspiel", "position": "", "moves": "1 (2 {or this}) 3" });
    let (status, first) = post(&app_state, "/api/shared-games", game.clone()).await;
    assert_eq!(status, StatusCode::CREATED);
    let (_, again) = post(&app_state, "/api/shared-games", game.clone()).await;
    assert_eq!(first["id"], again["id"], "the same game has the same link");
    let path = format!("/api/shared-games/{}", first["id"].as_str().unwrap());
    assert_eq!(get(&app_state, &path).await, (StatusCode::OK, game));
    let (status, _) = get(&app_state, "/api/shared-games/none").await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    for wrong in
        [json!({ "game": "chess" }), json!({ "game": "halma", "moves": "x".repeat(200_000) })]
    {
        let (status, _) = post(&app_state, "/api/shared-games", wrong).await;
        assert!(status.is_client_error());
    }
}

#[tokio::test]
async fn a_game_becomes_an_animation() {
    let (_folder, app_state) = fresh();
    let export =
        json!({ "game": "bohnenspiel", "moves": ["3", "2"], "format": "gif", "width": 160 });
    let asked = request("POST", "/api/export").header(CONTENT_TYPE, "application/json");
    let answer = ask(&app_state, asked.body(export.to_string().into()).unwrap()).await;
    assert_eq!(answer.headers()[CONTENT_TYPE], "image/gif");
    let file = to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    assert!(file.starts_with(b"GIF89a"));
    let long = json!({ "game": "bohnenspiel", "moves": vec!["1"; 600], "format": "gif" });
    let (status, _) = post(&app_state, "/api/export", long).await;
    assert!(status.is_client_error());
}

#[tokio::test]
async fn every_path_of_the_openapi_document_exists() {
    let (_folder, app_state) = with_module();
    let (_, session) = post(&app_state, "/api/sessions", json!({ "game": "halma" })).await;
    let described: Value =
        serde_json::from_str(include_str!("../../../../docs/openapi.json")).unwrap();
    let (_, shared) = post(&app_state, "/api/shared-games", json!({ "game": "halma" })).await;
    for (path, methods) in described["paths"].as_object().unwrap() {
        let path = path.replace("{name}", "halma");
        let path = path.replace("{shared}", shared["id"].as_str().unwrap());
        let path = path.replace("{id}", session["id"].as_str().unwrap());
        for method in methods.as_object().unwrap().keys() {
            let request = request(&method.to_uppercase(), &path);
            let answer = ask(&app_state, request.body(Body::empty()).unwrap()).await.status();
            let missing = [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED];
            assert!(!missing.contains(&answer), "{method} {path}: {answer}");
        }
    }
}
