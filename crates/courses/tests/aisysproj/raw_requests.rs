//! The server against requests that no good client sends.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};
use spielwerk_courses::aisysproj::Config;

use crate::common::Running;

const ENVIRONMENT: &str = "ss26.1.2.8";

/// Sends a body; the status and the answer, which is always JSON.
fn send(running: &Running, environment: &str, body: &str, kind: &str) -> (u16, Value) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let address = format!("{}/act/{environment}", running.url());
    let mut answer = agent.put(address).header("content-type", kind).send(body).unwrap();
    let text = answer.body_mut().read_to_string().unwrap();
    (answer.status().as_u16(), serde_json::from_str(&text).unwrap())
}

fn put(running: &Running, body: &Value) -> (u16, Value) {
    send(running, ENVIRONMENT, &body.to_string(), "application/json")
}

fn order(config: &Config, actions: Value) -> Value {
    let (agent, pwd) = (&config.agent, config.password.expose());
    json!({ "protocol_version": 1, "agent": agent, "pwd": pwd, "actions": actions })
}

fn start() -> (tempfile::TempDir, Running, Config) {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let config = running.config("raw", ENVIRONMENT);
    (folder, running, config)
}

/// A legal move in the position of a percept.
fn legal_action(percept: &str) -> Value {
    let position = spielwerk_games::game("fauhalma").unwrap().read_position(percept).unwrap();
    let (text, _) = position.written_moves().swap_remove(0);
    serde_json::from_str(&text).unwrap()
}

#[test]
fn what_is_refused_is_refused_as_the_original_does() {
    let (_folder, running, config) = start();
    let good = order(&config, json!([]));
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body.to_string()
    };
    let json = "application/json";
    let cases = [
        (ENVIRONMENT, with("pwd", json!("wrong")), json, 401, "Unauthorized"),
        (ENVIRONMENT, with("agent", json!("nobody")), json, 401, "Unauthorized"),
        ("ss26.1.2.7", good.to_string(), json, 401, "Unauthorized"),
        ("ss26.1.2.9", good.to_string(), json, 400, "Bad Request"),
        ("%2e%2e", good.to_string(), json, 400, "Bad Request"),
        (ENVIRONMENT, with("pwd", json!(5)), json, 400, "Bad Request"),
        (ENVIRONMENT, with("agent", json!(["raw"])), json, 400, "Bad Request"),
        (ENVIRONMENT, with("protocol_version", json!(2)), json, 400, "Bad Request"),
        (ENVIRONMENT, with("protocol_version", json!("1")), json, 400, "Bad Request"),
        (ENVIRONMENT, with("actions", json!({})), json, 400, "Bad Request"),
        (
            ENVIRONMENT,
            with("actions", json!([{"run": 7, "act_no": 0, "action": 0}])),
            json,
            400,
            "Bad Request",
        ),
        (
            ENVIRONMENT,
            with("actions", json!([{"run": "7", "action": 0}])),
            json,
            400,
            "Bad Request",
        ),
        (ENVIRONMENT, with("to_abandon", json!(["1"])), json, 400, "Bad Request"),
        (ENVIRONMENT, "{}".into(), json, 400, "Bad Request"),
        (ENVIRONMENT, "[1]".into(), json, 400, "Bad Request"),
        (ENVIRONMENT, "".into(), json, 400, "Bad Request"),
        (ENVIRONMENT, "{\"agent\":".into(), json, 400, "Bad Request"),
        (ENVIRONMENT, good.to_string(), "text/plain", 415, "Unsupported Media Type"),
        (ENVIRONMENT, "[".repeat(100_000), json, 400, "Bad Request"),
    ];
    for (environment, body, kind, status, name) in cases {
        let (found, answer) = send(&running, environment, &body, kind);
        assert_eq!(
            (found, answer["errorcode"].as_u64()),
            (status, Some(status.into())),
            "{body:.200}"
        );
        assert_eq!(answer["errorname"], name);
        let said = answer["description"].as_str().unwrap();
        assert!(!said.is_empty() && !said.contains(config.password.expose()));
    }
    assert_eq!(put(&running, &good).0, 200, "and nobody is hurt");
}

