//! Keeps games beside their play: the store waits for the disk, and nobody should wait for the store.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use super::{Archive, ArchiveError, Event, Sheet};

/// A thread that writes sheets down, as many at a time as have come in while it wrote.
#[derive(Debug)]
pub struct Recorder {
    sheets: Sender<Sheet>,
    thread: JoinHandle<Result<usize, ArchiveError>>,
}

impl Recorder {
    /// Begins to keep games of this event.
    pub fn new(archive: Archive, event: Event) -> Recorder {
        let (sheets, come) = channel();
        Recorder { sheets, thread: std::thread::spawn(move || write(archive, &event, &come)) }
    }

    /// Hands in a game. Whether it can be kept: what is in the way, [`Recorder::finish`] says.
    pub fn keep(&self, sheet: Sheet) -> bool {
        self.sheets.send(sheet).is_ok()
    }

    /// Waits until all games are kept, and says how many they are.
    pub fn finish(self) -> Result<usize, ArchiveError> {
        drop(self.sheets);
        // The thread has nothing in it that panics.
        self.thread.join().unwrap_or(Ok(0))
    }
}

fn write(
    mut archive: Archive,
    event: &Event,
    come: &Receiver<Sheet>,
) -> Result<usize, ArchiveError> {
    let mut kept = 0;
    while let Ok(first) = come.recv() {
        let sheets: Vec<Sheet> = std::iter::once(first).chain(come.try_iter()).collect();
        archive.add(event, &sheets)?;
        kept += sheets.len();
    }
    Ok(kept)
}
