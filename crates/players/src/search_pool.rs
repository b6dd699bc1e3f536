//! A pool of threads in which players search, so that whoever asks never has to wait.
//!
//! Searches wait in a queue with fair shares (`search_queue.rs`). Dropping a [`SearchHandle`] stops its search, so nothing is computed
//! that nobody reads. A player that has finished is kept, with its transposition table, for the next
//! search with the same key.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use spielwerk_games::AnyGame;
use spielwerk_search::{Instant, StopFlag};

use crate::search_queue::{Requester, SearchQueue};
use crate::{Analysis, GameState, Player, PlayerError, PlayerSpec, SearchParams};

/// Threads in which players search. They end when it is dropped.
#[derive(Debug)]
pub struct SearchPool {
    shared: Arc<Shared>,
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        self.shared.queue.close();
    }
}

/// Which player searches, and for whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerKey {
    /// For whom: searches with the same name and spec have the same player, one after the other.
    pub name: String,
    /// The player.
    pub spec: PlayerSpec,
}

/// What a search reports.
#[derive(Debug)]
pub enum SearchEvent {
    /// It waits until so many others have begun.
    Waiting(usize),
    /// The analysis so far.
    Progress(Analysis),
    /// The result; nothing comes after it.
    Done(Result<Analysis, PlayerError>),
}

/// A search that runs or waits in the queue. It is stopped when this is dropped.
#[derive(Debug)]
pub struct SearchHandle {
    stop: StopFlag,
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

type BuildPlayer =
    dyn Fn(AnyGame, &PlayerSpec) -> Result<Box<dyn Player>, PlayerError> + Send + Sync;

/// One search, and where its events go.
struct Job {
    key: PlayerKey,
    state: GameState,
    params: SearchParams,
    on_event: Box<dyn FnMut(SearchEvent) + Send>,
    /// How many were ahead when that was last reported.
    ahead: Option<usize>,
}

/// State shared by all threads.
struct Shared {
    queue: SearchQueue<Job>,
    build: Box<BuildPlayer>,
    cache: Mutex<PlayerCache>,
    /// A player was put back.
    returned: Condvar,
}

/// Idle players. The least recently used one is dropped when the cache is full.
struct PlayerCache {
    capacity: usize,
    /// The most recently used last.
    idle: Vec<(PlayerKey, Box<dyn Player>)>,
    /// The keys whose players search now.
    busy: Vec<PlayerKey>,
}

impl SearchPool {
    /// Starts so many threads, and one for quick searches; each of them calls `prepare_thread`
    /// first. Players that are not kept are made by `build`.
    pub fn new(
        threads: usize,
        prepare_thread: fn(),
        build: impl Fn(AnyGame, &PlayerSpec) -> Result<Box<dyn Player>, PlayerError>
        + Send
        + Sync
        + 'static,
    ) -> SearchPool {
        let threads = threads.max(1);
        let cache = PlayerCache { capacity: 2 * threads, idle: Vec::new(), busy: Vec::new() };
        // One thread is always left for others.
        let per_visitor = (threads - 1).max(1);
        let shared = Arc::new(Shared {
            queue: SearchQueue::new(per_visitor),
            build: Box::new(build),
            cache: Mutex::new(cache),
            returned: Condvar::new(),
        });
        for number in 0..=threads {
            let shared = shared.clone();
            let only_quick = number == threads;
            thread::spawn(move || {
                prepare_thread();
                shared.run(only_quick);
            });
        }
        SearchPool { shared }
    }

    /// Keeps a player for the first search with this key.
    pub fn insert(&self, key: PlayerKey, player: Box<dyn Player>) {
        self.shared.cache().insert(key, player);
    }

    /// Starts a search for the seat on turn. `on_event` is called by the thread that searches.
    pub fn search(
        &self,
        requester: Requester,
        key: PlayerKey,
        state: GameState,
        params: SearchParams,
        on_event: impl FnMut(SearchEvent) + Send + 'static,
    ) -> SearchHandle {
        let stop = params.stop.clone();
        let on_event = Box::new(on_event);
        self.shared.queue.push(requester, Job { key, state, params, on_event, ahead: None });
        SearchHandle { stop }
    }
}

impl Shared {
    /// Runs one search after the other, until the queue is closed.
    fn run(&self, only_quick: bool) {
        while let Some((requester, job)) = self.queue.pop(only_quick) {
            self.report_waiting();
            let begun = Instant::now();
            if !job.params.stop.is_stopped() {
                self.search(job);
            }
            self.queue.finish(&requester, begun.elapsed());
        }
    }

