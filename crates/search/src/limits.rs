//! How long a search may think, and the watch that holds it to that.
//!
//! Asking the clock at every node would cost more than some nodes do. So a [`Watch`] hands out
//! nodes in portions, each worth a few dozen microseconds of work, and looks at the clock and at the
//! stop flag only when a portion is used up. The portions are drawn from one [`Budget`] that all
//! threads of a search share, which makes a limit of nodes exact whatever their number.
//!
//! On a busy machine others get the processor in between, for milliseconds. Whoever has been kept
//! waiting so long must expect it again, in this search and many to come, and ends early by twice as
//! much: else a search of 10 ms would often be late by somebody else's slice of time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::stopwatch::{Clock, Stopwatch};

/// What a search may spend. The first limit that is reached ends it; without any, only
/// [`Stop`] or the end of all there is to know does.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The most time.
    pub time: Option<Duration>,
    /// After this much time no new depth is begun, nor one that could not be finished in
    /// [`time`](Limits::time). Set it where time not used is worth keeping.
    pub soft: Option<Duration>,
    /// Which time that is.
    pub clock: Clock,
    /// The deepest search in plies.
    pub depth: Option<u32>,
    /// The most positions to visit.
    pub nodes: Option<u64>,
}

impl Limits {
    /// So much time on the wall.
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }

    /// So much time of the processor.
    pub fn cpu(time: Duration) -> Limits {
        Limits { clock: Clock::Cpu, ..Limits::time(time) }
    }

    /// So many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// Whether nothing here ever ends a search.
    pub fn are_endless(&self) -> bool {
        (self.time, self.depth, self.nodes) == (None, None, None)
    }
}

/// A flag that ends a search from outside. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search that looks at this flag, within a fraction of a millisecond.
    pub fn stop(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it has been raised.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// The search has spent what it had: every function on the way returns at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Over;

/// What one search may spend, shared by its threads. Time runs from its making.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    stopwatch: Stopwatch,
    stop: Stop,
    over: AtomicBool,
    /// Nodes that nobody has drawn yet.
    left: AtomicU64,
    spent: AtomicU64,
    /// The longest that others kept a thread waiting, by what was seen in earlier searches.
    longest_wait: Duration,
}

/// How long others kept a thread of this process waiting lately, on the wall, in microseconds.
static LATELY: AtomicU64 = AtomicU64::new(0);

impl Budget {
    /// Begins to count for a search by so many threads.
    pub fn new(limits: Limits, stop: Stop, threads: usize) -> Budget {
        let lately = match limits.clock {
            Clock::Cpu => 0,
            Clock::Wall => {
                // Forgotten slowly: even a busy machine leaves a thread alone for many searches.
                let lately = LATELY.load(Relaxed) * 49 / 50;
                LATELY.store(lately, Relaxed);
                lately
            }
        };
        Budget {
            limits,
            longest_wait: Duration::from_micros(lately),
            stopwatch: Stopwatch::start(limits.clock, threads),
            stop,
            over: AtomicBool::new(false),
            left: AtomicU64::new(limits.nodes.unwrap_or(u64::MAX)),
            spent: AtomicU64::new(0),
        }
    }

    /// A watch for one thread.
    pub fn watch(&self) -> Watch<'_> {
        Watch {
            budget: self,
            left: 0,
            drawn: 0,
            portion: 1,
            looked: Duration::ZERO,
            longest_wait: self.longest_wait,
        }
    }

    /// What was allowed.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The time spent so far.
    pub fn elapsed(&self) -> Duration {
        self.stopwatch.elapsed()
    }

    /// The nodes spent by watches that are done, or between two portions.
    pub fn nodes(&self) -> u64 {
        self.spent.load(Relaxed)
    }

    /// Ends the search in all threads.
    pub fn end(&self) {
        self.over.store(true, Relaxed);
    }

    /// Whether it is ended.
    pub fn is_over(&self) -> bool {
        self.over.load(Relaxed) || self.stop.is_stopped()
    }

    /// Whether it is not worth it to begin another depth, when the last one took this long.
    pub fn is_late(&self, last: Duration) -> bool {
        let Some(soft) = self.limits.soft else {
            return false;
        };
        let elapsed = self.elapsed();
        // A depth takes at least as long as the one before it.
        elapsed >= soft || self.limits.time.is_some_and(|time| elapsed + last > time)
    }

    /// Whether time is over, for a thread that was kept waiting this long before.
    fn is_out_of_time(&self, now: Duration, longest_wait: Duration) -> bool {
        self.limits.time.is_some_and(|time| {
            // Some of the time is for thinking, however busy the machine.
            let wait = (2 * longest_wait).min(time * 4 / 5);
            now + wait >= time
        })
    }

    /// Takes up to so many nodes out of the common store.
    fn draw(&self, portion: u64) -> u64 {
        let before =
            self.left.fetch_update(Relaxed, Relaxed, |left| Some(left.saturating_sub(portion)));
        before.unwrap_or(0).min(portion)
    }
}

