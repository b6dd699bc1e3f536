//! External programs end with the process that has started them, however it ends.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(120), "waited in vain until {what}");
        sleep(Duration::from_millis(20));
    }
}

/// A match with an engine that hangs, and that has started a program which left its session.
struct HangingMatch {
    child: Child,
    /// The process that left.
    left: PathBuf,
    _folder: tempfile::TempDir,
}

impl HangingMatch {
    fn start() -> HangingMatch {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let script = folder.path().join("engine.sh");
        let text = format!(
            "while read line; do case $line in
                 ugi) echo ugiok;;
                 isready) echo readyok;;
                 go*) setsid sh -c 'echo $$ > {0}.new; mv {0}.new {0}; exec sleep 1000'; sleep 1000;;
                 quit) exit;;
             esac; done",
            pid.display()
        );
        fs::write(&script, text).unwrap();
        let engine = format!("ugi:sh {}", script.display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_spielwerk"));
        command.args(["match", "bohnenspiel", &engine, "random", "--time", "600s"]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        until("the engine hangs", || pid.exists());
        let left = fs::read_to_string(&pid).unwrap();
        HangingMatch { child, left: Path::new("/proc").join(left.trim()), _folder: folder }
    }

    fn signal(&self, name: &str) {
        let kill = Command::new("kill").args([name, &self.child.id().to_string()]).status();
        assert!(kill.unwrap().success());
    }

    /// Waits until the match has ended, and with it all that it has started.
    fn ends(mut self) {
        until("the match ends", || self.child.try_wait().unwrap().is_some());
        until("the program that left its session ends", || !self.left.exists());
    }
}

#[test]
fn the_first_interruption_ends_a_match_beside_a_hanging_engine() {
    let hanging = HangingMatch::start();
    hanging.signal("-INT");
    hanging.ends();
}

#[test]
fn a_killed_match_leaves_no_program_behind() {
    let hanging = HangingMatch::start();
    hanging.signal("-KILL");
    hanging.ends();
}
