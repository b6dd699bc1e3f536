//! Limits of a search and their enforcement.
//!
//! Reading the clock at every node would cost more than some nodes do. So a [`NodeCounter`] takes
//! nodes in batches, each worth a few dozen microseconds of work, and checks the clock and the stop
//! flag only between batches. The batches come from one [`SearchBudget`] that all threads of a
//! search share, which makes a node limit exact for any number of threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::stopwatch::{Clock, Stopwatch};

/// Limits of a search. The first one reached ends it; without any, only a [`StopFlag`] or a proven
/// result does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The hard time limit.
    pub time: Option<Duration>,
    /// The soft time limit: after it no new iteration is begun, nor one that could not be finished
    /// within [`time`](Limits::time). Set it where unused time is kept for later moves.
    pub soft_time: Option<Duration>,
    /// Whether wall or CPU time is limited.
    pub clock: Clock,
    /// The maximum depth in plies.
    pub depth: Option<u32>,
    /// The maximum number of nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// A limit of wall time.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// A limit of CPU time.
    pub fn cpu(time: Duration) -> Limits {
        Limits { clock: Clock::Cpu, ..Limits::time(time) }
    }

    /// A depth limit in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A node limit.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Both limits together, by the clock of the first.
    #[must_use]
    pub fn tightest(self, other: Limits) -> Limits {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            [a, b].into_iter().flatten().min()
        }
        Limits {
            time: least(self.time, other.time),
            soft_time: least(self.soft_time, other.soft_time),
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            clock: self.clock,
        }
    }

    /// Whether there is no time, depth or node limit (UCI's `infinite`).
    pub fn is_infinite(&self) -> bool {
        (self.time, self.depth, self.nodes) == (None, None, None)
    }
}

/// A flag that stops a search from outside. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Stops the search that checks this flag, within a fraction of a millisecond.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it is set.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The search was aborted by a limit or the stop flag: every function on the stack returns at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Aborted;

/// The time and nodes of one search, shared by its threads. Time runs from its construction.
#[derive(Debug)]
pub struct SearchBudget {
    limits: Limits,
    stopwatch: Stopwatch,
    stop: StopFlag,
    aborted: AtomicBool,
    /// Nodes that no thread has taken yet.
    nodes_left: AtomicU64,
    nodes_spent: AtomicU64,
}

impl SearchBudget {
    /// Starts the clock for a search by so many threads.
    pub fn new(limits: Limits, stop: StopFlag, threads: usize) -> SearchBudget {
        SearchBudget {
            limits,
            stopwatch: Stopwatch::start(limits.clock, threads),
            stop,
            aborted: AtomicBool::new(false),
            nodes_left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            nodes_spent: AtomicU64::new(0),
        }
    }

    /// A node counter for one thread.
    pub fn node_counter(&self) -> NodeCounter<'_> {
        NodeCounter {
            budget: self,
            batch_left: 0,
            batch_size: 0,
            next_batch: 1,
            last_check: Duration::ZERO,
        }
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time spent so far.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// The nodes searched so far, without the unfinished batches of the node counters.
    pub fn nodes(&self) -> u64 {
        self.nodes_spent.load(Relaxed)
    }

    /// Aborts the search in all threads.
    pub fn abort(&self) {
        self.aborted.store(true, Relaxed);
    }

    /// Whether the search is aborted.
    pub fn is_aborted(&self) -> bool {
        self.aborted.load(Relaxed) || self.stop.is_stopped()
    }

    /// Whether another iteration should not be started, when the last one took this long.
    pub fn is_past_soft_limit(&self, last: Duration) -> bool {
        let Some(soft) = self.limits.soft_time else {
            return false;
        };
        let elapsed = self.elapsed();
        // An iteration takes at least as long as the one before it.
        elapsed >= soft || self.limits.time.is_some_and(|time| elapsed + last > time)
    }

    /// Whether time is up.
    fn is_out_of_time(&self, now: Duration) -> bool {
        self.limits.time.is_some_and(|time| now >= time)
    }

    /// Takes up to so many nodes from the shared budget.
    fn take_nodes(&self, batch: u64) -> u64 {
        let before =
            self.nodes_left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(batch)));
        before.unwrap_or(0).min(batch)
    }
}

/// Counts the nodes of one thread and enforces the limits.
#[derive(Debug)]
pub struct NodeCounter<'a> {
    budget: &'a SearchBudget,
    /// Nodes left of the present batch.
    batch_left: u64,
    /// Size of the present batch.
    batch_size: u64,
    /// Size of the next batch.
    next_batch: u64,
    /// When the clock was last read.
    last_check: Duration,
}

