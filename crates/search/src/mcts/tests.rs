//! Proven results are right, small games are solved, and limits are kept.

use std::time::Duration;

use spielwerk_games::Position;
use spielwerk_games::bohnenspiel::{Bohnenspiel, House};

use super::*;
use crate::test_games::{HashEvaluator, RandomTree, Stairs, random_positions};
use crate::{AlphaBeta, AlphaBetaConfig, Limits, Paranoid, RepetitionRule, Score, StopFlag};

const EVALUATOR: HashEvaluator = HashEvaluator { noise: 50 };

fn new<P: Position>() -> Mcts<P, HashEvaluator>
where
    HashEvaluator: Evaluator<P>,
{
    Mcts::new(EVALUATOR, MctsConfig::default(), 1)
}

fn run<P: Position, E: Evaluator<P>>(
    search: &mut Mcts<P, E>,
    request: &SearchRequest<P>,
) -> SearchResult<P::Move> {
    search.search(request, &mut |_| {}).unwrap()
}

/// The score that a seat can guarantee, by a full paranoid search.
fn paranoid<P: Position>(p: P) -> Score
where
    HashEvaluator: Evaluator<P>,
{
    let request = SearchRequest::new(p, Limits::default());
    Paranoid::new(EVALUATOR, 4).search(&request, &mut |_| {}).unwrap().score
}

/// Runs a search until it has solved the position, and compares. Among three, a search may leave a
/// win unproven that depends on what it expects of the others; `finds` says that it should not.
fn solves<P: Position>(p: P, finds: bool)
where
    HashEvaluator: Evaluator<P>,
{
    let truth = paranoid(p);
    for threads in [1, 3] {
        let mut search = Mcts::new(EVALUATOR, MctsConfig::default(), 16);
        let request = SearchRequest { threads, ..SearchRequest::new(p, Limits::nodes(300_000)) };
        let result = run(&mut search, &request);
        assert!(p.legal_moves().contains(&result.best_move));
        if truth.is_win() && (finds || result.proven) {
            assert!(result.proven && result.score.is_win(), "{result:?} is {truth} in {p:?}");
            assert!(is_won_by(p, result.best_move), "{result:?} is {truth} in {p:?}");
        } else if P::SEATS == 2 {
            assert!(result.proven, "{result:?} is {truth} in {p:?}");
            assert_eq!(result.score.is_loss(), truth.is_loss(), "{result:?} in {p:?}");
            assert_eq!(result.score == Score::DRAW, truth == Score::DRAW, "{result:?} in {p:?}");
        } else {
            assert!(!result.score.is_win(), "{result:?} is {truth} in {p:?}");
        }
    }
}

fn is_won_by<P: Position>(p: P, m: P::Move) -> bool
where
    HashEvaluator: Evaluator<P>,
{
    let request = SearchRequest { search_moves: &[m], ..SearchRequest::new(p, Limits::default()) };
    Paranoid::new(EVALUATOR, 4).search(&request, &mut |_| {}).unwrap().score.is_win()
}

#[test]
fn what_is_proven_is_true_and_small_games_are_proven() {
    random_positions::<Stairs<2>>(1, 60).into_iter().for_each(|p| solves(p, true));
    random_positions::<Stairs<3, 6>>(2, 60).into_iter().for_each(|p| solves(p, false));
    (0..60).map(RandomTree::<2>::new).for_each(|p| solves(p, true));
    (0..60).map(RandomTree::<3>::new).for_each(|p| solves(p, false));
}

/// Counts the beans in the stores.
struct Stores;

impl Evaluator<Bohnenspiel> for Stores {
    fn evaluate(&self, p: &Bohnenspiel) -> i32 {
        let (own, other) = (p.turn(), p.turn().opponent());
        100 * (i32::from(p.store(own)) - i32::from(p.store(other)))
    }

    fn order_score(&self, p: &Bohnenspiel, m: House) -> i32 {
        let mover = p.turn();
        100 * (i32::from(p.play(m).store(mover)) - i32::from(p.store(mover)))
    }
}

#[test]
fn forced_wins_are_found() {
    let mut found = 0;
    for p in random_positions::<Bohnenspiel>(4, 300) {
        let request = SearchRequest {
            repetition: RepetitionRule::Ignored,
            ..SearchRequest::new(p, Limits::depth(5))
        };
        let truth = AlphaBeta::new(Stores, AlphaBetaConfig::plain(), 1)
            .search(&request, &mut |_| {})
            .unwrap();
        if !truth.score.is_win() {
            continue;
        }
        found += 1;
        let request = SearchRequest { limits: Limits::nodes(100_000), ..request };
        let result = run(&mut Mcts::new(Stores, MctsConfig::default(), 8), &request);
        assert!(result.proven && result.score.is_win(), "{result:?} in {p:?}: {truth:?}");
    }
    assert!(found > 20, "{found}");
}

