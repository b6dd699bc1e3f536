//! The practice server and its client as two programs: the server is really killed in the middle of
//! games, and the client goes on with them when it is back.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A server that is killed when it is dropped.
struct Serving(Child);

impl Serving {
    /// The file with the log of the servers on this store.
    fn log(store: &Path) -> PathBuf {
        store.with_extension("log")
    }

    /// Starts a server; its address when it listens.
    fn start(store: &Path, port: &str) -> (Serving, String) {
        let mut child = spielwerk()
            .args(["aisysproj", "serve", "--seed", "1", "--port", port, "--store"])
            .arg(store)
            .env("RUST_LOG", "trace")
            .stdout(Stdio::piped())
            .stderr(OpenOptions::new().create(true).append(true).open(Self::log(store)).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        (Serving(child), address.trim_end_matches(',').to_owned())
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

fn spielwerk() -> Command {
    Command::new(env!("CARGO_BIN_EXE_spielwerk"))
}

#[test]
fn games_go_on_after_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let (store, configs) = (folder.path().join("store"), folder.path().join("configs"));
    let (serving, address) = Serving::start(&store, "0");
    let port = address.rsplit(':').next().unwrap().to_owned();
    let register = |renew: &[&str]| {
        let mut command = spielwerk();
        command.args(["aisysproj", "agent", "me", "--url", &address]).args(renew);
        command.arg("--store").arg(&store).arg("--directory").arg(&configs).output().unwrap()
    };
    assert!(register(&[]).status.success());
    assert_eq!(register(&[]).status.code(), Some(2), "there is one of that name");
    assert!(register(&["--renew"]).status.success());
    let config = configs.join("ss26.1.2.1.json");
    let text = std::fs::read_to_string(&config).unwrap();
    let password = text.split('"').find(|part| part.len() == 64).unwrap();

    // The record grows with every finished run: kill the server when the first are there.
    let record = folder.path().join("record.jsonl");
    let mut playing = spielwerk()
        .args(["aisysproj", "play", "--runs", "30", "--player", "greedy:nodes=50", "--json"])
        .arg("--record")
        .args([&record, &config])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = || std::fs::read_to_string(&record).unwrap_or_default().lines().count();
    while lines() == 0 && playing.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    drop(serving);
    let (_serving, again) = Serving::start(&store, &port);
    assert_eq!(again, address);
    let played = playing.wait_with_output().unwrap();
    let (out, notes) =
        (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success(), "{notes}");
    let summary: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert!(summary["games"].as_u64() >= Some(30), "{summary}");
    let record = std::fs::read_to_string(&record).unwrap();
    assert!(record.lines().count() >= 30 && !record.contains(password));
    assert!(!out.contains(password) && !notes.contains(password));
    let log = std::fs::read_to_string(Serving::log(&store)).unwrap();
    for part in ["has started", "status=200", "run begun", "run finished", r#"agent="me""#] {
        assert!(log.contains(part), "no {part} in the log");
    }
    assert!(!log.contains(password));
}

/// A server that refuses everything.
#[test]
fn a_refused_client_prints_its_summary_all_the_same() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let refusing = std::thread::spawn(move || {
        let (mut line, _) = listener.accept().unwrap();
        // The request has to be read to its end before the connection is closed.
        let mut request = Vec::new();
        while !request.ends_with(b"}") {
            let mut bytes = [0; 4096];
            let length = line.read(&mut bytes).unwrap();
            request.extend_from_slice(&bytes[..length]);
        }
        line.write_all(b"HTTP/1.1 401 X\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
            .unwrap();
    });
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("config.json");
    let text = format!(r#"{{"agent":"a","pwd":"p","env":"ss26.1.2.1","url":"{url}"}}"#);
    std::fs::write(&config, text).unwrap();
    let played = spielwerk().args(["aisysproj", "play", "--json"]).arg(&config).output().unwrap();
    refusing.join().unwrap();
    assert_eq!(played.status.code(), Some(2));
    let summary: serde_json::Value = serde_json::from_slice(&played.stdout).unwrap();
    assert_eq!((&summary["games"], &summary["open"]), (&0.into(), &0.into()), "{summary}");
    assert!(summary["error"].as_str().unwrap().contains("401"), "{summary}");
}
