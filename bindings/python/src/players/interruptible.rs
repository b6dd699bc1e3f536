//! Long work that Ctrl-C ends: it runs on a thread of its own, without the GIL, while the calling
//! thread looks for signals.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use spielwerk_search::StopFlag;

use crate::errors::runtime_error;

/// How often to look for signals.
pub(super) const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Does the work. A signal raises the stop flag, and its exception is raised when the work has ended.
pub(super) fn interruptible<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    thread::scope(|scope| {
        let worker =
            thread::Builder::new().name("spielwerk".into()).spawn_scoped(scope, move || {
                // Nobody listens any more if the caller has been interrupted twice.
                let _ = sender.send(work());
            });
        let worker = worker.map_err(runtime_error)?;
        let mut interrupt = None;
        loop {
            let receiver = &mut receiver;
            match py.detach(move || receiver.recv_timeout(SIGNAL_INTERVAL)) {
                Ok(result) => return interrupt.map_or(Ok(result), Err),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        stop.stop();
                        interrupt.get_or_insert(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    // Taken here, the panic does not go on in this thread.
                    let _ = worker.join();
                    return Err(runtime_error("the work broke down; please report this"));
                }
            }
        }
    })
}
