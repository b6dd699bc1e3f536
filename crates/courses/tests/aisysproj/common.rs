//! A server in the background, and clients that search quickly.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::client::{ClientError, Event, RatingTracker, RetryPolicy};
use spielwerk_courses::aisysproj::{Client, Config, Server};
use spielwerk_search::{Limits, StopFlag};
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

/// A client that does not wait long for anything.
pub(crate) fn client(config: Config, runs: usize) -> Client {
    Client {
        player: "greedy".parse().unwrap(),
        limits: Limits::nodes(100),
        runs,
        threads: 2,
        retry: RetryPolicy {
            response_timeout: Duration::from_secs(20),
            busy_delay: Duration::from_millis(1),
            initial_delay: Duration::from_millis(1),
            max_delay: Duration::from_millis(20),
            max_attempts: 8,
            max_server_errors: 3,
        },
        ..Client::new(config, None).ok().unwrap()
    }
}

/// Runs a client to its end, and collects its messages.
pub(crate) fn play(client: &Client) -> (Result<RatingTracker, ClientError>, Vec<String>) {
    let mut notes = Vec::new();
    let ratings = client.play(&StopFlag::default(), &mut |event| match event {
        Event::Note(note) => notes.push(note),
        Event::Finished(run) => notes.push(run.json().to_string()),
        Event::Progress(_) => {}
    });
    (ratings, notes)
}
