//! Searches in another worker, in place of threads.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use spielwerk_games::AnyPosition;
use spielwerk_players::{Analysis, GameState, PlayerError, PlayerKey, SearchEvent, SearchParams};
use spielwerk_search::Instant;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};

use super::message::{Outbox, Output};
use super::search::{SearchReport, SearchTask};
use super::timer::sleep_until;

/// The searches that run.
#[derive(Debug)]
pub(crate) struct PlayerThreads {
    outbox: Outbox,
    next: AtomicU64,
    running: Running,
}

type Running = Arc<Mutex<HashMap<u64, RunningSearch>>>;

#[derive(Debug)]
struct RunningSearch {
    position: AnyPosition,
    events: UnboundedSender<SearchEvent>,
}

/// What a search is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Game,
    Analysis,
}

/// Whose browser it is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor;

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor)
    }
}

/// A search that runs. It is stopped when this is dropped.
#[derive(Debug)]
pub(crate) struct Search {
    number: u64,
    outbox: Outbox,
    running: Running,
    events: UnboundedReceiver<SearchEvent>,
    /// A time limit that the search does not know of, counted from the first report.
    time: Option<Duration>,
    deadline: Option<Instant>,
    latest: Option<Analysis>,
}

impl PlayerThreads {
    pub(super) fn new(outbox: Outbox) -> PlayerThreads {
        PlayerThreads { outbox, next: AtomicU64::new(1), running: Running::default() }
    }

    /// Starts a search for the seat on turn.
    #[expect(clippy::needless_pass_by_value, reason = "called as the server's, which keeps them")]
    pub(crate) fn search(
        &self,
        purpose: Purpose,
        _: Visitor,
        key: PlayerKey,
        game_state: GameState,
        mut params: SearchParams,
    ) -> Search {
        // On the clock, players do not search where there is only one move; an analysis shall.
        let forced = purpose == Purpose::Analysis && game_state.position().count_moves() == 1;
        let time = if forced { params.limits.time.take() } else { None };
        let number = self.next.fetch_add(1, Relaxed);
        let (events, receiver) = mpsc::unbounded_channel();
        let position = game_state.position().clone();
        lock(&self.running).insert(number, RunningSearch { position, events });
        let task = SearchTask::new(&key, &game_state, &params);
        self.outbox.send(Output::Search { search: number, task });
        Search {
            number,
            outbox: self.outbox.clone(),
            running: self.running.clone(),
            events: receiver,
            time,
            deadline: None,
            latest: None,
        }
    }

    /// A search has got so far.
    pub(super) fn report(&self, number: u64, report: &SearchReport) {
        let mut running = lock(&self.running);
        let Some(RunningSearch { position, events }) = running.get(&number) else { return };
        let unreadable = || PlayerError::Crashed("its moves cannot be read".into());
        let event = match report {
            SearchReport::Progress(analysis) => match analysis.read(position) {
                Some(analysis) => SearchEvent::Progress(analysis),
                None => return,
            },
            SearchReport::Done(analysis) => {
                SearchEvent::Done(analysis.read(position).ok_or_else(unreadable))
            }
            SearchReport::Failed { error } => {
                SearchEvent::Done(Err(PlayerError::Crashed(error.clone())))
            }
        };
        let done = matches!(event, SearchEvent::Done(_));
        // Whoever has dropped the receiver has stopped the search.
        let _ = events.send(event);
        if done {
            running.remove(&number);
        }
    }
}

impl Search {
    /// The next event; none after the result.
    pub(crate) async fn next(&mut self) -> Option<SearchEvent> {
        let event = match (self.deadline, &self.latest) {
            (Some(deadline), Some(latest)) => tokio::select! {
                event = self.events.recv() => event,
                () = sleep_until(deadline) => {
                    self.deadline = None;
                    Some(SearchEvent::Done(Ok(latest.clone())))
                }
            },
            _ => self.events.recv().await,
        };
        if let (Some(time), Some(SearchEvent::Progress(analysis))) = (self.time, &event) {
            self.deadline.get_or_insert_with(|| Instant::now() + time);
            self.latest = Some(analysis.clone());
        }
        event
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        if lock(&self.running).remove(&self.number).is_some() {
            self.outbox.send(Output::Stop { search: self.number });
        }
    }
}

fn lock(running: &Running) -> MutexGuard<'_, HashMap<u64, RunningSearch>> {
    running.lock().unwrap_or_else(PoisonError::into_inner)
}