#[test]
fn a_huge_body_is_not_even_read() {
    let (_folder, running, _) = start();
    for length in ["Content-Length: 1048577", "Transfer-Encoding: chunked"] {
        let mut line = TcpStream::connect(running.address).unwrap();
        let head = format!(
            "PUT /act/{ENVIRONMENT} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{length}\r\n\r\n"
        );
        line.write_all(head.as_bytes()).unwrap();
        if length.contains("chunked") {
            let chunk = format!("10001\r\n{}\r\n", " ".repeat(0x10001));
            (0..16).for_each(|_| line.write_all(chunk.as_bytes()).unwrap());
        }
        let mut answer = [0; 12];
        line.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 413", "{length}");
    }
}

#[test]
fn five_runs_come_back_until_they_are_answered() {
    let (_folder, running, config) = start();
    let (_, first) = put(&running, &order(&config, json!([])));
    assert_eq!(first["action_requests"].as_array().unwrap().len(), 5);
    assert_eq!(first["active_runs"], json!(["1", "2", "3", "4", "5"]));
    assert_eq!((&first["messages"], &first["finished_runs"]), (&json!([]), &json!({})));
    let (_, again) = put(&running, &order(&config, json!([])));
    assert_eq!(again, first);
    let mut single = order(&config, json!([]));
    single["parallel_runs"] = json!(false);
    let (_, one) = put(&running, &single);
    assert_eq!(one["action_requests"], json!([first["action_requests"][0]]));
    assert_eq!(one["active_runs"], first["active_runs"]);
    let body = order(&config, json!([])).to_string();
    let by_get = ureq::get(format!("{}/act/{ENVIRONMENT}", running.url()))
        .header("content-type", "application/json; charset=utf-8");
    let mut by_get = by_get.force_send_body().send(body).unwrap();
    let by_get: Value = serde_json::from_str(&by_get.body_mut().read_to_string().unwrap()).unwrap();
    assert_eq!(by_get, first);
}

#[test]
fn wrong_moves_are_named_and_asked_for_again() {
    let (_folder, running, config) = start();
    let (_, first) = put(&running, &order(&config, json!([])));
    let other = running.config("other", ENVIRONMENT);
    let (_, others) = put(&running, &order(&other, json!([])));
    let foreign = others["action_requests"][0]["run"].clone();
    let percept = first["action_requests"][0]["percept"].to_string();
    let legal = legal_action(&percept);
    for (action, why) in [
        (json!({"run": "1", "act_no": 1, "action": legal}), "number 0 is due"),
        (json!({"run": "1", "act_no": 0, "action": [[0, 0], [1, 0]]}), "not legal"),
        (json!({"run": "1", "act_no": 0, "action": "x"}), "not a move"),
        (json!({"run": "1", "act_no": 0, "action": null}), "not a move"),
        (json!({"run": "99", "act_no": 0, "action": legal}), "no open run of yours"),
        (json!({"run": "x", "act_no": 0, "action": legal}), "no open run of yours"),
        (json!({"run": foreign, "act_no": 0, "action": legal}), "no open run of yours"),
    ] {
        let (status, answer) = put(&running, &order(&config, json!([action.clone()])));
        assert_eq!(status, 200);
        let message = &answer["messages"][0];
        assert_eq!((&message["type"], &message["run"]), (&json!("error"), &action["run"]));
        assert!(message["content"].as_str().unwrap().contains(why), "{message}");
        assert_eq!(answer["action_requests"], first["action_requests"]);
    }
    let action = json!({"run": "1", "act_no": 0, "action": legal});
    let (_, answer) = put(&running, &order(&config, json!([action.clone(), action])));
    assert_eq!(answer["messages"].as_array().unwrap().len(), 1, "once is legal, twice is not");
    let waiting = answer["action_requests"].as_array().unwrap();
    assert_eq!(waiting.len(), 4, "the others must be answered before anything new");
}

#[test]
fn version_zero_is_spoken_where_no_version_is_named() {
    let (_folder, running, config) = start();
    let (agent, pwd) = (&config.agent, config.password.expose());
    let (status, first) =
        put(&running, &json!({"agent": agent, "pwd": pwd, "single_request": true}));
    assert_eq!(status, 200);
    let keys: Vec<&String> = first.as_object().unwrap().keys().collect();
    assert_eq!(keys, ["action-requests", "errors", "messages"]);
    let request = &first["action-requests"][0];
    assert_eq!(request["run"], "1#0");
    let percept = request["percept"].to_string();
    let legal = legal_action(&percept);
    let with = |run: &str, version: Value| {
        let actions = json!([{"run": run, "action": legal}]);
        let mut body =
            json!({"agent": agent, "pwd": pwd, "actions": actions, "single_request": true});
        if !version.is_null() {
            body["protocol_version"] = version;
        }
        put(&running, &body)
    };
    assert_eq!(with("1", Value::Null).0, 400);
    let (_, second) = with("1#0", Value::Null);
    assert_eq!(second["action-requests"][0]["run"], "1#1");
    let (_, late) = with("1#0", json!(0));
    assert!(late["errors"][0].as_str().unwrap().starts_with("run 1: "), "{late}");
}

