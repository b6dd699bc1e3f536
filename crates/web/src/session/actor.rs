//! The actor of a session: one task that handles commands of clients, results of players and clocks
//! that run out, one after the other.
//!
//! Every change is made on a copy, stored, and only then sent to the clients. So what a client has
//! seen is never lost, and a failing store changes nothing. The actor runs as long as a client is
//! connected.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::json;
use spielwerk_games::{AnyMove, Site};
use spielwerk_players::{Analysis, PlayerError, PlayerKey, PlayerSpec, SearchEvent, SearchParams};
use spielwerk_search::{Instant, Limits};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::sync::{broadcast, oneshot};

use super::WebSession;
use super::access::{Access, Proposal};
use super::sessions::Sessions;
use crate::api_error::ApiError;
use crate::player_threads::{Purpose, Search, Visitor};
use crate::socket::Utf8Bytes;
use crate::timer::sleep_until;
use crate::view::{AnalysisView, MoveView, ScoreView};

/// Updates that a slow client may be behind before it gets the whole state again.
const UPDATE_BUFFER: usize = 64;
/// How long the search for a hint takes.
const HINT_MS: u64 = 1_000;

/// What the handles send to the actor.
pub(crate) enum ActorMessage {
    /// Asks for the present state and all later updates.
    Subscribe(oneshot::Sender<Subscription>),
    /// Executes a command.
    Execute(Command, Access, ReplySender, oneshot::Sender<Result<(), ApiError>>),
    /// A client has disconnected.
    Leave,
}

/// The present state, and all updates from now on.
pub(crate) struct Subscription {
    pub(crate) state: Utf8Bytes,
    pub(crate) updates: broadcast::Receiver<Utf8Bytes>,
}

/// Where to send messages for one client alone.
pub(crate) type ReplySender = UnboundedSender<Utf8Bytes>;

/// What a client can ask for.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Command {
    Move {
        path: Option<Vec<u16>>,
        text: Option<String>,
        ply: Option<usize>,
    },
    Undo {},
    Redo {},
    Hint {},
    Resign {
        seat: Option<usize>,
    },
    Swap {},
    Pause {},
    Resume {},
    Step {},
    Pace {
        ms: u64,
    },
    /// The client has shown the last move.
    Ready {
        ply: usize,
    },
    /// Asks the other persons for something.
    Offer {
        what: Proposal,
    },
    Accept {},
    Decline {},
}

/// A session with the searches that run for it.
pub(crate) struct SessionActor {
    session: WebSession,
    sessions: Arc<Sessions>,
    /// Whose share of the searches it uses: the client's who has opened it.
    visitor: Visitor,
    updates: broadcast::Sender<Utf8Bytes>,
    /// The search of the player on turn.
    search: Option<Search>,
    /// Its result, while it waits for the least time between two moves.
    pending: Option<Analysis>,
    /// When the last move was made.
    moved: Instant,
    /// How many clients have shown it.
    ready: usize,
    /// Whether one move may be made although the session is paused.
    step: bool,
    hint: Option<(Search, ReplySender)>,
}

impl SessionActor {
    /// An actor for a session.
    pub(crate) fn new(
        session: WebSession,
        sessions: Arc<Sessions>,
        visitor: Visitor,
    ) -> SessionActor {
        let updates = broadcast::Sender::new(UPDATE_BUFFER);
        let moved = Instant::now();
        SessionActor {
            session,
            sessions,
            visitor,
            updates,
            search: None,
            pending: None,
            moved,
            ready: 0,
            step: false,
            hint: None,
        }
    }

    /// Handles messages until the last client has left.
    pub(crate) async fn run(mut self, mut messages: UnboundedReceiver<ActorMessage>) {
        self.session.start_clocks(Instant::now());
        loop {
            self.start_player();
            let due = self.pending.as_ref().map(|_| self.moved + self.session.pace());
            let deadline = self.session.deadline();
            tokio::select! {
                message = messages.recv() => match message {
                    Some(ActorMessage::Subscribe(reply)) => self.subscribe(reply),
                    Some(ActorMessage::Execute(command, access, replies, reply)) => {
                        // A client that has disconnected needs no answer.
                        let _ = reply.send(self.execute(command, access, replies).await);
                    }
                    Some(ActorMessage::Leave) => {
                        self.save_clocks().await;
                        if self.sessions.leave(&self.session.id) { break }
                    }
                    None => break,
                },
                event = next(&mut self.search) => self.handle_player_event(event).await,
                event = next_hint(&mut self.hint) => self.handle_hint_event(event),
                () = at(due) => if let Some(analysis) = self.pending.take() {
                    self.play_answer(analysis.best_move).await;
                },
                () = at(deadline) => {
                    let flagged = self.change(|session, now| { session.flag(now); Ok(()) }).await;
                    self.pause_on_error(flagged);
                }
            }
        }
    }

