//! Self-play and proofs that are handed out to workers through a queue: whoever does the work, and
//! whatever is killed, the result is that of one machine.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod processes;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use processes::{Process, free_port, noted_worker, server, spielwerk, until};

struct TestSetup {
    folder: tempfile::TempDir,
    port: u16,
    url: String,
}

impl TestSetup {
    fn new() -> TestSetup {
        let port = free_port();
        let url = format!("nats://127.0.0.1:{port}");
        TestSetup { folder: tempfile::tempdir().unwrap(), port, url }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn server(&self) -> Process {
        server(self.port, &self.path("nats"))
    }

    fn worker(&self, notes: &str, more: &[&str]) -> Process {
        noted_worker(&self.url, &self.path(notes), more)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_default()
    }

    fn selfplay(&self, out: &Path, games: &str, more: &[&str]) -> Command {
        let mut command = spielwerk();
        command.args(["selfplay", "fanorona", "--nodes", "200", "--openings", "4", "--seed", "7"]);
        let player = "strong:eval_noise=10,hash=1,tables=off,eval=classic";
        command.args(["--player", player, "--games", games]).args(more).arg("--out").arg(out);
        command
    }

    fn queued(&self) -> [&str; 4] {
        ["--queue", &self.url, "--patience", "2s"]
    }
}

#[test]
fn selfplay_on_a_queue_writes_the_same_file() {
    let setup = TestSetup::new();
    let (here, there) = (setup.path("here"), setup.path("there"));
    assert!(setup.selfplay(&here, "192", &[]).output().unwrap().status.success());
    // The first batch is there already.
    assert!(setup.selfplay(&there, "32", &[]).output().unwrap().status.success());
    let _server = setup.server();
    let _workers = [setup.worker("first", &[]), setup.worker("second", &["--threads", "2"])];
    let printed = setup.selfplay(&there, "192", &setup.queued()).output().unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert!(printed.ends_with("positions of 192 games\n"), "{printed}");
    assert_eq!(fs::read(&here).unwrap(), fs::read(&there).unwrap());
    let notes = setup.read("first") + &setup.read("second");
    let batches = |number: u32| {
        notes.matches(&format!("32 games of self-play, batch {number} of fanorona")).count()
    };
    assert_eq!([1, 2, 3, 4, 5, 6].map(batches), [0, 1, 1, 1, 1, 1], "{notes}");
    assert!(!setup.path("there.queue").exists());
}

#[test]
fn selfplay_on_a_queue_goes_on_whatever_is_killed() {
    let setup = TestSetup::new();
    let (here, there) = (setup.path("here"), setup.path("there"));
    assert!(setup.selfplay(&here, "256", &[]).output().unwrap().status.success());
    let mut nats = setup.server();
    let start = || Process::start(&mut setup.selfplay(&there, "256", &setup.queued()));
    let mut selfplay = start();
    let size = || fs::metadata(&there).map_or(0, |file| file.len());
    let first = setup.worker("first", &[]);
    until("the first batch is in the file", || size() > 1000);
    // The batch that it plays is played again.
    first.kill();
    let _second = setup.worker("second", &[]);
    let before = size();
    until("another worker plays", || selfplay.is_done() || size() > before);
    nats.kill();
    nats = setup.server();
    let before = size();
    until("the server is found again", || selfplay.is_done() || size() > before);
    selfplay.kill();
    selfplay = start();
    until("the games are played", || selfplay.is_done());
    assert_eq!(fs::read(&here).unwrap(), fs::read(&there).unwrap());
    nats.kill();
}

/// Schwarz, to move in both, loses; about six and four million boards.
const LOST: &str = "16,7,3,0,0,1/16,4,0,4,0,1 12-8 s";
const LOST_SOONER: &str = "18,0,4,0,0,1/18,0,4,4,0,1 14-8 s";

impl TestSetup {
    /// A proof with so few boards for a position that it is replaced by its moves.
    fn proof(&self, position: &str, more: &[&str]) -> Command {
        let mut command = spielwerk();
        command.args(["solve", "bohnenspiel", "--position", position, "--winner", "opponent"]);
        command.args(["--budget", "1", "--order-time", "500ms", "--memory", "64"]).args(more);
        command.arg("--tables").arg(self.path("tables"));
        command.arg("--ledger").arg(self.path("ledger"));
        command
    }

    fn status(&self, position: &str) -> String {
        let status = self.proof(position, &["--status"]).output().unwrap();
        String::from_utf8(status.stdout).unwrap()
    }

    /// Builds the tablebases, which only one process may do at a time.
    fn build_tables(&self) {
        let mut command = spielwerk();
        command.args(["tables", "build", "bohnenspiel-14", "--tables"]).arg(self.path("tables"));
        let built = command.output().unwrap();
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    }

    fn solver(&self, notes: &str) -> Process {
        let tables = self.path("tables");
        self.worker(notes, &["--solver-memory", "32", "--tables", tables.to_str().unwrap()])
    }
}

#[test]
fn a_proof_on_a_queue_goes_on_whatever_is_killed() {
    let setup = TestSetup::new();
    setup.build_tables();
    let mut nats = setup.server();
    let start = || Process::start(&mut setup.proof(LOST, &setup.queued()));
    let mut proof = start();
    let first = setup.solver("first");
    until("a worker has searched a claim", || setup.read("first").contains("claim after ["));
    // The claim that it searches goes to another worker, or to the manager.
    first.kill();
    let _second = setup.solver("second");
    until("another worker has, too", || {
        proof.is_done() || setup.read("second").contains("claim after [")
    });
    proof.kill();
    nats.kill();
    nats = setup.server();
    proof = start();
    until("the proof is done", || proof.is_done());
    let status = setup.status(LOST);
    assert!(status.starts_with(&format!("Weisse wins {LOST}: proven\n")), "{status}");
    nats.kill();
}

#[test]
fn a_proof_on_a_queue_needs_no_worker() {
    let setup = TestSetup::new();
    let _server = setup.server();
    // A worker without memory for claims leaves them to others.
    let _worker = setup.worker("notes", &[]);
    let found = setup.proof(LOST_SOONER, &setup.queued()).output().unwrap();
    let found = String::from_utf8(found.stdout).unwrap();
    assert!(found.ends_with("the opponent wins\n"), "{found}");
    assert!(!setup.read("notes").contains("claim"), "{}", setup.read("notes"));
    // Nothing is left for workers that come later.
    let _solver = setup.solver("late");
    until("a worker waits", || setup.read("late").contains("waiting for work"));
    std::thread::sleep(std::time::Duration::from_secs(2));
    assert!(!setup.read("late").contains("claim"), "{}", setup.read("late"));
}
