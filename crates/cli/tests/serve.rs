//! The server as a real process: its address, its end, and what a sudden death leaves behind.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

/// A server that dies with the test.
struct Server {
    process: Child,
    /// Host and port.
    address: String,
}

impl Server {
    fn start(store: &Path) -> Server {
        Server::with_log(store, "warn", Stdio::inherit())
    }

    /// Starts a server with this RUST_LOG, and its log there.
    fn with_log(store: &Path, filter: &str, log: Stdio) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_spielwerk"))
            .args(["serve", "--port", "0", "--store"])
            .arg(store)
            .env("SPIELWERK_TABLES", "/dev/null")
            .env("RUST_LOG", filter)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").and_then(|rest| rest.split_once('/'));
        let address = address.expect("the first line is the address").0.to_owned();
        Server { process, address }
    }

    /// The body of an answer.
    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let body = body.to_string();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// Ends the server as its user would, and waits until it has ended.
    fn stop(mut self) {
        let pid = self.process.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        self.process.wait().unwrap();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Plays a move and returns as soon as it is confirmed.
async fn play(address: &str, id: &str, text: &str) {
    let (mut socket, _) =
        connect_async(format!("ws://{address}/api/sessions/{id}/live")).await.unwrap();
    let request = json!({ "type": "move", "text": text });
    socket.send(Message::text(request.to_string())).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        let state: Value = serde_json::from_str(message.to_text().unwrap()).unwrap_or_default();
        let plies = state["plies"].as_array();
        if plies.is_some_and(|plies| plies.iter().any(|ply| ply["move"]["text"] == text)) {
            return;
        }
    }
    panic!("the move was never confirmed");
}

#[tokio::test]
async fn a_confirmed_move_survives_a_killed_process() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let mut server = Server::start(&store);
    let request = json!({ "game": "fanorona", "seats": [{ "person": "" }, { "person": "" }] });
    let session = server.ask("POST", "/api/sessions", &request);
    let id = session["id"].as_str().unwrap().to_owned();
    play(&server.address, &id, "d3-e3A").await;
    // On Unix this is SIGKILL: nothing can be tidied up.
    server.process.kill().unwrap();
    server.process.wait().unwrap();

    let server = Server::start(&store);
    let again = server.ask("GET", &format!("/api/sessions/{id}"), &Value::Null);
    assert_eq!(again["plies"][0]["move"]["text"], "d3-e3A");
    let reply = again["now"]["moves"][0]["text"].as_str().unwrap();
    play(&server.address, &id, reply).await;
}

/// What a server logs while a person makes a move.
async fn log_of_a_move(filter: &str) -> (String, String) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server =
        Server::with_log(&folder.path().join("store"), filter, File::create(&log).unwrap().into());
    let request = json!({ "game": "fanorona", "seats": [{ "person": "" }, { "person": "" }] });
    let session = server.ask("POST", "/api/sessions", &request);
    let id = session["id"].as_str().unwrap().to_owned();
    play(&server.address, &id, "d3-e3A").await;
    server.ask("GET", "/api/sessions/nowhere", &Value::Null);
    server.stop();
    (std::fs::read_to_string(&log).unwrap(), id)
}

#[tokio::test]
async fn the_log_has_requests_and_sessions_but_no_address_of_a_session() {
    let (log, id) = log_of_a_move("debug").await;
    for part in [
        "the server has started",
        r#"request{method=POST route="/api/sessions"}"#,
        "status=404",
        &format!(r#"session="{}" game="fanorona""#, &id[..8]),
        "session closed",
        "the server has stopped",
    ] {
        assert!(log.contains(part), "no {part} in {log}");
    }
    assert!(!log.contains(&id), "{log}");
}

#[tokio::test]
async fn nothing_is_logged_where_nothing_fails() {
    assert_eq!(log_of_a_move("").await.0, "");
}

#[test]
fn a_bad_log_filter_is_told_in_one_line() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_spielwerk"));
    let output = command.arg("serve").env("RUST_LOG", "spielwerk=loud").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("spielwerk: RUST_LOG") && error.lines().count() == 1, "{error}");
}

