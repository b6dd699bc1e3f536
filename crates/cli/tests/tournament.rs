//! Tournaments whose processes are killed: the tournament itself, workers, the server between them.
//! Whatever happens, the games are those of an undisturbed run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod processes;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use processes::{Process, free_port, noted_worker, server, spielwerk, until};

const CONFIG: &str = "game = 'bohnenspiel'\nformat = 'swiss'\nrounds = 3\ngames = 40\nseed = 5\n\
                    players = ['greedy', 'random', 'minimax:depth=2', 'random:seed=1']\n\
                    [limits]\nnodes = 200\n";

struct TestSetup {
    folder: tempfile::TempDir,
}

impl TestSetup {
    fn new() -> TestSetup {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("tournament.toml"), CONFIG).unwrap();
        TestSetup { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn tournament(&self, store: &str, more: &[&str]) -> Command {
        let mut command = spielwerk();
        command.arg("tournament").arg(self.path("tournament.toml")).arg("--resume").args(more);
        command.arg("--store").arg(self.path(store));
        command
    }

    /// The games in a store, without what depends on the clock.
    fn games(&self, store: &str) -> Vec<Value> {
        let mut command = spielwerk();
        command.args(["games", "export", "--format", "jsonl", "--store"]).arg(self.path(store));
        let output = command.output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let game = |line: &str| {
            let mut game: Value = serde_json::from_str(line).unwrap();
            game["date"] = Value::Null;
            for noted in game["moves"].as_array_mut().unwrap() {
                noted["us"] = Value::Null;
            }
            game
        };
        text.lines().map(game).collect()
    }

    /// What an undisturbed tournament plays.
    fn undisturbed(&self) -> Vec<Value> {
        assert!(self.tournament("whole.sqlite", &[]).output().unwrap().status.success());
        let games = self.games("whole.sqlite");
        assert_eq!(games.len(), 240);
        games
    }
}

/// How often something is done; an environment variable asks for more than a test has time for.
fn count(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).map_or(usual, |text| text.parse().unwrap())
}

#[test]
fn a_tournament_that_is_killed_again_and_again_plays_the_same_games() {
    let setup = TestSetup::new();
    let expected = setup.undisturbed();
    let wanted = count("SPIELWERK_TEST_KILLS", 30);
    let (mut kills, mut starts, mut stores) = (0, 0_u64, 0);
    while kills < wanted {
        let store = format!("killed-{stores}.sqlite");
        stores += 1;
        loop {
            let mut process =
                Process::start(&mut setup.tournament(&store, &["--concurrency", "2"]));
            // Any moments will do; these are spread over the first half second. They go on with every
            // start, killed or not: where a tournament takes less, the same moment would come for ever.
            sleep(Duration::from_millis(20 + starts * 7919 % 480));
            starts += 1;
            if process.is_done() || kills == wanted {
                break;
            }
            process.kill();
            kills += 1;
        }
        assert!(setup.tournament(&store, &[]).output().unwrap().status.success());
        assert_eq!(setup.games(&store), expected, "after {kills} kills");
    }
}

fn worker(url: &str) -> Process {
    Process::start(spielwerk().args(["worker", "--queue", url]))
}

fn queued(url: &str) -> [&str; 4] {
    ["--queue", url, "--patience", "2s"]
}

#[test]
fn on_a_queue_workers_and_their_server_may_be_killed() {
    let setup = TestSetup::new();
    let expected = setup.undisturbed();
    let wanted = count("SPIELWERK_TEST_CYCLES", 1);
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let mut nats = server(port, &setup.path("nats"));
    let mut workers = vec![worker(&url), worker(&url)];
    let (mut cycles, mut stores) = (0, 0);
    while cycles < wanted {
        let store = format!("queue-{stores}.sqlite");
        stores += 1;
        let start = || Process::start(&mut setup.tournament(&store, &queued(&url)));
        let mut tournament = start();
        until("ten games are played", || setup.games(&store).len() >= 10);
        // Each cycle kills a worker, the server and the tournament.
        while cycles < wanted && !tournament.is_done() {
            workers.remove(0).kill();
            workers.push(worker(&url));
            let before = setup.games(&store).len();
            nats.kill();
            nats = server(port, &setup.path("nats"));
            until("the server is found again", || {
                tournament.is_done() || setup.games(&store).len() > before
            });
            tournament.kill();
            tournament = start();
            cycles += 1;
        }
        until("the tournament is over", || tournament.is_done());
        assert_eq!(setup.games(&store), expected);
    }
    println!("{cycles} times a worker, the server and the tournament were killed");
}

