//! Matches and tournaments, from the archive. They can be followed live, because every game is
//! recorded before it counts, also by another process.
//!
//! Standings are computed once for each game that is added, however many clients run for them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use spielwerk_arena::record::{Archive, ArchiveError, EventListing, GameFilter, GameSummary};
use spielwerk_arena::tournament::TournamentView;
use spielwerk_arena::{Store, StoreError};
use spielwerk_codecs::record::GameRecord;

use crate::api_error::ApiError;

/// The number of events in the cache.
const CACHE_SIZE: usize = 64;

/// Read access to the archive.
#[derive(Clone, Debug)]
pub(crate) struct Events(Arc<Mutex<EventReader>>);

#[derive(Debug)]
struct EventReader {
    archive: Archive,
    /// The standings of each event as JSON, and the number of games they are for.
    cache: HashMap<i64, (u32, Bytes)>,
}

impl Events {
    pub(crate) fn open(store: Store) -> Result<Events, StoreError> {
        let archive = Archive::in_store(store)?;
        Ok(Events(Arc::new(Mutex::new(EventReader { archive, cache: HashMap::new() }))))
    }

    /// All events, the latest first.
    pub(crate) async fn list(&self) -> Result<Vec<EventListing>, ApiError> {
        self.read(|reader| Ok(reader.archive.list_events()?)).await
    }

    /// An event and its standings, as JSON.
    pub(crate) async fn standings(&self, event: i64) -> Result<Bytes, ApiError> {
        self.read(move |reader| {
            let listed =
                reader.archive.event_listing(event)?.ok_or(ApiError::UnknownEvent(event))?;
            if let Some((games, standings)) = reader.cache.get(&event)
                && *games == listed.games
            {
                return Ok(standings.clone());
            }
            let view = TournamentView::find(&mut reader.archive, event)?
                .ok_or(ApiError::UnknownEvent(event))?;
            // Plain data with text keys can always be written as JSON.
            let standings = Bytes::from(serde_json::to_vec(&view).unwrap_or_default());
            if reader.cache.len() >= CACHE_SIZE {
                reader.cache.clear();
            }
            reader.cache.insert(event, (view.event.games, standings.clone()));
            Ok(standings)
        })
        .await
    }

    /// Games of an event, the last first.
    pub(crate) async fn games(
        &self,
        event: i64,
        filter: GameFilter,
    ) -> Result<Vec<GameSummary>, ApiError> {
        self.read(move |reader| {
            reader.archive.event_listing(event)?.ok_or(ApiError::UnknownEvent(event))?;
            Ok(reader.archive.summaries(event, &filter)?)
        })
        .await
    }

    /// One game.
    pub(crate) async fn game(&self, event: i64, number: u32) -> Result<GameRecord, ApiError> {
        let missing = move || ApiError::UnknownEventGame { event, number };
        self.read(move |reader| reader.archive.record(event, number)?.ok_or_else(missing)).await
    }

    /// How many games of a kind there are, by the last game of each event.
    pub(crate) async fn count(&self, game: &'static str) -> Result<usize, ApiError> {
        let events = self.list().await?;
        let of_game = events.iter().filter(|event| event.game.as_deref() == Some(game));
        Ok(of_game.map(|event| event.games as usize).sum())
    }

    /// Games of a kind, those of the latest events first, at most so many and some more.
    pub(crate) async fn records(
        &self,
        game: &'static str,
        most: usize,
    ) -> Result<Vec<GameRecord>, ApiError> {
        self.read(move |reader| {
            let mut records = Vec::new();
            for event in reader.archive.list_events()? {
                if event.game.as_deref() == Some(game) && records.len() < most {
                    records.extend(reader.archive.records(Some(&event.name))?);
                }
            }
            records.retain(|record| record.game == game);
            Ok(records)
        })
        .await
    }

    /// Runs a query on a blocking thread, so that it delays no other request.
    async fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&mut EventReader) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let reader = self.0.clone();
        let run = move || query(&mut reader.lock().unwrap_or_else(PoisonError::into_inner));
        tokio::task::spawn_blocking(run).await.map_err(|_| ApiError::Internal)?
    }
}

impl From<ArchiveError> for ApiError {
    fn from(error: ArchiveError) -> ApiError {
        ApiError::unreadable(&error)
    }
}
