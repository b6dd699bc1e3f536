//! `spielwerk serve`, and `spielwerk` alone: the web app. Prints its address and opens nothing.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::Context;
use serde_json::json;
use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::server::Spectator;
use spielwerk_tablebases::TablebaseDir;
use spielwerk_web::{AppState, PracticeReader, ServerConfig, WasmModule};
use tokio::net::TcpListener;

use super::wasm_module;
use crate::args::Serve;
use crate::logging;

/// The default port, or one of the next if it is in use.
const PORT: u16 = 8123;
const NEXT_PORTS: u16 = 20;
/// How long games are kept that nobody touches.
const DEFAULT_KEEP_DAYS: u32 = 365;
/// The most new games of a visitor in an hour.
const DEFAULT_QUOTA: usize = 1_000;

pub(crate) fn run(options: Serve) -> anyhow::Result<()> {
    logging::start()?;
    let wasm_module = module(options.module.as_deref())?.map(Arc::new);
    let path = Store::find(options.store)?;
    let store = Store::open(&path)?;
    let threads = options.threads.map(usize::from);
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let practice = Some(practice(Spectator::open(Store::open(&path)?)?));
    let keep = match options.keep.unwrap_or(DEFAULT_KEEP_DAYS) {
        0 => None,
        days => Some(Duration::from_secs(u64::from(days) * 24 * 3600)),
    };
    let quota = options.quota.unwrap_or(DEFAULT_QUOTA);
    let (hosts, tables) = (options.hosts, TablebaseDir::find(None).ok());
    let config =
        ServerConfig { threads, hosts, practice, tablebases: tables, keep, quota, wasm_module };
    let state = AppState::with_config(store, config)?;
    let bind = options.bind.unwrap_or(Ipv4Addr::LOCALHOST.into());
    let runtime = tokio::runtime::Runtime::new().context("cannot start the server")?;
    runtime.block_on(async {
        let listener = listen(bind, options.port).await?;
        let address = listener.local_addr().context("cannot tell the server's address")?;
        let mut out = io::stdout();
        writeln!(out, "http://{address}/ is ready; Ctrl-C ends it")?;
        out.flush()?;
        spielwerk_web::serve(listener, state, spielwerk_http::shutdown_signal())
            .await
            .context("the server has failed")
    })
}

/// The WebAssembly module. One that nobody has named and that cannot be used is left out.
fn module(named: Option<&Path>) -> anyhow::Result<Option<WasmModule>> {
    if let Some(path) = named {
        return wasm_module::read(path).map(Some);
    }
    let Some(path) = wasm_module::find() else { return Ok(None) };
    let read = wasm_module::read(&path);
    Ok(read.inspect_err(|error| eprintln!("spielwerk: not used: {error:#}")).ok())
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