    /// Starts the search of the player on turn, unless it runs already.
    fn start_player(&mut self) {
        let goes_on = !self.session.is_paused() || self.step;
        let Some((seat, spec)) = self.session.player_on_turn().filter(|_| goes_on) else {
            self.search = None;
            return;
        };
        if self.search.is_none() && self.pending.is_none() {
            let name = format!("{} {}", self.session.id, seat.index());
            let key = PlayerKey { name, spec: spec.clone() };
            let params = self.session.search_params(Instant::now());
            let game_state = self.session.game_state().clone();
            let threads = self.sessions.player_threads();
            self.search =
                Some(threads.search(Purpose::Game, self.visitor, key, game_state, params));
        }
    }

    fn subscribe(&self, reply: oneshot::Sender<Subscription>) {
        let state = text(&self.session.state(0, Instant::now()));
        // The client may have disconnected.
        let _ = reply.send(Subscription { state, updates: self.updates.subscribe() });
    }

    /// Time that has passed since the last move counts, even if all clients leave.
    async fn save_clocks(&self) {
        if self.session.deadline().is_some() {
            // At worst a seat gets a little time back.
            let _ = self.sessions.db().save(self.session.to_row(Instant::now())).await;
        }
    }

    async fn execute(
        &mut self,
        command: Command,
        access: Access,
        replies: ReplySender,
    ) -> Result<(), ApiError> {
        match self.session.permit(command, access)? {
            Command::Move { path, text, ply } => {
                let m = self.find_move(path, text, ply)?;
                self.play(m).await?;
            }
            Command::Undo {} => self.change(WebSession::undo).await?,
            Command::Redo {} => self.change(WebSession::redo).await?,
            Command::Hint {} => return self.start_hint(replies),
            Command::Resign { seat } => {
                self.change(|session, now| session.resign(seat, now)).await?;
            }
            Command::Swap {} => {
                self.change(|session, _| {
                    session.swap();
                    Ok(())
                })
                .await?;
            }
            Command::Pause {} => {
                self.change(|session, now| {
                    session.pause(true, now);
                    Ok(())
                })
                .await?;
            }
            Command::Resume {} => {
                self.change(|session, now| {
                    session.pause(false, now);
                    Ok(())
                })
                .await?;
            }
            Command::Step {} => self.step = true,
            Command::Pace { ms } => {
                return self.save(|session, _| session.set_pace(ms)).await;
            }
            Command::Ready { ply } => self.start_clock(ply),
            Command::Offer { what } => {
                return self.save(|session, _| session.propose(what, access)).await;
            }
            Command::Accept {} => {
                self.change(|session, now| session.accept(access, now)).await?;
            }
            Command::Decline {} => {
                return self.save(|session, _| session.decline(access)).await;
            }
        }
        Ok(())
    }

    /// The legal move that a person's command means.
    fn find_move(
        &self,
        path: Option<Vec<u16>>,
        text: Option<String>,
        ply: Option<usize>,
    ) -> Result<AnyMove, ApiError> {
        let seat = self.session.on_turn().ok_or(ApiError::Conflict("the game is over"))?;
        if !self.session.is_person(seat) {
            return Err(ApiError::Conflict("it is not a person's turn"));
        }
        if ply.is_some_and(|ply| ply != self.session.plies()) {
            return Err(ApiError::Conflict("the game has gone on since then"));
        }
        let position = self.session.game_state().position();
        match (path, text) {
            (Some(path), None) => {
                let path: Vec<Site> = path.into_iter().map(Site).collect();
                let nowhere = ApiError::bad_request("this path is no legal move");
                position.continuations(&path).complete.ok_or(nowhere)
            }
            (None, Some(text)) => Ok(position.read_move(&text)?),
            _ => Err(ApiError::bad_request("a move needs either `path` or `text`")),
        }
    }

    /// Plays a move. The clock of a person waits until all clients have shown it.
    async fn play(&mut self, m: AnyMove) -> Result<(), ApiError> {
        let played = self
            .change(|session, now| {
                session.play(m, now)?;
                session.hold_clock(now);
                Ok(())
            })
            .await;
        self.moved = Instant::now();
        self.ready = 0;
        played
    }

    /// One more client has shown the last move.
    fn start_clock(&mut self, ply: usize) {
        if ply != self.session.plies() {
            return;
        }
        self.ready += 1;
        if self.ready >= self.updates.receiver_count() {
            self.session.start_clocks(Instant::now());
        }
    }

    /// Changes the game, which stops all searches.
    async fn change(
        &mut self,
        change: impl FnOnce(&mut WebSession, Instant) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        self.save(change).await?;
        self.search = None;
        self.pending = None;
        self.hint = None;
        Ok(())
    }

    /// Changes a copy, stores it, and sends it to the clients.
    async fn save(
        &mut self,
        change: impl FnOnce(&mut WebSession, Instant) -> Result<(), ApiError>,
    ) -> Result<(), ApiError> {
        let now = Instant::now();
        let mut next = self.session.clone();
        change(&mut next, now)?;
        self.sessions.db().save(next.to_row(now)).await?;
        let keep = self.session.plies().min(next.plies());
        self.session = next;
        self.broadcast(&self.session.state(keep, Instant::now()));
        Ok(())
    }

