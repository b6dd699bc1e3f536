//! A searcher that answers in time by the wall clock, however busy the machine.
//!
//! The scheduler may suspend a thread that computes for milliseconds, and it is late before it can
//! notice. A thread that sleeps is woken at once when its time has come, since it has used so little.
//! So the search runs in a thread of its own, and the caller sleeps until it is done or the time is
//! up. Then the caller answers with the result of the last finished iteration. The next request waits
//! until the thread has noticed that its time is over.
//!
//! Where many processes want every core, even a sleeper is woken late. Then the deadline is earlier by
//! as much in the next searches, but never by more than a quarter of the time.

use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use spielwerk_games::Position;

use crate::{Clock, Instant, Limits, SearchRequest, SearchResult, Searcher};

/// Runs another searcher in a thread of its own when wall time is limited.
pub struct Punctual<S> {
    state: State<S>,
    /// How late the caller was woken lately.
    lateness: Duration,
}

enum State<S> {
    Idle(S),
    /// The thread returns the searcher.
    Searching(JoinHandle<S>),
    /// Between the two.
    Moved,
}

/// The longest time before the limit at which the thread should be done.
const MAX_RESERVE: Duration = Duration::from_micros(500);

/// Whether there are threads at all; in a browser the search watches the time alone.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));

/// What the thread reports.
enum Report<M> {
    Iteration(SearchResult<M>),
    Done(Option<SearchResult<M>>),
}

impl<S> Punctual<S> {
    /// Makes a searcher punctual.
    pub const fn new(searcher: S) -> Punctual<S> {
        Punctual { state: State::Idle(searcher), lateness: Duration::ZERO }
    }

