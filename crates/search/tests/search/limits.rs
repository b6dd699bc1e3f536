//! Limits are kept, and there is always a move.

use std::time::Duration;

use crate::common::tictactoe::{Blank, TicTacToe};
use crate::common::{Stores, alphabeta, random_positions, search};
use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::Bohnenspiel;
use spielwerk_search::{
    AlphaBetaConfig, Clock, Evaluator, Greedy, Limits, Minimax, Random, Score, SearchRequest,
    SearchResult, Searcher, StopFlag,
};

type P = Bohnenspiel;

/// The result without its time.
fn without_time<M: Clone>(result: &SearchResult<M>) -> SearchResult<M> {
    SearchResult { time: Duration::ZERO, ..result.clone() }
}

#[test]
fn one_thread_with_a_new_table_is_deterministic() {
    for limits in [Limits::nodes(30_000), Limits::depth(9)] {
        for p in random_positions::<P>(1, 10) {
            let request = SearchRequest::new(p, limits);
            let mut search = alphabeta(Stores, AlphaBetaConfig::default());
            let mut results = Vec::new();
            let mut keep = |result: &SearchResult<_>| results.push(without_time(result));
            let first = search.search(&request, &mut keep).map(|r| without_time(&r));
            search.new_game();
            let mut again = Vec::new();
            let mut keep = |result: &SearchResult<_>| again.push(without_time(result));
            let second = search.search(&request, &mut keep).map(|r| without_time(&r));
            assert_eq!(first, second);
            assert_eq!(results, again);
        }
    }
}

#[test]
fn a_limit_of_nodes_is_met_exactly() {
    for nodes in [0, 1, 5, 1000, 54_321] {
        for threads in [1, 2] {
            let request =
                SearchRequest { threads, ..SearchRequest::new(P::start(), Limits::nodes(nodes)) };
            let result = search(alphabeta(Stores, AlphaBetaConfig::default()), &request);
            assert_eq!(result.nodes, nodes);
            assert!(P::start().legal_moves().contains(&result.best_move));
        }
    }
}

#[test]
fn a_limit_of_depth_is_met_exactly() {
    for depth in 0..8 {
        let request = SearchRequest::new(P::start(), Limits::depth(depth));
        let mut depths = Vec::new();
        let mut search = alphabeta(Stores, AlphaBetaConfig::default());
        let result = search.search(&request, &mut |result| depths.push(result.depth)).unwrap();
        assert_eq!(depths, (1..=depth).collect::<Vec<_>>());
        assert_eq!(result.depth, depth);
    }
}

/// Orders the moves in reverse.
struct ReverseOrder;

impl Evaluator<P> for ReverseOrder {
    fn evaluate(&self, _: &P) -> i32 {
        0
    }

    fn order_score(&self, _: &P, m: <P as Position>::Move) -> i32 {
        m.index() as i32
    }
}

#[test]
fn without_any_time_the_first_move_of_the_ordering_is_returned() {
    let last = *P::start().legal_moves().last().unwrap();
    for clock in [Clock::Wall, Clock::Cpu] {
        for threads in [1, 2] {
            let limits = Limits { clock, ..Limits::time(Duration::ZERO) };
            let request = SearchRequest { threads, ..SearchRequest::new(P::start(), limits) };
            let answers = [
                search(alphabeta(ReverseOrder, AlphaBetaConfig::default()), &request),
                search(Minimax::new(ReverseOrder, 3), &request),
                search(Greedy::new(ReverseOrder), &request),
            ];
            for result in answers {
                assert_eq!((result.best_move, result.nodes, result.depth), (last, 0, 0));
                assert!(!result.proven);
            }
        }
    }
}

#[test]
fn the_stop_flag_ends_an_infinite_search_with_a_legal_move() {
    for threads in [1, 2] {
        let stop = StopFlag::default();
        let request = SearchRequest {
            threads,
            stop: stop.clone(),
            ..SearchRequest::new(P::start(), Limits::default())
        };
        let result = std::thread::scope(|scope| {
            let search =
                scope.spawn(|| search(alphabeta(Stores, AlphaBetaConfig::default()), &request));
            stop.stop();
            search.join().unwrap()
        });
        assert!(P::start().legal_moves().contains(&result.best_move));
    }
}

#[test]
fn a_search_can_be_stopped_from_its_own_callback() {
    let stop = StopFlag::default();
    let request =
        SearchRequest { stop: stop.clone(), ..SearchRequest::new(P::start(), Limits::default()) };
    let result = alphabeta(Stores, AlphaBetaConfig::default()).search(&request, &mut |result| {
        if result.depth == 5 {
            stop.stop();
        }
    });
    assert_eq!(result.unwrap().depth, 5);
}

#[test]
fn a_single_legal_move_takes_no_time_on_the_clock() {
    let only = TicTacToe::after(&[0, 1, 2, 4, 3, 5, 7, 6]);
    let long = Duration::from_secs(3600);
    let request = SearchRequest::new(only, Limits::time(long));
    let result = search(alphabeta(Blank, AlphaBetaConfig::default()), &request);
    assert_eq!((result.best_move, result.depth), (8, 1));
}

#[test]
fn a_soft_limit_of_zero_ends_after_one_iteration() {
    let limits =
        Limits { soft_time: Some(Duration::ZERO), ..Limits::time(Duration::from_secs(3600)) };
    let result = search(
        alphabeta(Stores, AlphaBetaConfig::default()),
        &SearchRequest::new(P::start(), limits),
    );
    assert_eq!(result.depth, 1);
}

#[test]
fn proven_results_do_not_depend_on_the_number_of_threads() {
    for p in random_positions::<Bohnenspiel<1>>(7, 20) {
        let [one, three] = [1, 3].map(|threads| {
            let request =
                SearchRequest { threads, ..SearchRequest::new(p, Limits::nodes(100_000)) };
            search(alphabeta(Stores, AlphaBetaConfig::default()), &request)
        });
        if one.proven && three.proven {
            let sign = |score: Score| (score.is_win(), score.is_loss());
            assert_eq!(sign(one.score), sign(three.score), "{p:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_random_moves() {
    let play = |seed| -> Vec<_> {
        let mut random = Random::new(seed);
        let request = SearchRequest::new(P::start(), Limits::default());
        (0..50).map(|_| random.search(&request, &mut |_| {}).unwrap().best_move).collect()
    };
    assert_eq!(play(1), play(1));
    assert_ne!(play(1), play(2));
}

#[test]
fn greedy_takes_what_there_is() {
    for p in random_positions::<P>(8, 100) {
        let result = search(Greedy::new(Stores), &SearchRequest::new(p, Limits::default()));
        let minimax = search(Minimax::new(Stores, 1), &SearchRequest::new(p, Limits::default()));
        assert_eq!(result.best_move, minimax.best_move);
    }
}