#[test]
fn limits_are_met_and_there_is_always_an_answer() {
    fn check<P: Position>()
    where
        HashEvaluator: Evaluator<P>,
    {
        let p = P::start();
        let stopped = StopFlag::default();
        stopped.stop();
        for threads in [1, 3] {
            for nodes in [0, 1, 2, 3, 10, 1000, 12_345] {
                let limits = Limits::nodes(nodes);
                let request = SearchRequest { threads, ..SearchRequest::new(p, limits) };
                let result = run(&mut new(), &request);
                assert_eq!(result.nodes, nodes);
                assert!(p.legal_moves().contains(&result.best_move));
            }
            for depth in [0, 1, 5] {
                let result = run(&mut new(), &SearchRequest::new(p, Limits::depth(depth)));
                assert!(result.depth <= depth.max(1), "{result:?}");
            }
            let no_time = SearchRequest::new(p, Limits::time(Duration::ZERO));
            let stopped_request =
                SearchRequest { stop: stopped.clone(), ..SearchRequest::new(p, Limits::default()) };
            for request in [no_time, stopped_request] {
                let result = run(&mut new(), &request);
                assert_eq!((result.nodes, result.depth, result.variations.len()), (0, 0, 1));
                let best = p.legal_moves().into_iter().map(|m| EVALUATOR.order_score(&p, m)).max();
                assert_eq!(Some(EVALUATOR.order_score(&p, result.best_move)), best);
            }
        }
    }
    check::<Stairs<2, 60>>();
    check::<Stairs<3, 60>>();
}

#[test]
fn a_game_that_goes_on_too_long_makes_players_hurry() {
    let config = MctsConfig { hurry: 0.25, patience: 10, ..MctsConfig::default() };
    assert_eq!(config.hurry_after(0), 0.25);
    assert_eq!(config.hurry_after(10), 0.25);
    assert!(config.hurry_after(12) > config.hurry_after(11));
    assert!(config.hurry_after(11) > 0.25);
}

#[test]
fn a_flag_set_during_the_search_stops_it() {
    let (p, stop) = (<Stairs<3, 90> as Position>::start(), StopFlag::default());
    let request = SearchRequest { stop: stop.clone(), ..SearchRequest::new(p, Limits::default()) };
    let mut results = 0;
    new().search(&request, &mut |_| {
        results += 1;
        if results == 4 {
            stop.stop();
        }
    });
    assert!(results >= 4);
}

#[test]
fn one_thread_plays_the_same_game_again() {
    let play = || {
        let mut search = new();
        let (mut p, mut game) = (<Stairs<3, 60> as Position>::start(), Vec::new());
        while p.outcome().is_none() {
            let result = run(&mut search, &SearchRequest::new(p, Limits::nodes(500)));
            p = p.play(result.best_move);
            game.push((result.best_move, result.score, result.pv));
        }
        game
    };
    assert_eq!(play(), play());
}

#[test]
fn the_subtree_is_reused_for_the_next_move() {
    let mut p = <Stairs<3, 60> as Position>::start();
    let mut search = new();
    let mut history_keys = vec![p.repetition_key()];
    for turn in 0..10 {
        let request = SearchRequest {
            history_keys: &history_keys,
            ..SearchRequest::new(p, Limits::nodes(20_000))
        };
        let result = run(&mut search, &request);
        // Sometimes three moves are played between two searches, as in a game.
        for _ in 0..if turn % 2 == 0 { 1 } else { 3 } {
            let variation = run(&mut new(), &SearchRequest::new(p, Limits::nodes(50))).best_move;
            p = p.play(if turn % 2 == 0 { result.best_move } else { variation });
            history_keys.push(p.repetition_key());
        }
        let history: &[u64] =
            if turn % 3 == 0 { &history_keys[..history_keys.len() - 1] } else { &history_keys };
        assert!(search.tree.reuse_subtree(&p, history), "after {result:?}");
        assert!(search.tree.root().unwrap().visits() > 1);
    }
    let other = Stairs::<3, 60>::start().play(2).play(1);
    assert!(!search.tree.reuse_subtree(&other, &history_keys));
}

#[test]
fn a_reused_tree_follows_the_rules() {
    for p in random_positions::<Bohnenspiel>(9, 20) {
        let mut search = Mcts::new(Stores, MctsConfig::default(), 1);
        let (mut p, mut history_keys) = (p, vec![p.repetition_key()]);
        while p.outcome().is_none() && history_keys.len() < 60 {
            let request = SearchRequest {
                history_keys: &history_keys,
                multi_pv: 6,
                ..SearchRequest::new(p, Limits::nodes(300))
            };
            let result = run(&mut search, &request);
            assert_eq!(result.variations.len(), p.legal_moves().len());
            for variation in &result.variations {
                variation.moves.iter().fold(p, |p, m| {
                    assert!(p.legal_moves().contains(m), "{m:?} of {variation:?} in {p:?}");
                    p.play(*m)
                });
            }
            p = p.play(result.best_move);
            history_keys.push(p.repetition_key());
        }
    }
}

#[test]
fn a_full_tree_is_searched_without_expansion() {
    let p = <Stairs<3, 90> as Position>::start();
    let mut search = Mcts::new(EVALUATOR, MctsConfig::default(), 0);
    let result = run(&mut search, &SearchRequest::new(p, Limits::nodes(50_000)));
    assert_eq!(result.nodes, 50_000);
    assert!(!search.tree.reserve(4));
}

#[test]
fn among_some_moves_only_they_are_searched() {
    let p = <Stairs<3, 60> as Position>::start();
    let mut search = new();
    for m in p.legal_moves() {
        let request = SearchRequest {
            search_moves: &[m],
            multi_pv: 9,
            ..SearchRequest::new(p, Limits::nodes(500))
        };
        let result = run(&mut search, &request);
        assert_eq!((result.best_move, result.variations.len()), (m, 1));
    }
    let result = run(
        &mut search,
        &SearchRequest { multi_pv: 9, ..SearchRequest::new(p, Limits::nodes(500)) },
    );
    assert_eq!(result.variations.len(), p.legal_moves().len());
}
