//! Processes of a test: the program itself, and a NATS server.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A process that does not outlive the test.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        Process(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap())
    }

    /// As `kill -9` does.
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub(crate) fn is_done(&mut self) -> bool {
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

pub(crate) fn spielwerk() -> Command {
    Command::new(env!("CARGO_BIN_EXE_spielwerk"))
}

/// A real server on this machine, its streams in a folder.
pub(crate) fn server(port: u16, folder: &Path) -> Process {
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

pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(300), "waited in vain until {what}");
        sleep(Duration::from_millis(20));
    }
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A worker that writes what it says to a file.
pub(crate) fn noted_worker(url: &str, notes: &Path, more: &[&str]) -> Process {
    let mut command = spielwerk();
    command.args(["worker", "--queue", url]).args(more).stdout(Stdio::null());
    Process(command.stderr(fs::File::create(notes).unwrap()).spawn().unwrap())
}