    /// The searcher, as soon as its last search is over.
    fn searcher(&mut self) -> &mut S {
        if let State::Searching(_) = self.state
            && let State::Searching(thread) = std::mem::replace(&mut self.state, State::Moved)
        {
            self.state = State::Idle(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        match &mut self.state {
            State::Idle(searcher) => searcher,
            State::Searching(_) | State::Moved => unreachable!("the thread has returned it"),
        }
    }
}

impl<P: Position, S: Searcher<P> + 'static> Searcher<P> for Punctual<S> {
    fn search(
        &mut self,
        request: &SearchRequest<P>,
        on_iteration: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> Option<SearchResult<P::Move>> {
        let start = Instant::now();
        let searcher = self.searcher();
        let Limits { time: Some(time), clock: Clock::Wall, .. } = request.limits else {
            return searcher.search(request, on_iteration);
        };
        if !HAS_THREADS {
            return searcher.search(request, on_iteration);
        }
        let State::Idle(searcher) = std::mem::replace(&mut self.state, State::Moved) else {
            unreachable!("the thread has returned it");
        };
        let reserve = MAX_RESERVE.min(time / 20);
        let usable = time - self.lateness.min(time / 4);
        let time_left = usable.saturating_sub(start.elapsed() + reserve);
        let limits = Limits { time: Some(time_left), ..request.limits };
        let (sender, reports) = channel();
        self.state = State::Searching(spawn(searcher, request, limits, sender));
        let deadline = start + usable - reserve / 2;
        let result = wait(&reports, deadline, on_iteration)?;
        self.lateness = deadline.elapsed().max(self.lateness * 7 / 8);
        Some(SearchResult { time: start.elapsed(), ..result })
    }

    fn new_game(&mut self) {
        self.searcher().new_game();
    }
}

/// Starts a search in a thread, which returns the searcher at the end.
fn spawn<P: Position, S: Searcher<P> + 'static>(
    mut searcher: S,
    request: &SearchRequest<P>,
    limits: Limits,
    reports: Sender<Report<P::Move>>,
) -> JoinHandle<S> {
    let (history_keys, search_moves) =
        (request.history_keys.to_vec(), request.search_moves.to_vec());
    let unborrowed = SearchRequest {
        repetition: request.repetition,
        multi_pv: request.multi_pv,
        threads: request.threads,
        stop: request.stop.clone(),
        ..SearchRequest::new(request.position, limits)
    };
    thread::spawn(move || {
        let request = SearchRequest {
            history_keys: &history_keys,
            search_moves: &search_moves,
            ..unborrowed
        };
        // Nobody listens any more if time is up.
        let result = searcher.search(&request, &mut |result| {
            let _ = reports.send(Report::Iteration(result.clone()));
        });
        let _ = reports.send(Report::Done(result));
        searcher
    })
}

/// The result of the search, or at the deadline the latest one, but not before there is one.
fn wait<M>(
    reports: &Receiver<Report<M>>,
    deadline: Instant,
    on_iteration: &mut dyn FnMut(&SearchResult<M>),
) -> Option<SearchResult<M>> {
    let mut latest = None;
    loop {
        let report = match latest {
            None => reports.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => reports.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        };
        match report {
            Ok(Report::Iteration(result)) => {
                on_iteration(&result);
                latest = Some(result);
            }
            Ok(Report::Done(result)) => return result,
            // The thread has panicked; whoever asks next will hear of it.
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return latest,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;
    use crate::test_games::{HashEvaluator, Stairs};
    use crate::{Greedy, StopFlag};

    type P = Stairs<3, 60>;

    /// Reports one iteration, and then does not notice that its time is over.
    struct Suspended {
        resumed: mpsc::Receiver<()>,
    }

    impl Searcher<P> for Suspended {
        fn search(
            &mut self,
            request: &SearchRequest<P>,
            on_iteration: &mut dyn FnMut(&SearchResult<u8>),
        ) -> Option<SearchResult<u8>> {
            let result = SearchResult { depth: 1, ..SearchResult::unsearched(request.moves()[0]) };
            on_iteration(&result);
            self.resumed.recv().ok()?;
            Some(SearchResult { depth: 2, ..result })
        }
    }

    #[test]
    fn a_suspended_search_is_answered_by_its_last_iteration() {
        let (resume, resumed) = mpsc::channel();
        let mut search = Punctual::new(Suspended { resumed });
        let request = SearchRequest::new(P::start(), Limits::time(Duration::from_millis(5)));
        let mut iterations = 0;
        let result = search.search(&request, &mut |_| iterations += 1).unwrap();
        assert_eq!((result.depth, iterations), (1, 1));
        // The next one waits for the thread.
        resume.send(()).unwrap();
        resume.send(()).unwrap();
        let long = SearchRequest { limits: Limits::time(Duration::from_secs(3600)), ..request };
        assert_eq!(search.search(&long, &mut |_| {}).unwrap().depth, 2);
    }

    #[test]
    fn all_of_a_request_reaches_the_search() {
        struct Echo;
        impl Searcher<P> for Echo {
            fn search(
                &mut self,
                request: &SearchRequest<P>,
                _: &mut dyn FnMut(&SearchResult<u8>),
            ) -> Option<SearchResult<u8>> {
                assert_eq!(request.history_keys, [1, 2]);
                assert_eq!((request.multi_pv, request.threads), (3, 4));
                assert!(request.stop.is_stopped());
                Some(SearchResult::unsearched(request.search_moves[0]))
            }
        }
        let stop = StopFlag::default();
        stop.stop();
        for limits in [Limits::time(Duration::from_secs(3600)), Limits::depth(1)] {
            let m = P::start().legal_moves()[1];
            let request = SearchRequest {
                history_keys: &[1, 2],
                search_moves: &[m],
                multi_pv: 3,
                threads: 4,
                stop: stop.clone(),
                ..SearchRequest::new(P::start(), limits)
            };
            let result = Punctual::new(Echo).search(&request, &mut |_| {});
            assert_eq!(result.map(|result| result.best_move), Some(m));
        }
    }

    #[test]
    fn a_search_without_a_move_has_no_result() {
        let mut p = P::start();
        while p.outcome().is_none() {
            p = p.play(p.legal_moves()[0]);
        }
        let mut search = Punctual::new(Greedy::new(HashEvaluator { noise: 0 }));
        let request = SearchRequest::new(p, Limits::time(Duration::from_secs(1)));
        assert_eq!(search.search(&request, &mut |_| {}), None);
    }
}
