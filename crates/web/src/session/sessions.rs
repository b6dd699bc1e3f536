//! The open sessions, each with its actor. A session is open while a client is connected; the
//! others are only in the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::oneshot;
use tracing::info;

use super::WebSession;
use super::access::Access;
use super::actor::{ActorMessage, Command, ReplySender, SessionActor, Subscription};
use crate::api::blocking;
use crate::api_error::ApiError;
use crate::db_writer::DbWriter;
use crate::player_threads::{PlayerThreads, Visitor};

/// The sessions that are open.
#[derive(Debug)]
pub(crate) struct Sessions {
    db: DbWriter,
    player_threads: Arc<PlayerThreads>,
    open: Mutex<HashMap<String, OpenSession>>,
    /// Sessions are opened one after the other, so that none is opened twice.
    opening: tokio::sync::Mutex<()>,
}

/// An open session.
#[derive(Debug)]
struct OpenSession {
    messages: UnboundedSender<ActorMessage>,
    /// Clients that have joined and whose `Leave` the actor has not handled yet.
    clients: usize,
}

/// A client's handle to a session's actor. Leaves when dropped.
#[derive(Debug)]
pub(crate) struct SessionHandle {
    messages: UnboundedSender<ActorMessage>,
    access: Access,
}

impl Sessions {
    pub(crate) fn new(db: DbWriter, player_threads: Arc<PlayerThreads>) -> Arc<Sessions> {
        let (open, opening) = (Mutex::default(), tokio::sync::Mutex::default());
        Arc::new(Sessions { db, player_threads, open, opening })
    }

    pub(crate) fn db(&self) -> &DbWriter {
        &self.db
    }

    pub(crate) fn player_threads(&self) -> &Arc<PlayerThreads> {
        &self.player_threads
    }

    /// Joins a session with the key of a seat, and opens it if no client is connected yet.
    pub(crate) async fn join(
        self: &Arc<Self>,
        id: &str,
        key: Option<&str>,
        visitor: Visitor,
    ) -> Result<SessionHandle, ApiError> {
        let _one_at_a_time = self.opening.lock().await;
        // Keys never change, so those that are stored are right.
        let session = self.read(id).await?;
        let access = session.access(key);
        if let Some(messages) = self.join_open(id) {
            return Ok(SessionHandle { messages, access });
        }
        let (messages, receiver) = mpsc::unbounded_channel();
        self.open().insert(id.to_owned(), OpenSession { messages: messages.clone(), clients: 1 });
        info!(session = log_id(id), game = session.game_state().game().name(), "session opened");
        tokio::spawn(SessionActor::new(session, self.clone(), visitor).run(receiver));
        Ok(SessionHandle { messages, access })
    }

    /// A session as it was last stored.
    pub(crate) async fn read(&self, id: &str) -> Result<WebSession, ApiError> {
        let row = self.db.load(id).await?;
        let missing = || ApiError::UnknownSession(id.chars().take(40).collect());
        let row = row.ok_or_else(missing)?;
        blocking(move || WebSession::from_row(&row)).await
    }

    /// Whether a client is connected to this session.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        self.open().contains_key(id)
    }

    /// Removes a client. Whether it was the last one, so that the session is closed.
    pub(crate) fn leave(&self, id: &str) -> bool {
        let mut open = self.open();
        let Some(session) = open.get_mut(id) else { return true };
        session.clients -= 1;
        let empty = session.clients == 0;
        if empty {
            open.remove(id);
            info!(session = log_id(id), "session closed");
        }
        empty
    }

    fn join_open(&self, id: &str) -> Option<UnboundedSender<ActorMessage>> {
        let mut open = self.open();
        let session = open.get_mut(id)?;
        session.clients += 1;
        Some(session.messages.clone())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, OpenSession>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the log calls a session: not its whole id, with which anybody could play in it.
fn log_id(id: &str) -> &str {
    id.get(..8).unwrap_or_default()
}

impl SessionHandle {
    /// The present state and all updates from now on; nothing, if the actor has ended.
    pub(crate) async fn subscribe(&self) -> Option<Subscription> {
        let (reply, subscription) = oneshot::channel();
        self.messages.send(ActorMessage::Subscribe(reply)).ok()?;
        subscription.await.ok()
    }

    /// Executes a command in the session.
    pub(crate) async fn execute(
        &self,
        command: Command,
        replies: ReplySender,
    ) -> Result<(), ApiError> {
        let (reply, done) = oneshot::channel();
        let gone = || ApiError::Conflict("the session is closed; connect again");
        let message = ActorMessage::Execute(command, self.access, replies, reply);
        self.messages.send(message).map_err(|_| gone())?;
        done.await.map_err(|_| gone())?
    }
}

impl Drop for SessionHandle {
    fn drop(&mut self) {
        // If this fails, the actor has ended.
        let _ = self.messages.send(ActorMessage::Leave);
    }
}
