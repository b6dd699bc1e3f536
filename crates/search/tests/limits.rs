//! Limits are kept, and whatever is left, there is an answer.

mod common;

use std::time::Duration;

use common::tictactoe::{Blank, TicTacToe};
use common::{Stores, alphabeta, ask, random_positions};
use games::Position;
use games::bohnenspiel::Bohnenspiel;
use search::{
    Clock, Greedy, Judge, Limits, Minimax, Random, Report, Score, Stop, Task, Thinker, Tuning,
};

type P = Bohnenspiel;

/// Without what depends on the machine.
fn timeless<M: Clone>(report: &Report<M>) -> Report<M> {
    Report { time: Duration::ZERO, ..report.clone() }
}

#[test]
fn one_thread_with_a_new_table_gives_the_same_report_again() {
    for limits in [Limits::nodes(30_000), Limits::depth(9)] {
        for p in random_positions::<P>(1, 10) {
            let task = Task::new(p, limits);
            let mut search = alphabeta(Stores, Tuning::default());
            let mut reports = Vec::new();
            let mut keep = |report: &Report<_>| reports.push(timeless(report));
            let first = search.think(&task, &mut keep).map(|r| timeless(&r));
            search.forget();
            let mut again = Vec::new();
            let mut keep = |report: &Report<_>| again.push(timeless(report));
            let second = search.think(&task, &mut keep).map(|r| timeless(&r));
            assert_eq!(first, second);
            assert_eq!(reports, again);
        }
    }
}

#[test]
fn a_limit_of_nodes_is_met_exactly() {
    for nodes in [0, 1, 5, 1000, 54_321] {
        for threads in [1, 2] {
            let task = Task { threads, ..Task::new(P::start(), Limits::nodes(nodes)) };
            let report = ask(alphabeta(Stores, Tuning::default()), &task);
            assert_eq!(report.nodes, nodes);
            assert!(P::start().list().contains(&report.best));
        }
    }
}

#[test]
fn a_limit_of_depth_is_met_exactly() {
    for depth in 0..8 {
        let task = Task::new(P::start(), Limits::depth(depth));
        let mut depths = Vec::new();
        let mut search = alphabeta(Stores, Tuning::default());
        let report = search.think(&task, &mut |report| depths.push(report.depth)).unwrap();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
        assert_eq!(report.depth, depth);
    }
}

/// Likes the last move on the list best.
struct Contrary;

impl Judge<P> for Contrary {
    fn value(&self, _: &P) -> i32 {
        0
    }

    fn hint(&self, _: &P, m: <P as Position>::Move) -> i32 {
        m.index() as i32
    }
}

#[test]
fn without_any_time_the_answer_is_the_first_of_the_ordering() {
    let last = *P::start().list().last().unwrap();
    for clock in [Clock::Wall, Clock::Cpu] {
        for threads in [1, 2] {
            let limits = Limits { clock, ..Limits::time(Duration::ZERO) };
            let task = Task { threads, ..Task::new(P::start(), limits) };
            let answers = [
                ask(alphabeta(Contrary, Tuning::default()), &task),
                ask(Minimax::new(Contrary, 3), &task),
                ask(Greedy::new(Contrary), &task),
            ];
            for report in answers {
                assert_eq!((report.best, report.nodes, report.depth), (last, 0, 0));
                assert!(!report.exact);
            }
        }
    }
}

#[test]
fn a_raised_flag_ends_an_endless_search_with_a_legal_move() {
    for threads in [1, 2] {
        let stop = Stop::default();
        let task = Task { threads, stop: stop.clone(), ..Task::new(P::start(), Limits::default()) };
        let report = std::thread::scope(|scope| {
            let thinking = scope.spawn(|| ask(alphabeta(Stores, Tuning::default()), &task));
            stop.stop();
            thinking.join().unwrap()
        });
        assert!(P::start().list().contains(&report.best));
    }
}

#[test]
fn a_search_can_be_stopped_from_its_own_report() {
    let stop = Stop::default();
    let task = Task { stop: stop.clone(), ..Task::new(P::start(), Limits::default()) };
    let report = alphabeta(Stores, Tuning::default()).think(&task, &mut |report| {
        if report.depth == 5 {
            stop.stop();
        }
    });
    assert_eq!(report.unwrap().depth, 5);
}

#[test]
fn nobody_ponders_over_an_only_move_against_the_clock() {
    let only = TicTacToe::after(&[0, 1, 2, 4, 3, 5, 7, 6]);
    let long = Duration::from_secs(3600);
    let task = Task::new(only, Limits::time(long));
    let report = ask(alphabeta(Blank, Tuning::default()), &task);
    assert_eq!((report.best, report.depth), (8, 1));
}

#[test]
fn a_soft_limit_of_nothing_ends_after_one_depth() {
    let limits = Limits { soft: Some(Duration::ZERO), ..Limits::time(Duration::from_secs(3600)) };
    let report = ask(alphabeta(Stores, Tuning::default()), &Task::new(P::start(), limits));
    assert_eq!(report.depth, 1);
}

#[test]
fn threads_agree_with_one_on_what_is_certain() {
    for p in random_positions::<Bohnenspiel<1>>(7, 20) {
        let [one, three] = [1, 3].map(|threads| {
            let task = Task { threads, ..Task::new(p, Limits::nodes(100_000)) };
            ask(alphabeta(Stores, Tuning::default()), &task)
        });
        if one.exact && three.exact {
            let sign = |score: Score| (score.is_win(), score.is_loss());
            assert_eq!(sign(one.score), sign(three.score), "{p:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_random_moves() {
    let play = |seed| -> Vec<_> {
        let mut random = Random::new(seed);
        let task = Task::new(P::start(), Limits::default());
        (0..50).map(|_| random.think(&task, &mut |_| {}).unwrap().best).collect()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn greedy_takes_what_there_is() {
    for p in random_positions::<P>(8, 100) {
        let report = ask(Greedy::new(Stores), &Task::new(p, Limits::default()));
        let minimax = ask(Minimax::new(Stores, 1), &Task::new(p, Limits::default()));
        assert_eq!(report.best, minimax.best);
    }
}
