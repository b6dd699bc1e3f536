//! Builds small tablebases in the background, on one thread, when a game is first played.
//!
//! Only long-running user interfaces do this. Players created before a build is finished do without
//! the tablebases. Matches, tests and `bench` never build in the background, so that their results
//! do not depend on timing.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::build::BuildMonitor;
use crate::registry::tablebases;
use crate::tablebase_dir::TablebaseDir;

/// Tablebases whose estimated build, with dependencies, takes longer are only built on request.
const SOON: Duration = Duration::from_secs(6);

/// Starts to build the small tablebases of a game that are missing, once per process. Errors are
/// ignored; `tables build` reports them. The thread need not be joined.
pub fn build_in_background(game: &str, dir: TablebaseDir) -> Option<JoinHandle<()>> {
    static BEGUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    if !begun.insert(format!("{game} in {}", dir.path().display())) {
        return None;
    }
    let game = game.to_owned();
    thread::Builder::new().name("tables".into()).spawn(move || build_small(&game, &dir)).ok()
}

fn build_small(game: &str, dir: &TablebaseDir) {
    let Ok(one_thread) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else {
        return;
    };
    for tablebase in tablebases() {
        let wanted = tablebase.games().contains(&game) && tablebase.open(dir).is_err();
        if wanted && tablebase.estimate(dir).time <= SOON {
            let built = one_thread.install(|| tablebase.build(dir, &BuildMonitor::silent()));
            if built.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_are_there_soon_and_asked_for_once() {
        let folder = tempfile::tempdir().unwrap();
        let dir = TablebaseDir::from(folder.path());
        let thread = build_in_background("fanorona-3x3", dir.clone()).unwrap();
        assert!(build_in_background("fanorona-3x3", dir.clone()).is_none());
        thread.join().unwrap();
        assert!(dir.tablebase_path("fanorona-3x3-7").exists());
        assert!(!dir.tablebase_path("fanorona-3x5-2").exists());
    }
}
