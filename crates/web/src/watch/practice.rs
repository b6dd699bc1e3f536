//! What agents do at the practice server for AISysProj. This room does not know that protocol;
//! whoever opens the house hands in how to look at it.

use std::fmt;
use std::sync::Arc;

use arena::StoreError;
use players::Course;
use serde_json::Value;

use crate::refusal::Refusal;

/// How to look at a practice server's store.
#[derive(Clone)]
pub struct Practice {
    /// All environments in which somebody has played, as `docs/api.md` describes them.
    pub environments: Arc<dyn Fn() -> Result<Value, StoreError> + Send + Sync>,
    /// A run by its number: what there is to know of it, and the game.
    pub run: Arc<RunByNumber>,
}

/// Finds a run.
type RunByNumber = dyn Fn(i64) -> Result<Option<(Value, Course)>, StoreError> + Send + Sync;

impl fmt::Debug for Practice {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Practice").finish_non_exhaustive()
    }
}

impl Practice {
    pub(crate) async fn environments(&self) -> Result<Value, Refusal> {
        let ask = self.environments.clone();
        apart(move || ask()).await
    }

    pub(crate) async fn run(&self, id: i64) -> Result<(Value, Course), Refusal> {
        let ask = self.run.clone();
        apart(move || ask(id)).await?.ok_or(Refusal::Run(id))
    }
}

/// Waits for the disk away from the threads that talk to people.
async fn apart<T: Send + 'static>(
    question: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Refusal> {
    let answer = tokio::task::spawn_blocking(question).await.map_err(|_| Refusal::Broken)?;
    answer.map_err(|error| Refusal::Unread(error.to_string()))
}
