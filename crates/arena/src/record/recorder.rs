//! Stores game records on a thread of its own, so that no game waits for the disk.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use spielwerk_codecs::record::GameRecord;

use super::{Archive, ArchiveError, Event};

/// A thread that stores game records, in one transaction all that came in during the last one.
#[derive(Debug)]
pub struct Recorder {
    records: Sender<GameRecord>,
    thread: JoinHandle<Result<usize, ArchiveError>>,
}

impl Recorder {
    /// Starts a recorder for the games of this event.
    pub fn new(archive: Archive, event: Event) -> Recorder {
        let (records, come) = channel();
        Recorder { records, thread: std::thread::spawn(move || write(archive, &event, &come)) }
    }

    /// Queues a game. Returns false if storing has failed; [`Recorder::finish`] returns the error.
    pub fn save(&self, record: GameRecord) -> bool {
        self.records.send(record).is_ok()
    }

    /// Waits until all games are stored, and returns their number.
    pub fn finish(self) -> Result<usize, ArchiveError> {
        drop(self.records);
        // The thread does not panic.
        self.thread.join().unwrap_or(Ok(0))
    }
}

fn write(
    mut archive: Archive,
    event: &Event,
    come: &Receiver<GameRecord>,
) -> Result<usize, ArchiveError> {
    let mut kept = 0;
    while let Ok(first) = come.recv() {
        let records: Vec<GameRecord> = std::iter::once(first).chain(come.try_iter()).collect();
        archive.add(event, &records)?;
        kept += records.len();
    }
    Ok(kept)
}
