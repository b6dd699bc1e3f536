//! The open connections. When there are too many, the one that has been idle for the longest gives
//! way to a new one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use tokio::task::AbortHandle;

/// The most connections at a time: less than the usual limit of open files.
const MAX_CONNECTIONS: usize = 512;

/// How many requests of a connection are being answered.
#[derive(Debug, Default)]
pub(crate) struct Activity(AtomicUsize);

/// A request that is being answered.
pub(crate) struct Busy(Arc<Activity>);

impl Activity {
    /// Begins a request, which ends when the result is dropped.
    pub(crate) fn begin(self: &Arc<Activity>) -> Busy {
        self.0.fetch_add(1, Relaxed);
        Busy(self.clone())
    }

    fn is_idle(&self) -> bool {
        self.0.load(Relaxed) == 0
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}

/// The open connections, the oldest first. They are closed when this is dropped.
#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: VecDeque<(Arc<Activity>, AbortHandle)>,
}

impl Connections {
    pub(crate) fn spawn(
        &mut self,
        activity: Arc<Activity>,
        connection: impl Future<Output = ()> + Send + 'static,
    ) {
        let task = tokio::spawn(connection);
        self.open.push_back((activity, task.abort_handle()));
    }

    /// Makes room for a new connection, if there is an idle one to close.
    pub(crate) fn make_room(&mut self) {
        if self.open.len() >= MAX_CONNECTIONS {
            self.open.retain(|(_, task)| !task.is_finished());
        }
        if self.open.len() >= MAX_CONNECTIONS {
            self.drop_idle();
        }
    }

    /// Closes the oldest connection without a request.
    pub(crate) fn drop_idle(&mut self) {
        let idle = self.open.iter().position(|(activity, _)| activity.is_idle());
        if let Some((_, task)) = idle.and_then(|index| self.open.remove(index)) {
            task.abort();
        }
    }
}

impl Drop for Connections {
    fn drop(&mut self) {
        for (_, task) in &self.open {
            task.abort();
        }
    }
}