#[test]
fn pages_show_what_there_is_and_nothing_breaks_them() {
    let (_folder, running, config) = start();
    put(&running, &order(&config, json!([])));
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let get = |path: &str| {
        let mut answer = agent.get(format!("{}{path}", running.url())).call().unwrap();
        (answer.status().as_u16(), answer.body_mut().read_to_string().unwrap())
    };
    for (path, shown) in [
        ("/", "ws2526.1.2.8"),
        ("/env/ss26.1.2.8", "/agent/ss26.1.2.8/raw"),
        ("/agent/ss26.1.2.8/raw", "/run/ss26.1.2.8/5"),
        ("/run/ss26.1.2.8/1", "raw is A"),
        ("/run/ss26.1.2.8/1?ply=0", "0 of"),
        ("/run/ss26.1.2.8/1?ply=999999", "raw is A"),
        ("/board/ss26.1.2.8/1/0/light", "<svg"),
        ("/board/ss26.1.2.8/1/0/dark", "<svg"),
    ] {
        let (status, page) = get(path);
        assert_eq!(status, 200, "{path}");
        assert!(page.contains(shown) && !page.contains(config.password.expose()), "{path}: {page}");
        assert!(!page.contains("<script") && !page.contains("https://"), "{path}");
    }
    for path in [
        "/env/x",
        "/agent/ss26.1.2.8/x",
        "/run/ss26.1.2.8/99",
        "/run/ss26.1.2.7/1",
        "/run/ss26.1.2.8/x",
        "/board/ss26.1.2.8/1/99/dark",
        "/nothing",
    ] {
        assert_eq!(get(path).0, 404, "{path}");
    }
}

/// Simple clients speak version 0, which tells no outcomes but by messages.
#[test]
fn the_end_of_a_run_is_told_in_a_message() {
    const ENVIRONMENT: &str = "ss26.1.2.1";
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(&folder.path().join("store"), None);
    let config = running.config("simple", ENVIRONMENT);
    let game = spielwerk_games::game("fauhalma-rhombus").unwrap();
    let mut greedy = spielwerk_players::build(game, &"greedy".parse().unwrap()).unwrap();
    let mut actions = json!([]);
    loop {
        let (agent, pwd) = (&config.agent, config.password.expose());
        let body = json!({"agent": agent, "pwd": pwd, "actions": actions, "single_request": true});
        let (status, answer) = send(&running, ENVIRONMENT, &body.to_string(), "application/json");
        assert_eq!(status, 200, "{answer}");
        if let Some(message) = answer["messages"].get(0) {
            assert!(message.as_str().unwrap().starts_with("run 1: the run is finished with "));
            assert_eq!(answer["action-requests"][0]["run"], "2#0");
            break;
        }
        let request = &answer["action-requests"][0];
        let position = game.read_position(&request["percept"].to_string()).unwrap();
        let state = spielwerk_players::GameState::from_position(game, position);
        let params = spielwerk_players::SearchParams::new(spielwerk_search::Limits::nodes(100));
        let best = greedy.choose(&state, &params, &mut |_| {}).unwrap().best_move;
        let action = game.path_json(&state.position().path(best));
        actions = json!([{"run": request["run"], "action": action}]);
    }
}

#[test]
fn requests_of_foreign_pages_are_refused() {
    let (_folder, running, _) = start();
    for (host, origin, status) in [
        ("evil.example", "", "403"),
        ("localhost", "Origin: http://evil.example\r\n", "403"),
        ("localhost", "", "200"),
    ] {
        let mut line = TcpStream::connect(running.address).unwrap();
        let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n{origin}Connection: close\r\n\r\n");
        line.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        line.read_exact(&mut answer).unwrap();
        assert_eq!(str::from_utf8(&answer).unwrap(), format!("HTTP/1.1 {status}"), "{host}");
    }
}
