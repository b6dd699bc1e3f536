//! `spielwerk serve`, and `spielwerk` alone: the web app. Prints its address and opens nothing.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread::available_parallelism;

use anyhow::Context;
use serde_json::json;
use spielwerk_arena::Store;
use spielwerk_protocols::aisysproj::server::Spectator;
use spielwerk_tablebases::TablebaseDir;
use spielwerk_web::{AppState, PracticeReader, ServerConfig};
use tokio::net::TcpListener;
use tokio::signal::ctrl_c;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};

use crate::args::Serve;
use crate::logging;

/// The default port, or one of the next if it is in use.
const PORT: u16 = 8123;
const NEXT_PORTS: u16 = 20;

pub(crate) fn run(options: Serve) -> anyhow::Result<()> {
    logging::start()?;
    let path = Store::find(options.store)?;
    let store = Store::open(&path)?;
    let threads = options.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let practice = Some(practice(Spectator::open(Store::open(&path)?)?));
    let (hosts, tables) = (options.hosts, TablebaseDir::find(None).ok());
    let state = AppState::with_config(
        store,
        ServerConfig { threads, hosts, practice, tablebases: tables },
    )?;
    let bind = options.bind.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server")?;
    runtime.block_on(async {
        let listener = listen(bind, options.port).await?;
        let address = listener.local_addr().context("cannot tell the server's address")?;
        let mut out = io::stdout();
        writeln!(out, "http://{address}/ is ready; Ctrl-C ends it")?;
        out.flush()?;
        spielwerk_web::serve(listener, state, shutdown_signal())
            .await
            .context("the server has failed")
    })
}

/// How the web app reads the AISysProj practice server, whose protocol it does not know.
fn practice(spectator: Spectator) -> PracticeReader {
    let spectator = Arc::new(spectator);
    let run_reader = spectator.clone();
    PracticeReader {
        environments: Arc::new(move || Ok(json!(spectator.environments()?))),
        run: Arc::new(move |id| Ok(run_reader.run(id)?.map(|(run, state)| (json!(run), state)))),
    }
}

/// The given port, or the first free one of the default ones.
async fn listen(bind: IpAddr, port: Option<u16>) -> anyhow::Result<TcpListener> {
    if let Some(port) = port {
        let address = SocketAddr::new(bind, port);
        let listener = TcpListener::bind(address).await;
        return listener.with_context(|| format!("cannot listen on {address}; try another --port"));
    }
    for port in PORT..PORT + NEXT_PORTS {
        match TcpListener::bind((bind, port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            listener => return listener.with_context(|| format!("cannot listen on {bind}:{port}")),
        }
    }
    let last = PORT + NEXT_PORTS - 1;
    anyhow::bail!("all ports from {PORT} to {last} of {bind} are in use; name another by --port")
}

/// Waits for SIGINT or SIGTERM.
async fn shutdown_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = signal(SignalKind::terminate()) {
        tokio::select! {
            _ = ctrl_c() => {}
            _ = terminate.recv() => {}
        }
        return;
    }
    // Without signals the server runs until it is killed, which loses nothing either.
    if ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