impl NodeCounter<'_> {
    /// A batch should take no longer than this.
    const MAX_BATCH_TIME: Duration = Duration::from_micros(40);
    /// The largest batch, however fast the nodes are.
    const MAX_BATCH: u64 = 1 << 14;

    /// Counts one node, unless the search is out of time or nodes.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Aborted> {
        if self.batch_left == 0 {
            self.next_batch_or_abort()?;
        }
        self.batch_left -= 1;
        Ok(())
    }

    /// The nodes of all threads, without the unfinished batches of the others.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes() + self.batch_size - self.batch_left
    }

    /// The shared budget.
    pub fn budget(&self) -> &SearchBudget {
        self.budget
    }

    #[cold]
    fn next_batch_or_abort(&mut self) -> Result<(), Aborted> {
        self.return_unused();
        let now = self.budget.elapsed();
        let took = now.saturating_sub(self.last_check);
        self.last_check = now;
        if self.budget.is_out_of_time(now) || self.budget.is_aborted() {
            self.budget.abort();
            return Err(Aborted);
        }
        if took < Self::MAX_BATCH_TIME / 2 {
            self.next_batch = (self.next_batch * 2).min(Self::MAX_BATCH);
        } else if took > Self::MAX_BATCH_TIME {
            self.next_batch = (self.next_batch / 2).max(1);
        }
        self.batch_size = self.budget.take_nodes(self.next_batch);
        self.batch_left = self.batch_size;
        if self.batch_size == 0 {
            self.budget.abort();
            return Err(Aborted);
        }
        Ok(())
    }

    /// Accounts for the used part of the present batch and returns the rest.
    fn return_unused(&mut self) {
        self.budget.nodes_spent.fetch_add(self.batch_size - self.batch_left, Relaxed);
        if self.batch_left > 0 {
            self.budget.nodes_left.fetch_add(self.batch_left, Relaxed);
        }
        (self.batch_size, self.batch_left) = (0, 0);
    }
}

impl Drop for NodeCounter<'_> {
    fn drop(&mut self) {
        self.return_unused();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(budget: &SearchBudget) -> u64 {
        let mut counter = budget.node_counter();
        let mut nodes = 0;
        while counter.tick().is_ok() {
            nodes += 1;
        }
        nodes
    }

    #[test]
    fn a_limit_of_nodes_is_exact_for_any_number_of_threads() {
        for limit in [0, 1, 2, 1000, 123_457] {
            for threads in [1, 3] {
                let budget = SearchBudget::new(Limits::nodes(limit), StopFlag::default(), threads);
                let counted: u64 = std::thread::scope(|scope| {
                    let counts: Vec<_> =
                        (0..threads).map(|_| scope.spawn(|| count(&budget))).collect();
                    counts.into_iter().map(|count| count.join().unwrap()).sum()
                });
                assert_eq!(counted, limit);
                assert_eq!(budget.nodes(), limit);
            }
        }
    }

    #[test]
    fn unused_nodes_are_left_for_other_threads() {
        let budget = SearchBudget::new(Limits::nodes(100), StopFlag::default(), 1);
        let mut first = budget.node_counter();
        for _ in 0..10 {
            first.tick().unwrap();
        }
        drop(first);
        assert_eq!(budget.nodes(), 10);
        assert_eq!(count(&budget), 90);
    }

    #[test]
    fn no_time_or_a_set_flag_allow_no_node_at_all() {
        for clock in [Clock::Wall, Clock::Cpu] {
            let limits = Limits { time: Some(Duration::ZERO), clock, ..Limits::default() };
            assert_eq!(count(&SearchBudget::new(limits, StopFlag::default(), 1)), 0);
        }
        let stop = StopFlag::default();
        stop.clone().stop();
        assert_eq!(count(&SearchBudget::new(Limits::default(), stop, 1)), 0);
    }

    #[test]
    fn a_flag_set_by_another_thread_stops_an_infinite_search() {
        let stop = StopFlag::default();
        let budget = SearchBudget::new(Limits::default(), stop.clone(), 1);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| count(&budget));
            stop.stop();
            search.join().unwrap();
        });
        assert!(budget.is_aborted());
    }

    #[test]
    fn a_soft_limit_requires_that_the_next_iteration_can_be_finished() {
        let second = Duration::from_secs(3600);
        let limits = Limits { soft_time: Some(second), ..Limits::time(2 * second) };
        let budget = SearchBudget::new(limits, StopFlag::default(), 1);
        assert!(!budget.is_past_soft_limit(second));
        assert!(budget.is_past_soft_limit(2 * second));
    }
}