#[test]
fn a_module_that_is_none_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("spielwerk.wasm");
    std::fs::write(&file, "<html>").unwrap();
    for command in ["serve", "site"] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_spielwerk"));
        process.arg(command).args((command == "site").then_some(folder.path()));
        process.env("SPIELWERK_STORE", folder.path().join("store.sqlite"));
        let output = process.arg("--module").arg(&file).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("spielwerk.wasm: this is no WebAssembly module"), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}

#[test]
fn a_busy_port_is_told_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let server = Server::start(&store);
    let port = server.address.rsplit_once(':').unwrap().1;
    let second = Command::new(env!("CARGO_BIN_EXE_spielwerk"))
        .args(["serve", "--port", port, "--store"])
        .arg(&store)
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    let error = String::from_utf8(second.stderr).unwrap();
    assert!(error.contains(port) && error.lines().count() == 1, "{error}");
}

/// How many; an environment variable asks for more than a test has time for.
fn count(variable: &str, usual: usize) -> usize {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

/// Plays both sides of a game until the server is gone. The texts of all moves that it confirmed.
async fn play_on(address: String, id: String, number: usize) -> Vec<String> {
    let live = format!("ws://{address}/api/sessions/{id}/live");
    let mut confirmed = Vec::new();
    let Ok((mut socket, _)) = connect_async(live).await else { return confirmed };
    while let Some(Ok(message)) = socket.next().await {
        let state: Value = serde_json::from_str(message.to_text().unwrap()).unwrap_or_default();
        let (Some(keep), Some(plies)) = (state["keep"].as_u64(), state["plies"].as_array()) else {
            continue;
        };
        confirmed.truncate(keep as usize);
        confirmed.extend(plies.iter().map(|ply| ply["move"]["text"].as_str().unwrap().to_owned()));
        let Some(moves) = state["now"]["moves"].as_array().filter(|moves| !moves.is_empty()) else {
            break;
        };
        let chosen = &moves[(number + confirmed.len()) % moves.len()];
        let request = json!({ "type": "move", "path": chosen["path"], "ply": confirmed.len() });
        if socket.send(Message::text(request.to_string())).await.is_err() {
            break;
        }
    }
    confirmed
}

/// `SPIELWERK_TEST_GAMES` games at once, `SPIELWERK_TEST_SERVER_KILLS` kills.
#[tokio::test(flavor = "multi_thread")]
async fn no_confirmed_move_of_many_games_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("store.sqlite");
    let (games, kills) =
        (count("SPIELWERK_TEST_GAMES", 20), count("SPIELWERK_TEST_SERVER_KILLS", 3));
    let people = json!({ "game": "halma", "seats": [{ "person": "" }, { "person": "" }] });
    let mut server = Server::start(&store);
    let new = |_| server.ask("POST", "/api/sessions", &people)["id"].as_str().unwrap().to_owned();
    let ids: Vec<String> = (0..games).map(new).collect();
    let mut moves = 0;
    for kill in 0..kills {
        let play = |(number, id): (usize, &String)| {
            tokio::spawn(play_on(server.address.clone(), id.clone(), number + kill))
        };
        let playing: Vec<_> = ids.iter().enumerate().map(play).collect();
        // Any moment will do.
        tokio::time::sleep(Duration::from_millis(100 + kill as u64 * 7919 % 900)).await;
        drop(server);
        server = Server::start(&store);
        moves = 0;
        for (id, playing) in ids.iter().zip(playing) {
            let confirmed = playing.await.unwrap();
            let stored = server.ask("GET", &format!("/api/sessions/{id}"), &Value::Null);
            let stored = stored["plies"].as_array().unwrap().iter();
            let stored: Vec<_> = stored.map(|ply| ply["move"]["text"].as_str().unwrap()).collect();
            moves += confirmed.len();
            assert!(stored.len() >= confirmed.len() && stored[..confirmed.len()] == confirmed);
        }
    }
    println!("{games} games at once, {kills} kills, {moves} confirmed moves, none lost");
}
