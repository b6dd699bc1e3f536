//! The threads in which players search, at a lower priority than those that serve requests.
//!
//! A session has at most one search in the queue, so all sessions take turns. Analyses have threads
//! of their own: they take long, and a game never waits for them.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::Extensions;
use axum::http::request::Parts;

use spielwerk_games::AnyGame;
use spielwerk_http::ClientAddress;
use spielwerk_players::{
    GameState, Player, PlayerError, PlayerKey, PlayerSpec, Requester, SearchEvent, SearchHandle,
    SearchParams, SearchPool,
};
use spielwerk_search::{Limits, StopFlag};
use spielwerk_tablebases::TablebaseDir;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::time::timeout_at;
use tracing::warn;

/// The least time between two progress reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The largest transposition table of a player, in MiB.
const MAX_HASH: usize = 64;

/// The threads in which players search. They end when it is dropped.
#[derive(Debug)]
pub(crate) struct PlayerThreads {
    games: SearchPool,
    analyses: SearchPool,
}

/// What a search is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Game,
    Analysis,
}

/// Somebody who uses the server, by the address.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visitor(pub(crate) IpAddr);

impl Visitor {
    /// Whoever sends this request. Only in tests is there no address.
    pub(crate) fn of(extensions: &Extensions) -> Visitor {
        let address = extensions.get::<ClientAddress>().map(|&ClientAddress(address)| address);
        Visitor(address.unwrap_or(Ipv4Addr::LOCALHOST.into()))
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, Infallible> {
        Ok(Visitor::of(&parts.extensions))
    }
}

/// A search that runs or waits in its queue. It is stopped when this is dropped.
#[derive(Debug)]
pub(crate) struct Search {
    _handle: SearchHandle,
    events: UnboundedReceiver<SearchEvent>,
    time_limit: Option<TimeLimit>,
}

/// A time limit that the search does not know of.
#[derive(Debug)]
struct TimeLimit {
    time: Duration,
    /// When the search has reported first: it may wait in a queue before.
    begun: Option<Instant>,
    stop: StopFlag,
}

impl PlayerThreads {
    /// Starts so many threads for games, and half as many for analyses. Small tablebases are built
    /// in a directory when a game is first played.
    pub(crate) fn new(threads: usize, tablebases: Option<&TablebaseDir>) -> PlayerThreads {
        let threads = threads.max(1);
        let pool = |threads| {
            let tablebases = tablebases.cloned();
            let build = move |game, spec: &PlayerSpec| build(game, spec, tablebases.as_ref());
            SearchPool::new(threads, lower_priority, build)
        };
        // One thread more than may search for one visitor.
        PlayerThreads { games: pool(threads + 1), analyses: pool(threads.div_ceil(2) + 1) }
    }

    /// Starts a search for the seat on turn.
    pub(crate) fn search(
        &self,
        purpose: Purpose,
        visitor: Visitor,
        key: PlayerKey,
        game_state: GameState,
        mut params: SearchParams,
    ) -> Search {
        // On the clock, players do not search where there is only one move; an analysis shall.
        let forced = purpose == Purpose::Analysis && game_state.position().count_moves() == 1;
        let hidden = if forced { params.limits.time.take() } else { None };
        let stop = params.stop.clone();
        let time_limit = hidden.map(|time| TimeLimit { time, begun: None, stop });
        let pool = match purpose {
            Purpose::Game => &self.games,
            Purpose::Analysis => &self.analyses,
        };
        let (sender, events) = mpsc::unbounded_channel();
        let (game, ply) = (game_state.game().name(), game_state.moves().len());
        let spec = key.spec.clone();
        let mut last = None;
        let on_event = move |event| {
            let now = Instant::now();
            match &event {
                SearchEvent::Progress(_) => {
                    if last.is_some_and(|last| now.duration_since(last) < REPORT_INTERVAL) {
                        return;
                    }
                    last = Some(now);
                }
                SearchEvent::Done(Err(error)) => {
                    warn!(game, ply, player = %spec, %error, "a player has failed");
                }
                SearchEvent::Waiting(_) | SearchEvent::Done(Ok(_)) => {}
            }
            // A dropped receiver has already stopped the search.
            let _ = sender.send(event);
        };
        let quick = is_quick(game_state.game(), &key.spec);
        let requester = Requester { visitor: visitor.0.to_string(), quick };
        let handle = pool.search(requester, key, game_state, params, on_event);
        Search { _handle: handle, events, time_limit }
    }
}

impl Search {
    /// The next event; none after the result.
    pub(crate) async fn next(&mut self) -> Option<SearchEvent> {
        let deadline = self.time_limit.as_ref().and_then(|it| Some(it.begun? + it.time));
        let event = match deadline {
            Some(deadline) => match timeout_at(deadline.into(), self.events.recv()).await {
                Ok(event) => event,
                Err(_) => {
                    if let Some(it) = self.time_limit.take() {
                        it.stop.stop();
                    }
                    self.events.recv().await
                }
            },
            None => self.events.recv().await,
        };
        if let (Some(it), Some(SearchEvent::Progress(_))) = (&mut self.time_limit, &event) {
            it.begun.get_or_insert_with(Instant::now);
        }
        event
    }
}

/// Whether a player moves at once: it does not search, or only a little.
fn is_quick(game: AnyGame, spec: &PlayerSpec) -> bool {
    const QUICK_LEVEL: u8 = 4;
    let low = spec.level.is_none_or(|level| level <= QUICK_LEVEL);
    low && spec.limits == Limits::default() && spielwerk_players::is_limited(game, spec)
}

fn build(
    game: AnyGame,
    spec: &PlayerSpec,
    tablebases: Option<&TablebaseDir>,
) -> Result<Box<dyn Player>, PlayerError> {
    if let Some(directory) = tablebases {
        spielwerk_tablebases::build_in_background(game.name(), directory.clone());
    }
    let spec = PlayerSpec { hash: spec.hash.min(MAX_HASH), ..spec.clone() };
    spielwerk_players::build(game, &spec).map_err(|error| PlayerError::Crashed(error.to_string()))
}

/// Lets other threads go first: searches use all the time that they get, but a person's move has
/// to be confirmed at once.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        const NICE: i32 = 10;
        // Where this is not allowed, all threads have the same priority.
        let _ = rustix::process::setpriority_process(None, NICE);
    }
}
