//! Runs of agents on the practice server for AISysProj. This crate does not know that protocol; the
//! caller passes functions that read its store.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use spielwerk_arena::StoreError;
use spielwerk_players::GameState;

use crate::api_error::ApiError;

/// Reads the store of a practice server.
#[derive(Clone)]
pub struct PracticeReader {
    /// All environments in which somebody has played, as `docs/api.md` describes them.
    pub environments: Arc<dyn Fn() -> Result<Value, StoreError> + Send + Sync>,
    /// A run by its number: its data, and the game.
    pub run: Arc<RunByNumber>,
}

/// Finds a run.
type RunByNumber = dyn Fn(i64) -> Result<Option<(Value, GameState)>, StoreError> + Send + Sync;

impl fmt::Debug for PracticeReader {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("PracticeReader").finish_non_exhaustive()
    }
}

impl PracticeReader {
    pub(crate) async fn environments(&self) -> Result<Value, ApiError> {
        let read = self.environments.clone();
        blocking(move || read()).await
    }

    pub(crate) async fn run(&self, id: i64) -> Result<(Value, GameState), ApiError> {
        let read = self.run.clone();
        blocking(move || read(id)).await?.ok_or(ApiError::UnknownRun(id))
    }
}

/// Runs a query on a blocking thread, so that it delays no other request.
async fn blocking<T: Send + 'static>(
    query: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, ApiError> {
    let result = tokio::task::spawn_blocking(query).await.map_err(|_| ApiError::Internal)?;
    result.map_err(|error| ApiError::unreadable(&error))
}