    /// Sends a message to all clients.
    fn broadcast(&self, message: &impl Serialize) {
        // There may be no client just now.
        let _ = self.updates.send(text(message));
    }

    async fn handle_player_event(&mut self, event: Option<SearchEvent>) {
        match event {
            Some(SearchEvent::Waiting(ahead)) => self.broadcast(&WaitingMessage { ahead }),
            Some(SearchEvent::Progress(analysis)) => {
                let analysis = AnalysisView::of(self.session.game_state().position(), &analysis);
                self.broadcast(&ThinkingMessage { analysis });
            }
            Some(SearchEvent::Done(Ok(analysis))) => {
                self.search = None;
                self.pending = Some(analysis);
            }
            Some(SearchEvent::Done(Err(error))) => self.forfeit(&error).await,
            None => self.forfeit(&PlayerError::Crashed("it ended without a result".into())).await,
        }
    }

    /// Plays the move of the player on turn.
    async fn play_answer(&mut self, m: AnyMove) {
        let played = self.play(m).await;
        self.step = false;
        self.pause_on_error(played);
    }

    /// Pauses the session after the store has failed, until a client resumes it.
    fn pause_on_error(&mut self, result: Result<(), ApiError>) {
        if let Err(error) = result {
            self.pending = None;
            self.session.pause(true, Instant::now());
            self.broadcast(&refused(&error));
        }
    }

    /// The player on turn has failed and loses.
    async fn forfeit(&mut self, error: &PlayerError) {
        let forfeit = |session: &mut WebSession, now| {
            session.forfeit(error, now);
            Ok(())
        };
        let result = self.change(forfeit).await;
        self.pause_on_error(result);
    }

    fn start_hint(&mut self, replies: ReplySender) -> Result<(), ApiError> {
        self.session.on_turn().ok_or(ApiError::Conflict("the game is over"))?;
        let name = format!("{} hint", self.session.id);
        let key = PlayerKey { name, spec: PlayerSpec::named("strong") };
        let limits = Limits::time(std::time::Duration::from_millis(HINT_MS));
        let game_state = self.session.game_state().clone();
        let params = SearchParams::new(limits);
        let search = self.sessions.player_threads().search(
            Purpose::Game,
            self.visitor,
            key,
            game_state,
            params,
        );
        self.hint = Some((search, replies));
        Ok(())
    }

    fn handle_hint_event(&mut self, event: Option<SearchEvent>) {
        let answer = match event {
            Some(SearchEvent::Waiting(_) | SearchEvent::Progress(_)) => return,
            Some(SearchEvent::Done(answer)) => answer,
            None => Err(PlayerError::Crashed("it ended without a result".into())),
        };
        let Some((_, replies)) = self.hint.take() else { return };
        let game_state = self.session.game_state();
        let message = match answer {
            Ok(analysis) => json!({
                "type": "hint",
                "ply": self.session.plies(),
                "seat": self.session.on_turn().map(spielwerk_games::Seat::index),
                "move": MoveView::of(game_state.game(), game_state.position(), analysis.best_move),
                "score": analysis.score.map(ScoreView::of),
            }),
            Err(error) => refused(&error),
        };
        // The client may have disconnected.
        let _ = replies.send(text(&message));
    }
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "thinking")]
struct ThinkingMessage {
    #[serde(flatten)]
    analysis: AnalysisView,
}

/// How many searches are ahead of that of the player on turn.
#[derive(Serialize)]
#[serde(tag = "type", rename = "waiting")]
struct WaitingMessage {
    ahead: usize,
}

/// A message that a command was refused, and why.
pub(crate) fn refused(why: &impl ToString) -> serde_json::Value {
    json!({ "type": "refused", "error": why.to_string() })
}

/// A message as text.
#[cfg_attr(
    target_family = "wasm",
    expect(clippy::useless_conversion, reason = "in a browser the text of a message is a string")
)]
pub(crate) fn text(message: &impl Serialize) -> Utf8Bytes {
    // Plain data with text keys can always be written as JSON.
    serde_json::to_string(message).unwrap_or_default().into()
}

/// The next event of a search; pending for ever if there is none.
async fn next(search: &mut Option<Search>) -> Option<SearchEvent> {
    match search {
        Some(search) => search.next().await,
        None => std::future::pending().await,
    }
}

async fn next_hint(hint: &mut Option<(Search, ReplySender)>) -> Option<SearchEvent> {
    match hint {
        Some((search, _)) => search.next().await,
        None => std::future::pending().await,
    }
}

/// Waits until an instant; for ever if there is none.
async fn at(when: Option<Instant>) {
    match when {
        Some(when) => sleep_until(when).await,
        None => std::future::pending().await,
    }
}
