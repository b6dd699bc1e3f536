//! Small tables that build themselves: on first need, in the background, on one thread.
//!
//! Only front ends that stay ask for it. Whoever plays meanwhile plays without; players made after
//! the tables are there find them. Matches, tests and `bench` never ask, so that what they do does
//! not depend on how far another thread has come.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::build::Watch;
use crate::catalogue::entries;
use crate::place::Place;

/// A table that takes longer than this, with what it stands on, waits until somebody asks for it.
const SOON: Duration = Duration::from_secs(6);

/// Begins to build the tables of a game that are soon built, once in a process. Nothing happens if
/// they are there, or where nothing can be written; what goes wrong is left to `tables build` to
/// tell. Nobody has to wait for the thread.
pub fn prepare_in_background(game: &str, place: Place) -> Option<JoinHandle<()>> {
    static BEGUN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut begun = BEGUN.lock().unwrap_or_else(PoisonError::into_inner);
    if !begun.insert(format!("{game} in {}", place.folder().display())) {
        return None;
    }
    let game = game.to_owned();
    thread::Builder::new().name("tables".into()).spawn(move || prepare(&game, &place)).ok()
}

fn prepare(game: &str, place: &Place) {
    let Ok(one_thread) = rayon::ThreadPoolBuilder::new().num_threads(1).build() else {
        return;
    };
    for entry in entries() {
        let wanted = entry.games().contains(&game) && entry.open(place).is_err();
        if wanted && entry.plan(place).time <= SOON {
            let built = one_thread.install(|| entry.build(place, &Watch::nobody()));
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
        let place = Place::from(folder.path());
        let thread = prepare_in_background("fanorona-3x3", place.clone()).unwrap();
        assert!(prepare_in_background("fanorona-3x3", place.clone()).is_none());
        thread.join().unwrap();
        assert!(place.table("fanorona-3x3-7").exists());
        assert!(!place.table("fanorona-3x5-2").exists());
    }
}
