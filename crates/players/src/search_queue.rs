//! The queue of a search pool: fair shares between visitors.
//!
//! Whoever has been served the least comes first, and nobody has all threads: so somebody with a
//! hundred games does not keep a second visitor waiting. Quick searches have a thread of their own.

use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Who asks for a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Requester {
    /// The visitor, such as an address; all searches of one share his part of the time.
    pub visitor: String,
    /// Whether the search takes only a moment.
    pub quick: bool,
}

/// A queue of jobs.
#[derive(Debug)]
pub(crate) struct SearchQueue<J> {
    state: Mutex<QueueState<J>>,
    changed: Condvar,
    /// The most jobs of a visitor that run at a time, quick ones aside.
    per_visitor: usize,
}

#[derive(Debug)]
struct QueueState<J> {
    /// In the order in which they came.
    waiting: Vec<(Requester, J)>,
    running: HashMap<String, usize>,
    /// How long each visitor who has jobs was served.
    served: HashMap<String, Duration>,
    closed: bool,
}

impl<J> SearchQueue<J> {
    pub(crate) fn new(per_visitor: usize) -> SearchQueue<J> {
        let state = QueueState {
            waiting: Vec::new(),
            running: HashMap::new(),
            served: HashMap::new(),
            closed: false,
        };
        SearchQueue { state: Mutex::new(state), changed: Condvar::new(), per_visitor }
    }

    /// Adds a job.
    pub(crate) fn push(&self, requester: Requester, job: J) {
        self.lock().waiting.push((requester, job));
        self.changed.notify_all();
    }

    /// Takes the next job, or the next quick one; waits for it. Nothing, once it is closed.
    pub(crate) fn pop(&self, only_quick: bool) -> Option<(Requester, J)> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(index) = state.next(only_quick, self.per_visitor) {
                let (requester, job) = state.waiting.remove(index);
                *state.running.entry(requester.visitor.clone()).or_default() += 1;
                return Some((requester, job));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job that was taken has ended after so long.
    pub(crate) fn finish(&self, requester: &Requester, took: Duration) {
        let mut state = self.lock();
        *state.served.entry(requester.visitor.clone()).or_default() += took;
        let running = state.running.get_mut(&requester.visitor).map_or(0, |running| {
            *running -= 1;
            *running
        });
        let waits = |(other, _): &(Requester, J)| other.visitor == requester.visitor;
        if running == 0 {
            state.running.remove(&requester.visitor);
            // Whoever has nothing left to do is a new visitor next time.
            if !state.waiting.iter().any(waits) {
                state.served.remove(&requester.visitor);
            }
        }
        drop(state);
        self.changed.notify_all();
    }

    /// Calls a function with every job that waits and how many are ahead of it, by the order in
    /// which they came.
    pub(crate) fn for_each_waiting(&self, mut each: impl FnMut(usize, &mut J)) {
        let mut state = self.lock();
        for (ahead, (_, job)) in state.waiting.iter_mut().enumerate() {
            each(ahead, job);
        }
    }

    /// Lets all threads that wait for a job end.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<J>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J> QueueState<J> {
    /// Which job is next.
    fn next(&self, only_quick: bool, per_visitor: usize) -> Option<usize> {
        let may_run = |requester: &Requester| {
            let running = self.running.get(&requester.visitor).copied().unwrap_or(0);
            requester.quick || (!only_quick && running < per_visitor)
        };
        let served = |requester: &Requester| self.served.get(&requester.visitor).copied();
        let jobs = self.waiting.iter().enumerate().filter(|(_, (requester, _))| may_run(requester));
        let next = jobs.min_by_key(|(index, (requester, _))| {
            (!requester.quick, served(requester).unwrap_or_default(), *index)
        });
        next.map(|(index, _)| index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requester(visitor: &str, quick: bool) -> Requester {
        Requester { visitor: visitor.into(), quick }
    }

    #[test]
    fn the_least_served_visitor_comes_first() {
        let queue = SearchQueue::new(2);
        for number in 0..3 {
            queue.push(requester("ada", false), number);
        }
        let (first, number) = queue.pop(false).unwrap();
        assert_eq!(number, 0);
        queue.finish(&first, Duration::from_secs(1));
        queue.push(requester("eve", false), 7);
        assert_eq!(queue.pop(false).unwrap().1, 7, "Eve was not served yet");
        assert_eq!(queue.pop(false).unwrap().1, 1);
    }

    #[test]
    fn nobody_has_all_threads_and_quick_searches_do_not_wait() {
        let queue = SearchQueue::new(1);
        queue.push(requester("ada", false), 0);
        queue.push(requester("ada", false), 1);
        queue.push(requester("eve", false), 2);
        queue.push(requester("ada", true), 3);
        assert_eq!(queue.pop(true).unwrap().1, 3);
        assert_eq!(queue.pop(false).unwrap().1, 2, "a search of Ada runs already");
        let mut ahead = Vec::new();
        queue.for_each_waiting(|before, job| ahead.push((before, *job)));
        assert_eq!(ahead, [(0, 0), (1, 1)]);
    }

    #[test]
    fn a_closed_queue_gives_nothing() {
        let queue = SearchQueue::new(1);
        queue.push(requester("ada", false), 0);
        queue.close();
        assert!(queue.pop(false).is_none());
    }
}