/// Publishes a message as anybody could who reaches the server.
fn publish(port: u16, subject: &str, payload: &str) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let length = payload.len();
    let text = format!("CONNECT {{}}\r\nPUB {subject} {length}\r\n{payload}\r\nPING\r\n");
    stream.write_all(text.as_bytes()).unwrap();
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    while !line.starts_with("PONG") {
        line.clear();
        assert!(reader.read_line(&mut line).unwrap() > 0, "the server has closed");
    }
}

/// A job whose first player would start a program that makes a file.
fn job_with_command(file: &Path) -> String {
    let players = format!(r#"[["ugi:touch {}",1],["random",2]]"#, file.display());
    format!(
        r#"{{"token":"x","event":"e","number":0,"game":"bohnenspiel","players":{players},
            "limits":{{}},"start":null,"opening":[]}}"#
    )
}

#[test]
fn on_a_queue_a_worker_starts_no_program_that_a_message_names() {
    let setup = TestSetup::new();
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let _server = server(port, &setup.path("nats"));
    let _tournament = Process::start(&mut setup.tournament("queue.sqlite", &queued(&url)));
    // The first worker shows that the streams are there.
    let first = worker(&url);
    until("a game is played", || !setup.games("queue.sqlite").is_empty());
    first.kill();
    let made = setup.path("made");
    let notes = setup.path("notes");
    let _worker = noted_worker(&url, &notes, &["--threads", "2"]);
    // A tournament that ends takes all jobs away, so one may be lost.
    until("the job is refused", || {
        publish(port, "spielwerk.games.x", &job_with_command(&made));
        fs::read_to_string(&notes).unwrap().contains("a job names no command")
    });
    assert!(!made.exists(), "the worker has started the program");
}

#[test]
fn on_a_queue_with_a_key_only_signed_jobs_are_played() {
    let setup = TestSetup::new();
    let port = free_port();
    let url = format!("nats://127.0.0.1:{port}");
    let _server = server(port, &setup.path("nats"));
    let key = setup.path("key");
    fs::write(&key, "a key that nobody guesses").unwrap();
    let key = key.to_str().unwrap();
    let notes = setup.path("notes");
    let _worker = noted_worker(&url, &notes, &["--key", key]);
    let signed = [&queued(&url)[..], &["--key", key]].concat();
    let mut tournament = Process::start(&mut setup.tournament("queue.sqlite", &signed));
    until("a game is played", || !setup.games("queue.sqlite").is_empty());
    let job = job_with_command(&setup.path("made"));
    publish(port, "spielwerk.games.x", &job);
    // Results that nobody signed are dropped too.
    publish(port, "spielwerk.results.x", "{}");
    until("the tournament is over", || tournament.is_done());
    // It takes all jobs away when it ends, perhaps before the worker has seen this one.
    until("the job is refused", || {
        publish(port, "spielwerk.games.x", &job);
        fs::read_to_string(&notes).unwrap().contains("is not signed")
    });
    assert_eq!(setup.games("queue.sqlite"), setup.undisturbed());
    assert!(!setup.path("made").exists());
}

#[test]
fn a_queue_elsewhere_needs_a_credential() {
    let setup = TestSetup::new();
    for command in [
        spielwerk().args(["worker", "--queue", "nats://192.0.2.1:4222"]),
        &mut setup.tournament("queue.sqlite", &["--queue", "nats://192.0.2.1:4222"]),
    ] {
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("--key FILE, --creds FILE or --token TOKEN"), "{said}");
    }
}