/// Counts the nodes of one thread, and says when to end.
#[derive(Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    /// Nodes left of the present portion.
    left: u64,
    /// Size of the present portion.
    drawn: u64,
    /// How many nodes the next portion should have.
    portion: u64,
    /// When the clock was last looked at.
    looked: Duration,
    /// The longest time between two looks at it, lately.
    longest_wait: Duration,
}

impl Watch<'_> {
    /// A portion should take no longer than this.
    const LONGEST: Duration = Duration::from_micros(40);
    /// No wait to be expected is longer: one that was, was an accident.
    const LONGEST_WAIT: Duration = Duration::from_millis(20);
    /// The most nodes in a portion, however fast they are.
    const MOST: u64 = 1 << 14;

    /// Counts one node, if there may still be one.
    #[inline]
    pub fn tick(&mut self) -> Result<(), Over> {
        if self.left == 0 {
            self.refill()?;
        }
        self.left -= 1;
        Ok(())
    }

    /// The nodes of all threads, as far as they are known here.
    pub fn nodes(&self) -> u64 {
        self.budget.nodes() + self.drawn - self.left
    }

    /// The budget it draws from.
    pub fn budget(&self) -> &Budget {
        self.budget
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Over> {
        self.settle();
        let now = self.budget.elapsed();
        let took = now.saturating_sub(self.looked);
        self.looked = now;
        if took > self.longest_wait {
            self.longest_wait = took.min(Self::LONGEST_WAIT);
            if self.budget.limits.clock == Clock::Wall {
                LATELY.fetch_max(self.longest_wait.as_micros() as u64, Relaxed);
            }
        }
        if self.budget.is_out_of_time(now, self.longest_wait) || self.budget.is_over() {
            self.budget.end();
            return Err(Over);
        }
        if took < Self::LONGEST / 2 {
            self.portion = (self.portion * 2).min(Self::MOST);
        } else if took > Self::LONGEST {
            self.portion = (self.portion / 2).max(1);
        }
        self.drawn = self.budget.draw(self.portion);
        self.left = self.drawn;
        if self.drawn == 0 {
            self.budget.end();
            return Err(Over);
        }
        Ok(())
    }

    /// Books what was used of the present portion, and gives the rest back.
    fn settle(&mut self) {
        self.budget.spent.fetch_add(self.drawn - self.left, Relaxed);
        if self.left > 0 {
            self.budget.left.fetch_add(self.left, Relaxed);
        }
        (self.drawn, self.left) = (0, 0);
    }
}

impl Drop for Watch<'_> {
    fn drop(&mut self) {
        self.settle();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(budget: &Budget) -> u64 {
        let mut watch = budget.watch();
        let mut nodes = 0;
        while watch.tick().is_ok() {
            nodes += 1;
        }
        nodes
    }

    #[test]
    fn a_limit_of_nodes_is_exact_for_any_number_of_threads() {
        for limit in [0, 1, 2, 1000, 123_457] {
            for threads in [1, 3] {
                let budget = Budget::new(Limits::nodes(limit), Stop::default(), threads);
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
    fn what_a_watch_does_not_use_is_left_for_others() {
        let budget = Budget::new(Limits::nodes(100), Stop::default(), 1);
        let mut first = budget.watch();
        for _ in 0..10 {
            first.tick().unwrap();
        }
        drop(first);
        assert_eq!(budget.nodes(), 10);
        assert_eq!(count(&budget), 90);
    }

    #[test]
    fn no_time_or_a_raised_flag_allow_no_node_at_all() {
        for clock in [Clock::Wall, Clock::Cpu] {
            let limits = Limits { time: Some(Duration::ZERO), clock, ..Limits::default() };
            assert_eq!(count(&Budget::new(limits, Stop::default(), 1)), 0);
        }
        let stop = Stop::default();
        stop.clone().stop();
        assert_eq!(count(&Budget::new(Limits::default(), stop, 1)), 0);
    }

    #[test]
    fn a_flag_raised_by_another_thread_ends_an_endless_search() {
        let stop = Stop::default();
        let budget = Budget::new(Limits::default(), stop.clone(), 1);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| count(&budget));
            stop.stop();
            search.join().unwrap();
        });
        assert!(budget.is_over());
    }

    #[test]
    fn who_was_kept_waiting_ends_earlier_but_not_at_once() {
        let ms = Duration::from_millis;
        let budget = Budget::new(Limits::cpu(ms(100)), Stop::default(), 1);
        assert!(!budget.is_out_of_time(ms(99), ms(0)) && budget.is_out_of_time(ms(100), ms(0)));
        assert!(!budget.is_out_of_time(ms(79), ms(10)) && budget.is_out_of_time(ms(80), ms(10)));
        assert!(!budget.is_out_of_time(ms(19), ms(90)) && budget.is_out_of_time(ms(20), ms(90)));
    }

    #[test]
    fn a_soft_limit_asks_whether_the_next_depth_can_be_finished() {
        let second = Duration::from_secs(3600);
        let limits = Limits { soft: Some(second), ..Limits::time(2 * second) };
        let budget = Budget::new(limits, Stop::default(), 1);
        assert!(!budget.is_late(second));
        assert!(budget.is_late(2 * second));
    }
}
