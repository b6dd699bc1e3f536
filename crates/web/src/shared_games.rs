//! Games behind short links: the text of an analysis, found by the hash of what it says. The same game
//! has the same link, however often it is shared.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use spielwerk_arena::{Store, StoreError};

use crate::api_error::ApiError;

const MIGRATIONS: [&str; 1] = ["
    create table web_shared_games (
        id text primary key,
        game text not null,
        position text not null,
        moves text not null,
        created integer not null
    ) strict, without rowid
"];

/// The digits of an id, four bits each: enough that two games hardly ever have the same.
const ID_BYTES: usize = 7;
/// The longest texts that are stored, in bytes.
const MAX_POSITION: usize = 16 * 1024;
const MAX_MOVES: usize = 128 * 1024;

/// A game that is shared: where it begins, and its moves with variations and comments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SharedGame {
    game: String,
    #[serde(default)]
    position: String,
    #[serde(default)]
    moves: String,
}

impl SharedGame {
    /// Refuses what is too long, or of no game.
    fn check(&self) -> Result<(), ApiError> {
        spielwerk_games::game(&self.game)?;
        if self.position.len() > MAX_POSITION || self.moves.len() > MAX_MOVES {
            return Err(ApiError::bad_request("the game is too long to be shared"));
        }
        Ok(())
    }

    fn id(&self) -> String {
        let mut hash = Sha256::new();
        for part in [&self.game, &self.position, &self.moves] {
            hash.update(part.len().to_le_bytes());
            hash.update(part);
        }
        hash.finalize().iter().take(ID_BYTES).map(|byte| format!("{byte:02x}")).collect()
    }
}

/// All shared games. Clones share them.
#[derive(Clone, Debug)]
pub(crate) struct SharedGames(Arc<Mutex<Store>>);

impl SharedGames {
    pub(crate) fn open(mut store: Store) -> Result<SharedGames, StoreError> {
        store.migrate("web-shared", &MIGRATIONS)?;
        Ok(SharedGames(Arc::new(Mutex::new(store))))
    }

    /// Stores a game and returns its id.
    pub(crate) async fn share(&self, shared: SharedGame) -> Result<String, ApiError> {
        shared.check()?;
        let id = shared.id();
        let SharedGame { game, position, moves } = shared;
        let key = id.clone();
        self.run(move |connection| {
            let mut insert = connection.prepare_cached(
                "insert or ignore into web_shared_games (id, game, position, moves, created)
                 values (?1, ?2, ?3, ?4, ?5)",
            )?;
            insert.execute((key, game, position, moves, seconds()))
        })
        .await?;
        Ok(id)
    }

    /// The game with this id.
    pub(crate) async fn find(&self, id: String) -> Result<SharedGame, ApiError> {
        let missing = ApiError::UnknownSharedGame(id.chars().take(40).collect());
        let found = self
            .run(move |connection| {
                let mut select = connection.prepare_cached(
                    "select game, position, moves from web_shared_games where id = ?1",
                )?;
                let read = |row: &rusqlite::Row| {
                    Ok(SharedGame { game: row.get(0)?, position: row.get(1)?, moves: row.get(2)? })
                };
                select.query_row([id], read).optional()
            })
            .await?;
        found.ok_or(missing)
    }

    /// Runs a statement on a blocking thread, so that it delays no other request.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, ApiError> {
        let store = self.0.clone();
        let run = move || store.lock().unwrap_or_else(PoisonError::into_inner).run(work);
        let done = tokio::task::spawn_blocking(run).await.map_err(|_| ApiError::Internal)?;
        done.map_err(|error| ApiError::unreadable(&error))
    }
}

fn seconds() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs().try_into().unwrap_or(i64::MAX)
}
