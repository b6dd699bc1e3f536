//! The threads of one search: the main thread, whose result counts, and its helpers.
//!
//! The iterative searches are parallel by lazy SMP: all threads search the same tree and share the
//! transposition table, through which each profits from the work of the others. The threads of
//! Monte-Carlo tree search share the tree itself.

use std::thread;

use crate::SearchBudget;

/// Runs `main` in this thread with the first worker, and `helper` in a thread of its own with each of
/// the others and its number. When the main thread is done, or panics, the helpers are stopped.
pub(crate) fn run<'a, W: Send, R>(
    budget: &SearchBudget,
    workers: &'a mut [W],
    helper: impl Fn(&'a mut W, usize) + Sync,
    main: impl FnOnce(&'a mut W) -> R,
) -> R {
    let Some((first, others)) = workers.split_first_mut() else {
        unreachable!("a search has at least one thread");
    };
    thread::scope(|scope| {
        let _stop = AbortOnDrop(budget);
        for (number, worker) in others.iter_mut().enumerate() {
            let helper = &helper;
            // Where no further thread can be had, the search has fewer helpers.
            let _ = thread::Builder::new().spawn_scoped(scope, move || helper(worker, number));
        }
        main(first)
    })
}

/// The depth at which a helper of lazy SMP begins: every other one a ply deeper, to be ahead of the
/// main thread instead of beside it.
pub(crate) const fn first_depth(helper: usize) -> u32 {
    2 - helper as u32 % 2
}

/// Aborts a search when the thread that waits for its helpers leaves their scope.
struct AbortOnDrop<'a>(&'a SearchBudget);

impl Drop for AbortOnDrop<'_> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
