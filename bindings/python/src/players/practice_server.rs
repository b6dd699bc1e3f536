//! The AISysProj practice server, started from Python.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use spielwerk_arena::Store;
use spielwerk_courses::aisysproj::{Environment, Server};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use crate::errors::{runtime_error, value_error};
use crate::values::to_python;

/// A practice server that runs until it is stopped.
#[pyclass(frozen, module = "spielwerk.aisysproj")]
pub(crate) struct PracticeServer {
    server: Server,
    address: SocketAddr,
    runtime: Mutex<Option<Runtime>>,
    /// Where agents and runs are kept, if nobody named a file.
    _folder: Option<TempDir>,
}

#[pymethods]
impl PracticeServer {
    /// Starts a server on this machine, on a port or on any free one. Agents, runs and ratings are
    /// kept in a file, or forgotten with the server.
    #[new]
    #[pyo3(signature = (*, port = 0, store = None, seed = None))]
    fn new(
        py: Python<'_>,
        port: u16,
        store: Option<PathBuf>,
        seed: Option<u64>,
    ) -> PyResult<PracticeServer> {
        let folder = if store.is_none() { Some(tempfile::tempdir()?) } else { None };
        let file = store.or_else(|| Some(folder.as_ref()?.path().join("practice.sqlite")));
        let store = Store::open(&file.unwrap_or_default()).map_err(runtime_error)?;
        let server = Server::new(store, seed).map_err(runtime_error)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .map_err(runtime_error)?;
        let wanted = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port);
        let listener = py.detach(|| runtime.block_on(TcpListener::bind(wanted)));
        let listener = listener
            .map_err(|error| runtime_error(format!("cannot listen on {wanted}: {error}")))?;
        let address = listener.local_addr()?;
        runtime.spawn(serve(server.clone(), listener));
        Ok(PracticeServer { server, address, runtime: Mutex::new(Some(runtime)), _folder: folder })
    }

    /// The address of the server; its pages show environments, ratings and runs.
    #[getter]
    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Registers an agent. Returns its configs by the names of the environments; each is a dict with
    /// `agent`, `pwd`, `env` and `url`, as the course's config files.
    #[pyo3(signature = (name, *, renew = false))]
    fn register<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        renew: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let configs = self.server.register(name, &self.url(), renew).map_err(value_error)?;
        let all = PyDict::new(py);
        for config in configs {
            let fields: Value = serde_json::from_str(&config.text()).map_err(runtime_error)?;
            all.set_item(&config.environment, to_python(py, &fields)?)?;
        }
        Ok(all)
    }

    /// Stops the server. Runs stay open in its file.
    fn stop(&self, py: Python<'_>) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            py.detach(|| runtime.shutdown_timeout(Duration::from_secs(5)));
        }
    }

    fn __enter__(this: Py<PracticeServer>) -> Py<PracticeServer> {
        this
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        _kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _traceback: &Bound<'_, PyAny>,
    ) {
        self.stop(py);
    }

    fn __repr__(&self) -> String {
        format!("<practice server on {}>", self.url())
    }
}

impl Drop for PracticeServer {
    fn drop(&mut self) {
        let runtime = self.runtime.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(runtime) = runtime {
            runtime.shutdown_background();
        }
    }
}

/// Serves until the runtime is shut down.
async fn serve(server: Server, listener: TcpListener) {
    // An error of accepting ends the server, and clients see that it is gone.
    let _ = server.serve(listener, std::future::pending()).await;
}

/// The environments of the course: name, game, opponent on the practice server, worth.
#[pyfunction]
pub(crate) fn environments() -> Vec<(String, &'static str, &'static str, &'static str)> {
    let all = Environment::all().into_iter();
    all.map(|env| (env.name, env.game.name(), env.opponent, env.worth)).collect()
}
