//! Tournaments whose processes are killed: the tournament itself, workers, the server between them.
//! Whatever happens, the games are those of an undisturbed run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

const CONFIG: &str = "game = 'bohnenspiel'\nformat = 'swiss'\nrounds = 3\ngames = 40\nseed = 5\n\
                    players = ['greedy', 'random', 'minimax:depth=2', 'random:seed=1']\n\
                    [limits]\nnodes = 200\n";

/// A process that does not outlive the test.
struct Process(Child);

impl Process {
    fn start(command: &mut Command) -> Process {
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// As `kill -9` does.
    fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    fn is_done(&mut self) -> bool {
        self.0.try_wait().unwrap().is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

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

fn spielwerk() -> Command {
    Command::new(env!("CARGO_BIN_EXE_spielwerk"))
}

#[test]
fn a_tournament_killed_thirty_times_plays_the_same_games() {
    let setup = TestSetup::new();
    let expected = setup.undisturbed();
    // Any moments will do; these are spread over the first half second.
    for kill in 0..30_u64 {
        let mut process =
            Process::start(&mut setup.tournament("killed.sqlite", &["--concurrency", "2"]));
        sleep(Duration::from_millis(20 + kill * 7919 % 480));
        if process.is_done() {
            break;
        }
        process.kill();
    }
    assert!(setup.tournament("killed.sqlite", &[]).output().unwrap().status.success());
    assert_eq!(setup.games("killed.sqlite"), expected);
}

/// A real server on this machine, its streams in a folder.
fn server(port: u16, folder: &Path) -> Process {
    let name = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"]
        .into_iter()
        .find(|path| Path::new(path).exists())
        .unwrap_or("nats-server");
    let mut command = Command::new(name);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().expect("Debian's package nats-server must be installed");
    until("the server answers", || TcpStream::connect(("127.0.0.1", port)).is_ok());
    Process(child)
}

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(300), "waited in vain until {what}");
        sleep(Duration::from_millis(20));
    }
}

fn worker(url: &str) -> Process {
    Process::start(spielwerk().args(["worker", "--queue", url]))
}

fn queued(url: &str) -> [&str; 4] {
    ["--queue", url, "--patience", "2s"]
}

#[test]
fn workers_and_their_server_may_be_killed() {
    let setup = TestSetup::new();
    let expected = setup.undisturbed();
    // Now and then workers and tournament miss each other when all begin at the same moment with a
    // server that has just started; this test is about what is killed later, so it begins anew.
    let mut attempts = 0;
    let (port, url, first_server, mut workers, mut tournament) = loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("nats://127.0.0.1:{port}");
        let first_server = server(port, &setup.path(&format!("nats-{attempts}")));
        let workers = vec![worker(&url), worker(&url)];
        let tournament = Process::start(&mut setup.tournament("queue.sqlite", &queued(&url)));
        let begun = Instant::now();
        while setup.games("queue.sqlite").len() < 10 && begun.elapsed() < Duration::from_secs(40) {
            sleep(Duration::from_millis(20));
        }
        if setup.games("queue.sqlite").len() >= 10 {
            break (port, url, first_server, workers, tournament);
        }
        attempts += 1;
        assert!(attempts < 5, "no games are played");
        workers.into_iter().for_each(Process::kill);
        tournament.kill();
        first_server.kill();
    };
    workers.remove(0).kill();
    workers.push(worker(&url));
    let before = setup.games("queue.sqlite").len();
    first_server.kill();
    let _server = server(port, &setup.path(&format!("nats-{attempts}")));
    until("the server is found again", || {
        tournament.is_done() || setup.games("queue.sqlite").len() > before
    });
    tournament.kill();
    let mut tournament = Process::start(&mut setup.tournament("queue.sqlite", &queued(&url)));
    until("the tournament is over", || tournament.is_done());
    assert_eq!(setup.games("queue.sqlite"), expected);
}
