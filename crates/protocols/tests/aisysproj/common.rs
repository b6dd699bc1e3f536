//! A server in the background, and sessions that think quickly.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use arena::Store;
use protocols::aisysproj::client::{Event, Ledger, Patience, PlayError};
use protocols::aisysproj::{Config, Server, Session};
use search::{Limits, Stop};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// A practice server that is gone, like after a kill, when it is dropped.
pub(crate) struct Running {
    runtime: Option<Runtime>,
    pub(crate) server: Server,
    pub(crate) address: SocketAddr,
}

impl Running {
    /// Serves a store on any port, or on the one that an earlier server had.
    pub(crate) fn start(store: &Path, address: Option<SocketAddr>) -> Running {
        let runtime = Runtime::new().unwrap();
        let server = Server::new(Store::open(store).unwrap(), Some(7)).unwrap();
        let bind = async {
            let any = SocketAddr::from(([127, 0, 0, 1], 0));
            TcpListener::bind(address.unwrap_or(any)).await.unwrap()
        };
        let listener = runtime.block_on(bind);
        let address = listener.local_addr().unwrap();
        let serving = server.clone();
        runtime.spawn(async move { serving.serve(listener, std::future::pending()).await });
        Running { runtime: Some(runtime), server, address }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The configs of a new agent.
    pub(crate) fn agent(&self, name: &str) -> Vec<Config> {
        self.server.register(name, &self.url(), false).unwrap()
    }

    /// The config of a new agent in one environment.
    pub(crate) fn config(&self, name: &str, environment: &str) -> Config {
        let mut configs = self.agent(name).into_iter();
        configs.find(|config| config.environment == environment).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_timeout(Duration::from_secs(5));
        }
    }
}

/// A session that does not wait long for anything.
pub(crate) fn session(config: Config, runs: usize) -> Session {
    Session {
        player: "greedy".parse().unwrap(),
        limits: Limits::nodes(100),
        runs,
        threads: 2,
        patience: Patience {
            answer: Duration::from_secs(20),
            busy: Duration::from_millis(1),
            first: Duration::from_millis(1),
            longest: Duration::from_millis(20),
            tries: 8,
        },
        ..Session::new(config, None).ok().unwrap()
    }
}

/// Plays a session to its end, and collects what it had to say.
pub(crate) fn play(session: &Session) -> (Result<Ledger, PlayError>, Vec<String>) {
    let mut notes = Vec::new();
    let ledger = session.play(&Stop::default(), &mut |event| match event {
        Event::Note(note) => notes.push(note),
        Event::Finished(run) => notes.push(run.json().to_string()),
        Event::Answered(_) => {}
    });
    (ledger, notes)
}
