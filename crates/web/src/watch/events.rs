//! Matches and tournaments, as the archive has them: live, because whoever plays them keeps every
//! game before it counts, be it in another process.
//!
//! Standings are worked out once for each game that is added, however many people look at them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use arena::record::{Archive, ArchiveError, Listed, Sheet, Summary, Which};
use arena::tournament::Seen;
use arena::{Store, StoreError};
use axum::body::Bytes;

use crate::refusal::Refusal;

/// So many events are remembered at once.
const KNOWN: usize = 64;

/// The archive, for reading alone.
#[derive(Clone, Debug)]
pub(crate) struct Events(Arc<Mutex<Reader>>);

#[derive(Debug)]
struct Reader {
    archive: Archive,
    /// The last answer about each event, and after how many games it was given.
    known: HashMap<i64, (u32, Bytes)>,
}

impl Events {
    pub(crate) fn open(store: Store) -> Result<Events, StoreError> {
        let archive = Archive::within(store)?;
        Ok(Events(Arc::new(Mutex::new(Reader { archive, known: HashMap::new() }))))
    }

    /// All events, the latest first.
    pub(crate) async fn list(&self) -> Result<Vec<Listed>, Refusal> {
        self.read(|reader| Ok(reader.archive.gallery()?)).await
    }

    /// An event and how it stands, as JSON.
    pub(crate) async fn standings(&self, event: i64) -> Result<Bytes, Refusal> {
        self.read(move |reader| {
            let listed = reader.archive.listed(event)?.ok_or(Refusal::Event(event))?;
            if let Some((games, answer)) = reader.known.get(&event)
                && *games == listed.games
            {
                return Ok(answer.clone());
            }
            let seen = Seen::find(&mut reader.archive, event)?.ok_or(Refusal::Event(event))?;
            // Plain data with text keys can always be written as JSON.
            let answer = Bytes::from(serde_json::to_vec(&seen).unwrap_or_default());
            if reader.known.len() >= KNOWN {
                reader.known.clear();
            }
            reader.known.insert(event, (seen.event.games, answer.clone()));
            Ok(answer)
        })
        .await
    }

    /// Games of an event, the last first.
    pub(crate) async fn games(&self, event: i64, which: Which) -> Result<Vec<Summary>, Refusal> {
        self.read(move |reader| {
            reader.archive.listed(event)?.ok_or(Refusal::Event(event))?;
            Ok(reader.archive.summaries(event, &which)?)
        })
        .await
    }

    /// One game.
    pub(crate) async fn game(&self, event: i64, number: u32) -> Result<Sheet, Refusal> {
        let missing = move || Refusal::NoGame { event, number };
        self.read(move |reader| reader.archive.sheet(event, number)?.ok_or_else(missing)).await
    }

    /// Asks the archive, away from the threads that talk to people.
    async fn read<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Reader) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let reader = self.0.clone();
        let ask = move || question(&mut reader.lock().unwrap_or_else(PoisonError::into_inner));
        tokio::task::spawn_blocking(ask).await.map_err(|_| Refusal::Broken)?
    }
}

impl From<ArchiveError> for Refusal {
    fn from(error: ArchiveError) -> Refusal {
        Refusal::Unread(error.to_string())
    }
}
