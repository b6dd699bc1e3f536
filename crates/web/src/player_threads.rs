//! Thread pool in which the players search, at a lower priority than the threads that serve
//! requests.
//!
//! Searches wait in a queue. A session has at most one search in it, so all sessions take turns.
//! Analyses have a queue of their own: they take long, and a game never waits for them. Dropping a
//! [`SearchHandle`] stops its search, so nothing is computed that nobody reads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self as std_mpsc, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use spielwerk_games::AnyGame;
use spielwerk_players::{Analysis, GameState, Player, PlayerError, PlayerSpec, SearchParams};
use spielwerk_search::StopFlag;
use spielwerk_tablebases::TablebaseDir;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tracing::warn;

/// The least time between two progress reports of a search.
const REPORT_INTERVAL: Duration = Duration::from_millis(100);
/// The largest transposition table of a player, in MiB.
const MAX_HASH: usize = 64;

/// The threads in which players search. They end when it is dropped.
#[derive(Debug)]
pub(crate) struct PlayerThreads {
    games: Sender<Job>,
    analyses: Sender<Job>,
}

/// State shared by all threads.
#[derive(Debug)]
struct Shared {
    cache: Mutex<PlayerCache>,
    /// Where small tablebases are built when a game is first played.
    tablebases: Option<TablebaseDir>,
}

/// One search, and where its events go.
struct Job {
    key: PlayerKey,
    game_state: GameState,
    params: SearchParams,
    events: UnboundedSender<PlayerEvent>,
}

/// Which player searches, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayerKey {
    /// A later search with the same name may reuse the player, with its transposition table.
    pub(crate) name: String,
    pub(crate) spec: PlayerSpec,
    pub(crate) queue: Queue,
}

/// The queue in which a search waits.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Queue {
    Game,
    Analysis,
}

/// A search that runs or waits in its queue. It is stopped when this is dropped.
#[derive(Debug)]
pub(crate) struct SearchHandle {
    stop: StopFlag,
    events: UnboundedReceiver<PlayerEvent>,
}

/// What a search reports.
#[derive(Debug)]
pub(crate) enum PlayerEvent {
    /// The analysis so far.
    Progress(Analysis),
    /// The result; nothing comes after it.
    Done(Result<Analysis, PlayerError>),
}

impl PlayerThreads {
    /// Starts so many threads for games, and half as many for analyses.
    pub(crate) fn new(threads: usize, tablebases: Option<TablebaseDir>) -> PlayerThreads {
        let threads = threads.max(1);
        let cache = Mutex::new(PlayerCache { capacity: 2 * threads, players: Vec::new() });
        let shared = Arc::new(Shared { cache, tablebases });
        PlayerThreads {
            games: spawn_threads(threads, &shared),
            analyses: spawn_threads(threads.div_ceil(2), &shared),
        }
    }

    /// Starts a search for the seat on turn.
    pub(crate) fn search(
        &self,
        key: PlayerKey,
        game_state: GameState,
        params: SearchParams,
    ) -> SearchHandle {
        let (sender, events) = mpsc::unbounded_channel();
        let stop = params.stop.clone();
        let queue = match key.queue {
            Queue::Game => &self.games,
            Queue::Analysis => &self.analyses,
        };
        // If the threads are gone, the handle's channel is closed, which counts as a failure.
        let _ = queue.send(Job { key, game_state, params, events: sender });
        SearchHandle { stop, events }
    }
}

/// Starts so many threads that work on one queue.
fn spawn_threads(threads: usize, shared: &Arc<Shared>) -> Sender<Job> {
    let (sender, jobs) = std_mpsc::channel();
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..threads {
        let (jobs, shared) = (jobs.clone(), shared.clone());
        thread::spawn(move || shared.run(&jobs));
    }
    sender
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

impl Shared {
    /// Runs one search after the other, until the queue is closed.
    fn run(&self, jobs: &Mutex<Receiver<Job>>) {
        lower_priority();
        loop {
            let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Job { key, game_state, params, events }) = next else { return };
            if !events.is_closed() {
                self.search(&key, &game_state, &params, &events);
            }
        }
    }

    fn search(
        &self,
        key: &PlayerKey,
        game_state: &GameState,
        params: &SearchParams,
        events: &UnboundedSender<PlayerEvent>,
    ) {
        let mut last = None;
        let mut report = |analysis: &Analysis| {
            let now = Instant::now();
            if last.is_none_or(|last| now.duration_since(last) >= REPORT_INTERVAL) {
                last = Some(now);
                // A dropped handle has already raised the stop flag.
                let _ = events.send(PlayerEvent::Progress(analysis.clone()));
            }
        };
        let result = self.player(game_state.game(), key).and_then(|mut player| {
            // A player that panicked is not used again.
            let chosen = AssertUnwindSafe(|| player.choose(game_state, params, &mut report));
            let result = catch_unwind(chosen).unwrap_or_else(|_| {
                Err(PlayerError::Crashed("it panicked during the search".into()))
            });
            if result.is_ok() {
                self.cache().insert(key.clone(), player);
            }
            result
        });
        if let Err(error) = &result {
            let (game, ply) = (game_state.game().name(), game_state.moves().len());
            warn!(game, ply, player = %key.spec, %error, "a player has failed");
        }
        let _ = events.send(PlayerEvent::Done(result));
    }

    fn player(&self, game: AnyGame, key: &PlayerKey) -> Result<Box<dyn Player>, PlayerError> {
        if let Some(player) = self.cache().take(key) {
            return Ok(player);
        }
        if let Some(directory) = &self.tablebases {
            spielwerk_tablebases::build_in_background(game.name(), directory.clone());
        }
        let spec = PlayerSpec { hash: key.spec.hash.min(MAX_HASH), ..key.spec.clone() };
        spielwerk_players::build(game, &spec)
            .map_err(|error| PlayerError::Crashed(error.to_string()))
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, PlayerCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SearchHandle {
    /// The next event; none after the result.
    pub(crate) async fn next(&mut self) -> Option<PlayerEvent> {
        self.events.recv().await
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// Idle players with their transposition tables, so that a session finds its player again. The
/// least recently used one is dropped when the cache is full.
struct PlayerCache {
    capacity: usize,
    /// The most recently used last.
    players: Vec<(PlayerKey, Box<dyn Player>)>,
}

impl PlayerCache {
    fn take(&mut self, key: &PlayerKey) -> Option<Box<dyn Player>> {
        let index = self.players.iter().position(|(other, _)| other == key)?;
        Some(self.players.remove(index).1)
    }

    fn insert(&mut self, key: PlayerKey, player: Box<dyn Player>) {
        if self.players.len() >= self.capacity {
            self.players.remove(0);
        }
        self.players.push((key, player));
    }
}

impl std::fmt::Debug for PlayerCache {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_list().entries(self.players.iter().map(|(key, _)| key)).finish()
    }
}