    /// Tells those who wait how many are ahead of them, if that has changed.
    fn report_waiting(&self) {
        self.queue.for_each_waiting(|ahead, job| {
            if job.ahead.replace(ahead) != Some(ahead) && !job.params.stop.is_stopped() {
                (job.on_event)(SearchEvent::Waiting(ahead));
            }
        });
    }

    fn search(&self, Job { key, state, params, mut on_event, .. }: Job) {
        let result = self.take(state.game(), &key).and_then(|mut player| {
            let mut report =
                |analysis: &Analysis| on_event(SearchEvent::Progress(analysis.clone()));
            // A player that panicked is not used again.
            let chosen = AssertUnwindSafe(|| player.choose(&state, &params, &mut report));
            let result = catch_unwind(chosen).unwrap_or_else(|_| {
                Err(PlayerError::Crashed("it panicked during the search".into()))
            });
            if result.is_ok() {
                self.cache().insert(key.clone(), player);
            }
            result
        });
        self.cache().busy.retain(|busy| *busy != key);
        self.returned.notify_all();
        on_event(SearchEvent::Done(result));
    }

    /// The player of a key, once no other search has it.
    fn take(&self, game: AnyGame, key: &PlayerKey) -> Result<Box<dyn Player>, PlayerError> {
        let is_busy = |cache: &mut PlayerCache| cache.busy.contains(key);
        let cache = self.returned.wait_while(self.cache(), is_busy);
        let mut cache = cache.unwrap_or_else(PoisonError::into_inner);
        cache.busy.push(key.clone());
        let idle = cache.take(key);
        drop(cache);
        match idle {
            Some(player) => Ok(player),
            None => (self.build)(game, &key.spec),
        }
    }

    fn cache(&self) -> MutexGuard<'_, PlayerCache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PlayerCache {
    fn take(&mut self, key: &PlayerKey) -> Option<Box<dyn Player>> {
        let index = self.idle.iter().position(|(other, _)| other == key)?;
        Some(self.idle.remove(index).1)
    }

    fn insert(&mut self, key: PlayerKey, player: Box<dyn Player>) {
        if self.idle.len() >= self.capacity {
            self.idle.remove(0);
        }
        self.idle.push((key, player));
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let cache = self.cache();
        f.debug_list().entries(cache.idle.iter().map(|(key, _)| key)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spielwerk_search::Limits;
    use std::sync::mpsc::{Receiver, channel};

    fn pool() -> SearchPool {
        SearchPool::new(
            2,
            || {},
            |game, spec| {
                crate::build(game, spec).map_err(|error| PlayerError::Crashed(error.to_string()))
            },
        )
    }

    fn key(name: &str) -> PlayerKey {
        PlayerKey { name: name.into(), spec: PlayerSpec { hash: 1, .."strong".parse().unwrap() } }
    }

    fn done(events: &Receiver<SearchEvent>) -> Result<Analysis, PlayerError> {
        loop {
            if let SearchEvent::Done(result) = events.recv().unwrap() {
                return result;
            }
        }
    }

    #[test]
    fn a_dropped_handle_stops_the_search_and_its_player_serves_the_next() {
        let pool = pool();
        let state = GameState::new(spielwerk_games::game("bohnenspiel").unwrap());
        let (sender, endless) = channel();
        let on_event = move |event| drop(sender.send(event));
        let params = SearchParams::new(Limits::default());
        let handle = pool.search(Requester::default(), key("a"), state.clone(), params, on_event);
        while !matches!(endless.recv().unwrap(), SearchEvent::Progress(_)) {}
        drop(handle);
        let (sender, events) = channel();
        let on_event = move |event| drop(sender.send(event));
        let params = SearchParams::new(Limits::depth(3));
        let _handle = pool.search(Requester::default(), key("a"), state.clone(), params, on_event);
        assert!(done(&events).unwrap().depth >= 3);
        assert!(done(&endless).is_ok());
    }

    #[test]
    fn a_panic_is_a_result() {
        struct Broken;
        impl Player for Broken {
            fn choose(
                &mut self,
                _: &GameState,
                _: &SearchParams,
                _: &mut dyn FnMut(&Analysis),
            ) -> Result<Analysis, PlayerError> {
                panic!("on purpose")
            }
        }
        let pool = SearchPool::new(1, || {}, |_, _| Ok(Box::new(Broken)));
        for _ in 0..2 {
            let (sender, events) = channel();
            let on_event = move |event| drop(sender.send(event));
            let state = GameState::new(spielwerk_games::games()[0]);
            let params = SearchParams::new(Limits::depth(1));
            let _handle = pool.search(Requester::default(), key("b"), state, params, on_event);
            assert!(matches!(done(&events), Err(PlayerError::Crashed(_))));
        }
    }
}
